#include "attn/attention/multihead_grad.hpp"

#include <string>
#include <utility>

#include "attention/attention_parts.hpp"
#include "attention/multihead_parts.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

constexpr const char* kName = "multihead_backward";

void check_forward(const MultiHead& forward, const MultiHeadWeights& weights) {
  const auto check = [](const char* argument, std::size_t is, std::size_t expected) {
    multihead_parts::check_number(kName, argument, is, expected);
  };
  check("forward.q", forward.q.size(), weights.w_q.size());
  check("forward.k", forward.k.size(), weights.w_k.size());
  check("forward.v", forward.v.size(), weights.w_k.size());
  check("forward.heads", forward.heads.size(), weights.w_q.size());
}

std::vector<Matrix> zeros_like(const std::vector<Matrix>& list) {
  std::vector<Matrix> out = list;
  for (Matrix& m : out) m.setZero();
  return out;
}

// d_w and the part of d_x of x w = y, for each head.
std::vector<Matrix> through_projection(const MatrixRef& x, const std::vector<Matrix>& weights,
                                       const std::vector<Matrix>& d_projected, Matrix& d_x) {
  std::vector<Matrix> out;
  for (std::size_t h = 0; h < weights.size(); ++h) {
    out.push_back(transposed_product(x, d_projected[h]));
    d_x += product_transposed(d_projected[h], weights[h]);
  }
  return out;
}

void check_each(const char* what, const std::vector<Matrix>& list) {
  for (const Matrix& m : list) check::result(kName, what, m);
}

}  // namespace

MultiHeadGradients multihead_backward(const MatrixRef& x, const MatrixRef& context,
                                      const MultiHeadWeights& weights,
                                      const std::vector<AttentionOptions>& options,
                                      const MultiHead& forward, const MatrixRef& d_output) {
  if (options.empty()) {
    return multihead_backward(x, context, weights, {AttentionOptions{}}, forward, d_output);
  }
  multihead_parts::check_inputs(kName, x, context, weights, options);
  check_forward(forward, weights);
  check::shape(kName, "d_output", d_output, x.rows(), weights.w_o[0].cols());
  check::matrix(kName, "d_output", d_output);
  MultiHeadGradients out;
  std::vector<Matrix> d_q;
  std::vector<Matrix> d_k = zeros_like(forward.k);
  std::vector<Matrix> d_v = zeros_like(forward.v);
  for (std::size_t h = 0; h < weights.w_q.size(); ++h) {
    const std::size_t g = multihead_parts::key_head(weights, h);
    const Attention& head = forward.heads[h];
    check::shape(kName, "the output of a head in forward", head.output, x.rows(),
                 weights.w_v[g].cols());
    out.d_weights.w_o.push_back(transposed_product(head.output, d_output));
    const Matrix d_head = product_transposed(d_output, weights.w_o[h]);
    check::result(kName, "the gradient of a head's output", d_head);
    out.heads.push_back(attention_backward(forward.q[h], forward.k[g], forward.v[g],
                                           multihead_parts::of_head(options, h), head, d_head));
    d_q.push_back(out.heads[h].d_q);
    d_k[g] += out.heads[h].d_k;
    d_v[g] += out.heads[h].d_v;
  }
  out.d_x = Matrix::Zero(x.rows(), x.cols());
  out.d_context = Matrix::Zero(context.rows(), context.cols());
  out.d_weights.w_q = through_projection(x, weights.w_q, d_q, out.d_x);
  out.d_weights.w_k = through_projection(context, weights.w_k, d_k, out.d_context);
  out.d_weights.w_v = through_projection(context, weights.w_v, d_v, out.d_context);
  check_each("d_w_q", out.d_weights.w_q);
  check_each("d_w_k", out.d_weights.w_k);
  check_each("d_w_v", out.d_weights.w_v);
  check_each("d_w_o", out.d_weights.w_o);
  check::result(kName, "d_x", out.d_x);
  check::result(kName, "d_context", out.d_context);
  return out;
}

}  // namespace attn
