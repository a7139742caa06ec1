#include "attn/denoising/fast_particle_flow.hpp"

#include <limits>
#include <string>

#include "attn/numerics/check.hpp"
#include "denoising/denoiser_fast_common.hpp"
#include "kernels/pair_sums.hpp"

namespace attn {
namespace {

// Far more than anyone takes, and further layers can still be counted.
constexpr Index kMostLayers = std::numeric_limits<Index>::max() / 2;

}  // namespace

struct FastParticleFlow::Work {
  kernels::GaussTransform transform;
  kernels::PairBuffers pairs;
};

FastParticleFlow::FastParticleFlow(const FloatMatrixRef& tokens, double beta, double eta,
                                   PairSum how)
    : beta_(beta), eta_(eta), how_(how) {
  fast::check_points("FastParticleFlow", "tokens", float_view::of(tokens));
  fast::check_beta("FastParticleFlow", "beta", beta);
  check::within("FastParticleFlow", "eta", eta, 0.0, 1.0);
  fast::check_method("FastParticleFlow", how, tokens.cols());
  state_.particles = tokens;
  const auto dimensions = static_cast<std::size_t>(tokens.cols());
  work_ = std::make_unique<Work>(Work{kernels::GaussTransform(dimensions, beta), {}});
  choose_method();
}

FastParticleFlow::FastParticleFlow(FastParticleFlow&& other) noexcept = default;
FastParticleFlow& FastParticleFlow::operator=(FastParticleFlow&& other) noexcept = default;
FastParticleFlow::~FastParticleFlow() = default;

void FastParticleFlow::choose_method() {
  const kernels::Points points = fast::points_of(float_view::of(state_.particles));
  method_ = fast::takes_transform(how_, points, {}, 1.0, work_->transform) ? PairSum::kTransform
                                                                           : PairSum::kAllPairs;
  chosen_ = true;
}

void FastParticleFlow::step(Index layers) {
  check::count("FastParticleFlow::step", "layers", layers, 0, 1000000);
  for (Index l = 0; l < layers; ++l) {
    while (!next_piece()) {
    }
  }
}

bool FastParticleFlow::advance(Index pieces) {
  check::count("FastParticleFlow::advance", "pieces", pieces, 1, 1000000);
  for (; pieces > 0; --pieces) {
    if (next_piece()) return true;
  }
  return false;
}

bool FastParticleFlow::next_piece() {
  if (!chosen_) {
    choose_method();
    return false;
  }
  const kernels::Points points = fast::points_of(float_view::of(state_.particles));
  const kernels::MovedPoints out{state_.particles.data(), points.stride};
  if (method_ == PairSum::kTransform) {
    if (!work_->transform.stage1_piece(points, eta_, out)) return false;
  } else if (!kernels::stage1_pairs_piece(points, beta_, eta_, work_->pairs, out)) {
    return false;
  }
  chosen_ = false;
  ++state_.layer;
  return true;
}

std::size_t FastParticleFlow::bytes() const {
  return work_->transform.bytes() + work_->pairs.bytes() +
         sizeof(float) * static_cast<std::size_t>(state_.particles.size());
}

void FastParticleFlow::restore(const State& state) {
  const FloatMatrix& particles = state_.particles;
  if (state.particles.rows() != particles.rows() || state.particles.cols() != particles.cols()) {
    check::refuse(
        "FastParticleFlow::restore", "state.particles",
        std::to_string(state.particles.rows()) + " x " + std::to_string(state.particles.cols()),
        std::to_string(particles.rows()) + " x " + std::to_string(particles.cols()));
  }
  fast::check_points("FastParticleFlow::restore", "state.particles",
                     float_view::of(state.particles));
  check::count("FastParticleFlow::restore", "state.layer", state.layer, 0, kMostLayers);
  state_ = state;
  work_->pairs.next = 0;
  choose_method();
}

}  // namespace attn
