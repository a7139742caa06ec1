#include "attn/reading/gpt_head.hpp"

#include "attn/training/gpt_touch.hpp"
#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(gpt_head) {
  fuzz::Input input(data, size);
  const attn::GptShape shape{5, 4, 4, 2, 2};
  const attn::GptBatch batch = fuzz::gpt_batch(input);
  attn::Vector w = fuzz::weights(input, fuzz::gpt_weights(shape));
  attn::GptForward forward;
  if (!fuzz::returns("gpt_forward", [&] { forward = attn::gpt_forward(shape, w, batch); })) {
    return 0;
  }
  std::vector<attn::Matrix> u;
  if (input.flip()) {
    if (!fuzz::returns("gpt_head_gradients",
                       [&] { u = attn::gpt_head_gradients(shape, w, batch, forward); }))
      return 0;
  } else {
    const attn::Index blocks = input.flip() ? input.nearly(2) : 0;
    for (attn::Index b = 0; b < blocks; ++b) {
      u.push_back(input.matrix(input.nearly(batch.sequences * batch.length), input.nearly(4)));
    }
  }
  // A shape, weights or a batch that the forward pass is not of.
  attn::GptShape asked = shape;
  attn::GptBatch other = batch;
  if (input.byte() % 16 == 1) asked = fuzz::gpt_shape(input);
  if (input.byte() % 16 == 1) asked.width = input.size(1, 8);
  if (input.byte() % 16 == 1) asked.heads = input.size(1, 4);
  if (input.byte() % 16 == 1) other = fuzz::gpt_batch(input);
  if (input.byte() % 16 == 1) {
    std::swap(other.sequences, other.length);
    other.tokens.assign(static_cast<std::size_t>(other.sequences * (other.length + 1)), 0);
  }
  if (asked.width != shape.width) w = fuzz::weights(input, fuzz::gpt_weights(asked));
  if (input.byte() % 16 == 1) forward.blocks.pop_back();
  const attn::GptHeadPlace place{input.size(-1, 2), input.size(-1, 2),
                                 input.size(-1, other.sequences)};
  attn::Head head;
  if (fuzz::returns("gpt_head",
                    [&] { head = attn::gpt_head(asked, w, other, forward, place, u); })) {
    fuzz::expect_finite("gpt_head", head.x, head.w_q, head.w_k, head.w_v, head.w_o, head.b_q,
                        head.b_k, head.b_v, head.q, head.k, head.v, head.u, *head.scale);
    attn::Attention attention;
    fuzz::expect(fuzz::returns("head_attention", [&] { attention = attn::head_attention(head); }) &&
                     attention.output == forward.blocks[static_cast<std::size_t>(place.block)]
                                             .heads[static_cast<std::size_t>(place.sequence)]
                                             .heads[static_cast<std::size_t>(place.head)]
                                             .output,
                 "gpt_head", "the head of the forward pass");
  }
  attn::NormOfInput norm;
  if (fuzz::returns("gpt_head_norm",
                    [&] { norm = attn::gpt_head_norm(asked, w, other, forward, place); })) {
    fuzz::expect_finite("gpt_head_norm", norm.stream, norm.scale, norm.epsilon);
    fuzz::expect(norm.stream.rows() == other.length && norm.epsilon > 0.0, "gpt_head_norm",
                 "the norm of one sequence");
  }
  return 0;
}
