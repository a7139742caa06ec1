// The ledger for pages and for the build of the site, a part of the wasm for each paper: the list
// of its claims, and one of them recomputed. Opened, refined and shown as experiments are.
#pragma once

#include <type_traits>

#include "claims/claims.hpp"
#include "experiments/run.hpp"

namespace attn::claims {

struct LedgerParams {
  static constexpr auto describe() { return experiments::members(); }
};

/// Another way to read a statement.
struct LedgerReading {
  std::string words;
  double ours = 0.0;

  static constexpr const char* kName = "ClaimReading";
  static constexpr auto describe() {
    using experiments::field;
    using Self = LedgerReading;
    return experiments::members(field(ATTN_MEMBER(words), "how it is read"),
                                field(ATTN_MEMBER(ours), "what comes out so"));
  }
};

/// A claim, without what recomputes it.
struct LedgerEntry {
  std::string id;
  std::string source;
  std::string place;
  std::string statement;
  std::string published;
  double value = 0.0;
  std::string agreement;
  double tolerance = 0.0;
  std::string quantity;
  std::string recipe;
  std::string proof;
  double corrected = 0.0;
  double corrected_tolerance = 0.0;
  std::string other_readings;
  std::vector<LedgerReading> readings;
  double baseline = 0.0;
  std::string baseline_of;
  Index seeds = 0;
  bool slow = false;
  std::string command;
  std::string stamp;
  double probe = 0.0;
  double probe_tolerance = 0.0;

  static constexpr const char* kName = "Claim";
  static constexpr auto describe() {
    using experiments::field;
    using Self = LedgerEntry;
    return experiments::members(
        field(ATTN_MEMBER(id), "begins with the paper's number: 004.section-5.beta-5"),
        field(ATTN_MEMBER(source),
              "whose statement it is: a paper's, that of a summary of one, or ours"),
        field(ATTN_MEMBER(place), "in the published text"),
        field(ATTN_MEMBER(statement), "in our words"),
        field(ATTN_MEMBER(published),
              "quoted, word for word, with the number in question between asterisks; of what is "
              "ours empty"),
        field(ATTN_MEMBER(value), "the number that stands for it; of a statement 1"),
        field(ATTN_MEMBER(agreement),
              "within the tolerance, in an interval, within the spread over seeds, above or below "
              "the published number, a statement that holds; or not tried: recipe says why"),
        field(ATTN_MEMBER(tolerance), "of agreement"),
        field(ATTN_MEMBER(quantity), "what our number is"),
        field(ATTN_MEMBER(recipe), "what it is computed from"),
        field(ATTN_MEMBER(proof),
              "where ours is derived, if it is not the published one; may be empty"),
        field(ATTN_MEMBER(corrected),
              "of what has a proof: the value that is ours, from elsewhere"),
        field(ATTN_MEMBER(corrected_tolerance), "how far from it what is recomputed may be"),
        field(ATTN_MEMBER(other_readings),
              "of what is in error: what would make it right, and why it does not stand there"),
        field(ATTN_MEMBER(readings), "of what is unclear: the others"),
        field(ATTN_MEMBER(baseline), "our number without the effect in question"),
        field(ATTN_MEMBER(baseline_of), "what that is the number of; may be empty"),
        field(ATTN_MEMBER(seeds), "how many"),
        field(ATTN_MEMBER(slow), "takes more than a few seconds"),
        field(ATTN_MEMBER(command),
              "of what is read from runs of hours, which may not have been made: what makes them; "
              "else empty"),
        field(ATTN_MEMBER(stamp), "of kept values: a hash of the recipe"),
        field(ATTN_MEMBER(probe), "of kept values: a number from the same functions"),
        field(ATTN_MEMBER(probe_tolerance), "how far it may be from the kept one, over its size"));
  }
};

struct LedgerFrame {
  std::vector<LedgerEntry> claims;

  static constexpr auto describe() {
    using Self = LedgerFrame;
    return experiments::members(
        experiments::field(ATTN_MEMBER(claims), "in the order of the paper"));
  }
};

LedgerFrame ledger_of(const std::vector<Claim>& claims);

/// All claims of a paper; `Paper` has its list, and what the experiments are called.
template <typename Paper>
class Ledger {
 public:
  using Params = LedgerParams;
  using Frame = LedgerFrame;
  static constexpr const char* kName = Paper::kLedger;
  static constexpr const char* kAbout = "what a paper states, and how it is recomputed";

  static constexpr const char* kType = "ledger";
  static constexpr bool kFloats = Paper::kFloats;
  /// Where something is computed in single precision; there is none otherwise.
  template <typename P = Paper, typename = std::enable_if_t<P::kFloats>>
  static double self_test() {
    return P::self_test();
  }

  explicit Ledger(const Params&) {}
  Frame frame() const { return ledger_of(Paper::claims()); }
};

struct ClaimParams {
  std::string id;
  std::vector<double> values;

  static constexpr auto describe() {
    using experiments::param;
    using Self = ClaimParams;
    return experiments::members(
        param(ATTN_MEMBER(id), "of the claim", experiments::needed()),
        param(ATTN_MEMBER(values),
              "those of an earlier run, in the order of the seeds; mostly none"));
  }
};

struct ClaimFrame {
  Index done = 0;
  Index seeds = 0;
  std::vector<double> values;
  double mean = 0.0;
  double sd = 0.0;
  std::string verdict;

  static constexpr auto describe() {
    using experiments::field;
    using Self = ClaimFrame;
    return experiments::members(
        field(ATTN_MEMBER(done), "seeds"), field(ATTN_MEMBER(seeds), "in all"),
        field(ATTN_MEMBER(values), "our number for each seed that is done"),
        field(ATTN_MEMBER(mean), "of the values"),
        field(ATTN_MEMBER(sd), "their standard deviation (divisor: done - 1)"),
        field(
            ATTN_MEMBER(verdict),
            "agrees, close, differs, in error, not found, unclear, ours; not recomputed until all "
            "seeds are done"));
  }
};

/// One claim recomputed, a seed for each unit of work.
class Recomputation {
 public:
  /// Throws Error where the claims have none of that id, it cannot be recomputed, or there are more
  /// values than seeds.
  Recomputation(const std::vector<Claim>& claims, const ClaimParams& params);

  bool refine(Index seeds);
  double progress() const;
  ClaimFrame frame() const;

 private:
  const Claim& claim_;
  std::vector<double> values_;
};

/// One claim of a paper.
template <typename Paper>
class PaperClaim : public Recomputation {
 public:
  using Params = ClaimParams;
  using Frame = ClaimFrame;
  static constexpr const char* kName = Paper::kClaim;
  static constexpr const char* kAbout = "one statement of a paper, recomputed seed by seed";

  static constexpr const char* kType = "claim";
  static constexpr bool kFloats = Paper::kFloats;

  explicit PaperClaim(const Params& params) : Recomputation(Paper::claims(), params) {}
};

}  // namespace attn::claims
