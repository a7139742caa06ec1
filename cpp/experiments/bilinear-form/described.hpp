// The library's structs that parameters and frames of this chapter hold, described.
#pragma once

#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/attention_grad.hpp"
#include "attn/attention/layer_norm.hpp"
#include "attn/attention/multihead.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

template <>
struct Describe<AttentionOptions> {
  ATTN_DESCRIBE(AttentionOptions,
                param(ATTN_MEMBER(metric), "g (d_q x d_k), in place of the scale"),
                param(ATTN_MEMBER(scale), "of the scores; 1 / sqrt(d_k) where there is none"),
                param(ATTN_MEMBER(relative), "embeddings (n_q + n_k - 1 x d_k) of i - j"),
                param(ATTN_MEMBER(softcap), "c of c tanh(S / c); 0 for none", within(0.0, 1e300)),
                param(ATTN_MEMBER(bias), "(n_q x n_k), added to the scores; may hold -Infinity"),
                param(ATTN_MEMBER(temperature), "T; may be Infinity",
                      within(0.0, std::numeric_limits<double>::infinity())),
                param(ATTN_MEMBER(causal), "queries attend to no later key"),
                param(ATTN_MEMBER(key_length),
                      "keys before this one count; all where there is none"),
                param(ATTN_MEMBER(allowed), "(n_q x n_k) 0 where a query may not attend to a key"));
};

template <>
struct Describe<Attention> {
  static constexpr const char* kName = "AttentionOutput";
  ATTN_DESCRIBE(Attention,
                field(ATTN_MEMBER(scores),
                      "S (n_q x n_k), without soft cap, bias, masks, temperature"),
                field(ATTN_MEMBER(weights), "A (n_q x n_k); 0 for keys that are excluded"),
                field(ATTN_MEMBER(output), "O = A v (n_q x d_v)"));
};

template <>
struct Describe<AttentionGradients> {
  ATTN_DESCRIBE(AttentionGradients,
                field(ATTN_MEMBER(d_weights),
                      "dL/dA (n_q x n_k); this and what follows empty without d_output"),
                field(ATTN_MEMBER(d_scores), "dL/dS (n_q x n_k); 0 for keys that are excluded"),
                field(ATTN_MEMBER(d_q), "(n_q x d_q)"), field(ATTN_MEMBER(d_k), "(n_k x d_k)"),
                field(ATTN_MEMBER(d_v), "(n_k x d_v)"), field(ATTN_MEMBER(d_metric), "(d_q x d_k)"),
                field(ATTN_MEMBER(d_bias), "(n_q x n_k), whether there was a bias or not"),
                field(ATTN_MEMBER(d_relative), "of the relative embeddings; empty without them"),
                field(ATTN_MEMBER(d_temperature), "dL/dT"));
};

template <>
struct Describe<MultiHeadWeights> {
  ATTN_DESCRIBE(MultiHeadWeights, param(ATTN_MEMBER(w_q), "(H x b x d_k)", needed()),
                param(ATTN_MEMBER(w_k), "(G x b x d_k)", needed()),
                param(ATTN_MEMBER(w_v), "(G x b x d_v)", needed()),
                param(ATTN_MEMBER(w_o), "(H x d_v x d)", needed()));
};

template <>
struct Describe<FloatFlashAttention> {
  ATTN_DESCRIBE(FloatFlashAttention, field(ATTN_MEMBER(output), "(n_q x d_v)"),
                field(ATTN_MEMBER(log_normaliser), "(n_q) -Infinity for a query without a key"));
};

template <>
struct Describe<FloatFlashGradients> {
  ATTN_DESCRIBE(FloatFlashGradients,
                field(ATTN_MEMBER(d_q),
                      "(n_q x d_q); this and what follows empty without d_output"),
                field(ATTN_MEMBER(d_k), "(n_k x d_k)"), field(ATTN_MEMBER(d_v), "(n_k x d_v)"));
};

template <>
struct Describe<LayerNorm> {
  ATTN_DESCRIBE(LayerNorm, field(ATTN_MEMBER(output), "(n x f)"),
                field(ATTN_MEMBER(mean), "(n) of each row; zeros with rms"),
                field(ATTN_MEMBER(inverse_std_dev),
                      "(n) 1 / sqrt(variance + epsilon) of each row; of the mean square with rms"));
};

template <>
struct Describe<LayerNormGradients> {
  ATTN_DESCRIBE(LayerNormGradients,
                field(ATTN_MEMBER(d_x), "(n x f); this and what follows empty without d_output"),
                field(ATTN_MEMBER(d_scale), "(f)"),
                field(ATTN_MEMBER(d_bias), "(f); empty with rms"));
};

}  // namespace attn::experiments
