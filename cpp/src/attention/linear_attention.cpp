#include "attn/attention/linear_attention.hpp"

#include <algorithm>
#include <cmath>

#include "attention/linear_attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/exp_less_one.hpp"
#include "numerics/infinity.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
namespace {

double dot(const double* a, const double* b, Index n) {
  double sum = 0.0;
  for (Index c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

// out (features) <- the features of x (d) times exp(-scale), which is returned: none is then beyond
// what doubles hold, unless a product of x is.
double scaled_features(const FeatureMap& map, const double* x, Index d, double* out) {
  if (map.kind == FeatureKind::kElu) {
    for (Index c = 0; c < d; ++c) out[c] = x[c] > 0.0 ? x[c] + 1.0 : mathfn::inline_exp(x[c]);
    return 0.0;
  }
  const Index m = map.frequencies.rows();
  const double unit = 1.0 / std::sqrt(static_cast<double>(m));
  const double half = 0.5 * dot(x, x, d);
  double largest = -kInfinity;
  for (Index f = 0; f < m; ++f) {
    const double phase = dot(map.frequencies.data() + f * d, x, d);
    if (map.kind == FeatureKind::kPositive) {
      out[f] = phase;
      largest = phase > largest ? phase : largest;
    } else {
      out[f] = unit * mathfn::cos(phase);
      out[m + f] = unit * mathfn::sin(phase);
    }
  }
  if (map.kind == FeatureKind::kFourier) return 0.0;
  if (map.kind == FeatureKind::kTrigonometric) return half;
  for (Index f = 0; f < m; ++f) out[f] = unit * mathfn::inline_exp(out[f] - largest);
  return largest - half;
}

// Rows of features, each in units of its own.
struct ScaledRows {
  Matrix features;
  Vector scales;  // logarithms of the units
};

ScaledRows scaled_rows(const char* function, const FeatureMap& map, const MatrixRef& x) {
  const Index count = linear::feature_count(map, x.cols());
  check::product(function, "the features", x.rows(), count);
  ScaledRows out{Matrix(x.rows(), count), Vector(x.rows())};
  Vector row(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    row = x.row(i).transpose();
    out.scales(i) = scaled_features(map, row.data(), row.size(), &out.features(i, 0));
  }
  // A phase that is too large makes NaN of its sine, or of a difference.
  check::result(function, "a feature", out.features);
  check::result(function, "a feature", out.scales);
  return out;
}

const LinearAttention& checked(const char* function, const LinearAttention& found) {
  check::result(function, "a normaliser", found.normaliser);
  check::result(function, "an output", found.output);
  return found;
}

struct Squares {
  double sum, difference;  // |q + k|^2 and |q - k|^2
  double product;          // q k
};

Squares squares_of(const char* function, const VectorRef& q, const VectorRef& k) {
  check::vector(function, "q", q);
  check::vector(function, "k", k, q.size());
  Squares out{0.0, 0.0, 0.0};
  for (Index c = 0; c < q.size(); ++c) {
    out.sum += (q(c) + k(c)) * (q(c) + k(c));
    out.difference += (q(c) - k(c)) * (q(c) - k(c));
    out.product += q(c) * k(c);
  }
  return out;
}

}  // namespace

void linear::check_map(const char* function, const FeatureMap& map, Index d) {
  if (map.kind != FeatureKind::kElu && map.kind != FeatureKind::kFourier &&
      map.kind != FeatureKind::kTrigonometric && map.kind != FeatureKind::kPositive) {
    check::refuse(function, "map.kind", static_cast<int>(map.kind), "one of FeatureKind");
  }
  const Matrix& w = map.frequencies;
  if (map.kind == FeatureKind::kElu) {
    if (w.size() > 0) {
      check::shape(function, "map.frequencies", w, 0, 0);
    }
    return;
  }
  check::matrix(function, "map.frequencies", w);
  check::columns(function, "map.frequencies", w, d, "the columns of what is mapped");
}

Index linear::feature_count(const FeatureMap& map, Index d) {
  switch (map.kind) {
    case FeatureKind::kElu:
      return d;
    case FeatureKind::kPositive:
      return map.frequencies.rows();
    case FeatureKind::kFourier:
    case FeatureKind::kTrigonometric:
      break;
  }
  return 2 * map.frequencies.rows();
}

Matrix random_frequencies(Index m, Index d, bool orthogonal, Rng& rng) {
  check::count("random_frequencies", "m", m, 1, check::kMaxBudget);
  check::count("random_frequencies", "d", d, 1, check::kMaxBudget);
  check::product("random_frequencies", "the frequencies", m, d);
  Matrix out(m, d);
  Vector length(d);
  for (Index f = 0; f < m; ++f) {
    double* row = &out(f, 0);
    for (Index c = 0; c < d; ++c) row[c] = rng.normal();
    if (!orthogonal) continue;
    // Twice: what rounding leaves of the others after the first time is gone after the second.
    for (int pass = 0; pass < 2; ++pass) {
      for (Index other = f - f % d; other < f; ++other) {
        const double* before = &out(other, 0);
        const double share = dot(row, before, d) / dot(before, before, d);
        for (Index c = 0; c < d; ++c) row[c] -= share * before[c];
      }
    }
    for (double& x : length) x = rng.normal();
    const double factor = std::sqrt(dot(length.data(), length.data(), d) / dot(row, row, d));
    for (Index c = 0; c < d; ++c) row[c] *= factor;
  }
  check::result("random_frequencies", "a frequency", out);
  return out;
}

Matrix feature_rows(const FeatureMap& map, const MatrixRef& x) {
  check::matrix("feature_rows", "x", x);
  linear::check_map("feature_rows", map, x.cols());
  ScaledRows rows = scaled_rows("feature_rows", map, x);
  for (Index i = 0; i < x.rows(); ++i) {
    const double unit = mathfn::exp(rows.scales(i));
    for (Index f = 0; f < rows.features.cols(); ++f) rows.features(i, f) *= unit;
  }
  check::result("feature_rows", "a feature", rows.features);
  return rows.features;
}

Matrix feature_kernel(const FeatureMap& map, const MatrixRef& q, const MatrixRef& k) {
  check::matrix("feature_kernel", "q", q);
  check::matrix("feature_kernel", "k", k);
  check::columns("feature_kernel", "k", k, q.cols(), "the columns of q");
  linear::check_map("feature_kernel", map, q.cols());
  check::product("feature_kernel", "the kernel", q.rows(), k.rows());
  const ScaledRows left = scaled_rows("feature_kernel", map, q);
  const ScaledRows right = scaled_rows("feature_kernel", map, k);
  Matrix out(q.rows(), k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index j = 0; j < k.rows(); ++j) {
      const double unit = mathfn::exp(left.scales(i) + right.scales(j));
      out(i, j) = unit * dot(&left.features(i, 0), &right.features(j, 0), left.features.cols());
    }
  }
  check::result("feature_kernel", "an entry", out);
  return out;
}

LinearAttentionState::LinearAttentionState(const FeatureMap& map, Index d, Index values)
    : map_(map), d_(d) {
  check::count("LinearAttentionState", "d", d, 1, check::kMaxBudget);
  check::count("LinearAttentionState", "values", values, 1, check::kMaxBudget);
  linear::check_map("LinearAttentionState", map, d);
  const Index features = linear::feature_count(map, d);
  check::product("LinearAttentionState", "the sums", features, values);
  weighted_ = Matrix::Zero(features, values);
  sum_ = Vector::Zero(features);
}

void LinearAttentionState::take(const double* features, double scale, const double* value) {
  if (scale > scale_) {
    const double factor = mathfn::inline_exp(scale_ - scale);  // 0 for the first key
    weighted_ *= factor;
    sum_ *= factor;
    scale_ = scale;
  }
  const double unit = mathfn::inline_exp(scale - scale_);
  for (Index f = 0; f < sum_.size(); ++f) {
    const double weight = unit * features[f];
    sum_(f) += weight;
    for (Index b = 0; b < weighted_.cols(); ++b) weighted_(f, b) += weight * value[b];
  }
}

// out (values) <- the output of a query; its normaliser.
double LinearAttentionState::give(const double* features, double* out) const {
  const double normaliser = dot(features, sum_.data(), sum_.size());
  std::fill(out, out + weighted_.cols(), 0.0);
  if (normaliser == 0.0) return 0.0;
  for (Index f = 0; f < sum_.size(); ++f) {
    for (Index b = 0; b < weighted_.cols(); ++b) out[b] += features[f] * weighted_(f, b);
  }
  for (Index b = 0; b < weighted_.cols(); ++b) out[b] /= normaliser;
  return normaliser;
}

void LinearAttentionState::add(const MatrixRef& k, const MatrixRef& v) {
  constexpr const char* kAdd = "LinearAttentionState::add";
  check::matrix(kAdd, "k", k);
  check::columns(kAdd, "k", k, d_, "what the state was made for");
  check::matrix(kAdd, "v", v);
  check::shape(kAdd, "v", v, k.rows(), weighted_.cols());
  const ScaledRows keys = scaled_rows(kAdd, map_, k);
  for (Index j = 0; j < k.rows(); ++j)
    take(&keys.features(j, 0), keys.scales(j), v.data() + j * v.outerStride());
}

LinearAttention LinearAttentionState::read(const MatrixRef& q) const {
  constexpr const char* kRead = "LinearAttentionState::read";
  check::matrix(kRead, "q", q);
  check::columns(kRead, "q", q, d_, "what the state was made for");
  check::product(kRead, "the output", q.rows(), weighted_.cols());
  const ScaledRows queries = scaled_rows(kRead, map_, q);
  LinearAttention out{Matrix(q.rows(), weighted_.cols()), Vector(q.rows())};
  for (Index i = 0; i < q.rows(); ++i)
    out.normaliser(i) = give(&queries.features(i, 0), &out.output(i, 0));
  return checked(kRead, out);
}

LinearAttention linear_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                 const FeatureMap& map, bool causal) {
  constexpr const char* kName = "linear_attention";
  check::matrix(kName, "q", q);
  check::matrix(kName, "k", k);
  check::columns(kName, "k", k, q.cols(), "the columns of q");
  check::matrix(kName, "v", v);
  check::shape(kName, "v", v, k.rows(), v.cols());
  linear::check_map(kName, map, q.cols());
  check::product(kName, "the output", q.rows(), v.cols());
  const ScaledRows queries = scaled_rows(kName, map, q);
  const ScaledRows keys = scaled_rows(kName, map, k);
  check::product(kName, "the sums", queries.features.cols(), v.cols());
  LinearAttentionState sums(map, q.cols(), v.cols());
  LinearAttention out{Matrix(q.rows(), v.cols()), Vector(q.rows())};
  Index next = 0;
  for (Index i = 0; i < q.rows(); ++i) {
    const Index end = causal ? std::min(i + 1, k.rows()) : k.rows();
    for (; next < end; ++next)
      sums.take(&keys.features(next, 0), keys.scales(next), v.data() + next * v.outerStride());
    out.normaliser(i) = sums.give(&queries.features(i, 0), &out.output(i, 0));
  }
  return checked(kName, out);
}

double positive_feature_variance(const VectorRef& q, const VectorRef& k) {
  const Squares s = squares_of("positive_feature_variance", q, k);
  const double variance = mathfn::exp(s.sum + 2.0 * s.product) * -exp_less_one(-s.sum);
  return check::result("positive_feature_variance", "the variance", variance);
}

double trigonometric_feature_variance(const VectorRef& q, const VectorRef& k) {
  const Squares s = squares_of("trigonometric_feature_variance", q, k);
  const double rest = -exp_less_one(-s.difference);
  const double variance = 0.5 * mathfn::exp(s.sum - 2.0 * s.product) * rest * rest;
  return check::result("trigonometric_feature_variance", "the variance", variance);
}

}  // namespace attn
