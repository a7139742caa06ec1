// The claims of seed 001, part VIII: Hopfield networks.
#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/memory/capacity.hpp"
#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/memory/patterns.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// ---- the classical network ----------------------------------------------------------------------

double energy_of_weights_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const ClassicalHopfield network(random_patterns(5, 24, rng), true);
  const Vector x = random_patterns(1, 24, rng).row(0).transpose();
  const double written_out = -0.5 * x.dot(Vector(network.weights().lazyProduct(x)));
  return std::fabs(network.energy(x) - written_out);
}

// Of 6 patterns of 100 units, and the negative of each.
double rest_is_a_pattern(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix patterns = random_patterns(6, 100, rng);
  const ClassicalHopfield network(patterns);
  const Vector negative = -patterns.row(0).transpose();
  const HopfieldRest rest = network.settle(negative, rng);
  double nearest = -1.0;
  for (Index mu = 0; mu < patterns.rows(); ++mu) {
    nearest = larger(nearest, overlap(rest.state, Vector(patterns.row(mu).transpose())));
  }
  return holds(nearest > 0.9);
}

double overlap_at_load(std::uint64_t seed, double load) {
  constexpr Index kUnits = 600;
  Rng rng(seed);
  const Matrix patterns =
      random_patterns(static_cast<Index>(std::lround(load * kUnits)), kUnits, rng);
  const Vector first = patterns.row(0).transpose();
  return overlap(ClassicalHopfield(patterns).settle(first, rng).state, first);
}

// The share of N patterns up to which every input is at rest with W as printed, whose diagonal is M
// / N: of 512 units.
double load_with_the_diagonal(std::uint64_t seed, const Progress&) {
  constexpr Index kUnits = 512;
  Rng rng(seed);
  const auto failed = classical_first_failure({kUnits, 0, kUnits}, 0.975, true, rng);
  return static_cast<double>(failed.value_or(kUnits)) / static_cast<double>(kUnits);
}

// ---- the modern network -------------------------------------------------------------------------

struct Memory {
  explicit Memory(std::uint64_t seed) {
    Rng rng(seed);
    k = normal(rng, 6, 4);
    v = normal(rng, 6, 4);
    state = normal(rng, 1, 4);
  }
  Matrix k, v, state;  // (6 x 4), (6 x 4), (1 x 4)
};

double update_residual(std::uint64_t seed, const Progress&) {
  const Memory m(seed);
  AttentionOptions o;
  o.scale = 1.5;
  return largest(modern_hopfield_read(m.k, m.v, m.state, 1.5) - attention(m.state, m.k, m.v, o));
}

// (66) as printed: without 1 / beta in front of lse.
double printed_energy(const Matrix& k, const Matrix& state, double beta) {
  const Vector z = beta * Vector(k.lazyProduct(state.transpose()).col(0));
  const double top = highest(z);
  double sum = 0.0;
  for (Index mu = 0; mu < z.size(); ++mu) sum += mathfn::exp(z(mu) - top);
  return -(top + mathfn::log(sum)) + 0.5 * state.squaredNorm();
}

// The gradient of (66) is state - c K^T softmax(beta K state): c, by least squares, at beta = 2.
double factor_of_the_pull(std::uint64_t seed, const Progress&) {
  const Memory m(seed);
  const Matrix gradient = central_differences(
      [&](const Matrix& state) { return printed_energy(m.k, state, 2.0); }, m.state, 1e-2);
  const Matrix pull = modern_hopfield_update(m.k, m.state, 2.0);
  return (m.state - gradient).cwiseProduct(pull).sum() / pull.squaredNorm();
}

double rest_residual(std::uint64_t seed, const Progress&) {
  const Memory m(seed);
  const Retrieval rest = modern_hopfield_retrieve(m.k, m.state, 1.5);
  return largest(modern_hopfield_gradient(m.k, rest.states, 1.5));
}

double never_rises(std::uint64_t seed, const Progress&) {
  const Memory m(seed);
  Matrix state = m.state;
  bool falls = true;
  for (int step = 0; step < 20; ++step) {
    const Matrix next = modern_hopfield_update(m.k, state, 1.5);
    const double before = modern_hopfield_energy(m.k, state, 1.5)(0);
    falls = falls && modern_hopfield_energy(m.k, next, 1.5)(0) <= before + 1e-12;
    state = next;
  }
  return holds(falls);
}

// What a step adds is minus a gradient only if its derivative by the state is symmetric.
double other_values_descend(std::uint64_t seed, const Progress&) {
  const Memory m(seed);
  Matrix jacobian(4, 4);
  for (Index i = 0; i < 4; ++i) {
    jacobian.row(i) = central_differences(
        [&](const Matrix& state) { return modern_hopfield_read(m.k, m.v, state, 1.5)(0, i); },
        m.state, 1e-2);
  }
  return holds(largest(jacobian - Matrix(jacobian.transpose())) < 1e-6);
}

// By the test that can fail from undamaged queries: half of the weight.
double log_capacity_a_dimension(std::uint64_t seed, const Progress&) {
  constexpr Index kSigns = 18;
  Rng rng(seed);
  const auto failed =
      modern_first_failure({kSigns, 0, Index{1} << kSigns}, 1.0, ModernFailure::kWeight, rng);
  return mathfn::log(static_cast<double>(failed.value_or(Index{1} << kSigns))) /
         static_cast<double>(kSigns);
}

}  // namespace

std::vector<Claim> of_memory() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("001.eq-65.energy", "section 9.1, (64) and (65)", "The energy of a classical network.",
           "−½ x W x", 1e-11, "energy, from the patterns, against the weights written out",
           energy_of_weights_residual);
  list.push_back({"001.section-9.fixed", "section 9.1", "Fixed points are the stored patterns.",
                  "fixed points correspond to stored patterns", 1.0, A::kHolds, 0.0,
                  "whether a network started at −ξ comes to rest near a stored pattern",
                  "settle, 6 patterns of 100 units", 10, false, rest_is_a_pattern});
  list.back().correction = {
      "(65) has the same value for x and −x, so the negative of every stored pattern is a minimum "
      "too; mixtures of patterns are others",
      0.0, 0.0};
  list.push_back(
      {"001.section-9.capacity", "section 9.1",
       "Up to 0.14 N random patterns come back, with few wrong bits.", "M ≈ 0.14 N", 0.9, A::kAbove,
       0.0, "overlap of the first of 0.138 N patterns with where it settles",
       "settle without self-coupling, 600 units; more than 0.9 is meant", 20, false,
       [](std::uint64_t seed, const Progress&) { return overlap_at_load(seed, 0.138); }});
  list.push_back(
      {"001.section-9.beyond", "section 9.1", "Beyond that they do not.", "M ≈ 0.14 N", 0.1,
       A::kAbove, 0.0, "by how much the overlap of the first of 0.17 N patterns falls short of 1",
       "settle without self-coupling, 600 units; more than 0.1 is meant", 20, false,
       [](std::uint64_t seed, const Progress&) { return 1.0 - overlap_at_load(seed, 0.17); }});
  list.push_back({"001.eq-64.diagonal", "section 9.1, (64)",
                  "With the weights as printed the capacity is 0.14 N.", "M ≈ 0.14 N", 0.14,
                  A::kWithin, 0.03,
                  "share of N at which a stored pattern no longer stays, W_ii = M / N",
                  "classical_first_failure, 512 units, 97.5 % of the bits", 20, false,
                  load_with_the_diagonal});
  list.back().correction = {
      "the diagonal M / N of (64) holds whatever state a unit has; 0.14 N is for W_ii = 0", 0.28,
      0.05};
  list.push_back({"001.eq-68.gradient", "section 9.2, (66) and (68)",
                  "The gradient of the energy (66) is ξ − K^T softmax(β K ξ).",
                  "−K^T softmax(β K ξ) + ξ", 1.0, A::kWithin, 1e-6,
                  "factor in front of K^T softmax, at β = 2",
                  "central differences of (66) as printed", 10, false, factor_of_the_pull});
  list.back().correction = {
      "the chain rule brings out β; (68) is the gradient of −lse(β K ξ) / β + ½ |ξ|²", 2.0, 1e-6};
  residual("001.eq-69.fixed", "section 9.2, (69)",
           "Where the update comes to rest, the gradient of the energy is 0.",
           "ξ = K^T softmax(β K ξ)", 1e-9, "modern_hopfield_retrieve, β = 1.5", rest_residual);
  list.push_back({"001.eq-67.descent", "section 9.2, (67)",
                  "An update never raises the energy, corrected as above.", "update rule", 1.0,
                  A::kHolds, 0.0, "share of seeds for which 20 updates do not",
                  "modern_hopfield_energy along modern_hopfield_update, V = K", 20, false,
                  never_rises});
  residual("001.eq-67.attention", "section 9.2, (67)", "The update is attention with scale β.",
           "V^T softmax(β K ξ)", 1e-12, "modern_hopfield_read against attention", update_residual);
  list.push_back({"001.eq-67.values", "section 9.2, the proof",
                  "The update with values V other than K comes from an energy too.",
                  "with values V, this generalizes", 1.0, A::kHolds, 0.0,
                  "whether the derivative of the update by the state is symmetric",
                  "central differences of modern_hopfield_read", 10, false, other_values_descend});
  list.back().correction = {
      "what is a gradient has a symmetric derivative; that of V^T softmax(β K ξ) is "
      "β V^T (diag a − a a^T) K. It is attention, but no descent",
      0.0, 0.0};
  list.push_back({"001.eq-70.capacity", "section 9.3, (70)",
                  "A modern network stores about exp(d / 2) patterns.", "exp(d / 2)", 0.5,
                  A::kWithin, 0.01, "log M / d at the first failure, β = 1, d = 18",
                  "modern_first_failure: the right pattern keeps half of the weight", 20, false,
                  log_capacity_a_dimension});
  list.back().correction = {
      "for patterns of signs, undamaged queries and β = 1 the sum of the other weights reaches 1 "
      "at "
      "exp((1 − ln cosh 1) d) = exp(0.566 d); other patterns, damage or β give other numbers",
      0.57, 0.02};
  return list;
}

}  // namespace attn::claims
