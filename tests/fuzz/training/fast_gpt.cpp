#include "attn/training/fast_gpt.hpp"

#include <memory>

#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(fast_gpt) {
  fuzz::Input input(data, size);
  const attn::GptShape shape = fuzz::gpt_shape(input);
  std::unique_ptr<attn::FastGpt> model;
  const bool fused = input.flip();
  if (!fuzz::returns("FastGpt", [&] {
        model = std::make_unique<attn::FastGpt>(shape, attn::FastGptOptions{fused, {}});
      })) {
    return 0;
  }
  const attn::GptBatch batch = fuzz::gpt_batch(input);
  const Eigen::VectorXf w =
      fuzz::weights(input, input.nearly(attn::gpt_size(shape))).unaryExpr(&fuzz::to_float);
  const attn::Index rows = batch.sequences * batch.length;
  const attn::FloatMatrix noise =
      input.flip() ? attn::FloatMatrix(
                         input.matrix(rows, input.nearly(shape.width)).unaryExpr(&fuzz::to_float))
                   : attn::FloatMatrix();
  double loss = 0.0;
  if (fuzz::returns("FastGpt::loss", [&] { loss = model->loss(w, batch, noise); })) {
    fuzz::expect_finite("FastGpt::loss", loss);
  }
  Eigen::VectorXf gradient(w.size());
  if (fuzz::returns("FastGpt::gradient",
                    [&] { loss = model->gradient(w, batch, gradient, noise); })) {
    fuzz::expect_finite("FastGpt::gradient", loss, gradient);
  }
  Eigen::VectorXf next;
  if (fuzz::returns("FastGpt::next", [&] { next = model->next(w, batch.tokens); })) {
    fuzz::expect_finite("FastGpt::next", next);
    fuzz::expect(attn::lowest(next) >= 0.0 && std::fabs(next.sum() - 1.0F) < 1e-5F, "FastGpt::next",
                 "a distribution");
  }
  return 0;
}
