// The claims of seed 003 about the task: section 2.1, equations 1 to 3, and the scales of
// section 2.2.
#include <algorithm>
#include <array>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/pattern_data.hpp"
#include "attn/sequence/pattern_influence.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr Index kSize = kClueLags / kClueGroups;
constexpr Index kContexts = 50;  // of a seed

// sum_k A_k sum_{i in I(k)} x_{t-i} / |I(k)| of groups 1 to `read`, one lag after the other.
Vector logits_of(const PatternTask& task, const PatternContext& context, Index read) {
  Vector out = Vector::Zero(kClueTokens);
  for (Index i = 0; i < read * kSize; ++i) {
    const Matrix& a = task.features[static_cast<std::size_t>(i / kSize)];
    const Index token = context.tokens[static_cast<std::size_t>(i)];
    for (Index y = 0; y < kClueTokens; ++y) out(y) += a(y, token) / static_cast<double>(kSize);
  }
  return out;
}

double law_residual(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  Rng rng(seed);
  double worst = 0.0;
  for (Index n = 0; n < kContexts; ++n) {
    const PatternContext context = random_context(rng);
    const Vector law = softmax(logits_of(task, context, kClueGroups));
    worst = larger(worst, largest(pattern_law(task, context) - law));
  }
  return worst;
}

double truncated_residual(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  Rng rng(seed);
  double worst = 0.0;
  for (Index n = 0; n < kContexts; ++n) {
    const PatternContext context = random_context(rng);
    const Matrix laws = truncated_laws(task, context);
    for (Index i = 1; i <= kClueGroups; ++i) {
      const Vector law = softmax(logits_of(task, context, i));
      worst = larger(worst, largest(laws.row(i - 1).transpose() - law));
    }
    worst = larger(worst, largest(laws.row(2).transpose() - pattern_law(task, context)));
  }
  return worst;
}

// Groups 1 and 3 change places, with their matrices.
double permuted_residual(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  PatternTask other = task;
  std::swap(other.features[0], other.features[2]);
  Rng rng(seed);
  double worst = 0.0;
  for (Index n = 0; n < kContexts; ++n) {
    const PatternContext context = random_context(rng);
    PatternContext moved = context;
    std::vector<Index>& tokens = moved.tokens;
    std::swap_ranges(tokens.begin(), tokens.begin() + kSize, tokens.end() - kSize);
    worst = larger(worst, largest(pattern_law(task, context) - pattern_law(other, moved)));
  }
  return worst;
}

// Lags of 0 to 11 that are not in exactly one of the groups {i_(k-1), ..., i_k} of 0 = i_0 < i_1 <
// i_2 < i_3 = 11.
double misplaced_lags(std::uint64_t, const Progress&) {
  constexpr Index kEnds[] = {0, 4, 8, 11};
  double misplaced = 0.0;
  for (Index lag = 0; lag < kClueLags; ++lag) {
    int groups = 0;
    for (int k = 0; k < 3; ++k) groups += kEnds[k] <= lag && lag <= kEnds[k + 1] ? 1 : 0;
    misplaced += groups == 1 ? 0.0 : 1.0;
  }
  return misplaced;
}

double norm_of_group(const PatternTask& task, Index k) {
  return task.features[static_cast<std::size_t>(k)].norm();
}

// Whether each of the groups moves the law more than all whose matrices are shorter.
bool moved_by_norm(const PatternTask& task, std::uint64_t seed) {
  Rng rng(seed);
  const PatternData data = uniform_contexts(task, kContexts, PatternTargets::kLaws, rng);
  const Vector moved = mean_influences(task, data);
  for (Index k = 0; k < kClueGroups; ++k) {
    for (Index l = 0; l < kClueGroups; ++l) {
      const bool longer = norm_of_group(task, k) > norm_of_group(task, l) + 1e-9;
      if (longer && moved(k) <= moved(l)) return false;
    }
  }
  return true;
}

double hierarchy(std::uint64_t seed, const Progress&) {
  return holds(moved_by_norm(published_task(seed), seed));
}

// The same wherever the matrices stand: all six orders of them.
double hierarchy_of_norms(std::uint64_t seed, const Progress&) {
  PatternTask task = published_task(seed);
  const std::vector<Matrix> features = task.features;
  std::array<std::size_t, 3> order = {0, 1, 2};
  bool all = true;
  do {
    for (std::size_t k = 0; k < 3; ++k) task.features[k] = features[order[k]];
    all = all && moved_by_norm(task, seed);
  } while (std::next_permutation(order.begin(), order.end()));
  return holds(all);
}

// The share of k = 1 to h for which A_k has the smallest norm.
double share_of_smallest(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  double least = norm_of_group(task, 0);
  for (Index k = 1; k < kClueGroups; ++k) least = -larger(-least, -norm_of_group(task, k));
  double share = 0.0;
  for (Index k = 0; k < kClueGroups; ++k) {
    share += norm_of_group(task, k) == least ? 1.0 / static_cast<double>(kClueGroups) : 0.0;
  }
  return share;
}

double divergence(const Vector& p, const Vector& q) {
  double sum = 0.0;
  for (Index y = 0; y < p.size(); ++y) sum += p(y) * mathfn::log(p(y) / q(y));
  return sum;
}

// How far the law moves on average where the token at one lag of a group is another: group 1 over
// group 3.
double influence(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  Rng rng(seed);
  Vector moved = Vector::Zero(kClueGroups);
  for (Index n = 0; n < kContexts; ++n) {
    PatternContext context = random_context(rng);
    const Vector law = pattern_law(task, context);
    for (Index k = 0; k < kClueGroups; ++k) {
      Index& token = context.tokens[static_cast<std::size_t>(k * kSize)];
      const Index before = token;
      for (token = 0; token < kClueTokens; ++token) {
        moved(k) += divergence(law, pattern_law(task, context));
      }
      token = before;
    }
  }
  return moved(0) / moved(2);
}

// How far the law moves where another token stands at lag 0 of group 1, over lag 3, if their
// weights in the group are .4, .3, .2 and .1.
double uneven_influence(std::uint64_t seed, const Progress&) {
  constexpr double kWeights[] = {0.4, 0.3, 0.2, 0.1};
  const PatternTask task = published_task(seed);
  Rng rng(seed);
  double first = 0.0, last = 0.0;
  const auto law_of = [&](const PatternContext& context) {
    Vector logits = logits_of(task, context, kClueGroups);
    for (Index i = 0; i < kSize; ++i) {
      const double more = kWeights[i] - 1.0 / static_cast<double>(kSize);
      logits += more * task.features[0].col(context.tokens[static_cast<std::size_t>(i)]);
    }
    return softmax(logits);
  };
  for (Index n = 0; n < kContexts; ++n) {
    PatternContext context = random_context(rng);
    const Vector law = law_of(context);
    for (const Index lag : {Index{0}, kSize - 1}) {
      Index& token = context.tokens[static_cast<std::size_t>(lag)];
      const Index before = token;
      for (token = 0; token < kClueTokens; ++token) {
        (lag == 0 ? first : last) += divergence(law, law_of(context));
      }
      token = before;
    }
  }
  return first / last;
}

}  // namespace

std::vector<Claim> of_pattern_task() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  const char* task = "haar_task of 5 tokens, 3 groups of 4 lags, m = 1.5, b₀ = 3";
  residual("003.eq-1.law", "section 2.1, (1)",
           "The law of the next token is the softmax of what the groups say of their tokens.",
           "softmax(Σ_{k=1}^h A_k Σ_{i∈I(k)} α_i x_{t−i})", 1e-14,
           "pattern_law, and the equation lag by lag", law_residual);
  residual("003.section-2.1.permute", "section 2.1, after (1)",
           "Groups may change places with their matrices.",
           "can be permuted without changing the data generation process", 1e-14,
           "pattern_law, groups 1 and 3 exchanged", permuted_residual);
  list.push_back({"003.section-2.1.order", "section 2.1, after (1)",
                  "The positions that matter most are those of the longest matrix.",
                  "the most important positions, i.e., those associated with the largest feature "
                  "norms",
                  1.0, A::kHolds, 0.0,
                  "tokens of a group with a longer matrix move the law more, in all six orders of "
                  "three matrices",
                  "mean_influences of 50 contexts, haar_task with m = 1.5 and b₀ = 3, rearranged",
                  20, false, hierarchy_of_norms});
  list.push_back({"003.section-2.1.uneven", "section 2.1, after (1)",
                  "Within a group the weights α_i can make tokens unequal.",
                  "within each feature matrix as well as within each I(k) via α_i", 1.0, A::kAbove,
                  0.0,
                  "mean divergence by another token at lag 0, over that at lag 3, with weights .4 "
                  "and .1",
                  "the equation lag by lag, group 1 with weights .4, .3, .2 and .1", 10, false,
                  uneven_influence});
  list.back().baseline = {1.0, "even weights"};
  list.push_back({"003.eq-2.groups", "section 2.1, (2)",
                  "The groups of (2), from one index to the next, have each lag once.",
                  "0 = i_0 < i_1 < i_2 < … < i_{h−1} < i_h = w−1, *I(i) = {i_0, …, i_1}*", 0.0,
                  A::kWithin, 0.0,
                  "lags of twelve that are not in exactly one group, with the indices k − 1 and k",
                  "the printed ends of three groups: 0, 4, 8 and 11", 1, false, misplaced_lags});
  list.back().baseline = {12.0, "groups that are all the same, as the indices are printed"};
  list.back().correction = {
      "(1) asks for disjoint sets that make up all lags, and neighbours share their ends. What is "
      "meant section 2.2 says: intervals of the same length, the lags (k−1) w/h to k w/h − 1",
      2.0, 1e-12, Verdict::kInError,
      "A misprint. As printed, with i₀ and i₁ for every group, all groups are one. Read with "
      "i_(k−1) and i_k, neighbours share an end. Without the upper ends lag w − 1 is in no group, "
      "since i_h = w − 1; without the lower ends lag 0 is in none. Without the upper ends but that "
      "of the last it is right, and section 2.2 means this; it is not what stands there."};
  list.push_back({"003.section-2.2.scales", "section 2.2",
                  "Scales that fall by a factor make a hierarchy of importance.",
                  "This results in an importance hierarchy in the feature matrices", 1.0, A::kHolds,
                  0.0, "tokens of group 1 move the law more than those of 2, and these than of 3",
                  "mean_influences of 50 contexts, haar_task with m = 1.5 and b₀ = 3", 20, false,
                  hierarchy});
  list.push_back({"003.section-2.2.least", "section 2.2", "A_k has the smallest norm.",
                  "whereas *A_k^⋆* has the smallest norm and thus the least important features",
                  1.0, A::kHolds, 0.0, "share of k = 1 to 3 for which it is so", task, 1, false,
                  share_of_smallest});
  list.back().correction = {"the norm is m^(h−k) b₀, with m > 1: the smallest is that of A_h alone",
                            1.0 / 3.0, 1e-12, Verdict::kInError,
                            "A misprint: it is right if k is read as h. Nothing says so there, k "
                            "being any of 1 to h; four sentences on the text itself pairs the "
                            "small norm with A_h."};
  list.push_back({"003.section-2.2.nearby", "section 2.2",
                  "Near tokens move the law of the next one more than far ones.",
                  "the nearby positions influence the next token more that the distant tokens", 1.0,
                  A::kAbove, 0.0,
                  "mean divergence by another token in group 1, over that in group 3",
                  "pattern_law of random contexts with one token replaced", 10, false, influence});
  list.back().baseline = {1.0, "matrices of one length, m = 1"};
  residual("003.eq-3.laws", "section 2.2, (3)",
           "The laws that the first groups alone would give; that of all is the law.",
           "f_{A_{1:i}^⋆} = softmax(Σ_{k=1}^i A_k Σ_{j∈I(k)} α_j x_{t−j})", 1e-14,
           "truncated_laws, and the equation lag by lag", truncated_residual);
  return list;
}

}  // namespace attn::claims
