#include "experiments/bilinear-form/linear_attention.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

enum Kind : Index { kPositive, kTrigonometric, kElu, kMean, kKinds };

Index count_at(Index at) { return Index{4} << at; }

// |a - b| / |b|, Frobenius.
double relative(const Matrix& a, const Matrix& b) {
  return std::sqrt((a - b).squaredNorm() / b.squaredNorm());
}

}  // namespace

std::vector<Setting<LinearAttentionParams>> LinearAttention::settings() {
  LinearAttentionParams strong;
  strong.spread = 4.0;
  strong.seed = 8;
  LinearAttentionParams weak;
  weak.spread = 0.1;
  return {{LinearAttentionParams{}, 0, 6 * kPieces}, {strong, 0, 5 * kPieces}, {weak, 0, 0}};
}

LinearAttention::LinearAttention(const Params& params)
    : params_(checked(kName, params)), rng_(params.seed) {
  errors_ = least_ = most_ = Matrix::Zero(kKinds, kCounts);
  negative_ = Vector::Zero(kCounts);
}

void LinearAttention::draw() {
  const double deviation = std::sqrt(params_.spread / std::sqrt(static_cast<double>(kSize)));
  q_ = normal_rows(rng_, kTokens, kSize, deviation);
  k_ = normal_rows(rng_, kTokens, kSize, deviation);
  v_ = normal_rows(rng_, kTokens, kSize, 1.0);
  frequencies_ = random_frequencies(kMost, kSize, false, rng_);
  AttentionOptions unscaled;
  unscaled.scale = 1.0;
  exact_ = attn::attention(q_, k_, v_, unscaled);
  elu_ = relative(attn::linear_attention(q_, k_, v_, {FeatureKind::kElu, {}}).output, exact_);
  Matrix mean = exact_;
  mean.rowwise() = v_.colwise().mean();
  mean_ = relative(mean, exact_);
}

void LinearAttention::note(Index kind, Index at, double error) {
  const bool first = known() < kCounts;
  errors_(kind, at) += error;
  if (first || error < least_(kind, at)) least_(kind, at) = error;
  if (first || error > most_(kind, at)) most_(kind, at) = error;
}

void LinearAttention::work() {
  const Index at = known() % kCounts;
  const Index piece = done_ % kPieces;
  if (at == 0 && piece == 0) draw();
  constexpr Index kHalf = kTokens / 2;
  const auto map = [&](FeatureKind kind) -> FeatureMap {
    return {kind, frequencies_.topRows(count_at(at))};
  };
  if (piece == 0) {
    positive_ =
        relative(attn::linear_attention(q_, k_, v_, map(FeatureKind::kPositive)).output, exact_);
    sums_.emplace(map(FeatureKind::kTrigonometric), kSize, kSize);
    trigonometric_.resize(kTokens, kSize);
    turned_ = 0;
  } else if (piece <= 2) {
    const Index from = (piece - 1) * kHalf;
    sums_->add(k_.middleRows(from, kHalf), v_.middleRows(from, kHalf));
  } else {
    const Index from = (piece - 3) * kHalf;
    const auto half = sums_->read(q_.middleRows(from, kHalf));
    trigonometric_.middleRows(from, kHalf) = half.output;
    for (const double z : half.normaliser) turned_ += z < 0.0 ? 1 : 0;
  }
  if (piece + 1 == kPieces) note_all(at);
  ++done_;
}

void LinearAttention::note_all(Index at) {
  note(kPositive, at, positive_);
  note(kTrigonometric, at, relative(trigonometric_, exact_));
  note(kElu, at, elu_);
  note(kMean, at, mean_);
  negative_(at) += static_cast<double>(turned_);
  if (known() < kCounts && count_at(at) == 64) check_sums();
}

// Before dividing: the output times its normaliser is the weighted sum of the values, whichever is
// taken first.
void LinearAttention::check_sums() {
  for (const FeatureKind kind : {FeatureKind::kPositive, FeatureKind::kTrigonometric}) {
    const FeatureMap map{kind, frequencies_.topRows(64)};
    const Matrix kernel = feature_kernel(map, q_, k_);
    const Matrix output = attn::linear_attention(q_, k_, v_, map).output;
    const Matrix size =
        feature_rows(map, q_).cwiseAbs().lazyProduct(feature_rows(map, k_).cwiseAbs().transpose());
    const Matrix sums = kernel.lazyProduct(v_);
    const Matrix all = size.lazyProduct(v_.cwiseAbs());
    for (Index i = 0; i < kTokens; ++i) {
      const double normaliser = kernel.row(i).sum();
      for (Index b = 0; b < kSize; ++b) {
        const double error = std::fabs(output(i, b) * normaliser - sums(i, b)) / all(i, b);
        sums_error_ = larger(sums_error_, error);
      }
    }
  }
}

LinearAttentionFrame LinearAttention::frame() const {
  const double multiplications = 2.0 * static_cast<double>(kTokens * kSize);
  Frame f;
  f.spread = params_.spread;
  f.draws = known() / kCounts;
  f.frequencies.resize(kCounts);
  f.counts.resize(kCounts);
  f.negative = negative_;
  f.errors = errors_;
  f.least = least_;
  f.most = most_;
  f.exact_cost = multiplications * static_cast<double>(kTokens);
  f.costs.resize(2, kCounts);
  for (Index at = 0; at < kCounts; ++at) {
    const double m = static_cast<double>(count_at(at));
    f.frequencies(at) = m;
    f.costs(0, at) = 2.0 * multiplications * m;
    f.costs(1, at) = 3.0 * multiplications * m;
    f.counts(at) = static_cast<double>(f.draws + (known() % kCounts > at ? 1 : 0));
    if (f.counts(at) == 0.0) continue;
    f.errors.col(at) /= f.counts(at);
    f.negative(at) /= f.counts(at) * static_cast<double>(kTokens);
  }
  f.sums_error = sums_error_;
  return f;
}

}  // namespace attn::experiments
