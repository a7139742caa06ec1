#include "attn/denoising/particle_flow.hpp"

#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

// Far more than anyone takes, and further layers can still be counted.
constexpr Index kMostLayers = std::numeric_limits<Index>::max() / 2;

}  // namespace

ParticleFlow::ParticleFlow(const MatrixRef& tokens, double beta, double eta)
    : beta_(beta), eta_(eta), workspace_(tokens.rows(), tokens.cols()) {
  check::points("ParticleFlow", "tokens", tokens);
  check::positive("ParticleFlow", "beta", beta);
  check::not_negative("ParticleFlow", "eta", eta);
  check::within("ParticleFlow", "eta", eta, 0.0, kMaxStep);
  state_.particles = tokens;
}

void ParticleFlow::step(Index layers) {
  check::count("ParticleFlow::step", "layers", layers, 0, 1000000);
  for (Index l = 0; l < layers; ++l) {
    if (eta_ > 1.0) {  // with a smaller one they stay among one another
      check::within("ParticleFlow::step", "the size of a particle", largest(state_.particles), 0.0,
                    check::kMaxCoordinate);
    }
    stage1_step_into(state_.particles, beta_, eta_, workspace_, state_.particles);
    ++state_.layer;
  }
}

void ParticleFlow::restore(const State& state) {
  check::shape("ParticleFlow::restore", "state.particles", state.particles, state_.particles.rows(),
               state_.particles.cols());
  check::points("ParticleFlow::restore", "state.particles", state.particles);
  check::count("ParticleFlow::restore", "state.layer", state.layer, 0, kMostLayers);
  state_ = state;
}

}  // namespace attn
