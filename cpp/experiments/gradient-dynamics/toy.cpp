#include "experiments/gradient-dynamics/toy.hpp"

#include "experiments/numbers.hpp"

namespace attn::experiments {

Toy draw_toy(std::uint64_t seed, double init) {
  return draw_toy(seed, init, kToyTokens, {3, 2, 2, kToyClasses});
}

Toy draw_toy(std::uint64_t seed, double init, Index tokens, const ClassifierSizes& sizes) {
  Rng rng(seed);
  Toy out;
  out.x = normal_rows(rng, tokens, sizes.d_x);
  out.weights = random_classifier(sizes, init, rng);
  const std::vector<double> even(static_cast<std::size_t>(sizes.classes), 1.0);
  std::vector<Index> labels;
  for (Index i = 0; i < tokens; ++i) labels.push_back(rng.categorical(even));
  out.targets = one_hot(labels, sizes.classes);
  return out;
}

}  // namespace attn::experiments
