// What the softmax of unscaled scores becomes as d grows, and that of scores over sqrt(d). Source:
// seed 001, sections 2.3 and 4.2.
#pragma once

#include "attn/numerics/rng.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

struct WhyRootDParams {
  Index d = 64;
  bool scaled = false;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(WhyRootDParams,
                param(ATTN_MEMBER(d), "components of query and keys", within(1, 512)),
                param(ATTN_MEMBER(scaled), "scores are divided by sqrt(d)"),
                param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct WhyRootDFrame {
  Index d = 0;
  bool scaled = false;
  Index draws = 0;
  Vector weights;
  double trace = 0.0;
  double trace_plain = 0.0;
  double trace_scaled = 0.0;
  double variance = 0.0;
  Vector dimensions;
  Vector traces_plain;
  Vector traces_scaled;
  Vector variances;
  double variance_error = 0.0;

  ATTN_DESCRIBE(
      WhyRootDFrame, field(ATTN_MEMBER(d), "components"), field(ATTN_MEMBER(scaled), "by sqrt(d)"),
      field(ATTN_MEMBER(draws), "so far; what follows are means over these"),
      field(ATTN_MEMBER(weights), "(16) of the keys, in each draw from the largest down"),
      field(ATTN_MEMBER(trace), "of the Jacobian, 1 - sum a^2"),
      field(ATTN_MEMBER(trace_plain), "the same without the scale"),
      field(ATTN_MEMBER(trace_scaled), "the same with it"),
      field(ATTN_MEMBER(variance), "of q k, over d"),
      field(ATTN_MEMBER(dimensions), "(18) from 1 to 512"),
      field(ATTN_MEMBER(traces_plain), "(18) without the scale, at these"),
      field(ATTN_MEMBER(traces_scaled), "(18) with it, at these"),
      field(ATTN_MEMBER(variances), "(18) of q k, over d, at these"),
      field(ATTN_MEMBER(variance_error),
            "largest |variance of q k / d - 1| of those from d = 16 on, times sqrt(draws / 200)"));
};

/// A draw is one query and 16 keys, all N(0, I_512): component by component, first of the query,
/// then of every key. The first d components are a draw for d. Refining adds draws, up to 200.
class WhyRootD : public WithUnits<WhyRootD> {
 public:
  using Params = WhyRootDParams;
  using Frame = WhyRootDFrame;
  static constexpr const char* kName = "why_root_d";
  static constexpr const char* kAbout =
      "the softmax of scores with and without the scale 1 / sqrt(d) (seed 001, section 2.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kKeys = 16;
  static constexpr Index kMost = 512;
  static constexpr Index kDraws = 200;
  /// Of the frame that it opens with.
  static constexpr Index kFirst = 20;

  explicit WhyRootD(const Params& params);

  /// A unit is a draw.
  Index units() const { return kDraws; }
  void work();
  Frame frame() const;

 private:
  Params params_;
  Rng rng_;
  std::vector<Index> dimensions_;  // of the curves, and the chosen one as the last
  Vector weights_;                 // sums over the draws
  Vector plain_, scaled_, squares_;
};

}  // namespace attn::experiments
