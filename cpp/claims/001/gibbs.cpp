// The claims of seed 001, part III: statistical mechanics.
#include <cmath>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "claims/001/parts.hpp"
#include "experiments/bilinear-form/softmax.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double temperature_of_scale_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.scale = 1.0;
  o.temperature = std::sqrt(3.0);
  return largest(attention(p.q, p.k, p.v, o) - attention(p.q, p.k, p.v));
}

double gibbs_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Vector e = exponentials(s / 0.7);
  return largest(softmax(s, 0.7) - e / e.sum());
}

double hard_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  Index winner = 0;
  for (Index j = 1; j < 7; ++j) winner = s(j) > s(winner) ? j : winner;
  return largest(softmax(s, 0.0) - Vector::Unit(7, winner)) +
         largest(softmax(s, 1e-6) - Vector::Unit(7, winner));
}

double uniform_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  return largest(softmax(s, kInfinity) - Vector::Constant(7, 1.0 / 7.0));
}

double weight_of_a_tie(std::uint64_t, const Progress&) {
  Vector s(3);
  s << 1.0, 1.0, 0.0;
  return softmax(s, 1e-6)(0);
}

double identity_residual(std::uint64_t seed, const Progress&) {
  experiments::SoftmaxParams p;
  p.scores = Problem(seed).scores();
  p.temperature = 0.7;
  return experiments::Softmax(p).frame().identity_error;
}

double delta_entropy(std::uint64_t seed, const Progress&) {
  return std::fabs(entropy(Vector::Unit(7, static_cast<Index>(seed % 7))));
}

double uniform_entropy_residual(std::uint64_t, const Progress&) {
  return std::fabs(entropy(Vector::Constant(7, 1.0 / 7.0)) - mathfn::log(7.0));
}

// Of weights at temperatures from cold to hot: inside of the interval, and both ends are met.
double normalised_range(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  bool inside = true;
  double before = -1.0;
  for (const double t : {0.05, 0.2, 1.0, 5.0, 50.0}) {
    const double h = normalised_entropy(softmax(s, t));
    inside = inside && h >= 0.0 && h <= 1.0 && h >= before;
    before = h;
  }
  return holds(inside && normalised_entropy(softmax(s, 1e-4)) < 1e-12 &&
               std::fabs(normalised_entropy(softmax(s, kInfinity)) - 1.0) < 1e-12);
}

// lambda from (29) for each key: of the weights of softmax it is one number.
double lagrangian_residual(std::uint64_t seed, const Progress&) {
  constexpr double kT = 0.7;
  const Vector s = Problem(seed).scores();
  const Vector a = softmax(s, kT);
  Vector lambda(7);
  for (Index j = 0; j < 7; ++j) lambda(j) = s(j) - kT * (1.0 + mathfn::log(a(j)));
  return largest(Vector(lambda.array() - lambda(0)));
}

double variational_principle(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Vector other = softmax(Problem(seed + 1000).scores(), 0.5);
  const double least = variational_free_energy(softmax(s, 0.7), s, 0.7);
  return holds(variational_free_energy(other, s, 0.7) > least &&
               variational_gap(other, s, 0.7) > 0.0 &&
               variational_gap(softmax(s, 0.7), s, 0.7) < 1e-14);
}

}  // namespace

std::vector<Claim> of_gibbs() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("001.eq-20.gibbs", "section 4.1, (20)",
           "Weights are the Gibbs distribution of energies −S.",
           "A^ij = exp(S^ij/T) / Σ_k exp(S^ik/T)", 1e-12,
           "softmax at T = 0.7 against the equation written out", gibbs_residual);
  residual("001.eq-21.limit", "section 4.2, (21)",
           "For T to 0 the largest score, if it is one, has all the weight.",
           "*1* if j = arg max_k S^ik", 1e-12, "softmax at T = 0 and 10⁻⁶ of scores that differ",
           hard_residual);
  list.push_back({"001.eq-21.ties", "ours, beside section 4.2",
                  "For T to 0 two largest scores that tie have half of the weight each; the proof "
                  "of (21) supposes a unique one.",
                  "", 0.5, A::kWithin, 1e-12, "weight of one of two largest scores that tie",
                  "softmax at T = 10⁻⁶", 1, false, weight_of_a_tie});
  list.back().baseline = {1.0, "one of them has it all"};
  residual("001.eq-22.limit", "section 4.2, (22)", "For T to ∞ all keys have the same weight.",
           "lim T→∞ A^ij = *1/n_k* (uniform attention)", 1e-12, "softmax at T = ∞",
           uniform_residual);
  residual("001.section-4.scale", "section 4.2",
           "The scale 1 / √d is a temperature √d of unscaled scores.",
           "as setting an effective temperature *T = √d_k* when using unscaled scores", 1e-12,
           "attention with one and with the other", temperature_of_scale_residual);
  residual("001.eq-24.delta", "section 4.3, below (24)",
           "Where one key has all the weight the entropy is 0.",
           "H = *0*: Delta distribution (all attention on one key)", 1e-14, "entropy",
           delta_entropy);
  list.back().baseline = {1.9459, "log 7, of uniform weights"};
  residual("001.eq-24.uniform", "section 4.3, below (24)",
           "Where all keys have the same weight the entropy is log n.",
           "H = *log(n_k)*: Uniform distribution (equal attention on all keys)", 1e-14,
           "entropy of 7 equal weights less log 7", uniform_entropy_residual);
  list.back().baseline = {1.9459, "log 7, if one key had all the weight"};
  list.push_back({"001.section-4.normalised", "section 4.3",
                  "The entropy over log n lies between 0 and 1.",
                  "The normalized entropy H^i / log(n_k) ∈ *[0, 1]*", 1.0, A::kHolds, 0.0,
                  "share of seeds for which it does, grows with T, and meets both ends",
                  "normalised_entropy of softmax at temperatures from 10⁻⁴ to ∞", 20, false,
                  normalised_range});
  residual("001.eq-26.identity", "section 4.4, (26)", "F = −T log Z is ⟨E⟩ − T H.",
           "the free energy satisfies: F = ⟨E⟩ − T · H", 1e-12,
           "free_energy, mean_energy, entropy at T = 0.7", identity_residual);
  list.push_back(
      {"001.eq-27.minimum", "section 4.4, (27)", "The weights of softmax minimise ⟨E⟩ − T H.",
       "(Variational Principle). The attention weights *minimize the free energy*", 1.0, A::kHolds,
       0.0,
       "share of seeds for which another distribution has more, by T times its "
       "divergence",
       "variational_free_energy and variational_gap at T = 0.7", 20, false, variational_principle});
  residual("001.eq-29.stationary", "section 4.4, (29)",
           "At the weights of softmax the Lagrangian is stationary, with one λ for all keys.",
           "−S_j + T(1 + log A_j) + λ = *0*", 1e-12,
           "λ of (29) for each key, less that of the first, softmax at T = 0.7",
           lagrangian_residual);
  return list;
}

}  // namespace attn::claims
