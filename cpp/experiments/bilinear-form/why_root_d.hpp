// What the softmax of unscaled scores becomes as d grows, and that of scores over sqrt(d). Source:
// seed 001, sections 2.3 and 4.2.
#pragma once

#include "attn/numerics/rng.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

struct WhyRootDParams {
  ATTN_DESCRIBED(WhyRootDParams);
  ATTN_PARAM(Index, d, "components of query and keys", within(1, 512)) = 64;
  ATTN_PARAM(bool, scaled, "scores are divided by sqrt(d)") = false;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct WhyRootDFrame {
  ATTN_DESCRIBED(WhyRootDFrame);
  ATTN_FIELD(Index, d, "components") = 0;
  ATTN_FIELD(bool, scaled, "by sqrt(d)") = false;
  ATTN_FIELD(Index, draws, "so far; what follows are means over these") = 0;
  ATTN_FIELD(Vector, weights, "(16) of the keys, in each draw from the largest down");
  ATTN_FIELD(double, trace, "of the Jacobian, 1 - sum a^2") = 0.0;
  ATTN_FIELD(double, trace_plain, "the same without the scale") = 0.0;
  ATTN_FIELD(double, trace_scaled, "the same with it") = 0.0;
  ATTN_FIELD(double, variance, "of q k, over d") = 0.0;
  ATTN_FIELD(Vector, dimensions, "(18) from 1 to 512");
  ATTN_FIELD(Vector, traces_plain, "(18) without the scale, at these");
  ATTN_FIELD(Vector, traces_scaled, "(18) with it, at these");
  ATTN_FIELD(Vector, variances, "(18) of q k, over d, at these");
  ATTN_FIELD(double, variance_error,
             "largest |variance of q k / d - 1| of those from d = 16 on, times sqrt(draws / 200)") =
      0.0;
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
