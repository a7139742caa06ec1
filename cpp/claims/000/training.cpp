// The claims of seed 000 about the toy of section 7.1, and about what section 8 reads and sets
// while a head trains.
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "attn/training/head_trainer.hpp"
#include "claims/000/parts.hpp"
#include "experiments/gradient-dynamics/routing_law.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

HeadDiagnostics read(const ClassifierForward& forward) {
  const HeadForward& head = forward.heads[0];
  return head_diagnostics(head.routing.weights, head.values, head.k);
}

// ---- the toy ------------------------------------------------------------------------------------

constexpr Index kSteps = 100;

double entropy_lost(std::uint64_t seed, const Progress&) {
  const experiments::Toy toy = experiments::draw_toy(seed, 0.5);
  HeadTrainer trainer(toy.x, toy.targets, toy.weights);
  const double before = read(trainer.forward()).entropies.mean();
  trainer.step(kSteps);
  return before - read(trainer.forward()).entropies.mean();
}

double never_rises(std::uint64_t seed, const Progress&) {
  const experiments::Toy toy = experiments::draw_toy(seed, 0.5);
  HeadTrainer trainer(toy.x, toy.targets, toy.weights);
  bool falls = true;
  for (Index step = 0; step < kSteps; ++step) {
    const double before = trainer.forward().prediction.loss;
    trainer.step();
    falls = falls && trainer.forward().prediction.loss <= before;
  }
  return holds(falls);
}

// ---- what section 8 reads -----------------------------------------------------------------------

// The share of the 25 weights that a step of free scores moves to the side that b - E b says: down
// where it is > 0.
double share_predicted(std::uint64_t seed, const Progress&) {
  constexpr std::uint64_t kDraws = 20;
  double share = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    experiments::RoutingLawParams p;
    p.seed = kDraws * seed + draw;
    const experiments::RoutingLawFrame f = experiments::RoutingLaw(p).frame();
    const auto same = (f.advantage.array() * f.real_weights.array() > 0.0).count();
    share += static_cast<double>(same) / static_cast<double>(kDraws) /
             static_cast<double>(f.advantage.size());
  }
  return share;
}

// How much of what usage allows a value to hear is left: the least of 1 - |dL/dv_j| / (usage max
// |u|).
double room_of_usage(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Vector usage = read(head.forward).column_usage;
  double longest = 0.0;
  for (Index i = 0; i < head.u().rows(); ++i) {
    longest = larger(longest, std::sqrt(head.u().row(i).squaredNorm()));
  }
  double most = 0.0;
  for (Index j = 0; j < usage.size(); ++j) {
    const double heard = std::sqrt(head.back().routing.d_values.row(j).squaredNorm());
    most = larger(most, heard / (usage(j) * longest));
  }
  return 1.0 - most;
}

// ---- what section 8 sets ------------------------------------------------------------------------

// Twelve tokens of six numbers, four classes, 200 steps of 0.02.
HeadDiagnostics trained(std::uint64_t seed, bool normalise, double dropout) {
  const experiments::Toy toy = experiments::draw_toy(seed, 0.5, 12, {6, 4, 4, 4});
  TrainerOptions options;
  options.eta = {0.02, 0.02, 0.02};
  options.normalise_values = normalise;
  options.dropout = dropout;
  HeadTrainer trainer(toy.x, toy.targets, toy.weights, options, seed);
  trainer.step(200);
  return read(trainer.forward());
}

double growth_without_norm(std::uint64_t seed, const Progress&) {
  return highest(trained(seed, false, 0.0).value_norms) / 2.0;
}

double norms_kept(std::uint64_t seed, const Progress&) {
  const Vector norms = trained(seed, true, 0.0).value_norms;
  return larger(std::fabs(highest(norms) - 2.0), std::fabs(lowest(norms) - 2.0));
}

double columns_gained(std::uint64_t seed, const Progress&) {
  return trained(seed, false, 0.5).columns_in_use - trained(seed, false, 0.0).columns_in_use;
}

}  // namespace

std::vector<Claim> of_training() {
  std::vector<Claim> list;
  list.push_back({"000.section-7.sharpen", "section 7.1, observation 1; figures 2 and 3",
                  "Attention of the toy sharpens: its mean entropy falls, by 0.1 nats or more.",
                  "Attention heatmaps sharpen", 0.1, A::kAbove, 0.0, "fall of the mean entropy",
                  "HeadTrainer, 100 steps of 0.05 of the toy: the text does not state the step", 40,
                  false, entropy_lost});
  list.push_back({"000.section-7.smooth", "section 7.1, observation 3; figure 4",
                  "The loss of the toy falls at every step.", "Cross-entropy loss decays smoothly",
                  1.0, A::kHolds, 0.0, "share of draws in which it does",
                  "HeadTrainer, 100 steps of 0.05 of the toy", 40, false, never_rises});
  list.push_back({"000.section-7.plane", "section 7.1, observation 2; figure 5",
                  "A projection to two principal components shows that values keep to a subspace.",
                  "emergent manifold structure", 0.0, A::kNotTried, 0.0, "",
                  "with d_v = 2 there are two components: the projection is the plane of the "
                  "values, turned, whatever they do in it",
                  1, false, nullptr});
  list.push_back({"000.section-6.frame", "sections 5.3, 6.1 and 6.3",
                  "Attention settles before calibration does.", "attention often stabilizes early",
                  0.0, A::kNotTried, 0.0, "",
                  "stated of wind tunnels and large models that are in other papers; of its own "
                  "runs the text has no such number",
                  1, false, nullptr});
  list.push_back({"000.section-6.keys", "section 6.2",
                  "Keys of competing hypotheses become orthogonal.",
                  "encouraging approximate orthogonality", 0.0, A::kNotTried, 0.0, "",
                  "measured in another paper; of its own runs the text has no such number", 1,
                  false, nullptr});
  list.push_back({"000.section-8.predicts", "section 8.1, advantage matrix",
                  "The sign of b − E b predicts which weights become smaller, and which larger.",
                  "predict where attention will strengthen or weaken", 1.0, A::kWithin, 0.1,
                  "share of weights that change as predicted",
                  "attn run routing_law, free scores; 20 draws a seed", 10, false,
                  share_predicted});
  list.push_back({"000.section-8.usage", "section 8.1, column usage",
                  "A value that is hardly read hardly learns: its gradient is at most its usage "
                  "times the longest error.",
                  "Low column sums identify underused or dead values", 0.0, A::kAbove, 0.0,
                  "how much of that bound is left, at least", "head_diagnostics of the toy", 10,
                  false, room_of_usage});
  list.push_back({"000.section-8.growth", "section 8.1, value norms",
                  "Norms of values flag growth: without normalisation they grow beyond √d_v.",
                  "Norm trajectories can flag potential instability", 1.0, A::kAbove, 0.0,
                  "longest value over √d_v",
                  "HeadTrainer, 200 steps of 0.02: 12 tokens of 6 numbers, d_v 4", 12, false,
                  growth_without_norm});
  list.push_back({"000.section-8.norms", "section 8.2, LayerNorm",
                  "LayerNorm on values keeps their norms, at √d_v.", "can stabilize norms", 0.0,
                  A::kWithin, 2e-3, "largest difference from √d_v",
                  "HeadTrainer, 200 steps of 0.02, normalised values", 12, false, norms_kept});
  list.push_back({"000.section-8.dropout", "section 8.2, attention dropout",
                  "Dropout of weights evens out how much values are used.",
                  "encourages more evenly used values", 0.0, A::kAbove, 0.0,
                  "values in use, e^H of their usage, with dropout less without",
                  "HeadTrainer, 200 steps of 0.02, dropout 0.5", 12, false, columns_gained});
  list.push_back({"000.section-8.architecture", "section 8.3",
                  "More heads, more depth and residual connections help.", "", 0.0, A::kNotTried,
                  0.0, "", "advice on architectures, without a number", 1, false, nullptr});
  return list;
}

}  // namespace attn::claims
