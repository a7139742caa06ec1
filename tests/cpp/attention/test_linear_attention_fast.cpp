#include "attn/attention/linear_attention_fast.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "allocations.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

struct LinearCase {
  FloatMatrix q, k, v;
  FeatureMap map;
};

LinearCase linear_case(Index n_q, Index n_k, Index d, Index d_v, Index features, double size,
                       std::uint64_t seed) {
  LinearCase c{(size * matrix(n_q, d, seed)).cast<float>(),
               (size * matrix(n_k, d, seed + 1)).cast<float>(),
               matrix(n_k, d_v, seed + 2).cast<float>(),
               {}};
  if (features > 0) {
    Rng rng(seed + 3);
    c.map = {FeatureKind::kPositive, random_frequencies(features, d, true, rng)};
  }
  return c;
}

// s of the header.
double growth(const LinearCase& c) {
  if (c.map.kind == FeatureKind::kElu) return 0.0;
  const auto of = [&](const FloatMatrix& x) {
    double most = 0.0;
    const Matrix sizes = x.cast<double>().cwiseAbs();
    for (Index i = 0; i < x.rows(); ++i) {
      const Vector phases = c.map.frequencies.cwiseAbs().lazyProduct(Vector(sizes.row(i)));
      most = larger(most, largest(phases) + 0.5 * sizes.row(i).squaredNorm());
    }
    return most;
  };
  return of(c.q) + of(c.k);
}

LinearAttention expected(const LinearCase& c, bool causal) {
  return linear_attention(c.q.cast<double>(), c.k.cast<double>(), c.v.cast<double>(), c.map,
                          causal);
}

// Relative to what the header says: at most 1 is within the bound.
double error_of(const LinearCase& c, bool causal, const LinearAttention& exact) {
  const FloatMatrix found = linear_attention_fast(c.q, c.k, c.v, c.map, causal);
  if (!found.allFinite()) return std::numeric_limits<double>::infinity();
  const double bound = kLinearErrorBound * (1.0 + growth(c)) * largest(c.v);
  return largest(found.cast<double>() - exact.output) / bound;
}

}  // namespace

TEST_CASE("linear attention in float is within the bound over shapes, sizes and features") {
  Rng rng(1);
  const auto any = [&](Index low, Index high) {
    return low + static_cast<Index>(rng.uniform() * static_cast<double>(high - low + 1));
  };
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Index d = any(1, 20);
    const double size = 0.6 * rng.uniform();
    const LinearCase c =
        linear_case(any(1, 150), any(1, 150), d, any(1, 40), any(0, 2) * any(1, 40), size, seed);
    for (const bool causal : {false, true}) {
      CAPTURE(seed, causal);
      CHECK(error_of(c, causal, expected(c, causal)) <= 1.0);
    }
  }
}

TEST_CASE("each instruction set is within the bound, at the edges of blocks and vectors too") {
  for (const Index n : {1, 63, 64, 65, 129}) {
    for (const Index features : {0, 1, 33}) {
      const LinearCase c = linear_case(n, n == 64 ? 70 : n, 5, 17, features, 0.4, 7);
      for (const bool causal : {false, true}) {
        const LinearAttention exact = expected(c, causal);
        on_each_instruction_set([&] { CHECK(error_of(c, causal, exact) <= 1.0); });
      }
    }
  }
}

TEST_CASE("huge, tiny and equal tokens are within the bound") {
  for (const double size : {0.0, 1e-30, 1e-3, 1.0}) {
    const LinearCase c = linear_case(70, 90, 3, 4, 20, size, 3);
    CHECK(error_of(c, false, expected(c, false)) <= 1.0);
    CHECK(error_of(c, true, expected(c, true)) <= 1.0);
  }
  for (const double size : {1e-30, 1e3, 1e8}) {
    LinearCase c = linear_case(70, 90, 3, 4, 0, size, 3);
    // Features of which none vanish, as those of large negative numbers do.
    c.q = c.q.cwiseAbs();
    c.k = c.k.cwiseAbs();
    CHECK(error_of(c, false, expected(c, false)) <= 1.0);
    CHECK(error_of(c, true, expected(c, true)) <= 1.0);
  }
}

TEST_CASE("values near the smallest normal floats are within the bound") {
  for (const Index features : {0, 20}) {
    LinearCase c = linear_case(70, 90, 3, 4, features, 0.4, 3);
    c.v *= 1e-36F;
    for (const bool causal : {false, true}) CHECK(error_of(c, causal, expected(c, causal)) <= 1.0);
  }
}

TEST_CASE(
    "a long key late in a sequence does not change what came before it by more than the bound") {
  LinearCase c = linear_case(200, 200, 4, 3, 30, 0.3, 5);
  c.k.row(150) *= 8.0F;
  c.k.row(20) *= 8.0F;
  const LinearAttention exact = expected(c, true);
  CHECK(error_of(c, true, exact) <= 1.0);
}

TEST_CASE("ten thousand keys are summed within the bound") {
  const LinearCase c = linear_case(5, 10000, 4, 2, 16, 0.5, 5);
  CHECK(error_of(c, false, expected(c, false)) <= 1.0);
}

TEST_CASE("rows without a feature in common with the keys are zeros, and no NaN") {
  FloatMatrix q(1, 2), k(1, 2), v(1, 1);
  q << -1e4F, -1e4F;
  k << -1e4F, -1e4F;
  v << 1.0F;
  CHECK(linear_attention_fast(q, k, v, {})(0, 0) == 0.0F);
}

TEST_CASE("linear attention in float is that of the numbers, however these lie in memory") {
  const LinearCase c = linear_case(21, 35, 5, 3, 12, 0.4, 5);
  for (const bool causal : {false, true}) {
    layouts::check_same(
        [&](const auto& q, const auto& k, const auto& v) {
          return layouts::bits_of(linear_attention_fast(q, k, v, c.map, causal),
                                  linear_attention_fast(q, k, v, {}, causal));
        },
        c.q, c.k, c.v);
  }
}

TEST_CASE("heads side by side in one buffer are the heads, nothing between them is touched") {
  const LinearCase c = linear_case(40, 40, 6, 6, 10, 0.4, 5);
  FloatMatrix packed(40, 18), out = FloatMatrix::Constant(40, 20, 7.0F);
  packed << c.q, c.k, c.v;
  LinearWorkspace workspace;
  const auto part = [&](Index i) { return FloatView{packed.data() + 6 * i, 40, 6, 18}; };
  linear_attention_fast(part(0), part(1), part(2), c.map, true, workspace,
                        {out.data() + 7, 40, 6, 20});
  CHECK(out.middleCols(7, 6) == linear_attention_fast(c.q, c.k, c.v, c.map, true));
  CHECK(out.leftCols(7) == FloatMatrix::Constant(40, 7, 7.0F));
  CHECK(out.rightCols(7) == FloatMatrix::Constant(40, 7, 7.0F));
}

TEST_CASE("a workspace that is used again takes no memory, and none that grows with the sequence") {
  const LinearCase small = linear_case(70, 70, 6, 6, 10, 0.4, 5);
  const LinearCase large = linear_case(1000, 1000, 6, 6, 10, 0.4, 5);
  LinearWorkspace workspace;
  FloatMatrix out(1000, 6);
  const auto run = [&](const LinearCase& c) {
    const auto view = [](const FloatMatrix& m) {
      return FloatView{m.data(), m.rows(), m.cols(), m.cols()};
    };
    linear_attention_fast(view(c.q), view(c.k), view(c.v), c.map, true, workspace,
                          {out.data(), c.q.rows(), 6, 6});
  };
  run(small);
  const std::size_t bytes = workspace.bytes();
  CHECK(bytes > 0);
  const auto count = allocations_of([&] { run(large); });
  CHECK(count == 0);
  CHECK(workspace.bytes() == bytes);
}

TEST_CASE("linear attention in float refuses what it cannot do, and writes nothing then") {
  const LinearCase c = linear_case(3, 4, 2, 2, 5, 0.4, 5);
  const auto refused = [&](const FloatMatrix& q, const FloatMatrix& k, const FloatMatrix& v,
                           const FeatureMap& map) {
    return message_of([&] { return linear_attention_fast(q, k, v, map); });
  };
  CHECK(refused(c.q, FloatMatrix::Ones(4, 3), c.v, c.map) ==
        "linear_attention_fast: k is 4 x 3, expected 4 x 2");
  CHECK(refused(c.q, c.k, FloatMatrix::Ones(3, 2), c.map) ==
        "linear_attention_fast: v is 3 x 2, expected 4 x 2");
  CHECK(refused(FloatMatrix(0, 2), c.k, c.v, c.map) ==
        "linear_attention_fast: q is 0 x 2, expected at least 1 x 1");
  CHECK(refused(FloatMatrix::Constant(1, 2, std::nanf("")), c.k, c.v, c.map) ==
        "linear_attention_fast: q[0, 0] is NaN, expected a finite number");
  CHECK(refused(c.q, c.k, c.v, {FeatureKind::kTrigonometric, c.map.frequencies}) ==
        "linear_attention_fast: map.kind is another, expected kElu or kPositive: use "
        "linear_attention");
  CHECK_THAT(refused(100.0F * c.q, c.k, c.v, c.map),
             contains("linear_attention_fast: |w| |x| + |x|^2 / 2 of q is "));
  CHECK_THAT(
      refused(FloatMatrix::Constant(1, 2, 1e30F), FloatMatrix::Constant(4, 2, 1e30F), c.v, {}),
      contains("linear_attention_fast: the largest sum that could be is "));
  FloatMatrix out = FloatMatrix::Constant(3, 2, 7.0F);
  LinearWorkspace workspace;
  const FloatView bad{c.k.data(), 4, 2, 1};
  CHECK(message_of([&] {
          linear_attention_fast({c.q.data(), 3, 2, 2}, bad, {c.v.data(), 4, 2, 2}, c.map, false,
                                workspace, {out.data(), 3, 2, 2});
        }) == "linear_attention_fast: k is of stride 1, expected at least 2 (its columns)");
  CHECK(out == FloatMatrix::Constant(3, 2, 7.0F));
}
