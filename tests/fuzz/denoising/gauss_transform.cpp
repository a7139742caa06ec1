#include "attn/denoising/denoiser_fast.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(gauss_transform) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(1, 120), d = input.size(1, 2);
  // Groups of any width anywhere, in units in which there are gaps and boxes.
  const double beta = std::fabs(input.number(fuzz::Input::Kind::ordinary)) + 0.01;
  const double width = std::ldexp(1.0, input.byte() % 16 - 8);
  attn::FloatMatrix z(n, d);
  for (attn::Index i = 0; i < z.size(); ++i) {
    const double centre = 4.0 * (input.byte() % 4);
    z.data()[i] = fuzz::to_float(centre + width * input.number(fuzz::Input::Kind::ordinary));
  }
  const attn::FloatMatrix queries =
      input.flip() ? z : attn::FloatMatrix(2.0F * z.topRows((n + 1) / 2));
  attn::FloatMatrix transform, pairs;
  const auto compare = [&](const char* function, double extent) {
    fuzz::expect_finite(function, transform, pairs);
    fuzz::expect(attn::largest(transform - pairs) <= 4e-6 * extent, function,
                 "the sum over all pairs");
  };
  const double extent = 2.0 * (attn::largest(z) + attn::largest(queries)) + 1e-30;
  if (fuzz::returns("stage1_step_fast", [&] {
        transform = attn::stage1_step_fast(z, beta, 1.0, attn::PairSum::kTransform);
        pairs = attn::stage1_step_fast(z, beta, 1.0, attn::PairSum::kAllPairs);
      })) {
    compare("stage1_step_fast", extent);
  }
  if (fuzz::returns("posterior_mean_fast", [&] {
        transform = attn::posterior_mean_fast(queries, z, beta, attn::PairSum::kTransform);
        pairs = attn::posterior_mean_fast(queries, z, beta, attn::PairSum::kAllPairs);
      })) {
    compare("posterior_mean_fast", extent);
  }
  return 0;
}
