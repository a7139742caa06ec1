#include "attn/training/gpt_touch.hpp"

#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(gpt_touch) {
  fuzz::Input input(data, size);
  const attn::GptShape shape{5, 4, 4, 2, 2};
  const attn::GptBatch batch = fuzz::gpt_batch(input);
  attn::Vector w = fuzz::weights(input, fuzz::gpt_weights(shape));
  attn::GptForward clean;
  if (!fuzz::returns("gpt_forward", [&] { clean = attn::gpt_forward(shape, w, batch); })) {
    return 0;
  }
  attn::GptTouch touch;
  touch.block = input.nearly(input.size(0, 1));
  touch.head = input.nearly(input.size(0, 1));
  // So far it changes nothing.
  attn::GptForward touched;
  if (fuzz::returns("gpt_touched",
                    [&] { touched = attn::gpt_touched(shape, w, batch, clean, touch); })) {
    fuzz::expect(touched.logits == clean.logits && touched.loss == clean.loss, "gpt_touched",
                 "the clean pass, of a touch that changes nothing");
  }
  const attn::Index n = batch.sequences * batch.length;
  fuzz::change(input, batch, touch);
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
  if (input.byte() % 16 == 1) clean.blocks.pop_back();
  if (fuzz::returns("gpt_touched",
                    [&] { touched = attn::gpt_touched(asked, w, other, clean, touch); })) {
    fuzz::expect_finite("gpt_touched", touched.logits, touched.losses, touched.loss);
    const auto b = static_cast<std::size_t>(touch.block);
    fuzz::expect_finite("gpt_touched", touched.blocks[b].qkv, touched.blocks[b].mixed,
                        touched.blocks[b].output);
    for (std::size_t before = 0; before < b; ++before) {
      fuzz::expect(touched.blocks[before].output == clean.blocks[before].output, "gpt_touched",
                   "as it was before the head");
    }
    for (const attn::CausalHeads& heads : touched.blocks[b].heads) {
      const attn::Matrix& weights = heads.heads[static_cast<std::size_t>(touch.head)].weights;
      for (attn::Index i = 0; touch.weights.size() == 0 && i < weights.rows(); ++i) {
        fuzz::expect_weights("gpt_touched", weights.row(i), false);
      }
    }
  }
  std::vector<attn::Matrix> u;
  if (fuzz::returns("gpt_head_gradients",
                    [&] { u = attn::gpt_head_gradients(asked, w, other, clean); })) {
    for (const attn::Matrix& one : u) {
      fuzz::expect_finite("gpt_head_gradients", one);
      fuzz::expect(one.rows() == n && one.cols() == asked.width, "gpt_head_gradients", "n x d");
    }
  }
  return 0;
}
