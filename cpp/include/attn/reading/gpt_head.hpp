// One head of the small language model over one of the sequences that it has read, as any other
// head is read. Pure; any thread may call it; the same bits on every platform.
#pragma once

#include "attn/reading/head.hpp"
#include "attn/reading/head_blocks.hpp"
#include "attn/training/gpt.hpp"

namespace attn {

/// Which head, and of which sequence of a batch; all from 0.
struct GptHeadPlace {
  Index block = 0;     ///< of the model
  Index head = 0;      ///< of the block
  Index sequence = 0;  ///< of the batch
};

/// The head as complete_head would return it: X is the stream after the block's first norm, scale
/// and bias included, W_O its rows of the block's output projection, the mask causal, without
/// labels. `u` (blocks of n x d), as gpt_head_gradients returns it, gives it U times n, the
/// gradient of the sum of the sequence's losses; empty: none. `forward` is what gpt_forward
/// returned for the same shape, weights and batch. Its q, k and v are those of the forward pass, to
/// the bit. Throws Error otherwise.
[[nodiscard]] Head gpt_head(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                            const GptForward& forward, const GptHeadPlace& place,
                            const std::vector<Matrix>& u = {});

/// The norm before it, for HeadBlocks in the coordinates of the stream. Arguments and errors as
/// above.
[[nodiscard]] NormOfInput gpt_head_norm(const GptShape& shape, const Vector& weights,
                                        const GptBatch& batch, const GptForward& forward,
                                        const GptHeadPlace& place);

}  // namespace attn
