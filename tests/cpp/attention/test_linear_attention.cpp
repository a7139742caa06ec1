#include "attn/attention/linear_attention.hpp"

#include <cmath>
#include <utility>

#include "attn/attention/attention.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

FeatureMap map_of(FeatureKind kind, Index m, Index d, bool orthogonal, std::uint64_t seed) {
  if (kind == FeatureKind::kElu) return {};
  Rng rng(seed);
  return {kind, random_frequencies(m, d, orthogonal, rng)};
}

constexpr FeatureKind kKinds[] = {FeatureKind::kElu, FeatureKind::kFourier,
                                  FeatureKind::kTrigonometric, FeatureKind::kPositive};

// Every pair of a query and a key, as the equation says it.
Matrix by_pairs(const Matrix& kernel, const Matrix& v, bool causal) {
  Matrix out(kernel.rows(), v.cols());
  for (Index i = 0; i < kernel.rows(); ++i) {
    const Index end = causal ? std::min(i + 1, kernel.cols()) : kernel.cols();
    const Vector weights = kernel.row(i).head(end) / kernel.row(i).head(end).sum();
    out.row(i) = weights.transpose().lazyProduct(v.topRows(end));
  }
  return out;
}

struct Estimates {
  double mean, variance, spread_of_variance;
};

// Of the estimate of exp(q k), or its Gaussian, by m features, over many draws.
Estimates estimates(FeatureKind kind, Index m, bool orthogonal, const Matrix& q, const Matrix& k,
                    int draws) {
  double sum = 0.0, squares = 0.0, fourths = 0.0;
  Rng rng(11);
  std::vector<double> values;
  for (int i = 0; i < draws; ++i) {
    const FeatureMap map{kind, random_frequencies(m, q.cols(), orthogonal, rng)};
    values.push_back(feature_kernel(map, q, k)(0, 0));
    sum += values.back();
  }
  const double mean = sum / draws;
  for (const double x : values) {
    squares += (x - mean) * (x - mean);
    fourths += std::pow(x - mean, 4);
  }
  const double variance = squares / draws;
  return {mean, variance, std::sqrt((fourths / draws - variance * variance) / draws)};
}

}  // namespace

TEST_CASE("running sums are the sums over pairs, for all features, full and causal") {
  for (const FeatureKind kind : kKinds) {
    for (const Index n_q : {1, 4, 9}) {
      const Matrix q = 0.5 * matrix(n_q, 3, 1), k = 0.5 * matrix(6, 3, 2), v = matrix(6, 2, 3);
      const FeatureMap map = map_of(kind, 40, 3, false, 4);
      const Matrix kernel = feature_kernel(map, q, k);
      for (const bool causal : {false, true}) {
        const LinearAttention found = linear_attention(q, k, v, map, causal);
        CHECK(largest(found.output - by_pairs(kernel, v, causal)) <= 1e-12);
      }
    }
  }
}

TEST_CASE("a state of running sums goes on in pieces, bit by bit") {
  const Matrix q = 2.0 * matrix(7, 3, 1), k = 2.0 * matrix(6, 3, 2), v = matrix(6, 2, 3);
  for (const FeatureKind kind : kKinds) {
    const FeatureMap map = map_of(kind, 9, 3, false, 4);
    LinearAttentionState state(map, 3, 2);
    CHECK(state.read(q).output == Matrix::Zero(7, 2));
    for (const auto& [from, count] : {std::pair{0, 1}, {1, 3}, {4, 2}}) {
      state.add(k.middleRows(from, count), v.middleRows(from, count));
      const Index seen = from + count;
      const LinearAttention all = linear_attention(q, k.topRows(seen), v.topRows(seen), map);
      for (const auto& [first, rows] : {std::pair{0, 7}, {2, 3}}) {
        const LinearAttention some = state.read(q.middleRows(first, rows));
        CHECK(some.output == all.output.middleRows(first, rows));
        CHECK(some.normaliser == all.normaliser.segment(first, rows));
      }
    }
    // A query with the keys up to its own is the causal form.
    LinearAttentionState steps(map, 3, 2);
    const LinearAttention causal = linear_attention(q, k, v, map, true);
    for (Index i = 0; i < 6; ++i) {
      steps.add(k.row(i), v.row(i));
      CHECK(steps.read(q.row(i)).output == causal.output.row(i));
    }
  }
}

TEST_CASE("a state of running sums refuses what does not fit, and is then as it was") {
  const Matrix q = matrix(2, 3, 1), k = matrix(2, 3, 2), v = matrix(2, 2, 3);
  LinearAttentionState state({}, 3, 2);
  state.add(k, v);
  const Matrix before = state.read(q).output;
  Matrix bad = v;
  bad(1, 0) = NAN;
  CHECK(message_of([&] { state.add(k, bad); }) ==
        "LinearAttentionState::add: v[1, 0] is NaN, expected a finite number");
  CHECK(message_of([&] { state.add(k, matrix(2, 3, 1)); }) ==
        "LinearAttentionState::add: v is 2 x 3, expected 2 x 2");
  CHECK(message_of([&] { state.add(v, v); }) ==
        "LinearAttentionState::add: k has 2 columns, expected 3 (what the state was made for)");
  CHECK(message_of([&] { return state.read(v); }) ==
        "LinearAttentionState::read: q has 2 columns, expected 3 (what the state was made for)");
  CHECK(state.read(q).output == before);
  CHECK(message_of([] { LinearAttentionState({}, 0, 2); }) ==
        "LinearAttentionState: d is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([] { LinearAttentionState({}, 2, 0); }) ==
        "LinearAttentionState: values is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([] {
          LinearAttentionState({FeatureKind::kPositive, Matrix::Ones(4, 2)}, 3, 1);
        }) ==
        "LinearAttentionState: map.frequencies has 2 columns, expected 3 (the columns of what is "
        "mapped)");
}

TEST_CASE("features are those of the definition, and their products the kernel") {
  const Matrix x = matrix(5, 3, 1), k = matrix(4, 3, 2);
  for (const FeatureKind kind : kKinds) {
    const FeatureMap map = map_of(kind, 7, 3, true, 3);
    const Matrix left = feature_rows(map, x), right = feature_rows(map, k);
    const Matrix products = left.lazyProduct(right.transpose());
    CHECK(largest(products - feature_kernel(map, x, k)) <= 1e-13 * largest(products));
    if (kind == FeatureKind::kElu) {
      CHECK(left(0, 0) == Approx(x(0, 0) > 0 ? x(0, 0) + 1 : std::exp(x(0, 0))));
      CHECK(lowest(left) > 0.0);
      continue;
    }
    const double phase = map.frequencies.row(2).dot(x.row(1));
    const double half = 0.5 * x.row(1).squaredNorm(), unit = 1.0 / std::sqrt(7.0);
    if (kind == FeatureKind::kPositive) {
      CHECK(left.cols() == 7);
      CHECK(left(1, 2) == Approx(unit * std::exp(phase - half)));
    } else {
      const double factor = kind == FeatureKind::kFourier ? 1.0 : std::exp(half);
      CHECK(left.cols() == 14);
      CHECK(left(1, 2) == Approx(unit * factor * std::cos(phase)));
      CHECK(left(1, 9) == Approx(unit * factor * std::sin(phase)));
    }
  }
}

TEST_CASE("estimates are right on average, with the variance of the closed form") {
  const Matrix q = 0.4 * matrix(1, 3, 1), k = 0.4 * matrix(1, 3, 2);
  const double product = q.row(0).dot(k.row(0));
  const int draws = 8000;
  for (const Index m : {1, 5}) {
    const auto features = static_cast<double>(m);
    const Estimates positive = estimates(FeatureKind::kPositive, m, false, q, k, draws);
    const double of_positive = positive_feature_variance(q.row(0), k.row(0)) / features;
    CHECK(std::fabs(positive.mean - std::exp(product)) <= 5.0 * std::sqrt(of_positive / draws));
    CHECK(std::fabs(positive.variance - of_positive) <= 5.0 * positive.spread_of_variance);
    const Estimates wave = estimates(FeatureKind::kTrigonometric, m, false, q, k, draws);
    const double of_wave = trigonometric_feature_variance(q.row(0), k.row(0)) / features;
    CHECK(std::fabs(wave.mean - std::exp(product)) <= 5.0 * std::sqrt(of_wave / draws));
    CHECK(std::fabs(wave.variance - of_wave) <= 5.0 * wave.spread_of_variance);
  }
  const Estimates gauss = estimates(FeatureKind::kFourier, 5, false, q, k, draws);
  const double distance = (q - k).squaredNorm();
  CHECK(std::fabs(gauss.mean - std::exp(-0.5 * distance)) <=
        5.0 * std::sqrt(gauss.variance / draws));
}

TEST_CASE("variances of features keep their digits where they are small") {
  for (const double x : {1e-3, 1e-5, 1e-8, 1e-30, 1e-150}) {
    const Vector small = Vector::Constant(1, x);
    // e^(2 x^2) (e^s - 1) with s = 4 x^2.
    const double s = 4.0 * x * x;
    const double expected = s * (1.0 + s * (0.5 + s / 6.0)) * (1.0 + 0.5 * s * (1.0 + 0.25 * s));
    CHECK(std::fabs(positive_feature_variance(small, small) / expected - 1.0) <= 1e-15);
  }
  const Vector one = Vector::Constant(1, 1.0);
  for (const double power : {10.0, 20.0, 30.0, 40.0, 50.0}) {
    const double x = std::exp2(-power), d = x * x;
    // e^(2 + x^2) (1 - e^(-x^2))^2 / 2 at q = 1 + x, k = 1: |q + k|^2 - 2 q k is that exponent.
    const double share = d * (1.0 - d * (0.5 - d / 6.0));
    const double q = 1.0 + x, expected = 0.5 * std::exp(q * q + 1.0) * share * share;
    const double found = trigonometric_feature_variance(Vector::Constant(1, q), one);
    CHECK(std::fabs(found / expected - 1.0) <= 4e-15);
  }
  CHECK(trigonometric_feature_variance(one, one) == 0.0);
  CHECK(positive_feature_variance(one, -one) == 0.0);
}

TEST_CASE("orthogonal frequencies are right on average too, and err less") {
  // |q + k| = |q - k| = 1.
  Matrix q = Matrix::Zero(1, 8), k = Matrix::Zero(1, 8);
  q(0, 0) = k(0, 1) = std::sqrt(0.5);
  for (const FeatureKind kind : {FeatureKind::kPositive, FeatureKind::kTrigonometric}) {
    const Estimates independent = estimates(kind, 8, false, q, k, 8000);
    const Estimates orthogonal = estimates(kind, 8, true, q, k, 8000);
    CHECK(std::fabs(orthogonal.mean - 1.0) <= 5.0 * std::sqrt(orthogonal.variance / 8000.0));
    // A fifth less is what the first terms of a series give for positive ones, for waves more.
    CHECK(orthogonal.variance < 0.92 * independent.variance);
  }
}

TEST_CASE("orthogonal frequencies are at right angles in blocks, with lengths of normal vectors") {
  Rng rng(5);
  const Matrix w = random_frequencies(600, 6, true, rng);
  double squares = 0.0;
  for (Index f = 0; f < w.rows(); ++f) {
    squares += w.row(f).squaredNorm();
    for (Index other = f - f % 6; other < f; ++other) {
      CHECK(std::fabs(w.row(f).dot(w.row(other))) <= 1e-13 * w.row(f).norm() * w.row(other).norm());
    }
  }
  // 3600 squares of normals, of mean 1 and variance 2.
  CHECK(std::fabs(squares / 3600.0 - 1.0) <= 5.0 * std::sqrt(2.0 / 3600.0));
  CHECK(largest(w.colwise().mean()) <= 5.0 / std::sqrt(600.0));
}

TEST_CASE("random features come closer to softmax like one over the root of their number") {
  const Matrix q = 0.3 * matrix(16, 4, 1), k = 0.3 * matrix(20, 4, 2), v = matrix(20, 3, 3);
  AttentionOptions options;
  options.scale = 1.0;
  const Matrix exact = attention(q, k, v, options);
  const auto error = [&](FeatureKind kind, Index m) {
    double sum = 0.0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const FeatureMap map = map_of(kind, m, 4, false, seed);
      sum += (linear_attention(q, k, v, map).output - exact).squaredNorm();
    }
    return std::sqrt(sum / 12.0) / exact.norm();
  };
  for (const FeatureKind kind : {FeatureKind::kPositive, FeatureKind::kTrigonometric}) {
    CHECK(error(kind, 64) / error(kind, 1024) == Approx(4.0).epsilon(0.25));
    CHECK(error(kind, 1024) < 0.05);
  }
  // Of another function, at any number.
  CHECK((linear_attention(q, k, v, {}).output - exact).norm() / exact.norm() > 0.05);
}

TEST_CASE(
    "large scores make the normaliser of trigonometric features negative, never the positive one") {
  const Matrix q = 3.0 * matrix(40, 8, 1), k = 3.0 * matrix(40, 8, 2), v = matrix(40, 2, 3);
  const LinearAttention wave =
      linear_attention(q, k, v, map_of(FeatureKind::kTrigonometric, 64, 8, false, 4));
  CHECK(lowest(wave.normaliser) < 0.0);
  const LinearAttention positive =
      linear_attention(q, k, v, map_of(FeatureKind::kPositive, 64, 8, false, 4));
  CHECK(lowest(positive.normaliser) >= 0.0);
  CHECK(largest(positive.output) <= largest(v));
}

TEST_CASE(
    "queries and keys of any size have features, and later keys do not change earlier outputs") {
  const Matrix v = matrix(6, 2, 3);
  for (const double size : {1e-150, 1.0, 30.0, 1e6}) {
    const Matrix q = size * matrix(6, 3, 1), k = size * matrix(6, 3, 2);
    for (const FeatureKind kind : {FeatureKind::kElu, FeatureKind::kPositive}) {
      const FeatureMap map = map_of(kind, 20, 3, false, 4);
      const Matrix output = linear_attention(q, k, v, map, true).output;
      CHECK(largest(output) <= largest(v) * (1.0 + 1e-12));
      Matrix other = k;
      other.bottomRows(2) *= 7.0;
      CHECK(linear_attention(q, other, v, map, true).output.topRows(4) == output.topRows(4));
    }
  }
  // A thousand times what a double's exponential holds.
  Matrix q(1, 1), k(2, 1), w(1, 1), values(2, 1);
  q << 1.0;
  k << 1e3, 1e3 + 1e-3;
  w << 1e3;
  values << 0.0, 1.0;
  const double mean = linear_attention(q, k, values, {FeatureKind::kPositive, w}).output(0, 0);
  const double half = 0.5 * (k(1, 0) * k(1, 0) - k(0, 0) * k(0, 0));
  const double apart = w(0, 0) * (k(1, 0) - k(0, 0)) - half;
  CHECK(mean == Approx(1.0 / (1.0 + std::exp(-apart))).epsilon(1e-9));
}

TEST_CASE("one key has all the weight, and equal keys share it") {
  for (const FeatureKind kind : kKinds) {
    const FeatureMap map = map_of(kind, 30, 3, false, 4);
    const Matrix q = 0.3 * matrix(3, 3, 1), v = matrix(4, 2, 3);
    const Matrix one = 0.3 * matrix(1, 3, 2);
    const Matrix of_one = linear_attention(q, one, v.topRows(1), map).output;
    const Matrix of_equal = linear_attention(q, one.replicate(4, 1), v, map).output;
    for (Index i = 0; i < 3; ++i) {
      CHECK(largest(of_one.row(i) - v.row(0)) <= 1e-14);
      CHECK(largest(of_equal.row(i) - v.colwise().mean()) <= 1e-14);
    }
  }
}

TEST_CASE("linear attention is that of the numbers, however these lie in memory") {
  const FeatureMap map = map_of(FeatureKind::kTrigonometric, 5, 3, false, 4);
  layouts::check_same(
      [&](const auto& q, const auto& k, const auto& v) {
        const LinearAttention a = linear_attention(q, k, v, map, true);
        return layouts::bits_of(a.output, a.normaliser, feature_rows(map, q),
                                feature_kernel(map, q, k));
      },
      matrix(4, 3, 1), matrix(5, 3, 2), matrix(5, 2, 3));
  layouts::check_same(
      [](const auto& q, const auto& k) {
        return layouts::bits_of(positive_feature_variance(q, k),
                                trigonometric_feature_variance(q, k));
      },
      Vector(matrix(3, 1, 1)), Vector(matrix(3, 1, 2)));
}

TEST_CASE("linear attention refuses what does not fit, and what is too large") {
  Rng rng(1);
  const Matrix x = Matrix::Ones(2, 3);
  const FeatureMap map{FeatureKind::kPositive, Matrix::Ones(4, 2)};
  CHECK(message_of([&] { return linear_attention(x, x, x, map); }) ==
        "linear_attention: map.frequencies has 2 columns, expected 3 (the columns of what is "
        "mapped)");
  CHECK(message_of([&] { return linear_attention(x, Matrix::Ones(2, 2), x, {}); }) ==
        "linear_attention: k has 2 columns, expected 3 (the columns of q)");
  CHECK(message_of([&] { return linear_attention(x, x, Matrix::Ones(3, 1), {}); }) ==
        "linear_attention: v is 3 x 1, expected 2 x 1");
  CHECK(message_of([&] {
          return feature_rows({FeatureKind::kFourier, Matrix()}, x);
        }) == "feature_rows: map.frequencies is 0 x 0, expected at least 1 x 1");
  CHECK(message_of([&] {
          return feature_rows({FeatureKind::kElu, Matrix::Ones(1, 3)}, x);
        }) == "feature_rows: map.frequencies is 1 x 3, expected 0 x 0");
  const FeatureMap other{static_cast<FeatureKind>(99), Matrix::Ones(1, 3)};
  CHECK(message_of([&] { return feature_rows(other, x); }) ==
        "feature_rows: map.kind is 99, expected one of FeatureKind");
  CHECK(message_of([&] { return linear_attention(x, x, x, other); }) ==
        "linear_attention: map.kind is 99, expected one of FeatureKind");
  CHECK(message_of([&] { return random_frequencies(0, 2, false, rng); }) ==
        "random_frequencies: m is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] {
          return feature_kernel({FeatureKind::kTrigonometric, Matrix::Ones(1, 3)}, 30.0 * x,
                                30.0 * x);
        }) == "feature_kernel: an entry is too large for a double");
  CHECK(message_of([] {
          return positive_feature_variance(Vector::Constant(1, 100.0), Vector::Constant(1, 100.0));
        }) == "positive_feature_variance: the variance is too large for a double");
  CHECK(message_of([] { return trigonometric_feature_variance(Vector(), Vector()); }) ==
        "trigonometric_feature_variance: q is empty, expected at least one entry");
}
