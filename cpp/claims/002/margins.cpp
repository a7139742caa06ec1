// The claims of seed 002 about margins and support tokens: sections 1, 3.1 to 3.3 and 4, appendix
// B.6.
#include <cmath>
#include <limits>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/boundary.hpp"
#include "attn/support/matrix_margin.hpp"
#include "attn/support/prior_descent.hpp"
#include "attn/support/scalar_residual.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kCoupling = 0.5;
constexpr double kWeak = 0.2;          // that of figure 3.3
constexpr std::uint64_t kDraws = 100;  // of a seed

// Means over the sequences of ten seeds, as they were once looked at.
constexpr double kShareOfFive = 0.5468;
constexpr double kShareOfSix = 0.4616;
constexpr double kShareOfTen = 0.308;
constexpr double kLargestOfFive = 0.8737;
constexpr double kInVariance = 0.508;

double slope_residual(std::uint64_t seed, const Progress&) {
  const Vector x = scalar_tokens(seed);
  const ScalarResidual map = scalar_residual(x, kCoupling);
  double worst = 0.0;
  for (Index t = 0; t < x.size(); ++t) {
    const auto residual = [&](const Matrix& token) {
      Vector moved = x;
      moved(t) = token(0, 0);
      return scalar_residual(moved, kCoupling).residual(t);
    };
    const Matrix at = Matrix::Constant(1, 1, x(t));
    worst = larger(worst, std::fabs(central_differences(residual, at, 0.1)(0, 0) - map.margin(t)));
  }
  return worst;
}

// Eq 60 in loops: how weights follow the token that asks.
double weights_residual(std::uint64_t seed, const Progress&) {
  const Vector x = scalar_tokens(seed);
  const ScalarResidual map = scalar_residual(x, kCoupling);
  const Index t = x.size() - 1;
  double worst = 0.0;
  for (Index s = 0; s < t; ++s) {
    const auto weight = [&](const Matrix& token) {
      Vector moved = x;
      moved(t) = token(0, 0);
      return scalar_residual(moved, kCoupling).weights(t, s);
    };
    const Matrix by_x = central_differences(weight, Matrix::Constant(1, 1, x(t)), 0.1);
    const double printed = kCoupling * map.weights(t, s) * (x(s) - map.mean(t));
    worst = larger(worst, std::fabs(printed - by_x(0, 0)));
  }
  return worst;
}

// Two tokens at -1 and 1 and a query of 0: Var = 1, so that the coupling 1 - m has the margin m.
double barrier_at_the_boundary(std::uint64_t, const Progress&) {
  const Matrix x = (Eigen::Vector3d() << -1.0, 1.0, 0.0).finished();
  double before = 0.0;
  for (const double margin : {1e-1, 1e-3, 1e-6, 1e-9}) {
    const double barrier = scalar_residual(x.col(0), 1.0 - margin).barrier;
    if (!(barrier > before)) return 0.0;
    before = barrier;
  }
  return holds(scalar_residual(x.col(0), 1.0).barrier == std::numeric_limits<double>::infinity());
}

// The share of draws with a < 0 in which the first token, which has no context, has the least
// margin.
double first_for_negative_coupling(std::uint64_t seed, const Progress&) {
  double share = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const ScalarResidual map = scalar_residual(scalar_tokens(kDraws * seed + draw), -kCoupling);
    if (map.support_token == 0) share += 1.0 / static_cast<double>(kDraws);
  }
  return share;
}

// The force of each token's term, |grad log m_t|, of a sequence inside of the boundary; empty
// beyond.
Vector forces(const Vector& x, const ScalarResidual& map) {
  if (!map.supported || !(lowest(map.margin) > 0.0)) return {};
  const Matrix d_margin = scalar_margin_gradients(x, kWeak);
  return d_margin.rowwise().norm().cwiseQuotient(map.margin);
}

// A mean over sequences of N(0, 4) inside of the boundary, of the support token's part in the force
// that this is told of.
template <typename Part>
double mean_part(std::uint64_t seed, Index length, Part part) {
  constexpr Index kSequences = 2000;
  Rng rng(seed);
  double sum = 0.0;
  double counted = 0.0;
  for (Index draw = 0; draw < kSequences; ++draw) {
    Vector x(length);
    for (double& token : x) token = 2.0 * rng.normal();
    const ScalarResidual map = scalar_residual(x, kWeak);
    const Vector force = forces(x, map);
    if (force.size() == 0) continue;
    sum += part(force, map.support_token);
    counted += 1.0;
  }
  return sum / counted;
}

double share_among(std::uint64_t seed, Index length) {
  return mean_part(seed, length,
                   [](const Vector& force, Index t) { return force(t) / force.sum(); });
}

double share_of_five(std::uint64_t seed, const Progress&) { return share_among(seed, 5); }
double share_of_six(std::uint64_t seed, const Progress&) { return share_among(seed, 6); }
double share_of_ten(std::uint64_t seed, const Progress&) { return share_among(seed, 10); }

double largest_of_five(std::uint64_t seed, const Progress&) {
  return mean_part(seed, 5,
                   [](const Vector& force, Index t) { return holds(force(t) == highest(force)); });
}

// Six tokens of which the second and the fifth move: margin and distance to the boundary.
struct Place {
  double margin;
  double distance;
};

Place place_of(double second, double fifth) {
  Vector x(6);
  x << 1.2, second, 0.9, -1.4, fifth, 1.6;
  return {lowest(scalar_residual(x, kCoupling).margin),
          nearest_boundary(margin_plane(x, kCoupling, {1, 4, 4.0, 121})).distance};
}

// The distance of the place with the smaller margin, over that of the one with the larger.
double distance_by_margin(std::uint64_t, const Progress&) {
  const Place small = place_of(0.87, -0.92);
  const Place large = place_of(2.05, 0.92);
  return small.margin < large.margin ? small.distance / large.distance
                                     : std::numeric_limits<double>::quiet_NaN();
}

// The distance of the variance from 1 / a, where the boundary is along that axis: of the place with
// the smaller margin, over that of the other.
double distance_in_variance(std::uint64_t, const Progress&) {
  return place_of(0.87, -0.92).margin / place_of(2.05, 0.92).margin;
}

// Variance 0.8 and a coupling of -3: 1 - rho of a map whose slope is 3.4.
double spectral_margin(std::uint64_t, const Progress&) {
  return block_margins(Matrix::Constant(1, 1, -3.0 * 0.8)).one_minus_rho;
}

// How far (I - M) (I + M + M^2 + ...) is from I: the series as the product of all I + M^(2^k), 2^30
// powers.
double off_inverse(const Matrix& m) {
  const Matrix identity = Matrix::Identity(m.rows(), m.cols());
  Matrix sum = identity;
  Matrix power = m;
  for (int k = 0; k < 30; ++k) {
    sum = Matrix(sum.lazyProduct(identity + power));
    power = Matrix(power.lazyProduct(power));
  }
  return largest((identity - m).lazyProduct(sum) - identity);
}

// Of drawn heads, all blocks with rho < 1: whether each has an inverse, which is that series, and a
// determinant on the side of I.
double invertible_by_radius(std::uint64_t seed, const Progress&) {
  Index stable = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const SupportHead head = support_head(kDraws * seed + draw, true);
    const ResidualMap map = head.map();
    const Matrix identity = Matrix::Identity(head.x.cols(), head.x.cols());
    for (std::size_t t = 1; t < map.blocks.size(); ++t) {
      const Matrix m = identity - map.blocks[t];
      const BlockMargins margins = block_margins(m);
      if (!margins.spectrally_stable) continue;
      ++stable;
      if (!(margins.sign > 0.0 && off_inverse(m) < 1e-6)) return 0.0;
    }
  }
  return holds(stable > 0);
}

// A quarter turn of the values twice as far: rho above 1, and an inverse.
double invertible_beyond(std::uint64_t, const Progress&) {
  Matrix m(2, 2);
  m << 0.0, -1.5, 1.5, 0.0;
  const BlockMargins margins = block_margins(m);
  return holds(!margins.spectrally_stable && margins.sigma_min > 1.0);
}

// Two tokens at -1 and 1 and a query of 0 again: whether the barrier of eq 21 is infinite where the
// margin is delta.
bool is_infinite_at(double delta) {
  return scalar_residual(Eigen::Vector3d(-1.0, 1.0, 0.0), 1.0 - delta).barrier ==
         std::numeric_limits<double>::infinity();
}

double infinite_at_half(std::uint64_t, const Progress&) { return holds(is_infinite_at(0.5)); }
double infinite_at_zero(std::uint64_t, const Progress&) { return holds(is_infinite_at(0.0)); }

HeadWeights scalar_weights(double a) {
  return {Matrix::Constant(1, 1, a), Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
}

// Where descent on eq 21 ends that begins at drawn tokens inside of the boundary.
PriorDescent descended(std::uint64_t seed) {
  constexpr Index kSteps = 2000;
  Rng rng(seed);
  Vector x = Vector::Constant(4, 9.0);
  while (!(lowest(scalar_residual(x, kCoupling).margin) > 0.0)) {
    for (double& token : x) token = 1.5 * rng.normal();
  }
  PriorDescent descent(x, scalar_weights(kCoupling), 0.3);
  descent.advance(kSteps);
  return descent;
}

double end_of_descent(std::uint64_t seed, const Progress&) {
  return largest(descended(seed).embeddings());
}

// Whether squared error is left in the end, beside tokens that fit.
double fit_given_up_by_tokens(std::uint64_t seed, const Progress&) {
  return holds(residual_energy(descended(seed).map()) > 1e-6);
}

// The same for a coupling that is learned, the tokens given, of those inside of the boundary:
// whether the one with the least of eq 21 has a larger squared error than the one that fits best,
// and a smaller barrier.
double fit_given_up_by_coupling(std::uint64_t seed, const Progress&) {
  const Vector x = scalar_tokens(seed);
  double best_fit = std::numeric_limits<double>::infinity();
  double best = best_fit;
  double barrier_of_fit = 0.0;
  double energy_of_best = 0.0;
  double barrier_of_best = 0.0;
  for (Index i = -200; i <= 200; ++i) {
    const ScalarResidual map = scalar_residual(x, 0.01 * static_cast<double>(i));
    if (!(lowest(map.margin) > 0.0)) continue;
    const double energy = 0.5 * map.residual.squaredNorm();
    if (energy < best_fit) best_fit = energy, barrier_of_fit = map.barrier;
    if (energy + map.barrier < best) {
      best = energy + map.barrier;
      energy_of_best = energy;
      barrier_of_best = map.barrier;
    }
  }
  return holds(energy_of_best > best_fit && barrier_of_best < barrier_of_fit);
}

// What a step down the barrier does to the variances that are attended to, in sum: whether it takes
// from them with a positive coupling and adds to them with a negative one. Of drawn tokens, those
// whose margins are all above 0, as the sentence supposes.
double clusters_and_spreads(std::uint64_t seed, const Progress&) {
  constexpr double kStep = 1e-5;
  Index inside = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const Vector x = scalar_tokens(kDraws * seed + draw);
    const auto change = [&](double a) {
      const Vector next = x - kStep * scalar_barrier_gradient(x, a).d_x;
      return scalar_residual(next, a).variance.sum() - scalar_residual(x, a).variance.sum();
    };
    for (const double a : {0.05, kWeak, kCoupling}) {
      if (!(lowest(scalar_residual(x, a).margin) > 0.0)) continue;
      ++inside;
      if (!(change(a) < 0.0 && change(-a) > 0.0)) return 0.0;
    }
  }
  return holds(inside > 0);
}

}  // namespace

std::vector<Claim> of_margins() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.eq-8.slope", "section 3.1, proposition 1 and (8)",
           "The slope of the residual in its own token is 1 less a times the variance, here for "
           "values that are the tokens.",
           "∂e_t/∂x_t = 1 − a Var_t, a ≜ W_K W_Q", 1e-10,
           "scalar_residual, and central differences", slope_residual);
  residual("002.eq-60.weights", "appendix B.3, (60)",
           "A weight follows the token that asks in proportion to how far its own token is from "
           "the mean.",
           "∂α_ts/∂x_t = Σ_m<t α_ts (δ_sm − α_tm) a x_m = a α_ts (x_s − Σ_m<t α_tm x_m)", 1e-10,
           "the equation, and central differences of scalar_residual", weights_residual);
  list.push_back(
      {"002.section-1.cluster", "section 1, after figure 1.1",
       "The term for the density makes what is attended to more alike where the coupling "
       "is positive, and less where it is negative.",
       "encourages the attention to cluster around similar tokens, and for negative it spreads the "
       "attention",
       1.0, A::kHolds, 0.0, "holds",
       "scalar_barrier_gradient at a = ±0.05, ±0.2 and ±0.5 of six tokens N(0, 2.25), 100 draws a "
       "seed, those inside of the boundary: the sum of variances after a short step",
       20, false, clusters_and_spreads});
  list.push_back({"002.eq-12.barrier", "section 3.3, the sentences after (12)",
                  "As a margin goes to 0, its logarithm goes to minus infinity.",
                  "we have log|m_t(x)| → −∞, sharply down-weighting such configurations", 1.0,
                  A::kHolds, 0.0, "holds",
                  "scalar_residual at margins of 0.1, 10⁻³, 10⁻⁶, 10⁻⁹ and 0", 1, false,
                  barrier_at_the_boundary});
  list.push_back({"002.definition-3.1.negative", "ours, beside section 3.2, definition 3.1",
                  "For a < 0 no margin is below 1, and the first token, which has no context, has "
                  "exactly 1: it is always a support token. The paper looks at a > 0 from section "
                  "3.4 on, and our figures say “none” for a < 0.",
                  "", 1.0, A::kWithin, 1e-12,
                  "share of draws with a = −0.5 in which the first token has the least margin",
                  "scalar_residual of six tokens N(0, 2.25), 100 draws a seed", 10, false,
                  first_for_negative_coupling});
  list.back().baseline = {0.0, "a = 0.5"};
  list.push_back(
      {"002.section-3.dominate", "section 3.2, after definition 3.1",
       "The support token dominates the pressure of the barrier; dominates is read as: has more "
       "than half of it.",
       "support tokens are the positions that dominate the stability pressure", 0.5, A::kAbove, 0.0,
       "its share of the forces Σ |∇ log m_t|",
       "scalar_margin_gradients of five tokens N(0, 4) at a = 0.2, as in figure 3.3, 2000 "
       "sequences a seed, those inside of the boundary",
       10, false, share_of_five});
  list.back().correction = {
      "the paper says neither what share is meant nor of how many tokens: the share falls with the "
      "length of the sequence, while the support token's term stays the largest in most sequences. "
      "Near the boundary the words are right: its force grows without bound as its margin goes to "
      "0. The sentence before definition 3.1 also speaks of indices that nearly attain the "
      "minimum, which together have more",
      kShareOfFive, 5e-4, Verdict::kUnclear};
  list.back().baseline = {1.0 / 3.0,
                          "the same force for each token that has one: of five the last three"};
  list.back().readings = {
      {"more than half, of six tokens", kShareOfSix, 5e-4, share_of_six},
      {"more than half, of ten tokens", kShareOfTen, 5e-4, share_of_ten},
      {"the largest of all terms: in this share of the sequences of five tokens", kLargestOfFive,
       5e-4, largest_of_five}};
  list.push_back({"002.fig-1.1.distance", "caption of figure 1.1",
                  "The margin is a distance to the boundary, so that the smaller one is nearer.",
                  "The margin of a token is its distance to this boundary", 1.0, A::kBelow, 0.0,
                  "distance at the smaller of two margins, over that at the larger",
                  "nearest_boundary of six tokens of which two move: margins 0.287 and 0.565", 1,
                  false, distance_by_margin});
  list.back().correction = {
      "as a distance between sequences, which the figure draws, it is none: m_t is a slope, and "
      "says nothing of how far away the slope is 0. The caption calls itself schematic and leaves "
      "definitions to section 3",
      1.4096, 5e-4, Verdict::kUnclear};
  list.back().baseline = {1.0, "margins that say nothing of distances"};
  list.back().readings = {
      {"a distance along the axis of the variance, 1/a − Var_t, of which m_t is a multiple: the "
       "same quotient",
       kInVariance, 5e-4, distance_in_variance}};
  list.push_back(
      {"002.eq-25.radius", "ours, beside section 4, (25)",
       "The second margin that (25) offers is not that of (9) for a < 0, which the paper "
       "leaves aside: ρ is a size, and for a coupling of −3 and a variance of 0.8, 1 − ρ "
       "is −1.4 where (9) is 3.4.",
       "", -1.4, A::kWithin, 1e-12, "1 − ρ", "block_margins", 1, false, spectral_margin});
  list.back().baseline = {3.4, "(9)"};
  list.push_back(
      {"002.lemma-B.4.radius", "appendix B.6, lemma B.4", "If ρ < 1 the block has an inverse.",
       "If ρ(Σ_t A) < 1 for all t (spectral radius), then I_d − Σ_t A is invertible", 1.0,
       A::kHolds, 0.0, "holds",
       "(I − Σ_t A) times the sum of the powers of Σ_t A, less I, and the sign of the determinant, "
       "wherever ρ < 1; 100 drawn heads a seed",
       10, false, invertible_by_radius});
  list.push_back({"002.lemma-B.4.not-necessary", "appendix B.6, the remark",
                  "There are blocks with an inverse whose ρ is above 1.",
                  "is sufficient, not necessary, for invertibility of I_d − Σ_t A", 1.0, A::kHolds,
                  0.0, "holds", "block_margins of a quarter turn times 1.5", 1, false,
                  invertible_beyond});
  list.push_back(
      {"002.eq-22.relaxation", "section 4, (21) and (22)",
       "The barrier of (21) is that of m_t ≥ δ: infinite where a margin is δ, here 1/2.",
       "The log-barrier objective (21) is the classical interior-point relaxation of (22)", 1.0,
       A::kHolds, 0.0, "holds", "scalar_residual of the tokens −1, 1, 0 at a = 1/2", 1, false,
       infinite_at_half});
  list.back().correction = {
      "the barrier of an interior-point method for m_t ≥ δ is −log(m_t − δ); that of (21) is "
      "finite at δ. Its weight is in order: times σ², (21) is half of the squared error and a "
      "barrier of the weight σ²",
      0.0, 0.0, Verdict::kUnclear};
  list.back().readings = {
      {"δ → 0, as the sentence goes on, “a barrier that becomes large as m_t(x) approaches 0”", 1.0,
       0.0, infinite_at_zero}};
  list.push_back(
      {"002.section-4.trade-off", "section 4, after (22)",
       "Maximizing the likelihood trades fit for margin; read as: where it is largest, over tokens "
       "as in (22) and for a > 0, some fit is given up.",
       "likelihood maximization trades off data fit against maintaining a positive margin", 1.0,
       A::kHolds, 0.0, "holds",
       "PriorDescent, 2000 steps from four tokens N(0, 2.25) inside, a = 0.5, σ = 1; "
       "squared error above 10⁻⁶ in the end",
       10, false, fit_given_up_by_tokens});
  list.back().correction = {
      "at x = 0 the squared error is 0 and every margin 1, and descent on (21) ends there: over "
      "tokens alone neither has a price. Over a coupling that is learned for given tokens, as in "
      "(27), there is one. As a description of (21), a sum of both terms, the words are right",
      0.0, 0.0, Verdict::kUnclear};
  list.back().readings = {
      {"over couplings from −2 to 2, six tokens N(0, 2.25) given: larger squared error and smaller "
       "barrier than where the fit is best, in this share of the draws",
       0.8, 1e-9, fit_given_up_by_coupling}};
  list.push_back({"002.section-4.maximum", "ours, beside section 4, (21) and (22)",
                  "For a > 0 fit and margin do not compete over tokens alone: at x = 0 the squared "
                  "error is 0 and every margin 1, and descent on (21) inside of the boundary ends "
                  "there. What is given up, is where tokens have other work to do, as in (26).",
                  "", 0.0, A::kWithin, 1e-3, "largest token in the end",
                  "PriorDescent, 2000 steps from four tokens N(0, 2.25) inside, a = 0.5, σ = 1", 10,
                  false, end_of_descent});
  list.back().baseline = {2.0, "before descent"};
  return list;
}

}  // namespace attn::claims
