#include "experiments/incremental-patterns/chain_explorer.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/sequence/best_laws.hpp"
#include "attn/sequence/pattern_influence.hpp"
#include "attn/training/cross_entropy.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn::experiments {
namespace {

constexpr Index kTokens = ChainExplorer::kTokens, kGroups = ChainExplorer::kGroups,
                kLags = ChainExplorer::kLags;

PatternContext context_from(const Vector& x) {
  std::vector<Index> tokens;
  for (const double token : x) {
    tokens.push_back(check::count("chain_explorer", "a token of x", token, Index{0}, kTokens - 1));
  }
  return context_of(tokens, kLags, kLags);
}

double divergence(const Vector& p, const Vector& q) {
  return kl_divergences(p.transpose(), q.transpose())(0);
}

double influence_error(const PatternTask& task, const PatternContext& context,
                       const Vector& influence) {
  const Vector own = pattern_law(task, context);
  double worst = 0.0;
  for (std::size_t i = 0; i < context.tokens.size(); ++i) {
    double sum = 0.0;
    for (Index token = 0; token < kTokens; ++token) {
      PatternContext other = context;
      other.tokens[i] = token;
      sum += divergence(own, pattern_law(task, other));
    }
    const double mean = sum / static_cast<double>(kTokens - 1);
    worst = larger(worst, std::fabs(mean - influence(static_cast<Index>(i))));
  }
  return worst;
}

// E KL(best law of group 1 || truncated law) over all that group 1 may hold.
double truncation_gap(const PatternTask& task, const BestLaws& best) {
  constexpr Index kSize = kLags / kGroups;
  Index count = 1;
  for (Index i = 0; i < kSize; ++i) count *= kTokens;
  double sum = 0.0;
  PatternContext context{std::vector<Index>(static_cast<std::size_t>(kLags), 0)};
  for (Index n = 0; n < count; ++n) {
    Index rest = n;
    for (Index i = 0; i < kSize; ++i, rest /= kTokens) {
      context.tokens[static_cast<std::size_t>(i)] = rest % kTokens;
    }
    sum += divergence(best.law(context, 1), softmax(pattern_logits(task, context, 1)));
  }
  return sum / static_cast<double>(count);
}

}  // namespace

std::vector<Setting<ChainExplorerParams>> ChainExplorer::settings() {
  ChainExplorerParams rotated;
  rotated.matrices = ClueMatrices::kOrthogonal;
  rotated.read = PatternRead::kOne;
  rotated.seed = 7;
  ChainExplorerParams steep;
  steep.x.setZero();
  steep.m = 2.0;
  steep.b0 = 1.5;
  steep.read = PatternRead::kTwo;
  return {{ChainExplorerParams{}, 0, 0}, {rotated, 0, 0}, {steep, 0, 0}};
}

ChainExplorer::ChainExplorer(const Params& params) : ChainExplorer(params, InUnits{}) {
  open(opening_units());
}

ChainExplorer::ChainExplorer(const Params& params, InUnits)
    : params_(checked(kName, params)),
      rng_(params.seed),
      task_(pattern_task(params.matrices, params.m, params.b0, rng_)) {
  check::vector(kName, "x", params.x, kLags);
  context_ = context_from(params.x);
}

void ChainExplorer::open_unit(Index unit) {
  if (unit == 0) {
    best_.emplace(task_);
  } else {
    sum_up();
    best_.reset();
  }
}

void ChainExplorer::sum_up() {
  const PatternContext& context = context_;
  const PatternTask& task = task_;
  const BestLaws& best = *best_;
  Frame& f = frame_;
  f.p = pattern_law(task, context);
  f.fbar.resize(kGroups, kTokens);
  f.votes.resize(kGroups, kTokens);
  for (Index k = 0; k < kGroups; ++k) {
    f.votes.row(k) = patterns::group_logits(task, context, k).transpose();
    f.fbar.row(k) = best.law(context, k + 1).transpose();
  }
  f.scales = importance_scales(kGroups, params_.m, params_.b0);
  const Vector influence = token_influences(task, context);
  f.influence = influence.reverse();
  f.influence_error = influence_error(task, context, influence);
  f.mean_influence =
      mean_influences(task, uniform_contexts(task, kContexts, PatternTargets::kLaws, rng_));
  f.stairs = best.stairs();
  f.gap = f.stairs(static_cast<Index>(params_.read) + 1);
  f.trunc_gap = truncation_gap(task, best);
  f.tower_error = std::fabs(f.stairs(1) - f.stairs(2) - best.gain(2));
}

}  // namespace attn::experiments
