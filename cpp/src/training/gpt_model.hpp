// The language model in double, layer by layer: what its forward pass, its gradients and a pass in
// which something is changed have in common. Internal.
#pragma once

#include <utility>
#include <vector>

#include "attn/numerics/check.hpp"
#include "attn/training/gpt.hpp"

namespace attn::gpt_model {

/// Of all norms.
inline constexpr double kEpsilon = 1e-5;

/// A matrix where it lies.
using Weights = Eigen::Map<const Matrix>;

/// Takes one part after the other, in the order of gpt_parts.
class Reader {
 public:
  explicit Reader(const Vector& weights) : next_(weights.data()) {}
  Weights matrix(Index rows, Index cols) {
    const double* at = next_;
    next_ += rows * cols;
    return {at, rows, cols};
  }
  Eigen::Map<const Vector> vector(Index n) {
    const double* at = next_;
    next_ += n;
    return {at, n};
  }

 private:
  const double* next_;
};

/// Of one block.
struct BlockWeights {
  BlockWeights(Reader& from, Index d)
      : scale_1(from.vector(d)),
        bias_1(from.vector(d)),
        qkv(from.matrix(d, 3 * d)),
        qkv_bias(from.vector(3 * d)),
        out(from.matrix(d, d)),
        out_bias(from.vector(d)),
        scale_2(from.vector(d)),
        bias_2(from.vector(d)),
        up(from.matrix(d, 4 * d)),
        up_bias(from.vector(4 * d)),
        down(from.matrix(4 * d, d)),
        down_bias(from.vector(d)) {}

  Eigen::Map<const Vector> scale_1, bias_1;
  Weights qkv;
  Eigen::Map<const Vector> qkv_bias;
  Weights out;
  Eigen::Map<const Vector> out_bias, scale_2, bias_2;
  Weights up;
  Eigen::Map<const Vector> up_bias;
  Weights down;
  Eigen::Map<const Vector> down_bias;
};

/// Of the model.
struct AllWeights {
  AllWeights(const GptShape& shape, const Vector& weights) : AllWeights(shape, Reader(weights)) {}

  Weights tokens, positions;
  std::vector<BlockWeights> blocks;
  Eigen::Map<const Vector> scale, bias;
  Weights head;
  Eigen::Map<const Vector> head_bias;

 private:
  AllWeights(const GptShape& shape, Reader from)
      : tokens(from.matrix(shape.vocabulary, shape.width)),
        positions(from.matrix(shape.context, shape.width)),
        blocks(blocks_of(shape, from)),
        scale(from.vector(shape.width)),
        bias(from.vector(shape.width)),
        head(from.matrix(shape.width, shape.vocabulary)),
        head_bias(from.vector(shape.vocabulary)) {}

  static std::vector<BlockWeights> blocks_of(const GptShape& shape, Reader& from) {
    std::vector<BlockWeights> out;
    out.reserve(static_cast<std::size_t>(shape.blocks));
    for (Index b = 0; b < shape.blocks; ++b) out.emplace_back(from, shape.width);
    return out;
  }
};

/// Layers throw in their own names; in front of these stands who called them.
template <typename Call>
auto within(const char* function, Call&& call) {
  try {
    return call();
  } catch (const Error& error) {
    check::fail({function, ": ", error.what()});
  }
}

/// Rows of a batch.
inline Index rows_of(const GptBatch& batch) { return batch.sequences * batch.length; }

/// The token after row i.
inline Index after(const GptBatch& batch, Index i) {
  return batch.tokens[static_cast<std::size_t>(i + i / batch.length + 1)];
}

/// Throws Error for a shape, weights or a batch that do not fit.
void check_call(const char* function, const GptShape& shape, const Vector& weights,
                const GptBatch& batch);

/// Throws Error where a forward pass is not one of this shape and batch.
void check_forward(const char* function, const GptShape& shape, const GptBatch& batch,
                   const GptForward& forward);

/// A block up to `mixed`, what its heads say of x.
GptBlock attend(const BlockWeights& w, const MatrixRef& x, const GptShape& shape, Index length);

/// The rest of a block, from `mixed` on.
void finish_block(const BlockWeights& w, const MatrixRef& x, GptBlock& block);

/// From the output of the last block to the loss.
void read_out(const AllWeights& w, const MatrixRef& x, const GptBatch& batch, GptForward& out);

/// The gradient of the loss with respect to the output of the last block.
LayerNormGradients read_out_backward(const AllWeights& w, const GptBatch& batch,
                                     const GptForward& forward, AffineGradients& head);

/// Gradients of a block from that of its output, as far down as what its heads say.
struct BlockGradients {
  AffineGradients down, up, out;
  LayerNormGradients second;
  Matrix d_middle;  ///< by `middle`, along the residual connection (n x d)
};
BlockGradients down_to_heads(const BlockWeights& w, const GptBlock& forward,
                             const Matrix& d_output);

/// From there to x.
struct HeadsGradients {
  AffineGradients qkv;
  LayerNormGradients norm;
};
HeadsGradients through_heads(const BlockWeights& w, const MatrixRef& x, const GptBlock& forward,
                             Index length, const Matrix& d_mixed);

}  // namespace attn::gpt_model
