// Evaluators of the topic hopfield.
#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "reference/cases.hpp"

namespace attn::reference {

// As the conventions of the cases say: weights and energy with self-coupling, updates without.
Arrays hopfield_classical(const Case& c) {
  const Matrix patterns = matrix(c, "patterns");
  const ClassicalHopfield with(patterns, true);
  const ClassicalHopfield without(patterns, false);
  const Index steps = whole(c, "steps");
  Vector x = vector_input(c, "x0");
  Matrix states(steps + 1, x.size());
  Vector energies(steps + 1);
  for (Index t = 0; t <= steps; ++t) {
    states.row(t) = x;
    energies(t) = with.energy(x);
    x = without.update(x);
  }
  return {{"W", to_array(with.weights())},
          {"states", to_array(states)},
          {"energy", to_array(energies)}};
}

Arrays hopfield_modern(const Case& c) {
  const Matrix k = matrix(c, "K");
  const double beta = number(c, "beta");
  const Index steps = whole(c, "steps");
  const Matrix start = vector_input(c, "xi0").transpose();
  Matrix states(steps + 1, start.cols());
  states.row(0) = start;
  for (Index t = 1; t <= steps; ++t) {
    states.row(t) = modern_hopfield_update(k, states.row(t - 1), beta);
  }
  const Matrix gradient = modern_hopfield_gradient(k, start, beta);
  return {{"states", to_array(states)},
          {"energy", to_array(modern_hopfield_energy(k, states, beta))},
          {"grad_energy0", to_array(Vector(gradient.row(0)))}};
}

}  // namespace attn::reference
