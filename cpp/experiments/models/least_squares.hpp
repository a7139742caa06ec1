// Something that trains, for the tests of what carries, shows and saves such runs: 128 equations by
// stochastic gradient descent.
#pragma once

#include "experiments/checkpoints.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

struct LeastSquaresParams {
  ATTN_DESCRIBED(LeastSquaresParams);
  ATTN_PARAM(double, learning_rate, "of every step", above_zero(1.0)) = 0.5;
  ATTN_PARAM(Index, size, "unknowns", within(1, 4000)) = 8;
  ATTN_PARAM(Index, steps, "of training", within(1, 20000)) = 5000;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct LeastSquaresFrame {
  ATTN_DESCRIBED(LeastSquaresFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(Index, frontier, "steps computed so far") = 0;
  ATTN_FIELD(double, loss, "mean square of the residuals of all equations at this step") = 0.0;
  ATTN_FIELD(Vector, weights, "(size) at this step");
  ATTN_FIELD(Vector, truth, "(size) by which the equations were made, with noise");
  ATTN_FIELD(Vector, batch_loss,
             "(at most 500) the same of the equations drawn, over the steps computed so far");
  ATTN_FIELD(Index, every, "steps from one entry of batch_loss to the next") = 1;
};

/// All there is to it after so many steps.
struct LeastSquaresState {
  ATTN_DESCRIBED(LeastSquaresState);
  ATTN_FIELD(Index, step, "computed") = 0;
  ATTN_FIELD(Vector, weights, "(size)");
  ATTN_FIELD(Rng::State, draws, "of the equations"){};
  ATTN_FIELD(Vector, batch_loss, "(step) of each step");
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
    ATTN_DESCRIBED(Walker);
    ATTN_FIELD(Vector, weights, "(size)");
    ATTN_FIELD(Rng::State, draws, "next"){};
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
