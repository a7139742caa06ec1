#include "attn/training/gpt.hpp"

#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(gpt) {
  fuzz::Input input(data, size);
  const attn::GptShape shape = fuzz::gpt_shape(input);
  std::vector<attn::GptPart> parts;
  if (fuzz::returns("gpt_parts", [&] { parts = attn::gpt_parts(shape); })) {
    fuzz::expect(
        parts.back().first + parts.back().rows * parts.back().cols == attn::gpt_size(shape),
        "gpt_parts", "as long as all weights");
  }
  attn::Rng rng(input.byte());
  attn::Vector w;
  if (fuzz::returns("gpt_start", [&] { w = attn::gpt_start(shape, rng, input.number()); })) {
    fuzz::expect_finite("gpt_start", w);
  }
  const attn::GptBatch batch = fuzz::gpt_batch(input);
  w = fuzz::weights(input, input.nearly(fuzz::gpt_weights(shape)));
  const attn::Matrix noise =
      input.flip() ? input.matrix(batch.sequences * batch.length, input.nearly(shape.width))
                   : attn::Matrix();
  attn::GptForward forward;
  if (!fuzz::returns("gpt_forward", [&] { forward = attn::gpt_forward(shape, w, batch, noise); })) {
    return 0;
  }
  fuzz::expect_finite("gpt_forward", forward.logits, forward.losses, forward.loss);
  attn::Vector d;
  if (fuzz::returns("gpt_backward",
                    [&] { d = attn::gpt_backward(shape, w, batch, forward, noise); })) {
    fuzz::expect_finite("gpt_backward", d);
  }
  return 0;
}
