#include "experiments/incremental-patterns/stages.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_measures.hpp"
#include "attn/training/stage_times.hpp"

namespace attn::experiments {
namespace {

constexpr Index kEvery = 5;

}  // namespace

std::vector<Setting<StagesParams>> Stages::settings() {
  StagesParams equal;
  equal.run.start = HeadsStart::kEqual;
  equal.run.heads = 2;
  equal.run.decay = 0.1;
  StagesParams random;
  random.run.matrices = ClueMatrices::kOrthogonal;
  random.run.heads = 6;
  random.run.m = 2.0;
  random.run.u = 1.0;
  random.run.seed = 5;
  return {{StagesParams{}, 120, 0}, {equal, 1200, 0}, {random, 700, 0}};
}

Stages::Stages(const Params& params) : Stages(params, InUnits{}) { open(opening_units()); }

Stages::Stages(const Params& params, InUnits)
    : run_(checked(kName, params).run), common_(PatternRun::kSteps + 1) {}

void Stages::open_unit(Index unit) {
  if (unit < PatternRun::kUnits) return run_.work(unit);
  sum_up();
  look_at(opens());
}

void Stages::sum_up() {
  Frame& f = frame_;
  f.steps = steps();
  f.excess = run_.excess();
  f.stairs = run_.stairs();
  f.exact_stairs = run_.exact_stairs();
  f.times = stage_times(f.excess, mid_levels(f.stairs));
  f.trails.resize(steps() / kEvery + 1, run_.heads(0).logits.rows() * kPatternGroups);
  for (Index t = 0; t <= steps(); ++t) {
    const Matrix mass = pattern_masses(run_.heads(t).logits, kPatternGroups);
    common_(t) = lowest(mass.col(0));
    if (t % kEvery == 0) f.trails.row(t / kEvery) = mass.reshaped<Eigen::RowMajor>().transpose();
  }
}

void Stages::look_at(Index t) {
  Frame& f = frame_;
  const PatternHeads& heads = run_.heads(t);
  f.step = t;
  f.weights = softmax_rows(heads.logits);
  f.mass = pattern_masses(heads.logits, kPatternGroups);
  f.learned = 0;
  for (const double time : f.times) f.learned += time <= static_cast<double>(t) ? 1 : 0;
  f.common_mass = highest(common_.head(t + 1));
  f.purity = pattern_purity(f.mass);
  f.competition = attn::competition(heads.logits);
  f.spread = largest(heads.logits.rowwise() - heads.logits.row(0));
  for (const Matrix& v : heads.values) {
    f.spread = larger(f.spread, largest(v - heads.values.front()));
  }
  f.row_error = largest((f.weights.rowwise().sum().array() - 1.0).matrix());
  f.gradient_error = run_.gradient_error(t);
}

}  // namespace attn::experiments
