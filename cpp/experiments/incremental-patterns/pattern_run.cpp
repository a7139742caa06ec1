#include "experiments/incremental-patterns/pattern_run.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_measures.hpp"

namespace attn::experiments {
namespace {

double gradient_difference(const PatternData& data, FastPatternPass& pass,
                           const PatternHeads& heads) {
  const PatternGradient right = pattern_gradient(data, heads);
  const PatternGradient found = pass.gradient(heads);
  double worst =
      larger(std::fabs(found.loss - right.loss), largest(found.d.logits - right.d.logits));
  for (std::size_t k = 0; k < heads.values.size(); ++k) {
    worst = larger(worst, largest(found.d.values[k] - right.d.values[k]));
  }
  return worst;
}

PatternHeads start_of(const PatternRunParams& p, Rng& rng) {
  const double u = p.start == HeadsStart::kEqual ? 0.0 : p.u;
  return minimal_heads(p.heads, kPatternTokens, kPatternLags, u, rng);
}

PatternTrainerOptions options_of(const PatternRunParams& p) {
  PatternTrainerOptions out;
  out.decay = p.decay;
  return out;
}

}  // namespace

PatternRun::PatternRun(const PatternRunParams& p, Rng rng)
    : task_(pattern_task(p.matrices, p.m, kPatternBase, rng)),
      data_(uniform_contexts(task_, kContexts, PatternTargets::kLaws, rng)),
      pass_(data_),
      trainer_(data_, start_of(p, rng), options_of(p)),
      from_best_(kSteps + 1, kPatternGroups),
      from_truncated_(kSteps + 1, kPatternGroups) {}

void PatternRun::work(Index unit) {
  if (unit == 0) {
    best_.emplace(task_);
    exact_stairs_ = best_->stairs();
  } else if (unit == 1) {
    find_laws();
    look();
  } else {
    for (Index i = 0; i < kPiece; ++i) {
      trainer_.step();
      look();
    }
  }
}

void PatternRun::find_laws() {
  stairs_ = pattern_stairs(*best_, data_);
  for (Index i = 1; i <= kPatternGroups; ++i) {
    best_laws_.push_back(best_laws_of(*best_, data_, i));
    truncated_laws_.push_back(truncated_laws_of(task_, data_, i));
    of_best_.push_back(pattern_moments(data_, best_laws_.back()));
    of_truncated_.push_back(pattern_moments(data_, truncated_laws_.back()));
  }
  best_.reset();
}

// Keeps what is asked of the step that the trainer is at.
void PatternRun::look() {
  const Index t = trainer_.steps();
  heads_.push_back(trainer_.heads());
  for (Index i = 0; i < kPatternGroups; ++i) {
    const auto at = static_cast<std::size_t>(i);
    from_best_(t, i) = trainer_.divergence(of_best_[at]);
    from_truncated_(t, i) = trainer_.divergence(of_truncated_[at]);
  }
}

double PatternRun::gradient_error(Index t) { return gradient_difference(data_, pass_, heads(t)); }

double pattern_self_test() {
  Rng rng(1);
  const PatternTask task = pattern_task(ClueMatrices::kClues, 1.5, kPatternBase, rng);
  const PatternData data = uniform_contexts(task, 37, PatternTargets::kLaws, rng);
  FastPatternTrainer trainer(data, minimal_heads(3, kPatternTokens, kPatternLags, 0.5, rng));
  trainer.step(30);
  FastPatternPass pass(data);
  return gradient_difference(data, pass, trainer.heads());
}

}  // namespace attn::experiments
