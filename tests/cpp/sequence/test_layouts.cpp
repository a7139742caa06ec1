#include "attn/sequence.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("a chain is that of the numbers, however these lie in memory") {
  check_same(
      [](const auto& p, const auto& x) {
        Rng rng(1);
        const std::vector<Index> drawn = sample_chain(p, 0, 20, rng);
        const NoisyChain chain{p, matrix(8, 3, 2), 1.0};
        return bits_of(stationary_distribution(p), entropy_rate(p), bayes_accuracy(p),
                       predict_from_symbols(p, drawn), predict_from_inputs(chain, x),
                       predict_from_history(chain, x));
      },
      sticky_transition(), matrix(5, 3, 1));
}
