#include "attn/attention/attention_flash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "attention/attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/inline_exp.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

namespace parts = attention_parts;
void check_arguments(const char* function, const MatrixRef& q, const MatrixRef& k,
                     const MatrixRef& v, const AttentionOptions& options, Index block) {
  parts::check_inputs(function, q, k, v, options);
  check::positive(function, "options.temperature", options.temperature);
  check::count(function, "block", block, 1, check::kMaxBudget);
}

// One past the last key that causality and length leave to query i: blocks beyond are not visited.
Index end_of_keys(Index i, Index n_k, const AttentionOptions& options) {
  const Index there = options.key_length.value_or(n_k);
  return options.causal ? std::min(there, i + 1) : there;
}

// The scores of queries with keys, one at a time. `queries` are q g, or q times the scale.
class Scores {
 public:
  Scores(const char* function, const Matrix& queries, const MatrixRef& k,
         const AttentionOptions& options)
      : function_(function), queries_(queries), k_(k), options_(options) {}

  // Entry b of what query i is multiplied with for key j.
  double key(Index i, Index j, Index b) const {
    if (options_.relative.size() == 0) return k_(j, b);
    return k_(j, b) + options_.relative(i - j + k_.rows() - 1, b);
  }

  // Throws Error where the sum is too large for a double.
  double operator()(Index i, Index j) const {
    double s = 0.0;
    for (Index b = 0; b < k_.cols(); ++b) s += queries_(i, b) * key(i, j, b);
    if (!std::isfinite(s)) {
      throw Error(std::string(function_) + ": a score is too large for a double");
    }
    return s;
  }

 private:
  const char* function_;
  const Matrix& queries_;
  const MatrixRef& k_;
  const AttentionOptions& options_;
};

// Takes the keys [first, first + count) with these logits, of which -Infinity stands for a key that
// is excluded, into output, max and sum of a query. Source: seed 001, theorem of section 10.1.2.
void take_in(const double* logits, double temperature, Index first, Index count, const MatrixRef& v,
             double* output, double& max, double& sum) {
  double new_max = max;
  for (Index j = 0; j < count; ++j) new_max = std::max(new_max, logits[j]);
  if (new_max == -kInfinity) return;
  // exp(-Infinity) is 0, for the first key.
  const double factor = mathfn::inline_exp((max - new_max) / temperature);
  sum *= factor;
  for (Index b = 0; b < v.cols(); ++b) output[b] *= factor;
  max = new_max;
  for (Index j = 0; j < count; ++j) {
    const double weight = mathfn::inline_exp((logits[j] - max) / temperature);
    sum += weight;
    for (Index b = 0; b < v.cols(); ++b) output[b] += weight * v(first + j, b);
  }
}

void check_forward(const char* function, const FlashAttention& forward, Index n_q, Index d_v) {
  check::shape(function, "forward.output", forward.output, n_q, d_v);
  check::matrix(function, "forward.output", forward.output);
  check::vector(function, "forward.sum", forward.sum, n_q);
  if (forward.max.size() != n_q) {
    check::refuse(function, "forward.max", std::to_string(forward.max.size()) + " long",
                  std::to_string(n_q));
  }
  for (Index i = 0; i < n_q; ++i) {
    const bool empty = forward.sum(i) == 0.0 && forward.max(i) == -kInfinity;
    if (empty || (forward.sum(i) > 0.0 && std::isfinite(forward.max(i)))) continue;
    const std::string entry = "forward.max[" + std::to_string(i) + "]";
    check::refuse(function, entry.c_str(), check::format_number(forward.max(i)),
                  "a finite number with a sum > 0, or -Infinity with the sum 0");
  }
}

double dot(const MatrixRef& a, Index i, const MatrixRef& b, Index j) {
  double sum = 0.0;
  for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(j, k);
  return sum;
}

}  // namespace

FlashAttention flash_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const AttentionOptions& options, Index block) {
  const char* function = "flash_attention";
  check_arguments(function, q, k, v, options, block);
  const Matrix queries = parts::lowered(q, options);
  const Scores score(function, queries, k, options);
  FlashAttention out{Matrix::Zero(q.rows(), v.cols()), Vector::Constant(q.rows(), -kInfinity),
                     Vector::Zero(q.rows())};
  Vector logits(std::min(block, k.rows()));
  for (Index i = 0; i < q.rows(); ++i) {
    double* output = out.output.data() + i * v.cols();
    const Index end = end_of_keys(i, k.rows(), options);
    for (Index first = 0; first < end; first += block) {
      const Index count = std::min(block, end - first);
      for (Index j = 0; j < count; ++j) {
        logits(j) = parts::logit(options, score(i, first + j), i, first + j);
      }
      take_in(logits.data(), options.temperature, first, count, v, output, out.max(i), out.sum(i));
    }
    if (out.sum(i) == 0.0) continue;
    for (Index b = 0; b < v.cols(); ++b) output[b] /= out.sum(i);
    out.max(i) /= options.temperature;
    if (!std::isfinite(out.max(i))) {
      throw Error(std::string(function) + ": a score is too large for a double");
    }
  }
  check::result(function, "the output", out.output);
  return out;
}

FlashGradients flash_attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                        const AttentionOptions& options,
                                        const FlashAttention& forward, const MatrixRef& d_output,
                                        Index block) {
  const char* function = "flash_attention_backward";
  check_arguments(function, q, k, v, options, block);
  check_forward(function, forward, q.rows(), v.cols());
  check::shape(function, "d_output", d_output, q.rows(), v.cols());
  check::matrix(function, "d_output", d_output);
  const Matrix queries = parts::lowered(q, options);
  const Scores score(function, queries, k, options);
  Matrix d_queries = Matrix::Zero(q.rows(), k.cols());
  FlashGradients out{{}, Matrix::Zero(k.rows(), k.cols()), Matrix::Zero(k.rows(), v.cols())};
  for (Index first = 0; first < k.rows(); first += block) {
    for (Index i = 0; i < q.rows(); ++i) {
      if (forward.sum(i) == 0.0) continue;
      const double mean = dot(d_output, i, forward.output, i);
      const Index end = std::min(end_of_keys(i, k.rows(), options), first + block);
      for (Index j = first; j < end; ++j) {
        const double s = score(i, j);
        const double logit = parts::logit(options, s, i, j);
        if (logit == -kInfinity) continue;
        const double weight =
            mathfn::inline_exp(logit / options.temperature - forward.max(i)) / forward.sum(i);
        const double d_logit = weight * (dot(d_output, i, v, j) - mean) / options.temperature;
        const double d_score = d_logit * parts::capped_slope(s, options.softcap);
        for (Index b = 0; b < v.cols(); ++b) out.d_v(j, b) += weight * d_output(i, b);
        for (Index b = 0; b < k.cols(); ++b) {
          d_queries(i, b) += d_score * score.key(i, j, b);
          out.d_k(j, b) += d_score * queries(i, b);
        }
      }
    }
  }
  out.d_q = options.metric.size() == 0 ? Matrix(d_queries * parts::scale_of(options, k.cols()))
                                       : product_transposed(d_queries, options.metric);
  check::result(function, "a gradient of q", out.d_q);
  check::result(function, "a gradient of k", out.d_k);
  check::result(function, "a gradient of v", out.d_v);
  return out;
}

}  // namespace attn
