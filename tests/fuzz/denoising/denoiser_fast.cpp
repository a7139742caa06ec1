#include "attn/denoising/denoiser_fast.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(denoiser_fast) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 20), d = input.size(0, 4);
  const double beta = input.positive(), eta = input.flip() ? input.positive() / 16.0 : 0.5;
  constexpr std::array<attn::PairSum, 3> kWays = {
      attn::PairSum::kAutomatic, attn::PairSum::kAllPairs, attn::PairSum::kTransform};
  const attn::PairSum how = kWays[input.byte() % kWays.size()];
  const auto z = input.given_floats(n, d, fuzz::to_float);
  const auto queries = input.given_floats(input.size(0, 6), input.nearly(d), fuzz::to_float, {z});
  attn::FloatMatrix m;
  fuzz::returns("cheaper_pair_sum", [&] { static_cast<void>(attn::cheaper_pair_sum(z, beta)); });
  // Up to the bound, which is relative to all points together.
  const auto inside = [&](const char* function, const attn::FloatMatrix& all) {
    const double size = attn::largest(z.matrix());
    fuzz::expect_finite(function, m);
    fuzz::expect(attn::largest(m) <= size + 1e-5 * (size + attn::largest(all)) + 1e-37, function,
                 "among the particles");
  };
  if (fuzz::returns("stage1_step_fast", [&] { m = attn::stage1_step_fast(z, beta, eta, how); })) {
    inside("stage1_step_fast", z.matrix());
  }
  if (fuzz::returns("posterior_mean_fast",
                    [&] { m = attn::posterior_mean_fast(queries, z, beta, how); })) {
    inside("posterior_mean_fast", queries.matrix());
  }
  return 0;
}
