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
  double m1 = 3.0;
  double m2 = 2.0;
  double m3 = 1.4;
  Index heads = 3;
  Index lags = 6;
  FlowStart start = FlowStart::kRandom;
  double u = 0.01;
  std::uint64_t seed = 2;

  ATTN_DESCRIBE(GradientFlowParams,
                param(ATTN_MEMBER(m1), "strength of the pattern at lag 1", within(0.5, 4.0)),
                param(ATTN_MEMBER(m2), "strength of that at lag 2", within(0.5, 4.0)),
                param(ATTN_MEMBER(m3), "strength of that at lag 3", within(0.5, 4.0)),
                param(ATTN_MEMBER(heads), "that learn", within(1, 6)),
                param(ATTN_MEMBER(lags), "that each attends to", within(3, 24)),
                choice(ATTN_MEMBER(start), "logits of the start: drawn, or all 0", "random",
                       "equal"),
                param(ATTN_MEMBER(u), "drawn logits are uniform on [-u, u]", within(1e-9, 0.5)),
                param(ATTN_MEMBER(seed), "of these, head by head"));
};

struct GradientFlowFrame {
  Index step = 0;
  Index steps = 0;
  double time = 0.0;
  Vector m;
  Matrix residual;
  Matrix mixture;
  Matrix weights;
  double loss = 0.0;
  Vector losses;
  Vector plateaus;
  Matrix sigmas;
  Vector times;
  Index learned = 0;
  double spread = 0.0;
  double rise = 0.0;
  double deficit = 0.0;
  double full_error = 0.0;
  double product_error = 0.0;

  ATTN_DESCRIBE(
      GradientFlowFrame, field(ATTN_MEMBER(step), "the one on show"),
      field(ATTN_MEMBER(steps), "that there are, each of time 0.5"),
      field(ATTN_MEMBER(time), "at this step"), field(ATTN_MEMBER(m), "(3) strengths, lag by lag"),
      field(ATTN_MEMBER(residual), "G - P: a row for each pattern, a column for each lag (3 x T)"),
      field(ATTN_MEMBER(mixture), "C of V_k = sum_l C_kl V*_l (H x 3)"),
      field(ATTN_MEMBER(weights), "s of the heads (H x T)"),
      field(ATTN_MEMBER(loss), "half the squares of the residual"),
      field(ATTN_MEMBER(losses), "at each step (steps + 1)"),
      field(ATTN_MEMBER(plateaus), "least loss of ranks 0 to 3 (4)"),
      field(ATTN_MEMBER(sigmas),
            "singular values of P at each step, the largest first: as many as P can have, min(H, "
            "3), and 0 for what is below 1e-12 of the largest (steps + 1 x min(H, 3))"),
      field(ATTN_MEMBER(times),
            "at which the loss first is at the middle of two plateaus (3); Infinity for never"),
      field(ATTN_MEMBER(learned), "how many of these have passed at this step"),
      field(ATTN_MEMBER(spread), "largest difference of a head from the first, in C and q"),
      field(ATTN_MEMBER(rise), "largest rise of the loss in a Runge-Kutta step of 0.05"),
      field(ATTN_MEMBER(deficit), "largest amount by which it is below that of its rank"),
      field(ATTN_MEMBER(full_error),
            "largest difference of a velocity from that of whole matrices V, at this step"),
      field(ATTN_MEMBER(product_error),
            "of the loss from half the inner product of G - P with itself, by the double sum"));
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
