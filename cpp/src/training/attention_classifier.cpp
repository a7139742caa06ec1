#include "attn/training/attention_classifier.hpp"

#include <cmath>
#include <string>

#include "attn/attention/attention.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"
#include "training/classifier_parts.hpp"

namespace attn {
namespace {

std::string of_head(const char* what, std::size_t h) {
  return "weights.heads[" + std::to_string(h) + "]." + what;
}

void check_weight(const char* function, const std::string& name, const Matrix& m, Index rows,
                  Index cols) {
  check::shape(function, name.c_str(), m, rows, cols);
  check::matrix(function, name.c_str(), m);
}

void check_pass(const char* function, const MatrixRef& x, const ClassifierWeights& weights,
                const ClassifierOptions& options) {
  check::matrix(function, "x", x);
  check_weights(function, x.cols(), weights);
  check::product(function, "the scores", x.rows(), x.rows());
  check::positive(function, "options.epsilon", options.epsilon);
  if (!options.keep.empty()) {
    const auto heads = static_cast<Index>(weights.heads.size());
    check::count(function, "the number of matrices in options.keep", options.keep.size(), heads,
                 heads);
  }
}

RoutingOptions routing_options(const ClassifierOptions& options, std::size_t h) {
  RoutingOptions out;
  out.causal = options.causal;
  if (!options.keep.empty()) out.keep = options.keep[h];
  return out;
}

HeadForward head_forward(const MatrixRef& x, const HeadWeights& weights, const Matrix* free_values,
                         const ClassifierOptions& options, std::size_t h) {
  constexpr const char* kName = "classifier_forward";
  HeadForward out;
  out.q = product_transposed(x, weights.w_q);
  out.k = product_transposed(x, weights.w_k);
  out.projected = free_values ? *free_values : product_transposed(x, weights.w_v);
  check::result(kName, "a query", out.q);
  check::result(kName, "a key", out.k);
  check::result(kName, "a value", out.projected);
  out.values = out.projected;
  if (options.normalise_values) {
    const Index d_v = out.projected.cols();
    out.norm =
        layer_norm_forward(out.projected, Vector::Ones(d_v), Vector::Zero(d_v), options.epsilon);
    out.values = out.norm.output;
  }
  out.scores = attention_scores(out.q, out.k);
  out.routing = routing_forward(out.scores, out.values, routing_options(options, h));
  return out;
}

HeadGradients head_backward(const HeadForward& forward, const MatrixRef& u,
                            const ClassifierOptions& options, std::size_t h) {
  HeadGradients out;
  out.u = u;
  out.routing = routing_backward(forward.routing, forward.values, u, routing_options(options, h));
  const double scale = 1.0 / std::sqrt(static_cast<double>(forward.k.cols()));
  out.d_q = product(out.routing.d_scores, forward.k) * scale;
  out.d_k = transposed_product(out.routing.d_scores, forward.q) * scale;
  out.d_projected = out.routing.d_values;
  if (options.normalise_values) {
    out.d_projected = layer_norm_backward(forward.projected, Vector::Ones(forward.values.cols()),
                                          forward.norm, out.routing.d_values)
                          .d_x;
  }
  return out;
}

Matrix normal_matrix(Index rows, Index cols, double size, Rng& rng) {
  check::product("random_classifier", "a matrix of weights", rows, cols);
  Matrix out(rows, cols);
  for (double& w : out.reshaped<Eigen::RowMajor>()) w = size * rng.normal();
  return out;
}

}  // namespace

void check_weights(const char* function, Index d_x, const ClassifierWeights& weights) {
  const auto heads = static_cast<Index>(weights.heads.size());
  check::count(function, "the number of heads", heads, 1, check::kMaxBudget);
  const Index d_k = weights.heads[0].w_q.rows();
  const Index d_v = weights.heads[0].w_v.rows();
  for (std::size_t h = 0; h < weights.heads.size(); ++h) {
    check_weight(function, of_head("w_q", h), weights.heads[h].w_q, d_k, d_x);
    check_weight(function, of_head("w_k", h), weights.heads[h].w_k, d_k, d_x);
    check_weight(function, of_head("w_v", h), weights.heads[h].w_v, d_v, d_x);
  }
  const Index contexts = check::product(function, "the contexts of all heads", heads, d_v);
  check_weight(function, "weights.w_o", weights.w_o, weights.w_o.rows(), contexts);
  check::vector(function, "weights.b", weights.b, weights.w_o.rows());
}

ClassifierWeights random_classifier(const ClassifierSizes& sizes, double init, Rng& rng) {
  constexpr const char* kName = "random_classifier";
  check::count(kName, "sizes.d_x", sizes.d_x, 1, check::kMaxBudget);
  check::count(kName, "sizes.d_k", sizes.d_k, 1, check::kMaxBudget);
  check::count(kName, "sizes.d_v", sizes.d_v, 1, check::kMaxBudget);
  check::count(kName, "sizes.classes", sizes.classes, 1, check::kMaxBudget);
  check::count(kName, "sizes.heads", sizes.heads, 1, check::kMaxBudget);
  check::not_negative(kName, "init", init);
  const Index contexts = check::product(kName, "the contexts of all heads", sizes.heads, sizes.d_v);
  // Of a copy, so that what is refused draws nothing.
  Rng draws = rng;
  ClassifierWeights out;
  for (Index h = 0; h < sizes.heads; ++h) {
    HeadWeights head;
    head.w_q = normal_matrix(sizes.d_k, sizes.d_x, init, draws);
    head.w_k = normal_matrix(sizes.d_k, sizes.d_x, init, draws);
    head.w_v = normal_matrix(sizes.d_v, sizes.d_x, init, draws);
    out.heads.push_back(head);
  }
  out.w_o = normal_matrix(sizes.classes, contexts, init, draws);
  out.b = Vector::Zero(sizes.classes);
  for (const HeadWeights& head : out.heads) {
    check::result(kName, "a weight", head.w_q);
    check::result(kName, "a weight", head.w_k);
    check::result(kName, "a weight", head.w_v);
  }
  check::result(kName, "a weight", out.w_o);
  rng = draws;
  return out;
}

ClassifierForward classifier_forward(const MatrixRef& x, const ClassifierWeights& weights,
                                     const MatrixRef& targets, const ClassifierOptions& options,
                                     const std::vector<Matrix>& free_values) {
  constexpr const char* kName = "classifier_forward";
  check_pass(kName, x, weights, options);
  check::shape(kName, "targets", targets, x.rows(), weights.w_o.rows());
  const Index d_v = weights.heads[0].w_v.rows();
  const auto heads = static_cast<Index>(weights.heads.size());
  if (!free_values.empty()) {
    check::count(kName, "the number of matrices in free_values", free_values.size(), heads, heads);
  }
  ClassifierForward out;
  out.contexts.resize(x.rows(), heads * d_v);
  for (std::size_t h = 0; h < weights.heads.size(); ++h) {
    const Matrix* values = nullptr;
    if (!free_values.empty()) {
      const std::string name = "free_values[" + std::to_string(h) + ']';
      check_weight(kName, name, free_values[h], x.rows(), d_v);
      values = &free_values[h];
    }
    out.heads.push_back(head_forward(x, weights.heads[h], values, options, h));
    out.contexts.middleCols(static_cast<Index>(h) * d_v, d_v) = out.heads[h].routing.contexts;
  }
  out.logits = read_out(out.contexts, weights.w_o, weights.b);
  out.prediction = cross_entropy(out.logits, targets);
  return out;
}

ClassifierGradients classifier_backward(const MatrixRef& x, const ClassifierWeights& weights,
                                        const ClassifierForward& forward,
                                        const ClassifierOptions& options) {
  constexpr const char* kName = "classifier_backward";
  check_pass(kName, x, weights, options);
  const auto heads = static_cast<Index>(weights.heads.size());
  check::count(kName, "the number of heads in forward", forward.heads.size(), heads, heads);
  const Index d_k = weights.heads[0].w_q.rows();
  const Index d_v = weights.heads[0].w_v.rows();
  check::shape(kName, "forward.contexts", forward.contexts, x.rows(), heads * d_v);
  const ReadOutGradients out_of =
      read_out_backward(forward.contexts, weights.w_o, forward.prediction.d_logits);
  ClassifierGradients out;
  out.weights.w_o = out_of.d_w_o;
  out.weights.b = out_of.d_b;
  for (std::size_t h = 0; h < weights.heads.size(); ++h) {
    const HeadForward& head = forward.heads[h];
    check::shape(kName, "forward's queries", head.q, x.rows(), d_k);
    check::shape(kName, "forward's keys", head.k, x.rows(), d_k);
    check::shape(kName, "forward's values", head.values, x.rows(), d_v);
    check::shape(kName, "forward's values", head.projected, x.rows(), d_v);
    check::shape(kName, "forward's weights", head.routing.weights, x.rows(), x.rows());
    const Matrix u = out_of.d_g.middleCols(static_cast<Index>(h) * d_v, d_v);
    out.heads.push_back(head_backward(head, u, options, h));
    const HeadGradients& g = out.heads.back();
    check::result(kName, "d_q", g.d_q);
    check::result(kName, "d_k", g.d_k);
    out.weights.heads.push_back({transposed_product(g.d_q, x), transposed_product(g.d_k, x),
                                 transposed_product(g.d_projected, x)});
    check::result(kName, "a gradient of w_q", out.weights.heads[h].w_q);
    check::result(kName, "a gradient of w_k", out.weights.heads[h].w_k);
    check::result(kName, "a gradient of w_v", out.weights.heads[h].w_v);
  }
  return out;
}

}  // namespace attn
