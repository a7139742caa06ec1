#include "attn/denoising/mmse.hpp"

#include "fuzz_input.hpp"

namespace {

attn::GaussianMixture mixture(fuzz::Input& input, attn::Index d) {
  attn::GaussianMixture out;
  const attn::Index c = input.size(0, 4);
  out.means = input.given(c, d).matrix();
  out.weights = input.distribution(input.nearly(c));
  out.variance = input.flip() ? 0.0 : input.positive();
  return out;
}

}  // namespace

FUZZ_TARGET(mmse) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3);
  const attn::GaussianMixture prior = mixture(input, d);
  const double noise = input.positive();
  attn::MmseOptions options;
  options.draws = input.size(1, 40);
  options.plane_work = input.flip() ? 0.0 : 3e4;
  attn::Mmse found;
  if (fuzz::returns("mmse", [&] { found = attn::mmse(prior, noise, options); })) {
    fuzz::expect_finite("mmse", found.value, found.error);
    fuzz::expect(found.value >= 0.0 && found.error >= 0.0, "mmse", "an error that is >= 0");
  }
  return 0;
}
