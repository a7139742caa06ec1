#include "attn/geometry/christoffel.hpp"

#include <cmath>

#include "attn/geometry/fisher.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "geometry/spaces.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;
using spaces::point;

namespace {

double difference(const std::vector<Matrix>& a, const std::vector<Matrix>& b) {
  double worst = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) worst = larger(worst, largest(a[c] - b[c]));
  return worst;
}

// J^T G J as Eigen has it, with J = base + size sin(x): symmetric to rounding only, the more beside
// its derivatives the smaller `size` is. With the derivatives by the rule for products.
struct Pulled {
  Matrix base, form;
  double size;

  Matrix jacobian(const Vector& x) const {
    Matrix out = base;
    for (Index i = 0; i < out.rows(); ++i) {
      for (Index j = 0; j < out.cols(); ++j) out(i, j) += size * std::sin(x(j) + 2.0 * x(i));
    }
    return out;
  }
  Matrix slope(const Vector& x, Index c) const {
    Matrix out = Matrix::Zero(base.rows(), base.cols());
    for (Index i = 0; i < out.rows(); ++i) {
      for (Index j = 0; j < out.cols(); ++j) {
        const double along = (j == c ? 1.0 : 0.0) + (i == c ? 2.0 : 0.0);
        out(i, j) = size * along * std::cos(x(j) + 2.0 * x(i));
      }
    }
    return out;
  }
  Matrix operator()(const Vector& x) const {
    const Matrix j = jacobian(x);
    return j.transpose() * form * j;
  }
  MetricAt exact(const Vector& x) const {
    MetricAt out{(*this)(x), {}};
    const Matrix j = jacobian(x);
    for (Index c = 0; c < x.size(); ++c) {
      const Matrix half = j.transpose() * form * slope(x, c);
      out.dg.push_back(half + half.transpose());
    }
    return out;
  }
};

Vector random_point(Index n, Rng& rng) {
  Vector x(n);
  for (double& c : x) c = 6.0 * rng.uniform() - 3.0;
  return x;
}

}  // namespace

TEST_CASE("the symbols of a metric that is the same everywhere are exactly zero") {
  for (const Index n : {1, 2, 6}) {
    const Matrix g = learned_metric(matrix(n, n, 5));
    const Vector x = matrix(n, 1, 6);
    const MetricField by_differences = differentiated_field([&](const Vector&) { return g; });
    for (const MetricField& field : {constant_field(g), by_differences}) {
      for (const Matrix& symbols : christoffel_symbols_at(field, x)) {
        CHECK(symbols == Matrix::Zero(n, n));
      }
    }
  }
}

TEST_CASE("symbols of polar coordinates, the sphere and the half-plane are those of the books") {
  const auto close = [](double x) { return Approx(x).epsilon(1e-14); };
  const double r = 1.5;
  const auto flat = christoffel_symbols_at(spaces::polar, point({r, 0.3}));
  CHECK(flat[0](1, 1) == close(-r));
  CHECK(flat[1](0, 1) == close(1.0 / r));
  const double theta = 0.7;
  const auto round = christoffel_symbols_at(spaces::sphere, point({theta, 0.5}));
  CHECK(round[0](1, 1) == close(-std::sin(theta) * std::cos(theta)));
  CHECK(round[1](0, 1) == close(std::cos(theta) / std::sin(theta)));
  const double y = 0.4;
  const auto hyperbolic = christoffel_symbols_at(spaces::half_plane, point({2.0, y}));
  CHECK(hyperbolic[0](0, 1) == close(-1.0 / y));
  CHECK(hyperbolic[1](0, 0) == close(1.0 / y));
  CHECK(hyperbolic[1](1, 1) == close(-1.0 / y));
}

TEST_CASE(
    "derivatives by differences give the symbols of derivatives in closed form to ten digits") {
  const MetricField softmax_field = softmax_fisher_field(2);
  for (const MetricField& field :
       {MetricField(spaces::polar), MetricField(spaces::sphere), MetricField(spaces::half_plane),
        MetricField(spaces::lens), softmax_field}) {
    const Vector x = point({0.9, 1.1});
    const MetricField numeric =
        differentiated_field([&](const Vector& at) { return spaces::metric_of(field, at); });
    const auto exact = christoffel_symbols_at(field, x);
    double size = 0.0;
    for (const Matrix& m : exact) size = larger(size, largest(m));
    CHECK(difference(exact, christoffel_symbols_at(numeric, x)) <= 1e-9 * size);
  }
}

TEST_CASE("a metric that is symmetric to rounding alone has derivatives and symbols everywhere") {
  Rng rng(29);
  for (const Index n : {3, 4}) {
    for (const double size : {1.0, 1e-2, 1e-4}) {
      const Pulled metric{
          matrix(n, n, 7) + 3.0 * Matrix::Identity(n, n),
          matrix(n, n, 8) + matrix(n, n, 8).transpose() + 8.0 * Matrix::Identity(n, n), size};
      const MetricField field = differentiated_field(metric);
      double worst = 0.0;
      int uneven = 0;
      for (int i = 0; i < 300; ++i) {
        const Vector x = random_point(n, rng);
        const MetricAt exact = metric.exact(x);
        uneven += exact.g == Matrix(exact.g.transpose()) ? 0 : 1;
        MetricAt at;
        field(x, at);
        CHECK(at.g == Matrix(at.g.transpose()));
        for (std::size_t c = 0; c < at.dg.size(); ++c) {
          CHECK(at.dg[c] == Matrix(at.dg[c].transpose()));
          worst = larger(worst, largest(at.dg[c] - exact.dg[c]) / largest(exact.g));
        }
        CHECK_NOTHROW(christoffel_symbols_at(field, x));
      }
      CHECK(worst <= 1e-12 + 1e-9 * size);
      CHECK(uneven > 100);
    }
  }
}

TEST_CASE("a flat plane in bent coordinates has no curvature, be its metric uneven by rounding") {
  Rng rng(30);
  Matrix form(2, 2);
  form << 1.3, 0.4, 0.4, 0.9;
  for (const double size : {0.5, 1e-2, 1e-4}) {
    // Of the plane (x + A sin y, y + A cos x).
    const MetricField field = differentiated_field([&](const Vector& x) {
      Matrix j(2, 2);
      j << 1.0, size * std::cos(x(1)), -size * std::sin(x(0)), 1.0;
      return Matrix(j.transpose() * form * j);
    });
    double worst = 0.0;
    for (int i = 0; i < 300; ++i) {
      worst = larger(worst, std::fabs(gauss_curvature(field, random_point(2, rng))));
    }
    CHECK(worst <= 1e-8);
  }
}

TEST_CASE("derivatives by differences keep their digits beside large coordinates") {
  const auto metric = [](const Vector& x) {
    return Matrix((2.0 + std::sin(x(0))) * Matrix::Identity(1, 1));
  };
  Rng rng(31);
  for (const double far : {0.0, -1e6, 1e6, 1e8}) {
    double worst = 0.0;
    for (int i = 0; i < 300; ++i) {
      const Vector x = point({far + 6.0 * rng.uniform() - 3.0});
      MetricAt at;
      differentiated_field(metric)(x, at);
      worst = larger(worst, std::fabs(at.dg[0](0, 0) - std::cos(x(0))));
    }
    CHECK(worst <= (far > 1e7 ? 1e-10 : 1e-12));
  }
  MetricAt at;
  CHECK(message_of([&] { differentiated_field(metric)(point({1e18}), at); }) ==
        "differentiated_field: step is 0.01, expected one that is felt beside x");
}

TEST_CASE("the metric is parallel: its covariant derivative vanishes, row by row") {
  // The covector field g_ab w^b with w parallel along a at x: d_a u_b = d_a g_bc w^c + g_bc d_a
  // w^c, d_a w^c = -Gamma^c_ad w^d.
  const Vector x = point({0.8, 1.3}), w = point({0.6, -1.1});
  for (const MetricField& field :
       {MetricField(spaces::sphere), MetricField(spaces::half_plane), MetricField(spaces::lens)}) {
    MetricAt at;
    field(x, at);
    const auto gamma = christoffel_symbols(at.g, at.dg);
    Matrix dw(2, 2), du(2, 2);
    for (Index a = 0; a < 2; ++a) {
      for (Index c = 0; c < 2; ++c) dw(a, c) = -gamma[static_cast<std::size_t>(c)].row(a).dot(w);
      for (Index b = 0; b < 2; ++b) {
        du(a, b) = at.dg[static_cast<std::size_t>(a)].row(b).dot(w) + at.g.row(b).dot(dw.row(a));
      }
    }
    CHECK(largest(covector_covariant_derivative(gamma, lower_index(at.g, w), du)) <= 1e-14);
  }
}

TEST_CASE("the derivative of a product of vector and covector is that of its covariant parts") {
  const Vector x = point({0.8, 1.3});
  const auto v = [](const Vector& at) { return point({at(0) * at(1), std::sin(at(1))}); };
  const auto u = [](const Vector& at) { return point({std::cos(at(0)), at(1) * at(1)}); };
  const auto slope = [&](const auto& of) {
    return central_differences([&](const Matrix& at) { return of(Vector(at.col(0))); }, x, 0.1);
  };
  Matrix dv(2, 2), du(2, 2);
  for (Index b = 0; b < 2; ++b) {
    dv.col(b) = slope([&](const Vector& at) { return v(at)(b); });
    du.col(b) = slope([&](const Vector& at) { return u(at)(b); });
  }
  const Matrix of_product = slope([&](const Vector& at) { return u(at).dot(v(at)); });
  const auto gamma = christoffel_symbols_at(spaces::sphere, x);
  const Vector sum = covariant_derivative(gamma, v(x), dv).lazyProduct(u(x)) +
                     covector_covariant_derivative(gamma, u(x), du).lazyProduct(v(x));
  CHECK(largest(sum - of_product) <= 1e-10);
}

TEST_CASE("curvature tells a bent space from bent coordinates") {
  const Vector x = point({1.1, 0.9});
  CHECK(std::fabs(gauss_curvature(spaces::polar, x)) <= 1e-9);
  CHECK(gauss_curvature(spaces::sphere, x) == Approx(1.0).epsilon(1e-9));
  CHECK(gauss_curvature(spaces::half_plane, x) == Approx(-1.0).epsilon(1e-8));
  CHECK(gauss_curvature(softmax_fisher_field(2), point({2.0, -1.0})) == Approx(0.25).epsilon(1e-8));
  // -Laplace(log(1 + A e^(-r^2/2w^2))) / (2 (1 + A)) in the middle: A / (w^2 (1 + A)^2).
  CHECK(gauss_curvature(spaces::lens, point({0.0, 0.0})) ==
        Approx(3.0 / (0.36 * 16.0)).epsilon(1e-8));
  CHECK(gauss_curvature(spaces::lens, point({-1.6, 0.25})) < -0.4);
}

TEST_CASE("symbols refuse metrics without an inverse and what does not fit") {
  const Matrix g = Matrix::Identity(2, 2);
  const std::vector<Matrix> flat(2, Matrix::Zero(2, 2));
  CHECK(message_of([&] { return christoffel_symbols(Matrix::Ones(2, 2), flat); }) ==
        "christoffel_symbols: g is singular, expected a matrix that has an inverse");
  CHECK(message_of([&] { return christoffel_symbols(g, {Matrix::Zero(2, 2)}); }) ==
        "christoffel_symbols: dg is 1 long, expected 2");
  Matrix odd(2, 2);
  odd << 0, 1, 2, 0;
  CHECK_THAT(message_of([&] {
               return christoffel_symbols(g, {odd, odd});
             }),
             contains("christoffel_symbols: dg[0][1, 0] - its mirror image is 1"));
  CHECK(message_of([&] {
          return covariant_derivative(flat, point({1, 2, 3}), g);
        }) == "covariant_derivative: v is 3 long, expected 2");
  CHECK(message_of([&] { return covector_covariant_derivative({}, point({1}), g); }) ==
        "covector_covariant_derivative: symbols is empty, expected at least one matrix");
  CHECK(message_of([&] {
          return gauss_curvature(constant_field(g), point({1, 2, 3}));
        }) == "gauss_curvature: x is 3 long, expected 2");
  CHECK_THAT(message_of([&] {
               return christoffel_symbols_at(
                   differentiated_field([&](const Vector&) { return odd; }), point({1, 2}));
             }),
             contains("differentiated_field: metric(x)[1, 0] - its mirror image is 1"));
  CHECK(message_of([] { return differentiated_field(nullptr); }) ==
        "differentiated_field: metric is empty, expected a function");
  CHECK(message_of([&] {
          return christoffel_symbols_at(differentiated_field([&](const Vector&) { return g; }),
                                        point({1, 2, 3}));
        }) == "differentiated_field: metric(x) is 2 x 2, expected 3 x 3");
}
