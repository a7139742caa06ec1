#include "experiments/bilinear-form/masks_and_positions.hpp"

#include <cmath>
#include <cstdlib>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/numbers.hpp"
#include "numerics/infinity.hpp"

namespace attn::experiments {
namespace {

constexpr Index kFeatures = MasksAndPositions::kFeatures;
constexpr double kLarge = -1e9;

struct Tokens {
  explicit Tokens(const MasksAndPositionsParams& p) {
    Rng rng(p.seed);
    q = normal_rows(rng, p.mask.rows(), kFeatures);
    k = normal_rows(rng, p.mask.rows(), kFeatures);
    q.col(0).array() += p.common;
  }
  Matrix q, k;
};

// R_(i - j) = -slope |i - j| u, where u is the first direction.
Matrix positions(Index n, double slope) {
  Matrix out = Matrix::Zero(2 * n - 1, kFeatures);
  for (Index m = 0; m < 2 * n - 1; ++m) {
    out(m, 0) = -slope * std::fabs(static_cast<double>(m - n + 1));
  }
  return out;
}

Matrix scores_of(const Tokens& t, double slope) {
  AttentionOptions o;
  o.relative = positions(t.q.rows(), slope);
  return attention_scores(t.q, t.k, o);
}

double score_error(const Tokens& t, double slope, const Matrix& scores) {
  double worst = 0.0;
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      const double far = std::fabs(static_cast<double>(i - j));
      const double s = t.q.row(i).dot(t.k.row(j)) - slope * far * t.q(i, 0);
      worst = larger(worst, std::fabs(scores(i, j) - s / std::sqrt(double{kFeatures})));
    }
  }
  return worst;
}

double masked_score(double score, Masking how) {
  switch (how) {
    case Masking::kReplace:
      return kLarge;
    case Masking::kAdd:
      return score + kLarge;
    case Masking::kAddFloat:
      return double{static_cast<float>(score) + static_cast<float>(kLarge)};
    default:
      return score;
  }
}

// Before anything is set to zero after the softmax.
Matrix softmax_with(const Matrix& scores, const Mask& mask, Masking how) {
  if (how == Masking::kMinusInfinity) {
    AttentionOptions o;
    o.allowed = mask;
    return attention_weights(scores, o);
  }
  Matrix masked = scores;
  for (Index i = 0; i < masked.rows(); ++i) {
    for (Index j = 0; j < masked.cols(); ++j) {
      if (!mask(i, j)) masked(i, j) = masked_score(masked(i, j), how);
    }
  }
  return softmax_rows(masked);
}

// Eq 15 of a row to which eq 61 has been applied, as printed but with the largest score subtracted;
// whether it is a number.
bool is_defined(const Matrix& scores, const Mask& mask, Index row) {
  double most = -kInfinity;
  for (Index j = 0; j < scores.cols(); ++j) {
    most = larger(most, mask(row, j) ? scores(row, j) : -kInfinity);
  }
  double sum = 0.0;
  for (Index j = 0; j < scores.cols(); ++j) {
    sum += mathfn::exp((mask(row, j) ? scores(row, j) : -kInfinity) - most);
  }
  return std::isfinite(1.0 / sum);
}

// The sum of the weights at each distance |i - j|, over n.
Vector by_distance(const Matrix& weights) {
  Vector out = Vector::Zero(weights.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) out(std::abs(i - j)) += weights(i, j);
  }
  return out / static_cast<double>(weights.rows());
}

Matrix without_hidden(const Matrix& weights, const Mask& mask, Masking how) {
  if (how != Masking::kZeroAfter) return weights;
  return weights.cwiseProduct(mask.cast<double>());
}

}  // namespace

std::vector<Setting<MasksAndPositionsParams>> MasksAndPositions::settings() {
  const auto causal = [](Masking how) {
    MasksAndPositionsParams p;
    for (Index i = 0; i < 8; ++i) p.mask.row(i).tail(7 - i).setConstant(false);
    p.mask.row(3).setConstant(false);
    p.how = how;
    p.slope = 2.0;
    p.common = 4.0;
    return p;
  };
  return {{MasksAndPositionsParams{}, 0, 0},
          {causal(Masking::kAddFloat), 0, 0},
          {causal(Masking::kZeroAfter), 0, 0}};
}

MasksAndPositions::MasksAndPositions(const Params& p) {
  checked(kName, p);
  const Index n = check::count(kName, "the number of rows of mask", p.mask.rows(), 1, kMaxTokens);
  check::count(kName, "the number of columns of mask", p.mask.cols(), n, n);
  const Tokens tokens(p);
  Frame& f = frame_;
  f.masking = static_cast<Index>(p.how);
  f.scores = scores_of(tokens, p.slope);
  f.score_error = score_error(tokens, p.slope, f.scores);
  f.unmasked = softmax_rows(f.scores);
  const Matrix level = softmax_with(scores_of(tokens, 0.0), p.mask, p.how);
  const Matrix before = softmax_with(f.scores, p.mask, p.how);
  f.change = largest(before - level);
  f.weights = p.how == Masking::kZeroAfter ? Matrix(before.array() * p.mask.cast<double>().array())
                                           : before;
  f.row_sums = f.weights.rowwise().sum();
  f.undefined = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    const double sum = before.row(i).sum();
    const double off = std::fabs(sum - 1.0);
    f.row_error = larger(f.row_error, off < std::fabs(sum) ? off : std::fabs(sum));
    if (!is_defined(f.scores, p.mask, i)) f.undefined(i) = 1.0;
    double hidden = 0.0;
    for (Index j = 0; j < n; ++j) hidden += p.mask(i, j) ? 0.0 : f.weights(i, j);
    f.forbidden = larger(f.forbidden, hidden);
    if (p.mask.row(i).any()) f.lost = larger(f.lost, std::fabs(1.0 - f.row_sums(i)));
  }
  f.by_distance = by_distance(f.weights);
  f.level_by_distance = by_distance(without_hidden(level, p.mask, p.how));
  for (Index m = 0; m < n; ++m) f.distance += static_cast<double>(m) * f.by_distance(m);
}

}  // namespace attn::experiments
