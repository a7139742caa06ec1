// A small causal language model: token and position embeddings, blocks of causal attention and of
// an MLP with normalisation before each, an output head. In double, one plain function after the
// other: the oracle of the fast model. Seed 002, section 7.1, names the architecture; what it
// leaves open (biases, hidden width 4 d, GELU in its tanh form, epsilon 1e-5) is as in GPT-2
// (Radford et al. 2019). All functions are pure; any thread may call them; the same bits on every
// platform.
#pragma once

#include <string>
#include <vector>

#include "attn/attention/layer_norm.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/training/gpt_layers.hpp"

namespace attn {

/// Sizes of a model.
struct GptShape {
  Index vocabulary = 61;  ///< V, tokens that there are
  Index context = 32;     ///< T, positions that there are
  Index width = 32;       ///< d, numbers of an embedding
  Index heads = 4;        ///< a divisor of d
  Index blocks = 2;       ///< how many; of 4 d hidden units each
};

/// One matrix, or vector, of a model's weights.
struct GptPart {
  std::string name;  ///< as in blocks.1.qkv.weight
  Index first;       ///< where it begins among all weights
  Index rows;        ///< 1 for a vector
  Index cols;        ///< numbers of a row
};

/// Throws Error, with `function` before it, for sizes below 1, heads that do not divide the width,
/// and models of more than 2^28 weights.
void check_gpt_shape(const char* function, const GptShape& shape);

/// Where the weights of a model lie in one long vector, in this order: tokens (V x d), positions (T
/// x d); of each block the scale and bias of the first norm (d each), qkv weight (d x 3 d: queries
/// of all heads, keys, values) and bias, out weight (d x d) and bias, scale and bias of the second
/// norm, up weight (d x 4 d) and bias, down weight (4 d x d) and bias; scale and bias of the last
/// norm, head weight (d x V) and bias. Rows one after the other. Throws Error as check_gpt_shape.
[[nodiscard]] std::vector<GptPart> gpt_parts(const GptShape& shape);

/// How many weights that are: 30,461 as it is. Throws Error as check_gpt_shape.
[[nodiscard]] Index gpt_size(const GptShape& shape);

/// Where training begins: embeddings and weights normal with this standard deviation >= 0, in the
/// order of gpt_parts, scales 1, biases 0. Throws Error otherwise, and as check_gpt_shape.
[[nodiscard]] Vector gpt_start(const GptShape& shape, Rng& rng, double std_dev = 0.02);

/// Sequences of one length, with the token that comes after each.
struct GptBatch {
  Index sequences;            ///< B
  Index length;               ///< of each: 1 to T tokens that are read
  std::vector<Index> tokens;  ///< B (length + 1): each sequence, and the token after it
};

/// What a block computes on its way.
struct GptBlock {
  LayerNorm first;                 ///< of x (n x d)
  Matrix qkv;                      ///< (n x 3 d)
  std::vector<CausalHeads> heads;  ///< of each sequence
  Matrix mixed;                    ///< what all heads say (n x d)
  Matrix middle;                   ///< x and that through out (n x d)
  LayerNorm second;                ///< of middle
  Matrix up;                       ///< (n x 4 d)
  Matrix hidden;                   ///< gelu of it
  Matrix output;                   ///< middle and what comes down (n x d)
};

/// What gpt_forward finds; n = B length rows.
struct GptForward {
  Matrix x;                      ///< embeddings, with the noise (n x d)
  std::vector<GptBlock> blocks;  ///< of each block
  LayerNorm last;                ///< of the output of the last one
  Matrix logits;                 ///< (n x V)
  Vector losses;                 ///< -log softmax(logits) of the token that comes, in nats (n)
  double loss;                   ///< their mean
};

/// The model on a batch. weights (gpt_size) as gpt_parts lays them out; `noise` is added to the
/// embeddings (n x d), or empty. All finite. Throws Error otherwise, and for what is too large for
/// a double.
[[nodiscard]] GptForward gpt_forward(const GptShape& shape, const Vector& weights,
                                     const GptBatch& batch, const Matrix& noise = {});

/// The gradient of the loss with respect to all weights (gpt_size). `forward` is what gpt_forward
/// returned for the same arguments; `d_x` is the gradient of another term with respect to the
/// embeddings (n x d), which goes on to those of tokens and positions, or empty. Errors as in
/// gpt_forward.
[[nodiscard]] Vector gpt_backward(const GptShape& shape, const Vector& weights,
                                  const GptBatch& batch, const GptForward& forward,
                                  const Matrix& d_x = {});

}  // namespace attn
