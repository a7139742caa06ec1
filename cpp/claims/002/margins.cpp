// The claims of seed 002 about margins and support tokens: sections 1, 3.1 to 3.3 and 4, appendix
// B.6.
#include <cmath>
#include <limits>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/boundary.hpp"
#include "attn/support/matrix_margin.hpp"
#include "attn/support/scalar_residual.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kCoupling = 0.5;
constexpr std::uint64_t kDraws = 100;  // of a seed

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

// Of the sum of |grad log m_t| over tokens, the share of the support token: of sequences of six
// N(0, 4) inside of the boundary.
double share_of_the_support_token(std::uint64_t seed, const Progress&) {
  constexpr double kWeak = 0.2;
  double sum = 0.0;
  double counted = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const Vector x = (2.0 / 1.5) * scalar_tokens(kDraws * seed + draw);
    const ScalarResidual map = scalar_residual(x, kWeak);
    if (!map.supported || !(lowest(map.margin) > 0.0)) continue;
    const Matrix d_margin = scalar_margin_gradients(x, kWeak);
    double all = 0.0;
    for (Index t = 0; t < x.size(); ++t) all += d_margin.row(t).norm() / map.margin(t);
    const Index t = map.support_token;
    sum += d_margin.row(t).norm() / map.margin(t) / all;
    counted += 1.0;
  }
  return sum / counted;
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

// Variance 0.8 and a coupling of -3: 1 - rho of a map whose slope is 3.4.
double spectral_margin(std::uint64_t, const Progress&) {
  return block_margins(Matrix::Constant(1, 1, -3.0 * 0.8)).one_minus_rho;
}

// Of drawn heads with rho < 1 at every token: whether all blocks have an inverse.
double invertible_by_radius(std::uint64_t seed, const Progress&) {
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const SupportHead head = support_head(kDraws * seed + draw, true);
    const ResidualMap map = head.map();
    const Matrix identity = Matrix::Identity(head.x.cols(), head.x.cols());
    for (const Matrix& block : map.blocks) {
      const BlockMargins m = block_margins(identity - block);
      if (m.spectrally_stable && !(m.sigma_min > 0.0 && m.sign != 0.0)) return 0.0;
    }
  }
  return 1.0;
}

// A quarter turn of the values twice as far: rho above 1, and an inverse.
double invertible_beyond(std::uint64_t, const Progress&) {
  Matrix m(2, 2);
  m << 0.0, -1.5, 1.5, 0.0;
  const BlockMargins margins = block_margins(m);
  return holds(!margins.spectrally_stable && margins.sigma_min > 1.0);
}

}  // namespace

std::vector<Claim> of_margins() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.eq-8.slope", "section 3.1, proposition 1 and (8)",
           "The slope of the residual in its own token, for values that are the tokens.",
           "∂e_t/∂x_t = 1 − a Var_t", 1e-10, "scalar_residual, and central differences",
           slope_residual);
  residual("002.eq-60.weights", "appendix B.3, (60)", "How a weight follows the token that asks.",
           "∂α_ts/∂x_t = a α_ts (x_s − Σ α_tm x_m)", 1e-10,
           "the equation, and central differences of scalar_residual", weights_residual);
  list.push_back({"002.eq-12.barrier", "section 3.3, the sentences after (12)",
                  "As a margin goes to 0, the log-density goes to minus infinity.",
                  "log|m_t(x)| → −∞", 1.0, A::kHolds, 0.0, "holds",
                  "scalar_residual at margins of 0.1, 10⁻³, 10⁻⁶, 10⁻⁹ and 0", 1, false,
                  barrier_at_the_boundary});
  list.push_back({"002.definition-3.1.negative", "section 3.2, definition 3.1",
                  "The token of least margin is the one whose context constrains the sequence.",
                  "t* ∈ arg min m_t", 0.0, A::kWithin, 0.01,
                  "share of draws with a = −0.5 in which it is the first token",
                  "scalar_residual of six tokens N(0, 2.25), 100 draws a seed", 10, false,
                  first_for_negative_coupling});
  list.back().correction = {
      "for a < 0 no margin is below 1, and the first token, which has no context, has exactly 1: "
      "the notion is empty. Figures say “none” there",
      1.0, 1e-12};
  list.push_back({"002.section-3.dominate", "sections 1, 3.2 and the caption of figure 1.1",
                  "The support token dominates the pressure of the barrier.",
                  "dominate the stability pressure", 0.5, A::kAbove, 0.0,
                  "its share of the forces Σ |∇ log m_t|",
                  "scalar_margin_gradients of six tokens N(0, 4), a = 0.2, 100 draws a seed", 10,
                  false, share_of_the_support_token});
  list.back().correction = {
      "it has the largest term, but beside it all others together: near the boundary it does "
      "dominate, elsewhere it does not",
      0.4594, 1e-3};
  list.push_back({"002.fig-1.1.distance", "caption of figure 1.1",
                  "A margin is a distance to the boundary, so that the smaller one is nearer.",
                  "the margin of a token is its distance to this boundary", 1.0, A::kBelow, 0.0,
                  "distance at the smaller of two margins, over that at the larger",
                  "nearest_boundary of six tokens of which two move: margins 0.287 and 0.565", 1,
                  false, distance_by_margin});
  list.back().correction = {
      "m_t is a slope, and says nothing of how far away the slope is 0: of two places the one with "
      "the smaller margin is the farther one",
      1.4096, 5e-4};
  list.push_back({"002.eq-25.radius", "section 4, (25)",
                  "1 − ρ is a margin as (9) is, for a coupling of −3 and a variance of 0.8.",
                  "m_t = 1 − ρ(Σ_t A)", 3.4, A::kWithin, 1e-9, "1 − ρ", "block_margins", 1, false,
                  spectral_margin});
  list.back().correction = {
      "ρ is a size: for a < 0 it is |a| Var, and 1 − ρ may be negative where (9) is large and the "
      "map has an inverse",
      -1.4, 1e-12};
  list.push_back({"002.lemma-B.4.radius", "appendix B.6, lemma B.4",
                  "If ρ < 1 the block has an inverse.", "ρ(Σ_t A) < 1", 1.0, A::kHolds, 0.0,
                  "holds", "block_margins of all tokens of 100 drawn heads a seed", 10, false,
                  invertible_by_radius});
  list.push_back({"002.lemma-B.4.not-necessary", "appendix B.6, the remark",
                  "There are blocks with an inverse whose ρ is above 1.",
                  "sufficient, not necessary", 1.0, A::kHolds, 0.0, "holds",
                  "block_margins of a quarter turn times 1.5", 1, false, invertible_beyond});
  list.push_back(
      {"002.eq-22.relaxation", "section 4, (21) and (22)",
       "The log-barrier is the interior-point relaxation of m_t ≥ δ.",
       "the classical interior-point relaxation of (22)", 0.0, A::kNotTried, 0.0, "",
       "a matter of definition: (21) is the barrier of m_t ≥ 0 with the weight 1; that of "
       "m_t ≥ δ is log(m_t − δ), with a weight that goes to 0",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
