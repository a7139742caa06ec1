#include "claims/003/parts.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_measures.hpp"
#include "attn/training/stage_times.hpp"

namespace attn::claims {
namespace {

constexpr double kBase = 3.0;  // how loud the last group is
constexpr Index kHeads = 3;
constexpr std::size_t kMostKept = 80;

Learned train(double u, double m, std::uint64_t seed, Index steps) {
  Rng rng(seed);
  Learned out;
  out.data =
      uniform_contexts(clue_task(kClueLags, m, kBase), kClueContexts, PatternTargets::kLaws, rng);
  FastPatternTrainer trainer(out.data, minimal_heads(kHeads, kClueTokens, kClueLags, u, rng));
  const PatternMoments law = pattern_moments(out.data, out.data.laws);
  out.stairs = pattern_stairs(best_laws(m), out.data);
  out.excess.resize(steps + 1);
  for (Index t = 0; t <= steps; ++t) {
    if (t > 0) trainer.step();
    out.excess(t) = trainer.divergence(law);
    if (t % Learned::kEvery == 0) out.heads.push_back(trainer.heads());
  }
  out.times = stage_times(out.excess, mid_levels(out.stairs));
  return out;
}

}  // namespace

const BestLaws& best_laws(double m) {
  static thread_local std::map<double, BestLaws> kept;
  const auto found = kept.find(m);
  if (found != kept.end()) return found->second;
  return kept.emplace(m, BestLaws(clue_task(kClueLags, m, kBase))).first->second;
}

PatternTask published_task(std::uint64_t seed) {
  Rng rng(seed);
  return haar_task(kClueTokens, kClueGroups, kClueLags, 1.5, kBase, rng);
}

PatternContext random_context(Rng& rng) {
  PatternContext out;
  for (Index i = 0; i < kClueLags; ++i) {
    out.tokens.push_back(static_cast<Index>(static_cast<double>(kClueTokens) * rng.uniform()));
  }
  return out;
}

const PatternHeads& Learned::at(double step) const {
  const double last = static_cast<double>(heads.size() - 1);
  const double nearest = step / static_cast<double>(kEvery) + 0.5;
  return heads[static_cast<std::size_t>(nearest < last ? nearest : last)];
}

double slowest_between(const Vector& losses, const Vector& times, Index stage) {
  constexpr Index kAround = 3;
  if (!std::isfinite(times(stage + 1))) return 1.0;
  const Index end = losses.size() - 1;
  const auto speed = [&](Index t) {
    const Index from = t < kAround ? 0 : t - kAround;
    const Index to = t + kAround > end ? end : t + kAround;
    return (losses(from) - losses(to)) / static_cast<double>(to - from);
  };
  const auto first = static_cast<Index>(times(stage));
  const auto last = static_cast<Index>(times(stage + 1));
  const double slower_one = -larger(-speed(first), -speed(last));
  double least = slower_one;
  for (Index t = first; t <= last; ++t) least = -larger(-least, -speed(t));
  return least / slower_one;
}

double stages_of(const Vector& losses, const Vector& times) {
  double stages = std::isfinite(times(0)) ? 1.0 : 0.0;
  for (const Index stage : {0, 1}) {
    stages += slowest_between(losses, times, stage) < 0.5 ? 1.0 : 0.0;
  }
  return stages;
}

const Learned& learned(double u, double m, std::uint64_t seed, Index steps) {
  static thread_local std::map<std::tuple<double, double, std::uint64_t, Index>, Learned> kept;
  const auto key = std::make_tuple(u, m, seed, steps);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  return kept.emplace(key, train(u, m, seed, steps)).first->second;
}

}  // namespace attn::claims
