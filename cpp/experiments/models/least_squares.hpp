// Something that trains, for the tests of what carries, shows and saves such runs: 128 equations by
// stochastic gradient descent.
#pragma once

#include "experiments/checkpoints.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

struct LeastSquaresParams {
  double learning_rate = 0.5;
  Index size = 8;
  Index steps = 5000;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(LeastSquaresParams,
                param(ATTN_MEMBER(learning_rate), "of every step", above_zero(1.0)),
                param(ATTN_MEMBER(size), "unknowns", within(1, 4000)),
                param(ATTN_MEMBER(steps), "of training", within(1, 20000)),
                param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct LeastSquaresFrame {
  Index step = 0;
  Index steps = 0;
  Index frontier = 0;
  double loss = 0.0;
  Vector weights;
  Vector truth;
  Vector batch_loss;
  Index every = 1;

  ATTN_DESCRIBE(
      LeastSquaresFrame, field(ATTN_MEMBER(step), "the one on show"),
      field(ATTN_MEMBER(steps), "in all"), field(ATTN_MEMBER(frontier), "steps computed so far"),
      field(ATTN_MEMBER(loss), "mean square of the residuals of all equations at this step"),
      field(ATTN_MEMBER(weights), "(size) at this step"),
      field(ATTN_MEMBER(truth), "(size) by which the equations were made, with noise"),
      field(ATTN_MEMBER(batch_loss),
            "(at most 500) the same of the equations drawn, over the steps computed so far"),
      field(ATTN_MEMBER(every), "steps from one entry of batch_loss to the next"));
};

/// All there is to it after so many steps.
struct LeastSquaresState {
  Index step = 0;
  Vector weights;
  Rng::State draws{};
  Vector batch_loss;

  ATTN_DESCRIBE(LeastSquaresState, field(ATTN_MEMBER(step), "computed"),
                field(ATTN_MEMBER(weights), "(size)"),
                field(ATTN_MEMBER(draws), "of the equations"),
                field(ATTN_MEMBER(batch_loss), "(step) of each step"));
};

class LeastSquares {
 public:
  using Params = LeastSquaresParams;
  using Frame = LeastSquaresFrame;
  using State = LeastSquaresState;
  static constexpr const char* kName = "least_squares";
  static constexpr const char* kAbout = "least squares by stochastic gradient descent, for tests";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kEquations = 128;
  static constexpr Index kBatch = 8;
  static constexpr Index kPoints = 500;  ///< of the curve in a frame, at most

  explicit LeastSquares(const Params& params);

  Index steps() const { return params_.steps; }
  Index opens() const;
  bool seek(Index t, Index budget);
  bool refine(Index budget);
  double progress() const;
  Frame frame() const;

  Index frontier() const { return states_.frontier(); }
  State state() const;
  void restore(const State& state);
  void keep_within(std::size_t bytes) { states_.keep_within(bytes); }
  const auto& states() const { return states_; }

 private:
  /// What a step needs of those before.
  struct Walker {
    Vector weights;
    Rng::State draws{};

    ATTN_DESCRIBE(Walker, field(ATTN_MEMBER(weights), "(size)"), field(ATTN_MEMBER(draws), "next"));
  };

  void step(Walker& walker, Index t);

  Params params_;
  Rng rng_;
  Matrix rows_;
  Vector truth_;
  Vector sides_;
  Vector batch_loss_;  // (steps), as far as the frontier
  Checkpoints<Walker> states_;
};

}  // namespace attn::experiments
