#include "attn/reading/gpt_head.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "training/gpt_model.hpp"

namespace attn {
namespace {

void check_place(const char* function, const GptShape& shape, const Vector& weights,
                 const GptBatch& batch, const GptForward& forward, const GptHeadPlace& place) {
  gpt_model::check_call(function, shape, weights, batch);
  gpt_model::check_forward(function, shape, batch, forward);
  check::count(function, "place.block", place.block, 0, shape.blocks - 1);
  check::count(function, "place.head", place.head, 0, shape.heads - 1);
  check::count(function, "place.sequence", place.sequence, 0, batch.sequences - 1);
}

}  // namespace

Head gpt_head(const GptShape& shape, const Vector& weights, const GptBatch& batch,
              const GptForward& forward, const GptHeadPlace& place, const std::vector<Matrix>& u) {
  constexpr const char* kName = "gpt_head";
  check_place(kName, shape, weights, batch, forward, place);
  const auto b = static_cast<std::size_t>(place.block);
  const gpt_model::AllWeights all(shape, weights);
  const gpt_model::BlockWeights& w = all.blocks[b];
  const GptBlock& block = forward.blocks[b];
  const Index d = shape.width, size = d / shape.heads, at = place.head * size;
  const Index first = place.sequence * batch.length, n = batch.length;
  check::count(kName, "batch.length", n, 1, kMostHeadTokens);
  check::count(kName, "shape.width", d, 1, kMostHeadWidth);
  check::count(kName, "the size of a head", size, 1, kMostHeadSize);
  Head out;
  out.x = block.first.output.middleRows(first, n);
  out.w_q = w.qkv.middleCols(at, size).transpose();
  out.w_k = w.qkv.middleCols(d + at, size).transpose();
  out.w_v = w.qkv.middleCols(2 * d + at, size).transpose();
  out.b_q = w.qkv_bias.segment(at, size);
  out.b_k = w.qkv_bias.segment(d + at, size);
  out.b_v = w.qkv_bias.segment(2 * d + at, size);
  out.w_o = w.out.middleRows(at, size).transpose();
  out.q = block.qkv.block(first, at, n, size);
  out.k = block.qkv.block(first, d + at, n, size);
  out.v = block.qkv.block(first, 2 * d + at, n, size);
  out.scale = 1.0 / std::sqrt(static_cast<double>(size));
  out.mask = causal_mask(n, n);
  if (!u.empty()) {
    check::count(kName, "the number of blocks of u", u.size(), shape.blocks, shape.blocks);
    check::shape(kName, "a block of u", u[b], gpt_model::rows_of(batch), d);
    out.u = u[b].block(first, at, n, size) * static_cast<double>(gpt_model::rows_of(batch));
    check::matrix(kName, "u", out.u);
  }
  return out;
}

NormOfInput gpt_head_norm(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                          const GptForward& forward, const GptHeadPlace& place) {
  check_place("gpt_head_norm", shape, weights, batch, forward, place);
  const auto b = static_cast<std::size_t>(place.block);
  const gpt_model::AllWeights all(shape, weights);
  const Matrix& stream = b == 0 ? forward.x : forward.blocks[b - 1].output;
  return {stream.middleRows(place.sequence * batch.length, batch.length), all.blocks[b].scale_1,
          gpt_model::kEpsilon};
}

}  // namespace attn
