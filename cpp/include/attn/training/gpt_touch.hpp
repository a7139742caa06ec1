// The language model with something changed in one of its heads: what a prediction loses when a
// head is taken away, an edge is cut, the temperature is turned. And what the loss tells each head,
// which gpt_backward has on its way. In double; pure functions, which any thread may call; the same
// bits on every platform.
#pragma once

#include <vector>

#include "attn/training/gpt.hpp"

namespace attn {

/// What is changed in one head, in this order. An empty matrix changes nothing; n = B length rows,
/// and d_h = d / heads.
struct GptTouch {
  Index block = 0;  ///< from 0
  Index head = 0;   ///< of that block, from 0
  Matrix queries;   ///< added to its queries (n x d_h)
  Matrix scores;    ///< added to its scores (n x length): -Infinity cuts an edge, one above the
                    ///< diagonal is hidden anyway
  double temperature = 1.0;  ///< by which its scores are divided, > 0
  Matrix
      weights;    ///< in place of its weights (n x length): those of each sequence below each other
  Matrix output;  ///< in place of what it says (n x d_h): its mean, say, for a head that is removed
};

/// The model on a batch with one head touched: all that gpt_forward returns, computed anew from
/// that head's block on. `clean` is what gpt_forward returned for the same shape, weights and
/// batch. A touch that changes nothing gives the bits of `clean`. Throws Error for other arguments,
/// for scores that leave a row nothing to look at, and for what is too large for a double.
[[nodiscard]] GptForward gpt_touched(const GptShape& shape, const Vector& weights,
                                     const GptBatch& batch, const GptForward& clean,
                                     const GptTouch& touch);

/// The gradient of the loss with respect to what the heads of each block say, side by side as in
/// GptBlock::mixed: u of seed 000, eq 10, times 1 / n, because the loss is a mean over n rows
/// (blocks of n x d). `forward` as `clean` above. Errors likewise.
[[nodiscard]] std::vector<Matrix> gpt_head_gradients(const GptShape& shape, const Vector& weights,
                                                     const GptBatch& batch,
                                                     const GptForward& forward);

}  // namespace attn
