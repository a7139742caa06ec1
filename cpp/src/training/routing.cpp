#include "attn/training/routing.hpp"

#include "attn/attention/attention.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

void check_keep(const char* function, const Matrix& keep, Index n_q, Index n_k) {
  if (keep.size() == 0) return;
  check::shape(function, "options.keep", keep, n_q, n_k);
  check::matrix(function, "options.keep", keep);
  if ((keep.array() >= 0.0).all()) return;
  check::refuse(function, "options.keep", "below 0 somewhere", "factors >= 0");
}

// The weights by which values are read.
Matrix kept(const Matrix& weights, const Matrix& keep) {
  if (keep.size() == 0) return weights;
  return weights.cwiseProduct(keep);
}

}  // namespace

Routing routing_forward(const MatrixRef& scores, const MatrixRef& values,
                        const RoutingOptions& options) {
  constexpr const char* kName = "routing_forward";
  check::matrix(kName, "scores", scores);
  check::matrix(kName, "values", values);
  check::shape(kName, "values", values, scores.cols(), values.cols());
  check_keep(kName, options.keep, scores.rows(), scores.cols());
  AttentionOptions masks;
  masks.causal = options.causal;
  Routing out;
  out.weights = attention_weights(scores, masks);
  out.contexts = product(kept(out.weights, options.keep), values);
  check::result(kName, "a context", out.contexts);
  return out;
}

RoutingGradients routing_backward(const Routing& forward, const MatrixRef& values,
                                  const MatrixRef& u, const RoutingOptions& options) {
  constexpr const char* kName = "routing_backward";
  const Matrix& weights = forward.weights;
  check::matrix(kName, "forward.weights", weights);
  check::matrix(kName, "values", values);
  check::shape(kName, "values", values, weights.cols(), values.cols());
  check::shape(kName, "u", u, weights.rows(), values.cols());
  check::matrix(kName, "u", u);
  check_keep(kName, options.keep, weights.rows(), weights.cols());
  RoutingGradients out;
  out.compatibility = product_transposed(u, values);
  out.d_weights = kept(out.compatibility, options.keep);
  out.mean_compatibility = Vector::Zero(weights.rows());
  out.advantage.resize(weights.rows(), weights.cols());
  out.d_scores.resize(weights.rows(), weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    double mean = 0.0;
    for (Index j = 0; j < weights.cols(); ++j) mean += weights(i, j) * out.d_weights(i, j);
    for (Index j = 0; j < weights.cols(); ++j) {
      out.advantage(i, j) = mean - out.d_weights(i, j);
      out.d_scores(i, j) = weights(i, j) * (out.d_weights(i, j) - mean);
    }
    out.mean_compatibility(i) = mean;
  }
  out.d_values = transposed_product(kept(weights, options.keep), u);
  check::result(kName, "a compatibility", out.compatibility);
  check::result(kName, "an advantage", out.advantage);
  check::result(kName, "d_weights", out.d_weights);
  check::result(kName, "d_scores", out.d_scores);
  check::result(kName, "d_values", out.d_values);
  return out;
}

}  // namespace attn
