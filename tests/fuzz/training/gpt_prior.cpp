#include "attn/training/gpt_prior.hpp"

#include <cmath>

#include "fuzz_input.hpp"

FUZZ_TARGET(gpt_prior) {
  fuzz::Input input(data, size);
  attn::GptPriorOptions options;
  options.kind = static_cast<attn::GptPriorKind>(input.size(0, 4));
  if (input.flip()) options.w = input.number();
  if (input.flip()) options.sigma = input.positive();
  if (input.flip()) options.rms = input.positive();
  options.stride = input.nearly(input.size(1, 4));
  const attn::Index length = input.size(0, 4), d = input.size(0, 4), update = input.size(-1, 9);
  const attn::Matrix x = input.matrix(input.nearly(length * input.size(0, 3)), d);
  const attn::Matrix w = input.matrix(input.nearly(d), input.nearly(d));
  attn::GptPrior p{};
  if (fuzz::returns("gpt_prior", [&] { p = attn::gpt_prior(options, x, length, w, update); })) {
    fuzz::expect_finite("gpt_prior", p.value, p.log_det, p.d_x, p.d_w);
  }
  const attn::FloatMatrix x_floats = x.unaryExpr(&fuzz::to_float);
  const attn::FloatMatrix w_floats = w.unaryExpr(&fuzz::to_float);
  std::vector<attn::GptPriorSequence> work;
  attn::FastGptPrior f{};
  if (fuzz::returns("fast_gpt_prior", [&] {
        attn::fast_gpt_prior(options, x_floats, length, w_floats, update, {input.flip(), {}}, work,
                             f);
      })) {
    fuzz::expect_finite("fast_gpt_prior", f.value, f.log_det, f.d_x, f.d_w);
  }
  return 0;
}
