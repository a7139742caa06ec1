#include "attn/training/gpt_layers.hpp"

#include "attn/attention/attention_grad.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

// sqrt(2 / pi)
constexpr double kSlope = 0.79788456080286535588;
constexpr double kCube = 0.044715;

void check_ids(const char* function, const std::vector<Index>& ids, Index length, Index vocabulary,
               Index positions) {
  check::count(function, "the number of ids", ids.size(), 1, check::kMaxBudget);
  check::count(function, "length", length, 1, positions);
  if (static_cast<Index>(ids.size()) % length != 0) {
    check::refuse(function, "the number of ids", {ids.size()}, {"a multiple of length, ", length});
  }
  for (const Index id : ids) check::count(function, "an id", id, 0, vocabulary - 1);
}

struct Gate {
  double share;  // u times it is the output: 1 / (1 + exp(-2 p))
  double slope;  // of the output
};

// exp of what is not positive, so that no power is infinite.
Gate gate_of(double u) {
  const double square = u * u;
  const double p = kSlope * u * (1.0 + kCube * square);
  const double e = mathfn::exp(p > 0.0 ? -2.0 * p : 2.0 * p);
  const double share = (p > 0.0 ? 1.0 : e) / (1.0 + e);
  // share (1 - share) falls faster than p' grows; where it is 0, p' may be infinite.
  const double rest = e / ((1.0 + e) * (1.0 + e));
  const double slope = kSlope * (1.0 + 3.0 * kCube * square);
  return {share, rest == 0.0 ? share : share + 2.0 * u * rest * slope};
}

AttentionOptions causal() {
  AttentionOptions out;
  out.causal = true;
  return out;
}

Index width_of(const char* function, const MatrixRef& qkv, Index heads) {
  check::matrix(function, "qkv", qkv);
  check::count(function, "heads", heads, 1, check::kMaxBudget);
  if (qkv.cols() % (3 * heads) != 0) {
    check::refuse(function, "qkv", {qkv.rows(), " x ", qkv.cols()},
                  {"a multiple of 3 heads columns, heads being ", heads});
  }
  return qkv.cols() / 3;
}

}  // namespace

Matrix embed_forward(const std::vector<Index>& ids, Index length, const MatrixRef& tokens,
                     const MatrixRef& positions) {
  constexpr const char* kName = "embed_forward";
  check::matrix(kName, "tokens", tokens);
  check::matrix(kName, "positions", positions);
  check::columns(kName, "positions", positions, tokens.cols(), "the columns of tokens");
  check_ids(kName, ids, length, tokens.rows(), positions.rows());
  const Index n = static_cast<Index>(ids.size());
  check::product(kName, "x", n, tokens.cols());
  Matrix x(n, tokens.cols());
  for (Index i = 0; i < n; ++i) {
    x.row(i) = tokens.row(ids[static_cast<std::size_t>(i)]) + positions.row(i % length);
  }
  check::result(kName, "x", x);
  return x;
}

EmbedGradients embed_backward(const std::vector<Index>& ids, Index length, Index vocabulary,
                              Index positions, const MatrixRef& d_x) {
  constexpr const char* kName = "embed_backward";
  check::matrix(kName, "d_x", d_x);
  check::count(kName, "vocabulary", vocabulary, 1, check::kMaxBudget);
  check::count(kName, "positions", positions, 1, check::kMaxBudget);
  check_ids(kName, ids, length, vocabulary, positions);
  const Index n = static_cast<Index>(ids.size());
  check::shape(kName, "d_x", d_x, n, d_x.cols());
  check::product(kName, "d_tokens", vocabulary, d_x.cols());
  check::product(kName, "d_positions", positions, d_x.cols());
  EmbedGradients out{Matrix::Zero(vocabulary, d_x.cols()), Matrix::Zero(positions, d_x.cols())};
  for (Index i = 0; i < n; ++i) {
    out.d_tokens.row(ids[static_cast<std::size_t>(i)]) += d_x.row(i);
    out.d_positions.row(i % length) += d_x.row(i);
  }
  check::result(kName, "d_tokens", out.d_tokens);
  check::result(kName, "d_positions", out.d_positions);
  return out;
}

Matrix affine_forward(const MatrixRef& x, const MatrixRef& w, const VectorRef& b) {
  constexpr const char* kName = "affine_forward";
  check::matrix(kName, "x", x);
  check::matrix(kName, "w", w);
  check::shape(kName, "w", w, x.cols(), w.cols());
  check::vector(kName, "b", b, w.cols());
  check::product(kName, "the output", x.rows(), w.cols());
  Matrix out = b.transpose().replicate(x.rows(), 1);
  add_product(x, w, out);
  check::result(kName, "an output", out);
  return out;
}

AffineGradients affine_backward(const MatrixRef& x, const MatrixRef& w, const MatrixRef& d_output) {
  constexpr const char* kName = "affine_backward";
  check::matrix(kName, "x", x);
  check::matrix(kName, "w", w);
  check::shape(kName, "w", w, x.cols(), w.cols());
  check::shape(kName, "d_output", d_output, x.rows(), w.cols());
  check::matrix(kName, "d_output", d_output);
  AffineGradients out{product_transposed(d_output, w), transposed_product(x, d_output),
                      Vector::Zero(w.cols())};
  for (Index i = 0; i < d_output.rows(); ++i) out.d_b += d_output.row(i).transpose();
  check::result(kName, "d_x", out.d_x);
  check::result(kName, "d_w", out.d_w);
  check::result(kName, "d_b", out.d_b);
  return out;
}

Matrix gelu_forward(const MatrixRef& u) {
  check::matrix("gelu_forward", "u", u);
  return u.unaryExpr([](double x) { return x * gate_of(x).share; });
}

Matrix gelu_backward(const MatrixRef& u, const MatrixRef& d_output) {
  constexpr const char* kName = "gelu_backward";
  check::matrix(kName, "u", u);
  check::shape(kName, "d_output", d_output, u.rows(), u.cols());
  check::matrix(kName, "d_output", d_output);
  Matrix out = u.binaryExpr(d_output, [](double x, double d) { return d * gate_of(x).slope; });
  check::result(kName, "a gradient", out);
  return out;
}

CausalHeads causal_heads_forward(const MatrixRef& qkv, Index heads) {
  const Index d = width_of("causal_heads_forward", qkv, heads);
  const Index size = d / heads;
  CausalHeads out{{}, Matrix(qkv.rows(), d)};
  for (Index h = 0; h < heads; ++h) {
    out.heads.push_back(attention_forward(qkv.middleCols(h * size, size),
                                          qkv.middleCols(d + h * size, size),
                                          qkv.middleCols(2 * d + h * size, size), causal()));
    out.output.middleCols(h * size, size) = out.heads.back().output;
  }
  return out;
}

Matrix causal_heads_backward(const MatrixRef& qkv, const CausalHeads& forward,
                             const MatrixRef& d_output) {
  constexpr const char* kName = "causal_heads_backward";
  const auto heads = static_cast<Index>(forward.heads.size());
  const Index d = width_of(kName, qkv, heads);
  check::shape(kName, "d_output", d_output, qkv.rows(), d);
  const Index size = d / heads;
  Matrix out(qkv.rows(), 3 * d);
  for (Index h = 0; h < heads; ++h) {
    // Weights have one shape for any number of heads.
    check::shape(kName, "forward.heads.output", forward.heads[static_cast<std::size_t>(h)].output,
                 qkv.rows(), size);
    const AttentionGradients g = attention_backward(
        qkv.middleCols(h * size, size), qkv.middleCols(d + h * size, size),
        qkv.middleCols(2 * d + h * size, size), causal(),
        forward.heads[static_cast<std::size_t>(h)], d_output.middleCols(h * size, size));
    out.middleCols(h * size, size) = g.d_q;
    out.middleCols(d + h * size, size) = g.d_k;
    out.middleCols(2 * d + h * size, size) = g.d_v;
  }
  return out;
}

}  // namespace attn
