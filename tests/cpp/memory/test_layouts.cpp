#include "attn/memory.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("the modern network is that of the numbers, however these lie in memory") {
  check_same(
      [](const auto& k, const auto& v, const auto& x) {
        const Retrieval r = modern_hopfield_retrieve(k, x, 0.9);
        return bits_of(modern_hopfield_energy(k, x, 0.9), modern_hopfield_gradient(k, x, 0.9),
                       modern_hopfield_weights(k, x, 0.9), modern_hopfield_update(k, x, 0.9),
                       modern_hopfield_read(k, v, x, 0.9), r.states, r.weights);
      },
      matrix(5, 3, 1), matrix(5, 2, 2), matrix(4, 3, 3));
  check_same([](const auto& a) { return bits_of(patterns_held(a)); },
             modern_hopfield_weights(matrix(5, 3, 1), matrix(4, 3, 3), 1.0));
}

TEST_CASE("the classical network is that of the signs, however these lie in memory") {
  Rng rng(1);
  const Matrix stored = random_patterns(3, 9, rng);
  check_same(
      [](const auto& patterns, const auto& x) {
        Rng order(2);
        const ClassicalHopfield network(patterns);
        return bits_of(network.weights(), network.energy(x), network.update(x),
                       network.settle(x, order).state, flip_signs(x, 3, order), overlap(x, x));
      },
      stored, Vector(random_patterns(1, 9, rng).row(0)));
}
