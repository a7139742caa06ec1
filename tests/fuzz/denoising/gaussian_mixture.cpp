#include "attn/denoising/gaussian_mixture.hpp"

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

FUZZ_TARGET(gaussian_mixture) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 3);
  const attn::GaussianMixture prior = mixture(input, d);
  const double noise = input.positive();
  const auto queries = input.given(input.size(0, 3), input.nearly(d));
  attn::Matrix m;
  if (fuzz::returns("exact_posterior_mean",
                    [&] { m = attn::exact_posterior_mean(prior, queries, noise); })) {
    fuzz::expect_finite("exact_posterior_mean", m);
  }
  attn::Vector v;
  if (fuzz::returns("exact_posterior_variance",
                    [&] { v = attn::exact_posterior_variance(prior, queries, noise); })) {
    fuzz::expect_finite("exact_posterior_variance", v);
    fuzz::expect(attn::lowest(v) >= 0.0, "exact_posterior_variance", "a variance");
  }
  attn::Rng rng(input.byte());
  attn::MixtureSample draws;
  const attn::Index n = input.size(0, 5);
  if (fuzz::returns("sample", [&] { draws = attn::sample(prior, noise, n, rng); })) {
    fuzz::expect_finite("sample", draws.clean, draws.noisy);
  }
  attn::GaussianMixture made;
  const double centre = input.number();
  if (fuzz::returns("two_modes", [&] { made = attn::two_modes(centre, noise, d); })) {
    fuzz::expect_finite("two_modes", made.means, made.weights, made.variance);
  }
  if (fuzz::returns("point_masses", [&] { made = attn::point_masses(queries); })) {
    fuzz::expect_finite("point_masses", made.means, made.weights);
  }
  return 0;
}
