#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

Toy draw_toy(std::uint64_t seed, double init) {
  constexpr ClassifierSizes kSizes{3, 2, 2, kToyClasses};
  Rng rng(seed);
  Toy out;
  out.x.resize(kToyTokens, kSizes.d_x);
  for (double& number : out.x.reshaped<Eigen::RowMajor>()) number = rng.normal();
  out.weights = random_classifier(kSizes, init, rng);
  const std::vector<double> even(static_cast<std::size_t>(kToyClasses), 1.0);
  std::vector<Index> labels;
  for (Index i = 0; i < kToyTokens; ++i) labels.push_back(rng.categorical(even));
  out.targets = one_hot(labels, kToyClasses);
  return out;
}

}  // namespace attn::experiments
