#include "attn/support/residual_gradient.hpp"

#include <functional>
#include <limits>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/scalar_residual.hpp"
#include "catch.hpp"
#include "support/residual_cases.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;

namespace {

using Loss = std::function<double(const ResidualMap&)>;

// Each derivative against differences of the loss.
void check_gradient(const ResidualCase& c, const ResidualGradient& g, const Loss& loss) {
  const auto against = [&](const Matrix& derived, const Matrix& at, const auto& put) {
    const auto f = [&](const Matrix& m) {
      ResidualCase moved = c;
      put(moved, m);
      return loss(residual_map(moved.x, moved.weights, moved.options));
    };
    CHECK(gradient_error(derived, central_differences(f, at, 1e-3), 1e-2) < 1e-7);
  };
  against(g.d_x, c.x, [](ResidualCase& to, const Matrix& m) { to.x = m; });
  against(g.weights.w_q, c.weights.w_q,
          [](ResidualCase& to, const Matrix& m) { to.weights.w_q = m; });
  against(g.weights.w_k, c.weights.w_k,
          [](ResidualCase& to, const Matrix& m) { to.weights.w_k = m; });
  against(g.weights.w_v, c.weights.w_v,
          [](ResidualCase& to, const Matrix& m) { to.weights.w_v = m; });
}

}  // namespace

TEST_CASE("gradients of barrier and energy agree with differences, for any weights and contexts") {
  for (const ResidualCase& c : residual_cases()) {
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    check_gradient(c, barrier_gradient(c.x, c.weights, map),
                   [](const ResidualMap& m) { return m.barrier; });
    check_gradient(c, energy_gradient(c.x, c.weights, map, 0.8),
                   [](const ResidualMap& m) { return residual_energy(m, 0.8); });
  }
}

TEST_CASE("a gradient of both terms is their sum, each with its factor") {
  for (const ResidualCase& c : residual_cases()) {
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    PriorTerms terms;
    terms.energy = 0.4;
    terms.barrier = Vector::LinSpaced(c.x.rows(), -0.5, 2.0);
    const ResidualGradient g = residual_gradient(c.x, c.weights, map, 0.8, terms);
    check_gradient(c, g, [&](const ResidualMap& m) {
      return 0.4 * residual_energy(m, 0.8) - terms.barrier.dot(m.log_abs_det);
    });
  }
}

TEST_CASE("scaling w_q up and w_k down changes neither term: their gradients agree along it") {
  for (const ResidualCase& c : residual_cases()) {
    const ResidualMap map = residual_map(c.x, c.weights, c.options);
    const ResidualGradient g = residual_gradient(c.x, c.weights, map, 1.0);
    const double up = g.weights.w_q.cwiseProduct(c.weights.w_q).sum();
    const double down = g.weights.w_k.cwiseProduct(c.weights.w_k).sum();
    CHECK(std::fabs(up - down) < 1e-12 * (1.0 + std::fabs(up)));
  }
}

TEST_CASE("with tokens of one number the gradient is that of the scalar map") {
  const Vector x = 1.4 * layouts::matrix(6, 1, 4);
  const HeadWeights weights{Matrix::Constant(1, 1, 0.7), Matrix::Constant(1, 1, 1.3),
                            Matrix::Ones(1, 1)};
  const ResidualGradient g = barrier_gradient(x, weights, residual_map(x, weights));
  const ScalarBarrierGradient scalar = scalar_barrier_gradient(x, 0.7 * 1.3);
  CHECK(largest(g.d_x.col(0) - scalar.d_x) < 1e-12);
  CHECK(std::fabs(g.weights.w_q(0, 0) - 1.3 * scalar.d_a) < 1e-12);
}

TEST_CASE("close to the boundary the gradient keeps its digits, and on it there is a message") {
  // Slopes of one token between two others fall linearly in a: d log |m| / da = -Var / m.
  const Vector x = (Eigen::Vector3d() << -1.0, 1.0, 0.0).finished();
  for (const double margin : {1e-6, 1e-9, -1e-9}) {
    const HeadWeights weights{Matrix::Ones(1, 1), Matrix::Constant(1, 1, 1.0 - margin),
                              Matrix::Ones(1, 1)};
    const ResidualGradient g = barrier_gradient(x, weights, residual_map(x, weights));
    CHECK(std::fabs(g.weights.w_k(0, 0) * margin - 1.0) < 1e-6);
  }
  const HeadWeights on_it{Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
  const ResidualMap map = residual_map(x, on_it);
  CHECK(message_of([&] { (void)barrier_gradient(x, on_it, map); }) ==
        "barrier_gradient: the block of token 2 is singular, expected one with an inverse");
  CHECK(energy_gradient(x, on_it, map).d_x.allFinite());
}

TEST_CASE("a map carries its options to the functions that take it") {
  const ResidualCase c = residual_cases().back();
  const ResidualMap map = residual_map(c.x, c.weights, c.options);
  CHECK(map.options.scale == c.options.scale);
  CHECK(map.options.include_self);
  ResidualMap other = map;
  other.options = {};
  const Matrix d_x = energy_gradient(c.x, c.weights, map).d_x;
  CHECK(largest(d_x - energy_gradient(c.x, c.weights, other).d_x) > 1e-3 * largest(d_x));
}

TEST_CASE("residual gradients refuse a map of something else") {
  const ResidualCase c = residual_cases().front();
  const ResidualMap map = residual_map(c.x, c.weights, c.options);
  CHECK(message_of([&] { (void)barrier_gradient(c.x.topRows(3), c.weights, map); }).find("map.") !=
        std::string::npos);
  PriorTerms terms;
  terms.barrier = Vector::Ones(2);
  CHECK(message_of([&] {
          (void)residual_gradient(c.x, c.weights, map, 1.0, terms);
        }).find("terms.barrier") != std::string::npos);
  // NaN has a name of its own: it is not what became too large.
  ResidualMap broken = map;
  broken.residual(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(message_of([&] { (void)barrier_gradient(c.x, c.weights, broken); }) ==
        "barrier_gradient: map.residual[0, 0] is NaN, expected a finite number");
  broken = map;
  broken.weights(1, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(message_of([&] { (void)value_covariances(broken); }).find("map.weights[1, 0] is NaN") !=
        std::string::npos);
}

TEST_CASE("residual gradients are those of the numbers, however these lie in memory") {
  const ResidualCase c = residual_cases().back();
  const ResidualMap map = residual_map(c.x, c.weights, c.options);
  check_same(
      [&](const auto& x) {
        const ResidualGradient g = residual_gradient(x, c.weights, map, 1.0);
        return bits_of(g.d_x, g.weights.w_q, g.weights.w_k, g.weights.w_v);
      },
      c.x);
}
