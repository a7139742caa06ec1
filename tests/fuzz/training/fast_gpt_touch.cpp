#include "attn/training/fast_gpt.hpp"
#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(fast_gpt_touch) {
  fuzz::Input input(data, size);
  const attn::GptShape shape{5, 4, 4, 2, 2};
  attn::FastGpt model(shape, {input.flip(), {}});
  const attn::GptBatch batch = fuzz::gpt_batch(input);
  const Eigen::VectorXf w =
      fuzz::weights(input, input.nearly(attn::gpt_size(shape))).unaryExpr(&fuzz::to_float);
  attn::Vector clean, losses;
  if (!fuzz::returns("FastGpt::losses", [&] { clean = model.losses(w, batch); })) return 0;
  fuzz::expect_finite("FastGpt::losses", clean);
  attn::GptTouch touch;
  touch.block = input.nearly(input.size(0, 1));
  touch.head = input.nearly(input.size(0, 1));
  if (fuzz::returns("FastGpt::losses", [&] { losses = model.losses(w, batch, touch); })) {
    fuzz::expect(losses == clean, "FastGpt::losses", "as without a touch that changes nothing");
  }
  fuzz::change(input, batch, touch);
  if (fuzz::returns("FastGpt::losses", [&] { losses = model.losses(w, batch, touch); })) {
    fuzz::expect_finite("FastGpt::losses", losses);
  }
  return 0;
}
