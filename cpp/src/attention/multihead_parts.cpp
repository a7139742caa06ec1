#include "attention/multihead_parts.hpp"

#include <string>

#include "attn/numerics/check.hpp"

namespace attn::multihead_parts {
namespace {

std::string entry(const char* name, std::size_t head) {
  return std::string("weights.") + name + '[' + std::to_string(head) + ']';
}

void check_each(const char* function, const char* name, const std::vector<Matrix>& list, Index rows,
                Index cols) {
  for (std::size_t h = 0; h < list.size(); ++h) {
    const std::string argument = entry(name, h);
    check::shape(function, argument.c_str(), list[h], rows, cols);
    check::matrix(function, argument.c_str(), list[h]);
  }
}

}  // namespace

void check_number(const char* function, const char* argument, std::size_t is,
                  std::size_t expected) {
  if (is == expected) return;
  check::refuse(function, argument, std::to_string(is) + " matrices", std::to_string(expected));
}

void check_inputs(const char* function, const MatrixRef& x, const MatrixRef& context,
                  const MultiHeadWeights& weights, const std::vector<AttentionOptions>& options) {
  check::matrix(function, "x", x);
  check::matrix(function, "context", context);
  const std::size_t heads = weights.w_q.size();
  const std::size_t key_heads = weights.w_k.size();
  if (heads == 0) check::refuse(function, "weights.w_q", "empty", "a matrix for each head");
  if (key_heads == 0 || heads % key_heads != 0) {
    check::refuse(function, "weights.w_k", std::to_string(key_heads) + " matrices",
                  "a number that divides that of the query heads, " + std::to_string(heads));
  }
  check_number(function, "weights.w_v", weights.w_v.size(), key_heads);
  check_number(function, "weights.w_o", weights.w_o.size(), heads);
  if (options.size() > 1) check_number(function, "options", options.size(), heads);
  const Index d_k = weights.w_q[0].cols();
  const Index d_v = weights.w_v[0].cols();
  check_each(function, "w_q", weights.w_q, x.cols(), d_k);
  check_each(function, "w_k", weights.w_k, context.cols(), d_k);
  check_each(function, "w_v", weights.w_v, context.cols(), d_v);
  check_each(function, "w_o", weights.w_o, d_v, weights.w_o[0].cols());
}

const AttentionOptions& of_head(const std::vector<AttentionOptions>& options, std::size_t head) {
  return options[options.size() == 1 ? 0 : head];
}

}  // namespace attn::multihead_parts
