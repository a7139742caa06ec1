// Attention for a batch of sequences with several heads each, without projections: the tensors of
// ONNX's operator, one matrix for each.
#pragma once

#include <vector>

#include "attn/attention/attention_grad.hpp"

namespace attn {

/// How many sequences, query heads, and key and value heads; the last divides the second, and query
/// head h goes with key head h / (heads / key_heads), rounded down.
struct BatchShape {
  Index batch = 1;      ///< sequences
  Index heads = 1;      ///< of queries
  Index key_heads = 1;  ///< of keys and values
};

/// What attention_batch_forward finds.
struct AttentionBatch {
  std::vector<Attention> heads;  ///< of each sequence, of each query head
  Matrix output;                 ///< ((batch heads n_q) x d_v)
};

/// What attention_batch_backward finds.
struct AttentionBatchGradients {
  Matrix d_q;                             ///< of the shape of q
  Matrix d_k;                             ///< of the shape of k
  Matrix d_v;                             ///< of the shape of v
  std::vector<AttentionGradients> heads;  ///< d_k and d_v of each are its share
};

/// Attention of q ((batch heads n_q) x d_q), k ((batch key_heads n_k) x d_k) and v ((batch
/// key_heads n_k) x d_v): rows are first by sequence, then by head, then by position, as the
/// tensors (batch, heads, n, d) lie in memory. `options`: one for all; one for each sequence, as
/// padding needs; one for each sequence and head; none are the default ones. There is no form with
/// one for each head alone, as multihead_forward has it: where there are as many sequences as heads
/// those would be taken for one of each sequence. Conditions as for attention_forward; throws Error
/// otherwise.
[[nodiscard]] AttentionBatch attention_batch_forward(
    const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const BatchShape& shape,
    const std::vector<AttentionOptions>& options = {});

/// Gradients from d_output ((batch heads n_q) x d_v); a key head has the sum over the query heads
/// that share it. `forward` is what attention_batch_forward returned for the same arguments.
/// Conditions as for attention_backward.
[[nodiscard]] AttentionBatchGradients attention_batch_backward(
    const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const BatchShape& shape,
    const std::vector<AttentionOptions>& options, const AttentionBatch& forward,
    const MatrixRef& d_output);

}  // namespace attn
