// Passes of a small causal language model (attn/training/gpt.hpp) over some sequences in float with
// SIMD. Sums have one order on every machine; unless `fused` is asked for no product is fused with
// a sum, and the bits are the same everywhere. Internal: the arguments have been checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/attention.hpp"

namespace attn::kernels {

/// n up to whole vectors, of 16 floats at most: the length of a row of logits or attention weights.
constexpr std::size_t whole_vectors(std::size_t n) { return (n + 15) / 16 * 16; }

/// Sizes of a model, and where its weights lie, as in gpt_parts.
struct GptSizes {
  std::size_t vocabulary, context, width, heads, blocks;

  std::size_t positions() const { return vocabulary * width; }
  std::size_t block(std::size_t b) const { return (vocabulary + context) * width + b * of_block(); }
  std::size_t of_block() const { return width * (12 * width + 13); }
  std::size_t last() const { return block(blocks); }
  std::size_t head() const { return last() + 2 * width; }
};

/// Where the weights of a block lie, from its first on, for width d.
struct GptBlockParts {
  explicit GptBlockParts(std::size_t d)
      : scale_1(0),
        bias_1(d),
        qkv(2 * d),
        qkv_bias(qkv + 3 * d * d),
        out(qkv_bias + 3 * d),
        out_bias(out + d * d),
        scale_2(out_bias + d),
        bias_2(scale_2 + d),
        up(bias_2 + d),
        up_bias(up + 4 * d * d),
        down(up_bias + 4 * d),
        down_bias(down + 4 * d * d) {}

  std::size_t scale_1, bias_1, qkv, qkv_bias, out, out_bias, scale_2, bias_2, up, up_bias, down,
      down_bias;
};

/// Weights as products read them, made once for all sequences of a step.
struct GptPacks {
  struct Block {
    AlignedFloats qkv, out, up, down;
    AlignedFloats qkv_t, out_t, up_t, down_t;
  };
  std::vector<Block> blocks;
  AlignedFloats head, head_t;

  std::size_t bytes() const;
};

/// One head of one sequence on its way forward.
struct GptHead {
  float* qkv;      // its queries; keys and values lie width and twice width behind (3 width apart)
  float* weights;  // (length x padded)
  float* mixed;    // what it says (width apart)
  float *pack_k, *pack_v;
  std::size_t length, padded, width, size;
  float scale;  // of scores
};

/// What is changed in one head, of all rows that a pass is over; nullptr changes nothing.
struct GptHeadTouch {
  std::size_t block, head;
  float temperature;
  const float *queries, *scores, *weights, *output;  // as in attn/training/gpt_touch.hpp
  // gpt_touched_head: by a pointer, so that a program that touches nothing does not have its code.
  void (*attend)(const GptHeadTouch& touch, std::size_t first, bool fused, const GptHead& head);
};

/// What a touched head says of the sequence whose first row is the number `first`.
void gpt_touched_head(const GptHeadTouch& touch, std::size_t first, bool fused,
                      const GptHead& head);

/// Some sequences: n = sequences length rows.
struct GptChunk {
  std::size_t sequences, length;
  const std::int32_t* tokens;   // that are read (n)
  const std::int32_t* targets;  // that come after each (n), or nullptr: work.logits are left with
                                // the probabilities of what does
  const float* noise;           // added to the embeddings (n x d), or nullptr
  const float* d_x;             // added to their gradient (n x d), or nullptr
  float share;                  // of the loss, each row's
  const GptHeadTouch* touch;    // or nullptr
  std::size_t row;              // of what is touched, the chunk's first
  double* losses;               // of each row (n), or nullptr
  bool begins;                  // the gradient is written, not added to
};

/// What a pass leaves behind for the way back, and works in.
struct GptWork {
  struct Block {
    AlignedFloats x, norm_1, qkv, weights, mixed, middle, norm_2, slope, hidden;
    AlignedFloats moments_1, moments_2;  // mean and inverse deviation of each row
  };
  std::vector<Block> blocks;
  AlignedFloats x, norm, moments, logits;
  AlignedFloats d, d_norm, d_wide, pack, other_pack, turned, scores;

  std::size_t bytes() const;

  /// How far apart columns of `rows` numbers are: no power of 2, for which a cache has few places.
  static std::size_t apart(std::size_t rows) { return (rows + 15) / 16 * 16 + 16; }
};

/// Makes packs of these weights; those of the way back, too, where it is to be gone.
void gpt_pack(const GptSizes& sizes, const float* weights, bool back, GptPacks& packs);

/// The sum of the losses of all rows, in nats.
double gpt_chunk_forward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
                         const GptChunk& chunk, bool fused, GptWork& work);

/// gradient (of all weights) += or, where it begins, <- that of share times the sum of the losses
/// of the last forward pass in this work.
void gpt_chunk_backward(const GptSizes& sizes, const float* weights, const GptPacks& packs,
                        const GptChunk& chunk, bool fused, GptWork& work, float* gradient);

}  // namespace attn::kernels
