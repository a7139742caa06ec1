#include "experiments/incremental-patterns/gradient_flow.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "attn/training/stage_times.hpp"
#include "numerics/products.hpp"
#include "numerics/singular_values.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn::experiments {
namespace {

constexpr Index kPatterns = 3;
constexpr Index kFrames = 240;
constexpr Index kInner = 10;
constexpr double kDt = 0.05;
// What rounding leaves of a rank that is not there.
constexpr double kNothing = 1e-12;
// The least matrices of which three can be orthonormal, for the witness in full.
constexpr Index kSide = 2;

Vector sigmas_of(const ReducedHeads& heads) {
  // P^T (T x 3).
  const Matrix p = transposed_product(softmax_rows(heads.logits), heads.mixture);
  Vector all = singular_values(p);
  sort_numbers(all);
  all.reverseInPlace();
  for (double& sigma : all) {
    if (sigma < kNothing * all(0)) sigma = 0.0;
  }
  return all.head(std::min(heads.mixture.rows(), kPatterns));
}

double spread_of(const ReducedHeads& heads) {
  double worst = 0.0;
  for (Index k = 1; k < heads.logits.rows(); ++k) {
    worst = larger(worst, largest(heads.mixture.row(k) - heads.mixture.row(0)));
    worst = larger(worst, largest(heads.logits.row(k) - heads.logits.row(0)));
  }
  return worst;
}

// Orthonormal V*_l, any of them.
std::vector<Matrix> some_patterns() {
  Rng rng(1);
  const Matrix basis = haar_orthogonal(kSide * kSide, rng);
  std::vector<Matrix> out;
  for (Index l = 0; l < kPatterns; ++l) {
    out.emplace_back(Eigen::Map<const Matrix>(basis.row(l).data(), kSide, kSide));
  }
  return out;
}

std::vector<Matrix> in_full(const Matrix& mixture, const std::vector<Matrix>& patterns) {
  std::vector<Matrix> out;
  for (Index k = 0; k < mixture.rows(); ++k) {
    Matrix value = Matrix::Zero(kSide, kSide);
    for (Index l = 0; l < kPatterns; ++l) {
      value += mixture(k, l) * patterns[static_cast<std::size_t>(l)];
    }
    out.push_back(value);
  }
  return out;
}

double difference(const std::vector<Matrix>& a, const std::vector<Matrix>& b) {
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = larger(worst, largest(a[k] - b[k]));
  return worst;
}

}  // namespace

std::vector<Setting<GradientFlowParams>> GradientFlow::settings() {
  GradientFlowParams tied;
  tied.start = FlowStart::kEqual;
  tied.heads = 2;
  GradientFlowParams many;
  many.m1 = many.m2 = many.m3 = 2.0;
  many.heads = 5;
  many.lags = 4;
  many.u = 0.3;
  return {{GradientFlowParams{}, kFrames, 0}, {tied, 30, 0}, {many, 12, 0}};
}

GradientFlow::GradientFlow(const Params& params) : params_(checked(kName, params)) {
  Frame& f = frame_;
  f.steps = kFrames;
  f.m.resize(kPatterns);
  f.m << params_.m1, params_.m2, params_.m3;
  f.plateaus.resize(kPatterns + 1);
  for (Index rank = 0; rank <= kPatterns; ++rank) f.plateaus(rank) = plateau(f.m, rank);
  run();
  look_at(opens());
}

ReducedHeads GradientFlow::drawn() const {
  ReducedHeads out{Matrix::Zero(params_.heads, kPatterns),
                   Matrix::Zero(params_.heads, params_.lags)};
  if (params_.start == FlowStart::kEqual) return out;
  Rng rng(params_.seed);
  out.logits = minimal_heads(params_.heads, 1, params_.lags, params_.u, rng).logits;
  return out;
}

void GradientFlow::run() {
  Frame& f = frame_;
  const Index rank = std::min(params_.heads, kPatterns);
  f.losses.resize(kFrames + 1);
  f.sigmas.resize(kFrames + 1, rank);
  Vector fine(kInner * kFrames + 1);
  ReducedHeads now = drawn();
  for (Index i = 0; i < fine.size(); ++i) {
    if (i > 0) now = flow_reduced(f.m, now, kDt, 1);
    fine(i) = reduced_velocity(f.m, now).loss;
    if (i > 0) f.rise = larger(f.rise, fine(i) - fine(i - 1));
    f.deficit = larger(f.deficit, f.plateaus(rank) - fine(i));
    if (i % kInner != 0) continue;
    f.losses(i / kInner) = fine(i);
    f.sigmas.row(i / kInner) = sigmas_of(now).transpose();
    states_.push_back(now);
  }
  f.times = kDt * stage_times(fine, mid_levels(f.plateaus));
}

void GradientFlow::look_at(Index t) {
  Frame& f = frame_;
  const ReducedHeads& now = states_[static_cast<std::size_t>(t)];
  const ReducedVelocity v = reduced_velocity(f.m, now);
  f.step = t;
  f.time = kDt * static_cast<double>(kInner * t);
  f.residual = v.residual;
  f.mixture = now.mixture;
  f.weights = softmax_rows(now.logits);
  f.loss = v.loss;
  f.learned = 0;
  for (const double time : f.times) f.learned += time <= f.time ? 1 : 0;
  f.spread = spread_of(now);
  // The same with whole matrices, and the loss by the double sum over all terms of G - P.
  const std::vector<Matrix> patterns = some_patterns();
  PatternTensor target{{}, Matrix::Identity(kPatterns, params_.lags)};
  for (Index l = 0; l < kPatterns; ++l) {
    target.matrices.emplace_back(f.m(l) * patterns[static_cast<std::size_t>(l)]);
  }
  const PatternHeads full{in_full(now.mixture, patterns), now.logits};
  const PatternVelocity whole = pattern_velocity(target, full);
  f.full_error = larger(difference(whole.d.values, in_full(v.d.mixture, patterns)),
                        largest(whole.d.logits - v.d.logits));
  PatternTensor residual = target;
  residual.vectors.conservativeResize(kPatterns + params_.heads, params_.lags);
  residual.vectors.bottomRows(params_.heads) = -f.weights;
  for (const Matrix& value : full.values) residual.matrices.push_back(value);
  f.product_error = std::fabs(0.5 * inner_product(residual, residual) - f.loss);
}

}  // namespace attn::experiments
