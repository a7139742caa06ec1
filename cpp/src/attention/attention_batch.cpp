#include "attn/attention/attention_batch.hpp"

#include <string>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

// Rows of each head.
struct Lengths {
  Index queries;
  Index keys;
};

Index rows_of_head(const char* function, const char* argument, const MatrixRef& m, Index heads) {
  if (m.rows() > 0 && m.rows() % heads == 0) return m.rows() / heads;
  check::refuse(function, argument, std::to_string(m.rows()) + " rows",
                "a multiple of " + std::to_string(heads) + ", its sequences times its heads");
}

Lengths check_inputs(const char* function, const MatrixRef& q, const MatrixRef& k,
                     const MatrixRef& v, const BatchShape& shape,
                     const std::vector<AttentionOptions>& options) {
  check::count(function, "shape.batch", shape.batch, 1, check::kMaxBudget);
  check::count(function, "shape.heads", shape.heads, 1, check::kMaxBudget);
  check::count(function, "shape.key_heads", shape.key_heads, 1, shape.heads);
  if (shape.heads % shape.key_heads != 0) {
    check::refuse(function, "shape.key_heads", std::to_string(shape.key_heads),
                  "a divisor of " + std::to_string(shape.heads) + ", the heads");
  }
  const Index heads =
      check::product(function, "shape.batch x shape.heads", shape.batch, shape.heads);
  check::matrix(function, "q", q);
  check::matrix(function, "k", k);
  check::matrix(function, "v", v);
  if (v.rows() != k.rows()) {
    check::refuse(function, "v", std::to_string(v.rows()) + " rows",
                  std::to_string(k.rows()) + " (the rows of k)");
  }
  const auto given = static_cast<Index>(options.size());
  if (given > 1 && given != shape.batch && given != heads) {
    check::refuse(function, "options", std::to_string(given) + " long",
                  "1, " + std::to_string(shape.batch) + " (the sequences) or " +
                      std::to_string(heads) + " (with their heads)");
  }
  return {rows_of_head(function, "q", q, heads),
          rows_of_head(function, "k", k, shape.batch * shape.key_heads)};
}

// Query head n, counted over all sequences.
const AttentionOptions& of_head(const std::vector<AttentionOptions>& options,
                                const BatchShape& shape, Index n) {
  const auto given = static_cast<Index>(options.size());
  if (given == 1) return options[0];
  return options[static_cast<std::size_t>(given == shape.batch ? n / shape.heads : n)];
}

Index key_head(const BatchShape& shape, Index n) { return n / (shape.heads / shape.key_heads); }

}  // namespace

AttentionBatch attention_batch_forward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                       const BatchShape& shape,
                                       const std::vector<AttentionOptions>& options) {
  if (options.empty()) return attention_batch_forward(q, k, v, shape, {AttentionOptions{}});
  const Lengths n = check_inputs("attention_batch_forward", q, k, v, shape, options);
  AttentionBatch out;
  out.output.resize(q.rows(), v.cols());
  for (Index h = 0; h < shape.batch * shape.heads; ++h) {
    const Index g = key_head(shape, h);
    out.heads.push_back(
        attention_forward(q.middleRows(h * n.queries, n.queries), k.middleRows(g * n.keys, n.keys),
                          v.middleRows(g * n.keys, n.keys), of_head(options, shape, h)));
    out.output.middleRows(h * n.queries, n.queries) = out.heads.back().output;
  }
  return out;
}

AttentionBatchGradients attention_batch_backward(const MatrixRef& q, const MatrixRef& k,
                                                 const MatrixRef& v, const BatchShape& shape,
                                                 const std::vector<AttentionOptions>& options,
                                                 const AttentionBatch& forward,
                                                 const MatrixRef& d_output) {
  if (options.empty()) {
    return attention_batch_backward(q, k, v, shape, {AttentionOptions{}}, forward, d_output);
  }
  constexpr const char* kName = "attention_batch_backward";
  const Lengths n = check_inputs(kName, q, k, v, shape, options);
  check::shape(kName, "d_output", d_output, q.rows(), v.cols());
  const auto heads = static_cast<std::size_t>(shape.batch * shape.heads);
  if (forward.heads.size() != heads) {
    check::refuse(kName, "forward.heads", std::to_string(forward.heads.size()) + " long",
                  std::to_string(heads));
  }
  AttentionBatchGradients out;
  out.d_q.resize(q.rows(), q.cols());
  out.d_k = Matrix::Zero(k.rows(), k.cols());
  out.d_v = Matrix::Zero(v.rows(), v.cols());
  for (Index h = 0; h < shape.batch * shape.heads; ++h) {
    const Index first_key = key_head(shape, h) * n.keys;
    out.heads.push_back(attention_backward(
        q.middleRows(h * n.queries, n.queries), k.middleRows(first_key, n.keys),
        v.middleRows(first_key, n.keys), of_head(options, shape, h),
        forward.heads[static_cast<std::size_t>(h)], d_output.middleRows(h * n.queries, n.queries)));
    out.d_q.middleRows(h * n.queries, n.queries) = out.heads.back().d_q;
    out.d_k.middleRows(first_key, n.keys) += out.heads.back().d_k;
    out.d_v.middleRows(first_key, n.keys) += out.heads.back().d_v;
  }
  // Each head's own are finite; the sums over those that share keys may not be.
  check::result(kName, "d_k", out.d_k);
  check::result(kName, "d_v", out.d_v);
  return out;
}

}  // namespace attn
