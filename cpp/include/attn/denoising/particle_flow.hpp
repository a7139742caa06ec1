// Stage 1 as something that evolves: a cloud of particles that takes one attention layer after
// another.
#pragma once

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// The particles of Stage 1 after some number of layers. Exact: the same tokens, beta and eta give
/// the same bits after the same number of layers, however they were reached. Source: seed 004,
/// eq 1. Not shared between threads without a lock; different objects are independent.
class ParticleFlow {
 public:
  /// All that changes while it runs.
  struct State {
    Matrix particles;  ///< (n x d)
    Index layer = 0;   ///< layers taken
  };

  /// tokens (n x d), beta and eta as in stage1_step. Throws Error otherwise.
  ParticleFlow(const MatrixRef& tokens, double beta, double eta);

  /// Takes `layers` more layers, 0 <= layers <= 1e6. Allocates nothing. Throws Error otherwise, and
  /// where a step size above 1 has driven particles beyond check::kMaxCoordinate: they are then as
  /// after the last layer for which none was.
  void step(Index layers = 1);

  /// (n x d)
  [[nodiscard]] const Matrix& particles() const { return state_.particles; }
  /// Layers taken so far.
  [[nodiscard]] Index layer() const { return state_.layer; }

  /// What restore() goes on from.
  [[nodiscard]] State save() const { return state_; }
  /// Goes on from a saved state, of this or of another flow of the same shape. Throws Error where
  /// the shape differs, an entry is not finite or the layer is negative; the flow is then as it
  /// was.
  void restore(const State& state);

 private:
  double beta_;
  double eta_;
  State state_;
  Stage1Workspace workspace_;
};

}  // namespace attn
