// The ledger for pages and for the build of the site, a part of the wasm for each paper: the list
// of its claims, and one of them recomputed. Opened, refined and shown as experiments are.
#pragma once

#include <type_traits>

#include "claims/claims.hpp"
#include "experiments/run.hpp"

namespace attn::claims {

struct LedgerParams {
  ATTN_DESCRIBED(LedgerParams);
};

/// Another way to read a statement.
struct LedgerReading {
  ATTN_DESCRIBED_AS(LedgerReading, "ClaimReading");
  ATTN_FIELD(std::string, words, "how it is read");
  ATTN_FIELD(double, ours, "what comes out so") = 0.0;
};

/// A claim, without what recomputes it.
struct LedgerEntry {
  ATTN_DESCRIBED_AS(LedgerEntry, "Claim");
  ATTN_FIELD(std::string, id, "begins with the paper's number: 004.section-5.beta-5");
  ATTN_FIELD(std::string, source,
             "whose statement it is: a paper's, that of a summary of one, or ours");
  ATTN_FIELD(std::string, place, "in the published text");
  ATTN_FIELD(std::string, statement, "in our words");
  ATTN_FIELD(std::string, published,
             "quoted, word for word, with the number in question between asterisks; of what is "
             "ours empty");
  ATTN_FIELD(double, value, "the number that stands for it; of a statement 1") = 0.0;
  ATTN_FIELD(std::string, agreement,
             "within the tolerance, in an interval, within the spread over seeds, above or below "
             "the published number, a statement that holds; or not tried: recipe says why");
  ATTN_FIELD(double, tolerance, "of agreement") = 0.0;
  ATTN_FIELD(std::string, quantity, "what our number is");
  ATTN_FIELD(std::string, recipe, "what it is computed from");
  ATTN_FIELD(std::string, proof,
             "where ours is derived, if it is not the published one; may be empty");
  ATTN_FIELD(double, corrected,
             "of what has a proof: the value that is ours, from elsewhere") = 0.0;
  ATTN_FIELD(double, corrected_tolerance, "how far from it what is recomputed may be") = 0.0;
  ATTN_FIELD(std::string, other_readings,
             "of what is in error: what would make it right, and why it does not stand there");
  ATTN_FIELD(std::vector<LedgerReading>, readings, "of what is unclear: the others");
  ATTN_FIELD(double, baseline, "our number without the effect in question") = 0.0;
  ATTN_FIELD(std::string, baseline_of, "what that is the number of; may be empty");
  ATTN_FIELD(Index, seeds, "how many") = 0;
  ATTN_FIELD(bool, slow, "takes more than a few seconds") = false;
  ATTN_FIELD(std::string, command,
             "of what is read from runs of hours, which may not have been made: what makes them; "
             "else empty");
  ATTN_FIELD(std::string, stamp, "of kept values: a hash of the recipe");
  ATTN_FIELD(double, probe, "of kept values: a number from the same functions") = 0.0;
  ATTN_FIELD(double, probe_tolerance, "how far it may be from the kept one, over its size") = 0.0;
};

struct LedgerFrame {
  ATTN_DESCRIBED(LedgerFrame);
  ATTN_FIELD(std::vector<LedgerEntry>, claims, "in the order of the paper");
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
  ATTN_DESCRIBED(ClaimParams);
  ATTN_PARAM(std::string, id, "of the claim", experiments::needed());
  ATTN_PARAM(std::vector<double>, values,
             "those of an earlier run, in the order of the seeds; mostly none");
};

struct ClaimFrame {
  ATTN_DESCRIBED(ClaimFrame);
  ATTN_FIELD(Index, done, "seeds") = 0;
  ATTN_FIELD(Index, seeds, "in all") = 0;
  ATTN_FIELD(std::vector<double>, values, "our number for each seed that is done");
  ATTN_FIELD(double, mean, "of the values") = 0.0;
  ATTN_FIELD(double, sd, "their standard deviation (divisor: done - 1)") = 0.0;
  ATTN_FIELD(std::string, verdict,
             "agrees, close, differs, in error, not found, unclear, ours; not recomputed until all "
             "seeds are done");
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
