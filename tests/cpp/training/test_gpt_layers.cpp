#include "attn/training/gpt_layers.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

/// sum of d times what a function makes of x.
template <typename F>
Matrix differences(F f, const Matrix& x, const Matrix& d) {
  return central_differences([&](const Matrix& m) { return f(m).cwiseProduct(d).sum(); }, x, 0.3);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("an embedding is the row of its token and that of its place") {
  const Matrix tokens = layouts::matrix(3, 2, 1), positions = layouts::matrix(4, 2, 2);
  const Matrix x = embed_forward({2, 0, 2, 1}, 2, tokens, positions);
  CHECK(x.row(0) == tokens.row(2) + positions.row(0));
  CHECK(x.row(1) == tokens.row(0) + positions.row(1));
  CHECK(x.row(2) == x.row(0));
  CHECK(x.row(3) == tokens.row(1) + positions.row(1));

  const Matrix d = layouts::matrix(4, 2, 3);
  const EmbedGradients g = embed_backward({2, 0, 2, 1}, 2, 3, 4, d);
  const auto by_tokens = [&](const Matrix& m) {
    return embed_forward({2, 0, 2, 1}, 2, m, positions);
  };
  const auto by_positions = [&](const Matrix& m) {
    return embed_forward({2, 0, 2, 1}, 2, tokens, m);
  };
  CHECK(gradient_error(g.d_tokens, differences(by_tokens, tokens, d)) <= 1e-10);
  CHECK(gradient_error(g.d_positions, differences(by_positions, positions, d)) <= 1e-10);
  // What is not read is not changed.
  CHECK(largest(g.d_positions.bottomRows(2)) == 0.0);
}

TEST_CASE("an affine layer and its gradients") {
  const Matrix x = layouts::matrix(5, 3, 1), w = layouts::matrix(3, 4, 2),
               d = layouts::matrix(5, 4, 4);
  const Vector b = layouts::matrix(4, 1, 3);
  const Matrix y = affine_forward(x, w, b);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 4; ++j) {
      CHECK(std::fabs(y(i, j) - (x.row(i).dot(w.col(j)) + b(j))) <= 1e-14);
    }
  }
  const AffineGradients g = affine_backward(x, w, d);
  const auto by_x = [&](const Matrix& m) { return affine_forward(m, w, b); };
  const auto by_w = [&](const Matrix& m) { return affine_forward(x, m, b); };
  const auto by_b = [&](const Matrix& m) { return affine_forward(x, w, m.col(0)); };
  CHECK(gradient_error(g.d_x, differences(by_x, x, d)) <= 1e-10);
  CHECK(gradient_error(g.d_w, differences(by_w, w, d)) <= 1e-10);
  CHECK(gradient_error(g.d_b, differences(by_b, b, d)) <= 1e-10);
}

TEST_CASE("gelu(u) - gelu(-u) is u, and gelu is near u Phi(u)") {
  Matrix u(1, 15);
  u << -1e200, -40.0, -6.0, -3.0, -1.0, -0.1, -1e-300, 0.0, 1e-300, 0.1, 1.0, 3.0, 6.0, 40.0, 1e200;
  const Matrix y = gelu_forward(u), mirrored = gelu_forward(-u);
  for (Index i = 0; i < u.cols(); ++i) {
    CHECK(std::fabs(y(i) - mirrored(i) - u(i)) <= 1e-15 * std::fabs(u(i)));
    // How far tanh is from erf, at most.
    CHECK(std::fabs(y(i) - 0.5 * u(i) * std::erfc(-u(i) / std::sqrt(2.0))) <= 5e-4);
  }
  CHECK(y(14) == 1e200);
  CHECK(y(0) == 0.0);
  const Matrix d = layouts::matrix(1, 15, 1), at = 3.0 * layouts::matrix(1, 15, 2);
  CHECK(gradient_error(gelu_backward(at, d), differences(gelu_forward, at, d)) <= 1e-10);
  const Matrix ones = Matrix::Ones(1, 15);
  const Matrix slope = gelu_backward(u, ones);
  CHECK(slope(0) == 0.0);
  CHECK(slope(7) == 0.5);
  CHECK(slope(14) == 1.0);
}

TEST_CASE("heads beside each other are heads by themselves, and their gradients agree") {
  const Matrix qkv = layouts::matrix(5, 18, 1), d = layouts::matrix(5, 6, 2);
  const CausalHeads two = causal_heads_forward(qkv, 2);
  AttentionOptions causal;
  causal.causal = true;
  const Matrix second =
      attention(qkv.middleCols(3, 3), qkv.middleCols(9, 3), qkv.middleCols(15, 3), causal);
  CHECK(two.output.rightCols(3) == second);
  const auto by_qkv = [](const Matrix& m) { return causal_heads_forward(m, 2).output; };
  CHECK(gradient_error(causal_heads_backward(qkv, two, d), differences(by_qkv, qkv, d)) <= 1e-10);
  // The first position reads itself alone.
  CHECK(two.output.row(0) == qkv.row(0).tail(6));
}

TEST_CASE("layers of a language model refuse what does not fit") {
  const Matrix m = Matrix::Ones(2, 3);
  Matrix bad = m;
  bad(1, 2) = kNaN;
  CHECK(message_of([&] {
          (void)embed_forward({0, 2}, 1, m, m);
        }) == "embed_forward: an id is 2, expected a whole number from 0 to 1");
  CHECK(message_of([&] {
          (void)embed_forward({0, 1, 0}, 2, m, m);
        }) == "embed_forward: the number of ids is 3, expected a multiple of length, 2");
  CHECK_THAT(message_of([&] { (void)embed_forward({}, 1, m, m); }), contains("the number of ids"));
  CHECK_THAT(message_of([&] { (void)embed_forward({0}, 3, m, m); }), contains("length is 3"));
  CHECK_THAT(message_of([&] { (void)embed_forward({0}, 1, m, Matrix::Ones(2, 2)); }),
             contains("positions"));
  CHECK_THAT(message_of([&] { (void)embed_backward({0, 1}, 1, 2, 1, bad); }), contains("d_x"));
  CHECK_THAT(message_of([&] { (void)embed_backward({0}, 1, 2, 1, m); }), contains("d_x is 2 x 3"));
  CHECK_THAT(message_of([&] { (void)affine_forward(m, m, Vector::Ones(3)); }),
             contains("w is 2 x 3, expected 3 x 3"));
  CHECK_THAT(message_of([&] { (void)affine_forward(bad, Matrix::Ones(3, 1), Vector::Ones(1)); }),
             contains("affine_forward: x[1, 2] is NaN"));
  CHECK_THAT(message_of([&] { (void)affine_forward(m, Matrix::Ones(3, 2), Vector::Ones(1)); }),
             contains("b is 1 long"));
  CHECK_THAT(message_of([&] {
               (void)affine_forward(1e300 * m, Matrix::Constant(3, 1, 1e300), Vector::Ones(1));
             }),
             contains("too large for a double"));
  CHECK_THAT(message_of([&] { (void)affine_backward(m, Matrix::Ones(3, 2), m); }),
             contains("d_output is 2 x 3"));
  CHECK_THAT(message_of([&] { (void)gelu_forward(bad); }),
             contains("gelu_forward: u[1, 2] is NaN"));
  CHECK_THAT(message_of([&] { (void)gelu_backward(m, Matrix::Ones(1, 3)); }),
             contains("d_output is 1 x 3"));
  CHECK_THAT(message_of([&] { (void)causal_heads_forward(Matrix::Ones(2, 9), 2); }),
             contains("qkv is 2 x 9"));
  CHECK_THAT(message_of([&] { (void)causal_heads_forward(m, 0); }), contains("heads is 0"));
  const CausalHeads one = causal_heads_forward(m, 1);
  CHECK_THAT(message_of([&] { (void)causal_heads_backward(m, one, m); }),
             contains("d_output is 2 x 3, expected 2 x 1"));
  // What heads of another size have found.
  const Matrix qkv = layouts::matrix(5, 18, 1), d = layouts::matrix(5, 6, 2);
  CausalHeads other = causal_heads_forward(qkv, 2);
  other.heads.push_back(other.heads.back());
  CHECK(message_of([&] { (void)causal_heads_backward(qkv, other, d); }) ==
        "causal_heads_backward: forward.heads.output is 5 x 3, expected 5 x 2");
  other.heads.resize(1);
  CHECK(message_of([&] { (void)causal_heads_backward(qkv, other, d); }) ==
        "causal_heads_backward: forward.heads.output is 5 x 3, expected 5 x 6");
}
