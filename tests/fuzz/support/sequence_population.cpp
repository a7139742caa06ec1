#include "attn/support/sequence_population.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(sequence_population) {
  fuzz::Input input(data, size);
  attn::PopulationOptions options;
  options.count = input.size(0, 4);
  options.length = input.size(0, 4);
  options.variance = input.positive();
  const double a = input.number();
  const auto beyond = input.flip() ? attn::BeyondBoundary::kFold : attn::BeyondBoundary::kExclude;
  attn::Rng rng(input.byte());
  attn::SequencePopulation p;
  if (!fuzz::returns("sequence_population",
                     [&] { p = attn::sequence_population(options, a, rng, beyond); })) {
    return 0;
  }
  fuzz::expect_finite("sequence_population", p.largest_variance, p.least_margin);
  for (const double log_density : p.log_density) {
    fuzz::expect(log_density < 1e300, "sequence_population", "a number or -Infinity");
  }
  return 0;
}
