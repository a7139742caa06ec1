// Heads that learn three patterns by gradient flow, a rank of what they make up after the other.
// Source: seed 003, section 3.1, and 3.2 for heads that start equal.
#pragma once

#include <vector>

#include "attn/training/pattern_flow.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

/// Where heads start.
enum class FlowStart { kRandom, kEqual };

struct GradientFlowParams {
  ATTN_DESCRIBED(GradientFlowParams);
  ATTN_PARAM(double, m1, "strength of the pattern at lag 1", within(0.5, 4.0)) = 3.0;
  ATTN_PARAM(double, m2, "strength of that at lag 2", within(0.5, 4.0)) = 2.0;
  ATTN_PARAM(double, m3, "strength of that at lag 3", within(0.5, 4.0)) = 1.4;
  ATTN_PARAM(Index, heads, "that learn", within(1, 6)) = 3;
  ATTN_PARAM(Index, lags, "that each attends to", within(3, 24)) = 6;
  ATTN_CHOICE(FlowStart, start, "logits of the start: drawn, or all 0", "random",
              "equal") = FlowStart::kRandom;
  ATTN_PARAM(double, u, "drawn logits are uniform on [-u, u]", within(1e-9, 0.5)) = 0.01;
  ATTN_PARAM(std::uint64_t, seed, "of these, head by head") = 2;
};

struct GradientFlowFrame {
  ATTN_DESCRIBED(GradientFlowFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "that there are, each of time 0.5") = 0;
  ATTN_FIELD(double, time, "at this step") = 0.0;
  ATTN_FIELD(Vector, m, "(3) strengths, lag by lag");
  ATTN_FIELD(Matrix, residual, "G - P: a row for each pattern, a column for each lag (3 x T)");
  ATTN_FIELD(Matrix, mixture, "C of V_k = sum_l C_kl V*_l (H x 3)");
  ATTN_FIELD(Matrix, weights, "s of the heads (H x T)");
  ATTN_FIELD(double, loss, "half the squares of the residual") = 0.0;
  ATTN_FIELD(Vector, losses, "at each step (steps + 1)");
  ATTN_FIELD(Vector, plateaus, "least loss of ranks 0 to 3 (4)");
  ATTN_FIELD(Matrix, sigmas,
             "singular values of P at each step, the largest first: as many as P can have, min(H, "
             "3), and 0 for what is below 1e-12 of the largest (steps + 1 x min(H, 3))");
  ATTN_FIELD(Vector, times,
             "at which the loss first is at the middle of two plateaus (3); Infinity for never");
  ATTN_FIELD(Index, learned, "how many of these have passed at this step") = 0;
  ATTN_FIELD(double, spread, "largest difference of a head from the first, in C and q") = 0.0;
  ATTN_FIELD(double, rise, "largest rise of the loss in a Runge-Kutta step of 0.05") = 0.0;
  ATTN_FIELD(double, deficit, "largest amount by which it is below that of its rank") = 0.0;
  ATTN_FIELD(double, full_error,
             "largest difference of a velocity from that of whole matrices V, at this step") = 0.0;
  ATTN_FIELD(double, product_error,
             "of the loss from half the inner product of G - P with itself, by the double sum") =
      0.0;
};

class GradientFlow : public WithSteps<GradientFlow, GradientFlowParams, GradientFlowFrame> {
 public:
  static constexpr const char* kName = "gradient_flow";
  static constexpr const char* kAbout =
      "heads that learn three patterns by gradient flow, one rank after the other (seed 003, "
      "section 3.1)";
  static std::vector<Setting<Params>> settings();

  explicit GradientFlow(const Params& params);
  Index steps() const { return static_cast<Index>(states_.size()) - 1; }
  Index opens() const { return 20; }
  void look_at(Index t);

 private:
  ReducedHeads drawn() const;
  void run();

  Params params_;
  std::vector<ReducedHeads> states_;  // at each step
};

}  // namespace attn::experiments
