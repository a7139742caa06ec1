#include "experiments/incremental-patterns/dataset_size.hpp"

#include <array>
#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_measures.hpp"

namespace attn::experiments {
namespace {

constexpr double kHierarchy = 2.0;
constexpr double kLast = 1.5;
constexpr double kScale = 0.1;
constexpr Index kHeads = 3;
constexpr std::array<Index, 9> kSizes{30, 60, 100, 150, 250, 400, 600, 1000, 2000};

PatternData first_of(const PatternData& data, Index n) {
  return {data.lags,
          {data.tokens.begin(), data.tokens.begin() + n * data.lags},
          data.laws.topRows(n),
          data.targets.topRows(n)};
}

void append(Vector& to, double value) {
  to.conservativeResize(to.size() + 1);
  to(to.size() - 1) = value;
}

}  // namespace

std::vector<Setting<DatasetSizeParams>> DatasetSize::settings() {
  DatasetSizeParams few;
  few.sequences = 30;
  few.stop = StopAt::kHeldOut;
  DatasetSizeParams four;
  four.lags = 4;
  four.sequences = 60;
  four.seed = 5;
  return {{DatasetSizeParams{}, 0, 1}, {few, 0, 2}, {four, 0, 0}};
}

DatasetSize::DatasetSize(const Params& params) : params_(checked(kName, params)) {
  const Index lags = params.lags;
  if (lags % 4 != 0) check::refuse(kName, "lags", {lags}, "4, 8 or 12");
  Rng rng(params.seed);
  const PatternTask task = pattern_task(ClueMatrices::kClues, kHierarchy, kLast, rng);
  const PatternData fresh = uniform_contexts(task, kFresh, PatternTargets::kLaws, rng);
  pool_ = newest_tokens(uniform_contexts(task, kSizes.back(), PatternTargets::kDrawn, rng), lags);
  held_out_ =
      newest_tokens(uniform_contexts(task, kSizes.back() / 3, PatternTargets::kDrawn, rng), lags);
  start_ = minimal_heads(kHeads, kPatternTokens, lags, kScale, rng);
  const BestLaws best(task);
  frame_.stairs = pattern_stairs(best, fresh);
  const PatternData readable = newest_tokens(fresh, lags);
  for (Index i = 0; i <= kPatternGroups; ++i) {
    laws_.push_back(pattern_moments(readable, best_laws_of(best, fresh, i)));
  }
  fresh_.emplace(readable);
  Outcome out = train(params.sequences);
  frame_.sequences = params.sequences;
  frame_.curves = std::move(out.curves);
  frame_.step = out.step;
  frame_.best = out.best;
  frame_.end = out.end;
  frame_.nearest = out.nearest;
}

DatasetSize::Outcome DatasetSize::train(Index n) {
  const PatternData data = first_of(pool_, n);
  FastPatternTrainer trainer(data, start_);
  FastPatternPass held_out(first_of(held_out_, n / 3));
  const Index points = kSteps / kEvery + 1;
  Outcome out{Matrix(points, kPatternGroups + 1), 0, 0.0, 0.0, 0};
  double least = 0.0;
  Index stop = 0;
  for (Index i = 0; i < points; ++i) {
    if (i > 0) trainer.step(kEvery);
    fresh_->loss(trainer.heads());
    for (Index g = 0; g <= kPatternGroups; ++g) {
      out.curves(i, g) = fresh_->divergence(laws_[static_cast<std::size_t>(g)]);
    }
    const double judged = params_.stop == StopAt::kExcess ? out.curves(i, kPatternGroups)
                                                          : held_out.loss(trainer.heads());
    if (i == 0 || judged < least) {
      least = judged;
      stop = i;
    }
  }
  for (Index g = 1; g <= kPatternGroups; ++g) {
    if (out.curves(stop, g) < out.curves(stop, out.nearest)) out.nearest = g;
  }
  out.step = stop * kEvery;
  out.best = out.curves(stop, kPatternGroups);
  out.end = out.curves(points - 1, kPatternGroups);
  frame_.lowest_kl = -larger(-frame_.lowest_kl, -lowest(out.curves));
  frame_.loss_error = larger(
      frame_.loss_error, std::fabs(trainer.loss() - pattern_gradient(data, trainer.heads()).loss));
  return out;
}

Index DatasetSize::units() const { return static_cast<Index>(kSizes.size()); }

void DatasetSize::work() {
  Frame& f = frame_;
  const Index n = kSizes[static_cast<std::size_t>(done_++)];
  const Outcome out = train(n);
  append(f.sizes, static_cast<double>(n));
  append(f.bests, out.best);
  append(f.ends, out.end);
  append(f.steps, static_cast<double>(out.step));
  append(f.nearests, static_cast<double>(out.nearest));
}

}  // namespace attn::experiments
