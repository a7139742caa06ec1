#include "attn/geometry.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "geometry/spaces.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("metrics are those of the numbers, however these lie in memory") {
  const Matrix g = learned_metric(matrix(4, 3, 1));
  const Vector u = matrix(3, 1, 2), v = matrix(3, 1, 3);
  check_same(
      [](const auto& m, const auto& a, const auto& b) {
        return bits_of(bilinear_form(m, a, b), lower_index(m, a), raise_index(m, b),
                       metric_length(m, a), metric_distance(m, a, b), metric_cosine(m, a, b),
                       metric_volume(m), natural_gradient(m, a));
      },
      g, u, v);
  check_same(
      [](const auto& w, const auto& j) { return bits_of(learned_metric(w), pull_back(j, w)); },
      matrix(3, 2, 4), g);
  check_same(
      [](const auto& m) {
        const SymmetricEigen e = symmetric_eigen(m);
        return bits_of(e.values, e.vectors, symmetric_pseudo_inverse(m));
      },
      g);
}

TEST_CASE("geodesics and symbols are those of the numbers, however these lie in memory") {
  const Vector x = spaces::point({0.7, 1.2}), v = spaces::point({0.4, -0.3});
  check_same(
      [](const auto& at, const auto& along) {
        Geodesic path(spaces::lens, at, along);
        path.advance(1.0, 10);
        const auto gamma = christoffel_symbols_at(spaces::lens, at);
        return bits_of(path.position(), path.velocity(), gamma[0], gamma[1],
                       gauss_curvature(spaces::lens, at));
      },
      x, v);
  check_same(
      [](const auto& g, const auto& w, const auto& dw) {
        const auto gamma = christoffel_symbols(g, {Matrix(g), Matrix(2.0 * g)});
        return bits_of(gamma[0], covariant_derivative(gamma, w, dw),
                       covector_covariant_derivative(gamma, w, dw));
      },
      learned_metric(matrix(2, 2, 1)), v, matrix(2, 2, 5));
}

TEST_CASE("Fisher matrices are those of the numbers, however these lie in memory") {
  Vector p(3);
  p << 0.25, 0.5, 0.25;
  check_same(
      [](const auto& a, const auto& d) { return bits_of(softmax_fisher(a), fisher_matrix(a, d)); },
      p, matrix(3, 2, 1));
}
