#include "experiments/incremental-patterns/dataset_size.hpp"

#include <array>
#include <cmath>
#include <utility>

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
  return {{DatasetSizeParams{}, 0, kPieces}, {few, 0, 2 * kPieces}, {four, 0, 0}};
}

DatasetSize::DatasetSize(const Params& params) : DatasetSize(params, InUnits{}) {
  open(opening_units());
}

DatasetSize::DatasetSize(const Params& params, InUnits) : params_(checked(kName, params)) {
  const Index lags = params.lags;
  if (lags % 4 != 0) check::refuse(kName, "lags", {lags}, "4, 8 or 12");
  Rng rng(params.seed);
  task_ = pattern_task(ClueMatrices::kClues, kHierarchy, kLast, rng);
  fresh_contexts_ = uniform_contexts(task_, kFresh, PatternTargets::kLaws, rng);
  pool_ = newest_tokens(uniform_contexts(task_, kSizes.back(), PatternTargets::kDrawn, rng), lags);
  held_out_ =
      newest_tokens(uniform_contexts(task_, kSizes.back() / 3, PatternTargets::kDrawn, rng), lags);
  start_ = minimal_heads(kHeads, kPatternTokens, lags, kScale, rng);
}

void DatasetSize::open_unit(Index unit) {
  if (unit == 0) {
    best_.emplace(task_);
  } else if (unit == 1) {
    find_laws();
  } else {
    std::optional<Outcome> out = train(params_.sequences, unit - 2);
    if (!out) return;
    Frame& f = frame_;
    f.sequences = params_.sequences;
    f.curves = std::move(out->curves);
    f.step = out->step;
    f.best = out->best;
    f.end = out->end;
    f.nearest = out->nearest;
  }
}

void DatasetSize::find_laws() {
  frame_.stairs = pattern_stairs(*best_, fresh_contexts_);
  const PatternData readable = newest_tokens(fresh_contexts_, params_.lags);
  for (Index i = 0; i <= kPatternGroups; ++i) {
    laws_.push_back(pattern_moments(readable, best_laws_of(*best_, fresh_contexts_, i)));
  }
  fresh_.emplace(readable);
  best_.reset();
}

// A piece of a training on the first n contexts; after the last one, what it has come to.
std::optional<DatasetSize::Outcome> DatasetSize::train(Index n, Index piece) {
  const Index last = kSteps / kEvery;
  if (piece == 0) {
    trial_.emplace(Trial{FastPatternTrainer(first_of(pool_, n), start_),
                         FastPatternPass(first_of(held_out_, n / 3)),
                         Matrix(last + 1, kPatternGroups + 1), 0.0, 0});
  }
  Trial& t = *trial_;
  // The start is the first point.
  const Index first = piece == 0 ? 0 : last * piece / kPieces + 1;
  for (Index i = first; i <= last * (piece + 1) / kPieces; ++i) {
    if (i > 0) t.trainer.step(kEvery);
    fresh_->loss(t.trainer.heads());
    for (Index g = 0; g <= kPatternGroups; ++g) {
      t.curves(i, g) = fresh_->divergence(laws_[static_cast<std::size_t>(g)]);
    }
    const double judged = params_.stop == StopAt::kExcess ? t.curves(i, kPatternGroups)
                                                          : t.held_out.loss(t.trainer.heads());
    if (i == 0 || judged < t.least) {
      t.least = judged;
      t.stop = i;
    }
  }
  if (piece + 1 < kPieces) return {};
  return end(n);
}

DatasetSize::Outcome DatasetSize::end(Index n) {
  Trial& t = *trial_;
  Outcome out{std::move(t.curves), t.stop * kEvery, 0.0, 0.0, 0};
  for (Index g = 1; g <= kPatternGroups; ++g) {
    if (out.curves(t.stop, g) < out.curves(t.stop, out.nearest)) out.nearest = g;
  }
  out.best = out.curves(t.stop, kPatternGroups);
  out.end = out.curves(out.curves.rows() - 1, kPatternGroups);
  frame_.lowest_kl = -larger(-frame_.lowest_kl, -lowest(out.curves));
  frame_.loss_error = larger(
      frame_.loss_error,
      std::fabs(t.trainer.loss() - pattern_gradient(first_of(pool_, n), t.trainer.heads()).loss));
  trial_.reset();
  return out;
}

Index DatasetSize::units() const { return static_cast<Index>(kSizes.size()) * kPieces; }

void DatasetSize::work() {
  const Index n = kSizes[static_cast<std::size_t>(done_ / kPieces)];
  const std::optional<Outcome> out = train(n, done_ % kPieces);
  ++done_;
  if (!out) return;
  Frame& f = frame_;
  append(f.sizes, static_cast<double>(n));
  append(f.bests, out->best);
  append(f.ends, out->end);
  append(f.steps, static_cast<double>(out->step));
  append(f.nearests, static_cast<double>(out->nearest));
}

}  // namespace attn::experiments
