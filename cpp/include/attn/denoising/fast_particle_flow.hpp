// Stage 1 in single precision as something that evolves: for clouds of up to millions of particles.
#pragma once

#include <memory>

#include "attn/denoising/denoiser_fast.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// The particles of Stage 1 after some number of layers, each within the bound of
/// stage1_step_fast. As ParticleFlow, but the last bits depend on the machine. Source: seed 004,
/// eq 1. Not shared between threads without a lock; different objects are independent.
class FastParticleFlow {
 public:
  /// All that changes while it runs.
  struct State {
    FloatMatrix particles;  ///< (n x d)
    Index layer = 0;        ///< layers taken
  };

  /// tokens (n x d), beta, eta and how as in stage1_step_fast; throws Error as it does.
  /// `kAutomatic` is decided anew for each layer, since particles draw together.
  FastParticleFlow(const FloatMatrixRef& tokens, double beta, double eta,
                   PairSum how = PairSum::kAutomatic);
  /// What it is moved from may only be destroyed or assigned to.
  FastParticleFlow(FastParticleFlow&& other) noexcept;
  /// Its own particles are lost; what it takes over may then only be destroyed or assigned to.
  FastParticleFlow& operator=(FastParticleFlow&& other) noexcept;
  ~FastParticleFlow();

  /// Takes `layers` more layers, 0 <= layers <= 1e6. Throws Error otherwise. Its buffers are made
  /// for the first layer, and grow only if the particles of another should need more.
  void step(Index layers = 1);

  /// The next layer for who has to answer in between: at most `pieces` of its pieces of work, 1 to
  /// 1e6. True once it is complete; until then particles() and layer() are those before it, and
  /// step() begins with what is left of it. In the plane the transform has up to 16 pieces, about
  /// equally long; along a line it is one, and so is the choice between it and all pairs where it
  /// is to be made anew. Sums over all pairs have n^2 (d + 4) / 2^26 pieces, rounded up,
  /// or a few less. Throws Error otherwise.
  bool advance(Index pieces);

  /// (n x d)
  [[nodiscard]] const FloatMatrix& particles() const { return state_.particles; }
  /// Layers taken so far.
  [[nodiscard]] Index layer() const { return state_.layer; }
  /// How the sums of the latest layer that was begun were taken, or before the first and after
  /// restore those of the next will be: kAllPairs or kTransform.
  [[nodiscard]] PairSum method() const { return method_; }
  /// Memory of its buffers in bytes, particles included.
  [[nodiscard]] std::size_t bytes() const;

  /// What restore() goes on from.
  [[nodiscard]] State save() const { return state_; }
  /// Goes on from a saved state, of this or of another flow of the same shape, and leaves a layer
  /// that was begun. Throws Error where the shape differs, an entry is not finite or too large, or
  /// the layer is negative; the flow is then as it was.
  void restore(const State& state);

 private:
  struct Work;

  void choose_method();
  bool next_piece();

  double beta_;
  double eta_;
  PairSum how_;
  PairSum method_ = PairSum::kAllPairs;
  bool chosen_ = false;  // for the particles as they are
  State state_;
  std::unique_ptr<Work> work_;
};

}  // namespace attn
