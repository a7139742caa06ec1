#include "attn/attention/attention.hpp"

#include <algorithm>
#include <cmath>

#include "attention/attention_parts.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/inline_exp.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

double largest_of(const Matrix& logits, Index row) {
  double largest = -kInfinity;
  for (Index j = 0; j < logits.cols(); ++j) largest = std::max(largest, logits(row, j));
  return largest;
}

// The row's weights before they are divided by their sum, in its place. exp(-Infinity) is 0, for
// keys that are excluded.
double unnormalised(Matrix& logits, Index row, double largest, double temperature) {
  double sum = 0.0;
  for (Index j = 0; j < logits.cols(); ++j) {
    const double logit = logits(row, j);
    double weight = 0.0;
    if (temperature == 0.0) {
      weight = logit == largest ? 1.0 : 0.0;
    } else if (temperature == kInfinity) {
      weight = logit == -kInfinity ? 0.0 : 1.0;
    } else {
      weight = mathfn::inline_exp((logit - largest) / temperature);
    }
    logits(row, j) = weight;
    sum += weight;
  }
  return sum;
}

Matrix weights_of(const Matrix& scores, const AttentionOptions& options) {
  Matrix weights = attention_parts::logits(scores, options);
  for (Index i = 0; i < weights.rows(); ++i) {
    const double largest = largest_of(weights, i);
    if (largest == -kInfinity) {
      weights.row(i).setZero();
      continue;
    }
    weights.row(i) /= unnormalised(weights, i, largest, options.temperature);
  }
  return weights;
}

Attention forward(const char* function, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                  const AttentionOptions& options) {
  attention_parts::check_inputs(function, q, k, v, options);
  Attention out;
  out.scores = attention_parts::scores(function, q, k, options);
  out.weights = weights_of(out.scores, options);
  out.output = product(out.weights, v);
  check::result(function, "the output", out.output);
  return out;
}

}  // namespace

Matrix attention_scores(const MatrixRef& q, const MatrixRef& k, const AttentionOptions& options) {
  attention_parts::check_score_inputs("attention_scores", q, k, options);
  return attention_parts::scores("attention_scores", q, k, options);
}

Matrix attention_weights(const MatrixRef& scores, const AttentionOptions& options) {
  check::matrix("attention_weights", "scores", scores);
  attention_parts::check_weighting("attention_weights", scores.rows(), scores.cols(), options);
  return weights_of(scores, options);
}

Attention attention_forward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                            const AttentionOptions& options) {
  return forward("attention_forward", q, k, v, options);
}

Matrix attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                 const AttentionOptions& options) {
  return forward("attention", q, k, v, options).output;
}

Vector attention_entropy(const MatrixRef& weights) {
  check::matrix("attention_entropy", "weights", weights);
  Vector out = Vector::Zero(weights.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    if (largest(weights.row(i)) == 0.0) continue;
    const Vector row = weights.row(i);
    check::distribution("attention_entropy", "a row of weights", row);
    out(i) = entropy(row);
  }
  return out;
}

}  // namespace attn
