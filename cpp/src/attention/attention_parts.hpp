// What the forward pass, the gradients and the block-wise versions of attention share. Internal.
#pragma once

#include "attn/attention/attention.hpp"

#include "numerics/infinity.hpp"

namespace attn::attention_parts {

/// Queries of d_q numbers and keys of d_k fit each other and the metric or the scale.
void check_form(const char* function, Index d_q, Index d_k, const AttentionOptions& options);

/// There are as many values as keys.
void check_values(const char* function, Index n_v, Index n_k);

/// q and k are finite and fit each other and what of the options makes scores.
void check_score_inputs(const char* function, const MatrixRef& q, const MatrixRef& k,
                        const AttentionOptions& options);

/// What of the options makes weights from n_q x n_k scores is as it should be.
void check_weighting(const char* function, Index n_q, Index n_k, const AttentionOptions& options);

/// Both, and v is finite with a row for each key.
void check_inputs(const char* function, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                  const AttentionOptions& options);

/// 1 / sqrt(d_k), or what the options say.
double scale_of(const AttentionOptions& options, Index d_k);

/// q g: what is multiplied with keys to make scores.
Matrix lowered(const MatrixRef& q, const AttentionOptions& options);

/// Raw scores; inputs have been checked. Throws Error for those too large for a double.
Matrix scores(const char* function, const MatrixRef& q, const MatrixRef& k,
              const AttentionOptions& options);

/// Whether key j exists for query i, as far as causal, key_length and allowed say.
inline bool included(const AttentionOptions& options, Index i, Index j) {
  if (options.causal && j > i) return false;
  if (options.key_length && j >= *options.key_length) return false;
  return options.allowed.size() == 0 || options.allowed(i, j);
}

/// s <- softmax(s) of n >= 1 finite scores. Allocates nothing.
void softmax_in_place(double* s, Index n);

/// c tanh(s / c), s itself for c = 0.
double capped(double score, double softcap);

/// Its derivative, 1 - tanh^2(s / c).
double capped_slope(double score, double softcap);

/// cap(s) + bias of query i and key j, -Infinity where the key is excluded. Kept to finite doubles.
double logit(const AttentionOptions& options, double score, Index i, Index j);

/// That of all.
Matrix logits(const MatrixRef& scores, const AttentionOptions& options);

}  // namespace attn::attention_parts
