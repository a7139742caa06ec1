#include "attn/attention/multihead.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attention/attention_parts.hpp"
#include "attention/multihead_parts.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

double dot(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

// Patterns to the length 1, zeros left as they are; first to the largest entry 1, so that squares
// neither overflow nor vanish.
Matrix normalised(const Matrix& pattern) {
  const double size = largest(pattern);
  if (size == 0.0) return pattern;
  const Matrix scaled = pattern / size;
  return scaled / std::sqrt(dot(scaled, scaled));
}

std::vector<Matrix> projected(const char* function, const char* what, const MatrixRef& x,
                              const std::vector<Matrix>& weights) {
  std::vector<Matrix> out;
  for (const Matrix& w : weights) {
    out.push_back(product(x, w));
    check::result(function, what, out.back());
  }
  return out;
}

}  // namespace

MultiHead multihead_forward(const MatrixRef& x, const MatrixRef& context,
                            const MultiHeadWeights& weights,
                            const std::vector<AttentionOptions>& options) {
  constexpr const char* kName = "multihead_forward";
  if (options.empty()) return multihead_forward(x, context, weights, {AttentionOptions{}});
  multihead_parts::check_inputs(kName, x, context, weights, options);
  MultiHead out;
  out.q = projected(kName, "a query", x, weights.w_q);
  out.k = projected(kName, "a key", context, weights.w_k);
  out.v = projected(kName, "a value", context, weights.w_v);
  out.output = Matrix::Zero(x.rows(), weights.w_o[0].cols());
  for (std::size_t h = 0; h < weights.w_q.size(); ++h) {
    const std::size_t g = multihead_parts::key_head(weights, h);
    out.heads.push_back(
        attention_forward(out.q[h], out.k[g], out.v[g], multihead_parts::of_head(options, h)));
    add_product(out.heads[h].output, weights.w_o[h], out.output);
  }
  check::result(kName, "the output", out.output);
  return out;
}

double head_diversity(const std::vector<Matrix>& patterns) {
  constexpr const char* kName = "head_diversity";
  if (patterns.empty()) check::refuse(kName, "patterns", "empty", "at least one");
  std::vector<Matrix> directions;
  for (std::size_t h = 0; h < patterns.size(); ++h) {
    const std::string argument = "patterns[" + std::to_string(h) + "]";
    check::matrix(kName, argument.c_str(), patterns[h]);
    check::shape(kName, argument.c_str(), patterns[h], patterns[0].rows(), patterns[0].cols());
    directions.push_back(normalised(patterns[h]));
  }
  if (patterns.size() == 1) return 0.0;
  double sum = 0.0;
  double pairs = 0.0;
  for (std::size_t h = 1; h < directions.size(); ++h) {
    for (std::size_t g = 0; g < h; ++g) {
      sum += dot(directions[g], directions[h]);
      pairs += 1.0;
    }
  }
  // A cosine may round to more than 1.
  return std::max(1.0 - sum / pairs, 0.0);
}

}  // namespace attn
