#include "attention/attention_parts.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/inline_exp.hpp"
#include "numerics/products.hpp"

namespace attn::attention_parts {
namespace {

void check_bias(const char* function, Index n_q, Index n_k, const Matrix& bias) {
  if (bias.size() == 0) return;
  check::shape(function, "options.bias", bias, n_q, n_k);
  for (Index i = 0; i < n_q; ++i) {
    for (Index j = 0; j < n_k; ++j) {
      if (std::isfinite(bias(i, j)) || bias(i, j) == -kInfinity) continue;
      const std::string name = "options.bias[" + std::to_string(i) + ", " + std::to_string(j) + "]";
      check::refuse(function, name.c_str(), check::format_number(bias(i, j)),
                    "a finite number or -Infinity");
    }
  }
}

void check_allowed(const char* function, Index n_q, Index n_k, const Mask& allowed) {
  if (allowed.size() == 0 || (allowed.rows() == n_q && allowed.cols() == n_k)) return;
  check::refuse(function, "options.allowed",
                std::to_string(allowed.rows()) + " x " + std::to_string(allowed.cols()),
                std::to_string(n_q) + " x " + std::to_string(n_k));
}

}  // namespace

void check_form(const char* function, Index d_q, Index d_k, const AttentionOptions& options) {
  if (options.scale) check::finite(function, "options.scale", *options.scale);
  if (options.metric.size() == 0) {
    if (d_k == d_q) return;
    throw Error(std::string(function) + ": k has " + std::to_string(d_k) + " columns, expected " +
                std::to_string(d_q) + " (the columns of q)");
  }
  if (options.scale) check::refuse(function, "options.scale", "given", "none beside a metric");
  check::shape(function, "options.metric", options.metric, d_q, d_k);
  check::matrix(function, "options.metric", options.metric);
}

void check_values(const char* function, Index n_v, Index n_k) {
  if (n_v == n_k) return;
  throw Error(std::string(function) + ": v has " + std::to_string(n_v) + " rows, expected " +
              std::to_string(n_k) + " (the rows of k)");
}

void check_score_inputs(const char* function, const MatrixRef& q, const MatrixRef& k,
                        const AttentionOptions& options) {
  check::matrix(function, "q", q);
  check::matrix(function, "k", k);
  check_form(function, q.cols(), k.cols(), options);
  if (options.relative.size() > 0) {
    check::shape(function, "options.relative", options.relative, q.rows() + k.rows() - 1, k.cols());
    check::matrix(function, "options.relative", options.relative);
  }
}

void check_weighting(const char* function, Index n_q, Index n_k, const AttentionOptions& options) {
  check::not_negative(function, "options.softcap", options.softcap);
  check::temperature(function, "options.temperature", options.temperature, true);
  if (options.key_length) {
    check::count(function, "options.key_length", *options.key_length, 0, n_k);
  }
  check_bias(function, n_q, n_k, options.bias);
  check_allowed(function, n_q, n_k, options.allowed);
}

void check_inputs(const char* function, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                  const AttentionOptions& options) {
  check_score_inputs(function, q, k, options);
  check_weighting(function, q.rows(), k.rows(), options);
  check::matrix(function, "v", v);
  check_values(function, v.rows(), k.rows());
}

double scale_of(const AttentionOptions& options, Index d_k) {
  return options.scale ? *options.scale : 1.0 / std::sqrt(static_cast<double>(d_k));
}

Matrix lowered(const MatrixRef& q, const AttentionOptions& options) {
  if (options.metric.size() > 0) return product(q, options.metric);
  return q * scale_of(options, q.cols());
}

Matrix scores(const char* function, const MatrixRef& q, const MatrixRef& k,
              const AttentionOptions& options) {
  check::product(function, "the score of every query and key", q.rows(), k.rows());
  const Matrix covectors = lowered(q, options);
  Matrix out = product_transposed(covectors, k);
  if (options.relative.size() > 0) {
    for (Index i = 0; i < q.rows(); ++i) {
      for (Index j = 0; j < k.rows(); ++j) {
        const Index row = i - j + k.rows() - 1;
        for (Index a = 0; a < k.cols(); ++a)
          out(i, j) += covectors(i, a) * options.relative(row, a);
      }
    }
  }
  check::result(function, "a score", out);
  return out;
}

double capped(double score, double softcap) {
  return softcap == 0.0 ? score : softcap * mathfn::tanh(score / softcap);
}

double capped_slope(double score, double softcap) {
  if (softcap == 0.0) return 1.0;
  // 1 - tanh^2 would lose its digits where the cap is reached: 4 u / (1 + u)^2 does not.
  const double u = mathfn::inline_exp(-2.0 * std::fabs(score / softcap));
  return 4.0 * u / ((1.0 + u) * (1.0 + u));
}

double logit(const AttentionOptions& options, double score, Index i, Index j) {
  if (!included(options, i, j)) return -kInfinity;
  const double value = capped(score, options.softcap);
  if (options.bias.size() == 0) return value;
  if (options.bias(i, j) == -kInfinity) return -kInfinity;
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::min(std::max(value + options.bias(i, j), -kMost), kMost);
}

Matrix logits(const MatrixRef& scores, const AttentionOptions& options) {
  Matrix out(scores.rows(), scores.cols());
  for (Index i = 0; i < out.rows(); ++i) {
    for (Index j = 0; j < out.cols(); ++j) out(i, j) = logit(options, scores(i, j), i, j);
  }
  return out;
}

}  // namespace attn::attention_parts
