#include "attn/support/residual_barrier_fast.hpp"

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "allocations.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/support/residual_gradient.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct BarrierCase {
  FloatMatrix x, w;
};

BarrierCase barrier_case(Index tokens, Index d, double size_x, double size_w, std::uint64_t seed) {
  const double by_width = size_w / std::sqrt(static_cast<double>(d));
  return {(size_x * matrix(tokens, d, seed)).cast<float>(),
          (by_width * matrix(d, d, seed + 1)).cast<float>()};
}

HeadWeights weights_of(const FloatMatrix& w) {
  const Matrix one = Matrix::Identity(w.rows(), w.cols());
  return {w.cast<double>().transpose(), one, one};
}

// What the header measures errors in, by token.
Vector conditions(const ResidualMap& map) {
  Vector out(map.log_abs_det.size());
  for (Index t = 0; t < out.size(); ++t) {
    const Matrix& block = map.blocks[static_cast<std::size_t>(t)];
    const Matrix one = Matrix::Identity(block.rows(), block.cols());
    out(t) = 1.0 + (one - block).norm() * block.inverse().norm();
  }
  return out;
}

struct Exact {
  ResidualMap map;
  Matrix d_x, d_w;
  Vector condition;
};

Exact exact_of(const BarrierCase& c) {
  const HeadWeights weights = weights_of(c.w);
  const Matrix x = c.x.cast<double>();
  Exact out{residual_map(x, weights), {}, {}, {}};
  const ResidualGradient gradient = barrier_gradient(x, weights, out.map);
  out.d_x = gradient.d_x;
  out.d_w = gradient.weights.w_q.transpose();
  out.condition = conditions(out.map);
  return out;
}

void check_within(const BarrierCase& c, const Exact& exact, bool fused) {
  const FastBarrier forward = residual_barrier_fast(c.x, c.w, {{}, fused});
  const FastBarrierGradient found = residual_barrier_fast_gradient(c.x, c.w, {{}, fused});
  const double reach = largest(Vector(c.x.cast<double>().rowwise().norm()));
  const double pull = reach * c.w.cast<double>().norm();
  const double unit = kBarrierErrorBound * (1.0 + reach * pull);
  for (Index t = 0; t < exact.condition.size(); ++t) {
    const double bound = unit * exact.condition(t);
    for (const FastBarrier* one : {&forward, &found.value}) {
      CHECK(std::fabs(one->log_abs_det(t) - exact.map.log_abs_det(t)) <= bound);
    }
  }
  CHECK(found.value.barrier == -found.value.log_abs_det.sum());
  const double bound = unit * exact.condition.squaredNorm();
  CHECK(largest(Matrix(found.d_x.cast<double>() - exact.d_x)) <= bound * pull);
  CHECK(largest(Matrix(found.d_w.cast<double>() - exact.d_w)) <= bound * reach * reach);
}

void check_within(const BarrierCase& c, const Exact& exact) {
  for (const bool fused : {true, false}) check_within(c, exact, fused);
}

}  // namespace

TEST_CASE("the barrier in floats is residual_map's, with its gradients, on every instruction set") {
  for (const Index d : {1, 2, 3, 8, 13, 16, 33, 64}) {
    for (const Index tokens : {1, 2, 3, 9, 71}) {
      for (const double size : {0.2, 1.0, 2.0}) {
        if (sanitized() && d > 16 && size != 1.0) continue;  // the same memory once more
        INFO(tokens << " tokens of " << d << " numbers, w of size " << size);
        const BarrierCase c = barrier_case(tokens, d, 1.0, size, 7);
        const Exact exact = exact_of(c);
        on_each_instruction_set([&] { check_within(c, exact); });
      }
    }
  }
}

TEST_CASE("many tokens, far ones, equal ones and tiny ones are within the bound") {
  BarrierCase c = barrier_case(700, 20, 0.7, 0.5, 3);
  check_within(c, exact_of(c));
  c = barrier_case(40, 6, 0.5, 1.0, 4);
  c.x.array() += 8.0F;  // distances are small beside the tokens
  c.w *= 0.02F;
  check_within(c, exact_of(c));
  c.x = FloatMatrix::Constant(9, 6, 1.5F);
  check_within(c, exact_of(c));
  CHECK(residual_barrier_fast(c.x, c.w).barrier == 0.0);
  c = barrier_case(30, 5, 1e-18, 1.0, 5);
  check_within(c, exact_of(c));
}

TEST_CASE("tokens of any length from 0.3 to 300 are within the bound, whatever they ask for") {
  Rng rng(23);
  double largest_error = 0.0;
  for (int draw = 0; draw < 600; ++draw) {
    const Index d = 2 + draw % 7, tokens = 3 + draw % 4;
    const double length = 0.3 * std::exp(std::log(1000.0) * rng.uniform());
    const auto seed = static_cast<std::uint64_t>(draw);
    Matrix x = layouts::matrix(tokens, d, seed + 1);
    for (Index t = 0; t < tokens; ++t) x.row(t) *= length / x.row(t).norm();
    // The last one asks so that logits of the first two differ by up to 10: else one has all
    // weight.
    const Matrix apart = x.row(0) - x.row(1);
    const double logits = 12.0 * rng.uniform() - 2.0;
    Matrix last = x.row(tokens - 1);
    const double along = last.row(0).dot(apart.row(0));
    last += (logits - along) / apart.squaredNorm() * apart;
    x.row(tokens - 1) = last;
    const Matrix w =
        draw % 2 == 0
            ? Matrix(Matrix::Identity(d, d))
            : Matrix(Matrix::Identity(d, d) + 0.1 / length * layouts::matrix(d, d, seed + 7));
    const BarrierCase c{x.cast<float>(), w.cast<float>()};
    INFO(draw << ": " << tokens << " tokens of " << d << " numbers and length " << length);
    const Exact exact = exact_of(c);
    check_within(c, exact);
    largest_error = larger(largest_error, largest(residual_barrier_fast(c.x, c.w).log_abs_det -
                                                  exact.map.log_abs_det));
  }
  CHECK(largest_error > 1e-4);  // far more than floats of size 1 would have
}

TEST_CASE(
    "gradients of the barrier in floats are differences of it, and leave what does not matter") {
  const BarrierCase c = barrier_case(40, 12, 0.8, 1.0, 11);
  const FastBarrierGradient g = residual_barrier_fast_gradient(c.x, c.w);
  const BarrierCase along = barrier_case(40, 12, 1.0, 1.0, 12);
  const auto at = [&](float step) {
    return residual_barrier_fast(c.x + step * along.x, c.w + step * along.w).barrier;
  };
  const double slope = (g.d_x.cwiseProduct(along.x).sum() + g.d_w.cwiseProduct(along.w).sum());
  CHECK(std::fabs((at(5e-3F) - at(-5e-3F)) / 1e-2 - slope) < 1e-3 * std::fabs(slope));
  // Tokens twice as long with a quarter of w have the same blocks.
  const double by_x = g.d_x.cwiseProduct(c.x).sum(), by_w = g.d_w.cwiseProduct(c.w).sum();
  CHECK(std::fabs(by_x - 2.0 * by_w) < 1e-4 * std::fabs(by_x));
  CHECK(by_x != 0.0);
}

TEST_CASE(
    "near the boundary the error is that of the condition, and a singular block is Infinity") {
  // With these tokens Sigma_3 is diag(1, 0), whatever w; M_3 has the determinant 1 - w_00.
  BarrierCase c{FloatMatrix::Zero(3, 2), FloatMatrix::Zero(2, 2)};
  c.x(0, 0) = 1.0F;
  c.x(1, 0) = -1.0F;
  for (const float margin : {0.5F, 1e-3F, -1e-3F, 1e-5F}) {
    c.w(0, 0) = 1.0F - margin;
    check_within(c, exact_of(c));
  }
  c.w(0, 0) = 1.0F;
  const FastBarrier singular = residual_barrier_fast(c.x, c.w);
  CHECK(singular.barrier == kInfinity);
  CHECK(singular.log_abs_det(2) == -kInfinity);
  CHECK(singular.log_abs_det(1) == 0.0);
  CHECK(message_of([&] { return residual_barrier_fast_gradient(c.x, c.w); }) ==
        "residual_barrier_fast_gradient: the block of token 2 is singular to floats, expected one "
        "with an inverse: use barrier_gradient");
}

TEST_CASE("rows are exchanged where pivots are small") {
  // M_3 = I - diag(1, 1) w^T with w = I - (0 1; 1 0) has nothing on its diagonal.
  BarrierCase c{FloatMatrix::Zero(5, 2), FloatMatrix(2, 2)};
  c.x << std::sqrt(2.0F), 0.0F, -std::sqrt(2.0F), 0.0F, 0.0F, std::sqrt(2.0F), 0.0F,
      -std::sqrt(2.0F), 0.0F, 0.0F;
  c.w << 1.0F, -1.0F, -1.0F, 1.0F;
  on_each_instruction_set([&] { check_within(c, exact_of(c)); });
  const BarrierCase far = barrier_case(30, 20, 1.5, 4.0, 9);
  on_each_instruction_set([&] { check_within(far, exact_of(far)); });
}

TEST_CASE("the barrier in floats is that of the numbers, however these lie in memory") {
  const BarrierCase c = barrier_case(19, 7, 1.0, 1.0, 5);
  check_same(
      [](const auto& x, const auto& w) {
        const FastBarrierGradient g = residual_barrier_fast_gradient(x, w);
        return bits_of(g.value.log_abs_det, g.d_x, g.d_w, residual_barrier_fast(x, w).log_abs_det);
      },
      c.x, c.w);
}

TEST_CASE("tokens that count have their own part of the barrier and of its gradient") {
  const BarrierCase c = barrier_case(11, 5, 1.0, 1.5, 7);
  const HeadWeights weights = weights_of(c.w);
  const Matrix x = c.x.cast<double>();
  const ResidualMap map = residual_map(x, weights);
  PriorTerms terms{0.0, Vector::Zero(11)};
  for (const Index t : {2, 5, 9}) terms.barrier(t) = 1.0;
  const ResidualGradient exact = residual_gradient(x, weights, map, 1.0, terms);
  for (const bool fused : {true, false}) {
    const FastBarrierOptions options{{5, 9, 2}, fused};
    const FastBarrierGradient found = residual_barrier_fast_gradient(c.x, c.w, options);
    CHECK(largest(found.d_x.cast<double>() - exact.d_x) <= 1e-4 * largest(exact.d_x));
    CHECK(largest(found.d_w.cast<double>() - exact.weights.w_q.transpose()) <=
          1e-4 * largest(exact.weights.w_q));
    double barrier = 0.0;
    for (Index t = 0; t < 11; ++t) {
      const bool counts = t == 2 || t == 5 || t == 9;
      CHECK((found.value.log_abs_det(t) != 0.0) == counts);
      if (counts) barrier -= map.log_abs_det(t);
    }
    CHECK(std::fabs(found.value.barrier - barrier) <= 1e-4);
    CHECK(residual_barrier_fast(c.x, c.w, options).barrier == found.value.barrier);
  }
}

TEST_CASE("without fused products the barrier has the same bits wherever there is SIMD") {
  for (const Index d : {3, 17, 32, 50}) {
    const BarrierCase c = barrier_case(70, d, 1.0, 1.0, 3);
    const FastBarrierGradient expected = residual_barrier_fast_gradient(c.x, c.w, {{}, false});
    // One float after the other takes other rounds of an elimination.
    on_each_simd_instruction_set([&] {
      const FastBarrierGradient found = residual_barrier_fast_gradient(c.x, c.w, {{}, false});
      CHECK(bits_of(found.value.barrier, found.value.log_abs_det) ==
            bits_of(expected.value.barrier, expected.value.log_abs_det));
      CHECK(found.d_x == expected.d_x);
      CHECK(found.d_w == expected.d_w);
    });
  }
}

TEST_CASE("a workspace of the barrier that is used again takes no memory") {
  const BarrierCase small = barrier_case(20, 7, 1.0, 1.0, 5),
                    large = barrier_case(90, 30, 0.5, 1.0, 5);
  BarrierWorkspace workspace;
  FastBarrierGradient out{};
  residual_barrier_fast_gradient(large.x, large.w, workspace, out);
  CHECK(workspace.bytes() > 0);
  const FastBarrierGradient first = out;
  CHECK(allocations_of([&] {
          residual_barrier_fast(large.x, large.w, workspace, out.value);
          residual_barrier_fast_gradient(large.x, large.w, workspace, out);
        }) == 0);
  CHECK(bits_of(out.d_x, out.d_w) == bits_of(first.d_x, first.d_w));
  // Nothing of the larger one is left in it.
  residual_barrier_fast_gradient(small.x, small.w, workspace, out);
  const FastBarrierGradient fresh = residual_barrier_fast_gradient(small.x, small.w);
  CHECK(bits_of(out.value.log_abs_det, out.d_x, out.d_w) ==
        bits_of(fresh.value.log_abs_det, fresh.d_x, fresh.d_w));
}

TEST_CASE("the barrier in floats refuses what it cannot do, and writes nothing then") {
  const BarrierCase c = barrier_case(5, 3, 1.0, 1.0, 5);
  const auto refused = [](const FloatMatrix& x, const FloatMatrix& w) {
    BarrierWorkspace workspace;
    FastBarrierGradient out =
        residual_barrier_fast_gradient(FloatMatrix::Ones(2, 1), FloatMatrix::Ones(1, 1));
    const auto before = bits_of(out.value.log_abs_det, out.d_x, out.d_w);
    const std::string message = message_of([&] {
      residual_barrier_fast_gradient(x, w, workspace, out);
      return out;
    });
    CHECK(bits_of(out.value.log_abs_det, out.d_x, out.d_w) == before);
    return message;
  };
  CHECK(refused(FloatMatrix(0, 3), c.w) ==
        "residual_barrier_fast_gradient: the rows of x is 0, expected a whole number from 1 to "
        "1000000000");
  CHECK(refused(c.x, FloatMatrix::Ones(3, 2)) ==
        "residual_barrier_fast_gradient: w is 3 x 2, expected 3 x 3");
  FloatMatrix bad = c.x;
  bad(1, 2) = std::nanf("");
  CHECK(refused(bad, c.w) ==
        "residual_barrier_fast_gradient: x[1, 2] is NaN, expected a finite number");
  bad(1, 2) = std::numeric_limits<float>::infinity();
  CHECK_THAT(message_of([&] { return residual_barrier_fast(bad, c.w); }),
             contains("residual_barrier_fast: x[1, 2] is Infinity"));
  CHECK_THAT(refused(1e30F * c.x, 1e30F * c.w), contains("too large for a float"));
  CHECK_THAT(message_of([] {
               const FloatMatrix one = FloatMatrix::Ones(3, 2);
               (void)residual_barrier_fast(one, FloatMatrix::Ones(2, 2), {{1, 3}, true});
             }),
             contains("one of options.tokens is 3"));
  CHECK_THAT(message_of([] {
               const FloatMatrix one = FloatMatrix::Ones(3, 2);
               (void)residual_barrier_fast(one, FloatMatrix::Ones(2, 2), {{1, 1}, true});
             }),
             contains("options.tokens is 1 twice"));
}
