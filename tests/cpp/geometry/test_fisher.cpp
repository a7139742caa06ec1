#include "attn/geometry/fisher.hpp"

#include <array>
#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "catch.hpp"
#include "geometry/spaces.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;
using spaces::point;

namespace {

Matrix log_softmax_derivatives(const Vector& theta) {
  Matrix out(theta.size(), theta.size());
  for (Index x = 0; x < theta.size(); ++x) {
    out.row(x) =
        central_differences([&](const Matrix& at) { return mathfn::log(softmax(at.col(0))(x)); },
                            theta, 0.1)
            .col(0)
            .transpose();
  }
  return out;
}

// The gradient of -sum t log softmax(theta) in coordinates phi, and the change of softmax(theta)
// that one natural step of size eta in phi makes.
Vector change_of_weights(const std::function<Vector(const Vector&)>& theta_of,
                         const std::function<Matrix(const Vector&)>& jacobian_of, const Vector& phi,
                         const Vector& target, double eta) {
  const Vector p = softmax(theta_of(phi));
  const Matrix j = jacobian_of(phi);
  const Vector gradient = j.transpose().lazyProduct(p - target);
  const Vector step = natural_gradient(pull_back(softmax_fisher(p), j), gradient);
  return softmax(theta_of(phi - eta * step)) - p;
}

}  // namespace

TEST_CASE("the Fisher matrix of softmax is that of the definition, by differences") {
  const Vector theta = matrix(5, 1, 1);
  const Vector p = softmax(theta);
  CHECK(largest(fisher_matrix(p, log_softmax_derivatives(theta)) - softmax_fisher(p)) <= 1e-11);
}

TEST_CASE("the Fisher matrix is the curvature of the relative entropy") {
  const Vector theta = matrix(4, 1, 2), v = matrix(4, 1, 3);
  const Vector p = softmax(theta);
  const double h = 1e-3;
  // KL(p(theta) || p(theta + h v)) to second order, without the odd ones.
  const double there = variational_gap(p, theta + h * v, 1.0);
  const double back = variational_gap(p, theta - h * v, 1.0);
  const double length = metric_length(softmax_fisher(p), v);
  CHECK((there + back) / (h * h) == Approx(length * length).epsilon(1e-6));
}

TEST_CASE("the Fisher matrix of softmax is singular: shifting all scores changes nothing") {
  const Matrix fisher = softmax_fisher(softmax(matrix(6, 1, 4)));
  CHECK(largest(fisher.rowwise().sum()) <= 1e-16);
  const Vector values = symmetric_eigen(fisher).values;
  CHECK(std::fabs(values(0)) <= 1e-16);
  CHECK(values(1) > 1e-3);
  CHECK_THROWS_AS(raise_index(fisher, Vector::Ones(6)), Error);
}

TEST_CASE("the natural gradient of a cross entropy is mean(t / p) - t / p") {
  const Vector p = softmax(matrix(5, 1, 5)), t = softmax(matrix(5, 1, 6));
  const Vector ratio = t.cwiseQuotient(p);
  const Vector expected = ratio.mean() - ratio.array();
  const Vector found = natural_gradient(softmax_fisher(p), p - t);
  CHECK(largest(found - expected) <= 1e-12 * largest(expected));
}

TEST_CASE(
    "in units that stretch the scores a natural step changes the weights alike, a plain one does "
    "not") {
  const Vector stretch = point({1.0, 0.25, 4.0}), t = point({0.15, 0.25, 0.6});
  const auto same = [](const Vector& phi) { return phi; };
  const auto one = [](const Vector&) { return Matrix(Matrix::Identity(3, 3)); };
  const auto stretched = [&](const Vector& phi) { return Vector(stretch.cwiseProduct(phi)); };
  const auto factor = [&](const Vector&) { return Matrix(stretch.asDiagonal()); };
  const Vector theta = point({2.0, 0.0, -0.5});
  const Vector phi = theta.cwiseQuotient(stretch);
  const Vector plain = change_of_weights(same, one, theta, t, 0.1);
  const Vector other = change_of_weights(stretched, factor, phi, t, 0.1);
  CHECK(largest(plain) > 0.01);
  CHECK(largest(plain - other) <= 1e-14);
  const Vector p = softmax(theta);
  const Vector along_phi = stretch.cwiseProduct(stretch).cwiseProduct(p - t);
  const Vector descent = softmax(theta - 0.1 * (p - t)) - softmax(theta - 0.1 * along_phi);
  CHECK(largest(descent) > 0.01);
}

TEST_CASE(
    "in bent coordinates a natural step agrees to first order: halving it quarters what is left") {
  const Vector t = point({0.15, 0.25, 0.6}), theta = point({2.0, 0.0, -0.5});
  const auto same = [](const Vector& phi) { return phi; };
  const auto one = [](const Vector&) { return Matrix(Matrix::Identity(3, 3)); };
  const auto bent = [](const Vector& phi) { return Vector(phi.array().sinh()); };
  const auto slope = [](const Vector& phi) {
    return Matrix(Vector(phi.array().cosh()).asDiagonal());
  };
  Vector phi(3);
  for (Index i = 0; i < 3; ++i) phi(i) = std::asinh(theta(i));
  const auto left = [&](double eta) {
    return largest(change_of_weights(same, one, theta, t, eta) -
                   change_of_weights(bent, slope, phi, t, eta));
  };
  CHECK(left(0.01) > 1e-6);
  CHECK(left(0.01) / left(0.005) == Approx(4.0).epsilon(0.1));
}

TEST_CASE("the natural gradient drops outcomes that are rarer than its cut, where it is largest") {
  const Vector p = point({0.5, 0.5, 1e-11});
  const Vector gradient = p - point({0.3, 0.3, 0.4});
  const Vector kept = natural_gradient(softmax_fisher(p), gradient, 0.0, 1e-13);
  const Vector cut = natural_gradient(softmax_fisher(p), gradient);
  // mean(t / p) - t / p of the rarest.
  CHECK(kept(2) == Approx(-2.0 / 3.0 * 0.4 / 1e-11).epsilon(1e-4));
  CHECK(largest(cut) < 1.0);
}

TEST_CASE("the Fisher matrix of softmax is positive to rounding, however sure softmax is") {
  Rng rng(34);
  double worst = 0.0;
  for (int i = 0; i < 500; ++i) {
    Vector scores(2 + i % 5);
    for (double& s : scores) s = 80.0 * rng.uniform();
    const Matrix fisher = softmax_fisher(softmax(scores));
    worst = larger(worst, -lowest(symmetric_eigen(fisher).values) / largest(fisher));
    CHECK_NOTHROW(natural_gradient(fisher, Vector::Ones(scores.size())));
  }
  CHECK(worst <= 1e-15);
}

TEST_CASE("damping turns the natural gradient into the plain one") {
  const Vector p = softmax(matrix(4, 1, 7));
  const Vector gradient = matrix(4, 1, 8);
  const Vector found = 1e9 * natural_gradient(softmax_fisher(p), gradient, 1e9);
  CHECK(largest(found - gradient) <= 1e-8);
  // What the cut drops, the kernel, is the mean of the gradient.
  CHECK(std::fabs(natural_gradient(softmax_fisher(p), gradient).sum()) <= 1e-12);
}

TEST_CASE("the field of one score keeps all digits, however sure softmax is") {
  const MetricField field = softmax_fisher_field(1);
  for (double s = 0.5; s < 700.0; s *= 1.07) {
    for (const double score : {s, -s}) {
      MetricAt at;
      field(point({score}), at);
      const double rare = std::exp(-s), exact = rare / ((1.0 + rare) * (1.0 + rare));
      CHECK(at.g(0, 0) == Approx(exact).epsilon(2e-15));
      CHECK(at.dg[0](0, 0) == Approx(-exact * std::tanh(0.5 * score)).epsilon(2e-15));
    }
  }
}

TEST_CASE("the field of several scores keeps all digits near a corner") {
  Rng rng(33);
  const MetricField field = softmax_fisher_field(3);
  double worst = 0.0;
  for (int i = 0; i < 300; ++i) {
    const double size = 10.0 + 70.0 * rng.uniform();
    Vector x(3);
    for (double& score : x) score = size * (2.0 * rng.uniform() - 1.0);
    MetricAt at;
    field(x, at);
    // Sums over outcomes other than a of e^(x_a + x_b - 2 log Z), in which nothing cancels.
    using Wide = long double;
    const std::array<Wide, 4> z = {x(0), x(1), x(2), 0.0L};
    Wide total = 0.0L;
    for (const Wide score : z) total += std::exp(score);
    const auto p = [&](std::size_t a) { return std::exp(z[a]) / total; };
    for (std::size_t a = 0; a < 3; ++a) {
      Wide others = 0.0L;
      for (std::size_t b = 0; b < 4; ++b) others += b == a ? 0.0L : p(b);
      for (std::size_t b = 0; b < 3; ++b) {
        const auto row = static_cast<Index>(a), column = static_cast<Index>(b);
        const Wide exact = a == b ? p(a) * others : -p(a) * p(b);
        worst = larger(worst, std::fabs(at.g(row, column) / static_cast<double>(exact) - 1.0));
        const Wide slope =
            a == b ? p(a) * others * (others - p(a)) : -p(a) * p(b) * (others - p(a));
        // Where 1 - 2 p_a cancels, at p_a near 1/2, what is left is as right as p_a.
        const double allowed = 1e-13 * std::fabs(at.g(row, column));
        worst = larger(
            worst, 1e-13 * std::fabs(at.dg[a](row, column) - static_cast<double>(slope)) / allowed);
        for (std::size_t c = 0; c < 3; ++c) {
          if (c == a || c == b || a == b) continue;
          const double three = static_cast<double>(2.0L * p(a) * p(b) * p(c));
          worst = larger(worst, std::fabs(at.dg[c](row, column) / three - 1.0));
        }
      }
    }
  }
  CHECK(worst <= 1e-13);
}

TEST_CASE("the field over free scores is the Fisher matrix of all, with its derivatives") {
  const MetricField field = softmax_fisher_field(3);
  const Vector x = matrix(3, 1, 9);
  MetricAt at, by_differences;
  field(x, at);
  differentiated_field([&](const Vector& y) { return spaces::metric_of(field, y); })(
      x, by_differences);
  const Matrix whole = softmax_fisher(softmax(point({x(0), x(1), x(2), 0.0})));
  CHECK(largest(at.g - whole.topLeftCorner(3, 3)) <= 1e-16);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(at.dg[c] == Matrix(at.dg[c].transpose()));
    CHECK(largest(at.dg[c] - by_differences.dg[c]) <= 1e-11);
  }
}

TEST_CASE("Fisher matrices refuse what is no distribution and what does not fit") {
  CHECK(message_of([] {
          return softmax_fisher(point({0.5, 0.4}));
        }) == "softmax_fisher: p is a vector with the sum 0.9, expected the sum 1");
  CHECK(message_of([] {
          return fisher_matrix(point({0.5, 0.5}), Matrix::Ones(3, 2));
        }) == "fisher_matrix: log_derivatives is 3 x 2, expected 2 x 2");
  const Matrix f = Matrix::Identity(2, 2);
  CHECK(message_of([&] { return natural_gradient(f, point({1})); }) ==
        "natural_gradient: gradient is 1 long, expected 2");
  CHECK(message_of([&] {
          return natural_gradient(f, point({1, 1}), -1.0);
        }) == "natural_gradient: damping is -1, expected a finite number >= 0");
  CHECK(message_of([&] {
          return natural_gradient(f, point({1, 1}), 0.0, 1.0);
        }) == "natural_gradient: cut is 1, expected a number >= 0 and < 1");
  Matrix uphill(2, 2);
  uphill << 1, 0, 0, -0.25;
  CHECK(message_of([&] {
          return natural_gradient(uphill, point({1, 1}));
        }) ==
        "natural_gradient: the least eigenvalue over the largest is -0.25, expected none below 0");
  CHECK(largest(natural_gradient(uphill, point({1, 1}), 0.5) - point({2.0 / 3.0, 4.0})) <= 1e-15);
  uphill(1, 1) = -1e-13;
  CHECK(natural_gradient(uphill, point({1, 1})) == point({1, 0}));
  CHECK(message_of([] { return natural_gradient(Matrix::Constant(1, 1, 1e-320), point({1})); }) ==
        "natural_gradient: an entry is too large for a double");
  CHECK(message_of([] { return softmax_fisher_field(0); }) ==
        "softmax_fisher_field: n is 0, expected a whole number from 1 to 1000000000");
}
