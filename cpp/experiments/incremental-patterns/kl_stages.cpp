#include "experiments/incremental-patterns/kl_stages.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/pattern_measures.hpp"

namespace attn::experiments {

std::vector<Setting<KlStagesParams>> KlStages::settings() {
  KlStagesParams truncated;
  truncated.reference = PatternReference::kTruncated;
  truncated.run.seed = 2;
  KlStagesParams random;
  random.run.matrices = ClueMatrices::kOrthogonal;
  random.run.start = HeadsStart::kEqual;
  random.run.m = 1.0;
  return {{KlStagesParams{}, 1200, 0}, {truncated, 90, 0}, {random, 300, 0}};
}

KlStages::KlStages(const Params& params) : KlStages(params, InUnits{}) { open(opening_units()); }

KlStages::KlStages(const Params& params, InUnits)
    : best_(checked(kName, params).reference == PatternReference::kBest), run_(params.run) {}

void KlStages::open_unit(Index unit) {
  if (unit < PatternRun::kUnits) return run_.work(unit);
  sum_up();
  look_at(steps());
}

void KlStages::sum_up() {
  Frame& f = frame_;
  f.steps = steps();
  f.kl = best_ ? run_.from_best() : run_.from_truncated();
  f.lowest_kl = lowest(f.kl);
  f.excess = run_.excess();
  f.stairs = run_.stairs();
  f.best_strengths = attn::best_strengths(run_.task(), run_.data());
  for (const Matrix& laws : references()) {
    f.sum_error = larger(f.sum_error, largest((laws.rowwise().sum().array() - 1.0).matrix()));
  }
}

void KlStages::look_at(Index t) {
  Frame& f = frame_;
  f.step = t;
  f.min_kl.resize(kPatternGroups);
  f.dips.resize(kPatternGroups);
  for (Index i = 0; i < kPatternGroups; ++i) {
    Index dip = 0;
    for (Index at = 1; at <= t; ++at) dip = f.kl(at, i) < f.kl(dip, i) ? at : dip;
    f.min_kl(i) = f.kl(dip, i);
    f.dips(i) = static_cast<double>(dip);
  }
  f.strengths = pattern_strengths(run_.task(), run_.heads(t));
  const Matrix p = pattern_predictions(run_.data(), run_.heads(t));
  f.kl_error = 0.0;
  for (Index i = 0; i < kPatternGroups; ++i) {
    const double right = kl_divergences(references()[static_cast<std::size_t>(i)], p).mean();
    f.kl_error = larger(f.kl_error, std::fabs(f.kl(t, i) - right));
  }
}

}  // namespace attn::experiments
