#include "attn/memory/classical_hopfield.hpp"

#include <optional>

#include "fuzz_input.hpp"

FUZZ_TARGET(classical_hopfield) {
  fuzz::Input input(data, size);
  attn::Rng rng(input.byte());
  const attn::Index count = input.size(0, 4), n = input.size(0, 6);
  // Most often signs.
  const auto signs = [&](attn::Matrix m, bool zeros) {
    if (input.byte() % 8 == 0) return m;
    for (double& x : m.reshaped()) x = zeros && x == 0.0 ? 0.0 : x > 0.0 ? 1.0 : -1.0;
    return m;
  };
  const attn::Matrix patterns = signs(input.given(count, n).matrix(), false);
  const bool own = input.flip();
  const attn::Vector x = signs(input.matrix(input.nearly(n), 1), true).col(0);
  const attn::Index sweeps = input.size(0, 8);
  std::optional<attn::ClassicalHopfield> network;
  if (!fuzz::returns("ClassicalHopfield", [&] { network.emplace(patterns, own); })) return 0;
  fuzz::expect_finite("ClassicalHopfield", network->weights());
  double before;
  if (!fuzz::returns("ClassicalHopfield", [&] { before = network->energy(x); })) return 0;
  fuzz::expect_finite("ClassicalHopfield", before);
  fuzz::expect(network->update(x).cwiseAbs() == attn::Vector::Ones(n), "ClassicalHopfield",
               "signs");
  attn::HopfieldRest rest;
  if (fuzz::returns("ClassicalHopfield", [&] { rest = network->settle(x, rng, sweeps); })) {
    fuzz::expect(network->energy(rest.state) <= before, "ClassicalHopfield", "downhill");
    fuzz::expect(!rest.settled || network->update(rest.state) == rest.state, "ClassicalHopfield",
                 "at rest");
  }
  if (fuzz::returns("ClassicalHopfield", [&] { network->store(x.transpose()); }))
    fuzz::expect_finite("ClassicalHopfield", network->weights());
  return 0;
}
