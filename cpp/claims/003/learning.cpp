// The claims beside section 2.2 of seed 003 that are about our simpler model: heads with scores by
// position alone, on contexts that are drawn. Those on the published ones are in transformer.cpp.
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_measures.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kStart = 0.1;
constexpr double kFactor = 1.5;

const Learned& run(std::uint64_t seed) { return learned(kStart, kFactor, seed); }

PatternTask clues() { return clue_task(kClueLags, kFactor, 3.0); }

Matrix masses(const PatternHeads& heads) { return pattern_masses(heads.logits, kClueGroups); }

// The middle of the first plateau.
const PatternHeads& on_plateau(const Learned& run) {
  return run.at(0.5 * (run.times(0) + run.times(1)));
}

// ---- attention ----------------------------------------------------------------------------------

// The most that all heads give to group 1 at one step.
double common_mass(std::uint64_t seed, const Progress&) {
  double most = 0.0;
  for (const PatternHeads& heads : run(seed).heads) {
    most = larger(most, lowest(masses(heads).col(0)));
  }
  return most;
}

double purity(std::uint64_t seed, const Progress&) {
  return pattern_purity(masses(run(seed).heads.back()));
}

// ---- what is learned ----------------------------------------------------------------------------

// The steps at which half of each group's matrix has been learned.
Vector half_learned(const Learned& run) {
  Vector out = Vector::Constant(kClueGroups, std::numeric_limits<double>::infinity());
  const PatternTask task = clues();
  double step = 0.0;
  for (const PatternHeads& heads : run.heads) {
    const Vector a = pattern_strengths(task, heads);
    for (Index g = 0; g < kClueGroups; ++g) {
      if (a(g) >= 0.5 && step < out(g)) out(g) = step;
    }
    step += static_cast<double>(Learned::kEvery);
  }
  return out;
}

double groups_in_order(std::uint64_t seed, const Progress&) {
  const Vector t = half_learned(run(seed));
  return holds(t(0) < t(1) && t(1) < t(2) && t(2) <= static_cast<double>(kClueSteps));
}

double first_matrix(std::uint64_t seed, const Progress&) {
  return pattern_strengths(clues(), on_plateau(run(seed)))(0);
}

double other_matrices(std::uint64_t seed, const Progress&) {
  return largest(pattern_strengths(clues(), on_plateau(run(seed))).tail(2));
}

double left_at_the_end(std::uint64_t seed, const Progress&) { return run(seed).excess(kClueSteps); }

// ---- divergences --------------------------------------------------------------------------------

// The least divergence of laws from the heads of a run, and when.
struct Nearest {
  double divergence = std::numeric_limits<double>::infinity();
  double step = 0.0;
};

Nearest nearest(const Learned& run, const Matrix& laws) {
  const PatternMoments moments = pattern_moments(run.data, laws);
  FastPatternPass pass(run.data);
  Nearest out;
  double step = 0.0;
  for (const PatternHeads& heads : run.heads) {
    pass.loss(heads);
    const double divergence = pass.divergence(moments);
    if (divergence < out.divergence) out = {divergence, step};
    step += static_cast<double>(Learned::kEvery);
  }
  return out;
}

// What a model says of the contexts in the end that reads `lags` of them, and its loss over that of
// the best such model.
struct Restricted {
  Matrix laws;
  double excess;
};

Restricted restricted(const Learned& run, Index lags, std::uint64_t seed) {
  const PatternData cut = newest_tokens(run.data, lags);
  Rng rng(seed);
  FastPatternTrainer trainer(cut, minimal_heads(kClueGroups, kClueTokens, lags, kStart, rng));
  trainer.step(kClueSteps);
  trainer.loss();
  return {pattern_predictions(cut, trainer.heads()),
          trainer.divergence(pattern_moments(cut, cut.laws))};
}

double models_in_order(std::uint64_t seed, const Progress&) {
  const Learned& r = run(seed);
  const double four = nearest(r, restricted(r, 4, seed).laws).step;
  const double eight = nearest(r, restricted(r, 8, seed).laws).step;
  const double twelve = nearest(r, pattern_predictions(r.data, r.heads.back())).step;
  return holds(0.0 < four && four < eight && eight < twelve);
}

double four_lags(std::uint64_t seed, const Progress&) {
  const Learned& r = run(seed);
  return restricted(r, 4, seed).excess / r.stairs(1);
}

double distance_of_truth(std::uint64_t seed, const Progress&) {
  const Learned& r = run(seed);
  return nearest(r, truncated_laws_of(clues(), r.data, 1)).divergence /
         nearest(r, restricted(r, 4, seed).laws).divergence;
}

double distance_of_best(std::uint64_t seed, const Progress&) {
  const Learned& r = run(seed);
  return nearest(r, best_laws_of(best_laws(kFactor), r.data, 1)).divergence;
}

}  // namespace

std::vector<Claim> of_learning() {
  std::vector<Claim> list;
  const char* minimal =
      "attn run stages: three heads of the minimal model of section 2.4, with scores by position "
      "alone as in section 3.1, on drawn contexts of five tokens with their laws, m = 1.5, Adam; "
      "the paper's settings are in its appendix A, which our copy of the text does not have";
  const auto number = [&](const char* id, const char* place, const char* statement,
                          const char* published, double value, A agreement, double tolerance,
                          const char* quantity, const char* recipe, const Baseline& baseline,
                          auto* ours) {
    list.push_back({id, place, statement, published, value, agreement, tolerance, quantity, recipe,
                    10, false, ours});
    list.back().baseline = baseline;
  };
  number("003.section-2.2.one-by-one", "ours, beside section 2.2",
         "With scores by position alone heads learn groups one after the other too.", "", 1.0,
         A::kHolds, 0.0, "half of A₁ is learned before half of A₂, and that before half of A₃",
         minimal, {}, groups_in_order);
  number("003.section-2.2.corner", "ours, beside section 2.2",
         "With scores by position alone every head, at some step, attends mainly to group 1.", "",
         0.5, A::kAbove, 0.0, "the most that every head gives to group 1 at one step", minimal,
         {1.0 / 3.0, "even weights"}, common_mass);
  number("003.fig-1.blended", "ours, beside figure 1",
         "Heads with scores by position alone need not specialise for a loss of 0: to one of the "
         "groups no head gives much more than half of its attention.",
         "", 0.6, A::kBelow, 0.0,
         "least over groups of what its best head gives to it, after 1200 steps", minimal,
         {1.0, "a head for each group"}, purity);
  number("003.section-2.2.features", "ours, beside section 2.2",
         "On its first plateau the minimal model has most of the matrix of group 1.", "", 0.5,
         A::kAbove, 0.0, "share of A₁ that heads have in the middle of the first plateau", minimal,
         {0.0, "values at the start"}, first_matrix);
  number("003.section-2.2.features-later", "ours, beside section 2.2",
         "On its first plateau the minimal model has hardly anything of the matrices of groups 2 "
         "and 3.",
         "", 0.1, A::kBelow, 0.0, "share of A₂ or A₃, in the middle of the first plateau", minimal,
         {1.0, "all learned"}, other_matrices);
  number("003.section-2.2.perfect", "section 2.2",
         "A model that reads all twelve lags can give the law: the minimal one does.",
         "can access all the relevant positions and can implement the task perfectly", 0.001,
         A::kBelow, 0.0, "divergence of the law from the model after 1200 steps, nats", minimal,
         {0.107, "two groups of three"}, left_at_the_end);
  number("003.section-2.2.four", "ours, beside section 2.2",
         "A minimal model of four lags ends at what can be known from group 1.", "", 1.0,
         A::kWithin, 0.03, "its excess loss, over that of the best law that reads group 1",
         "the minimal model on contexts cut after four lags, and BestLaws",
         {0.770 / 0.330, "nothing is read"}, four_lags);
  number("003.fig-3.models", "ours, beside figure 3 (right)",
         "The minimal model comes nearest to those of 4, 8 and 12 lags in this order.", "", 1.0,
         A::kHolds, 0.0, "holds, by the divergence of their predictions from those of the run",
         "attn run stages, and the same model on contexts cut after 4 and 8 lags", {},
         models_in_order);
  number("003.fig-3.identical", "ours, beside figure 3",
         "The minimal model comes nearer to the model of four lags than to the law of (3) for one "
         "group: that leaves the others out, where a model does best to hedge for them.",
         "", 1.0, A::kAbove, 0.0,
         "least divergence of that law from the run, over that of the predictions of the model",
         minimal, {1.0, "the same distance"}, distance_of_truth);
  number("003.fig-3.best", "ours, beside figure 3",
         "On the first plateau the minimal model is near the best law of a model that reads group "
         "1.",
         "", 0.02, A::kBelow, 0.0, "least divergence, nats", "attn run stages, and BestLaws",
         {0.22, "the best law that reads two groups, from that of one"}, distance_of_best);
  list.push_back(
      {"003.fig-3.curves", "figures 1 to 3",
       "The curves and attention maps show at which step the heads learn from which group.",
       "At t=60, all heads learn from the positions in I(1)", 0.0, A::kNotTried, 0.0, "",
       "no number but the steps is printed, and these depend on sizes, b₀ and step "
       "sizes: the paper's settings are in its appendix A, which our copy of the text "
       "does not have; what the pictures show in kind is in the entries above",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
