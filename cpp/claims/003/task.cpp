// The claims of seed 003 about the task: section 2.1, equations 1 to 3, and the scales of
// section 2.2.
#include <algorithm>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr Index kSize = kClueLags / kClueGroups;
constexpr int kContexts = 50;  // of a seed

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
  for (int n = 0; n < kContexts; ++n) {
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
  for (int n = 0; n < kContexts; ++n) {
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
  for (int n = 0; n < kContexts; ++n) {
    const PatternContext context = random_context(rng);
    PatternContext moved = context;
    std::vector<Index>& tokens = moved.tokens;
    std::swap_ranges(tokens.begin(), tokens.begin() + kSize, tokens.end() - kSize);
    worst = larger(worst, largest(pattern_law(task, context) - pattern_law(other, moved)));
  }
  return worst;
}

// How often a chain of which only the first w tokens are drawn begins with the first of five
// tokens.
double share_of_a_token(std::uint64_t seed, const Progress&) {
  constexpr int kChains = 300;
  const PatternTask task = published_task(seed);
  Rng rng(seed);
  double share = 0.0;
  for (int n = 0; n < kChains; ++n) {
    for (const Index token : sample_pattern_chain(task, 0, rng).tokens) {
      share += token == 0 ? 1.0 / (kChains * static_cast<double>(kClueLags)) : 0.0;
    }
  }
  return share;
}

// Lags of 0 to 11 that are in two of the groups {i_(k-1), ..., i_k} of 0 = i_0 < i_1 < i_2 < i_3
// = 11.
double shared_lags(std::uint64_t, const Progress&) {
  constexpr Index kEnds[] = {0, 4, 8, 11};
  double shared = 0.0;
  for (Index lag = 0; lag < kClueLags; ++lag) {
    int groups = 0;
    for (int k = 0; k < 3; ++k) groups += kEnds[k] <= lag && lag <= kEnds[k + 1] ? 1 : 0;
    shared += groups > 1 ? 1.0 : 0.0;
  }
  return shared;
}

double norm_of_group(const PatternTask& task, std::size_t k) { return task.features[k].norm(); }

double ratio_of_norms(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  return norm_of_group(task, 0) / norm_of_group(task, 1);
}

double ratio_of_outer_norms(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  return norm_of_group(task, 0) / norm_of_group(task, 2);
}

double orthogonal_residual(std::uint64_t seed, const Progress&) {
  const PatternTask task = published_task(seed);
  const Vector scales = importance_scales(kClueGroups, 1.5, 3.0);
  double worst = 0.0;
  for (Index k = 0; k < kClueGroups; ++k) {
    const Matrix v = task.features[static_cast<std::size_t>(k)] / scales(k);
    worst = larger(
        worst, largest(v.lazyProduct(v.transpose()) - Matrix::Identity(kClueTokens, kClueTokens)));
  }
  return worst;
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
  for (int n = 0; n < kContexts; ++n) {
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

}  // namespace

std::vector<Claim> of_pattern_task() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  const char* task = "haar_task of 5 tokens, 3 groups of 4 lags, m = 1.5, b₀ = 3";
  residual("003.eq-1.law", "section 2.1, (1)", "The law of the next token.",
           "softmax(Σ A_k Σ α_i x_(t−i))", 1e-14, "pattern_law, and the equation lag by lag",
           law_residual);
  list.push_back({"003.section-2.1.start", "section 2.1",
                  "The first w tokens are independent and uniform.", "Unif(D)", 0.2, A::kSpread,
                  0.0, "share of one of five tokens", "sample_pattern_chain, 300 starts a seed", 20,
                  false, share_of_a_token});
  residual("003.section-2.1.permute", "section 2.1, after (1)",
           "Groups may change places with their matrices.",
           "can be permuted without changing the data generation process", 1e-14,
           "pattern_law, groups 1 and 3 exchanged", permuted_residual);
  list.push_back({"003.eq-2.groups", "section 2.1, (2)", "Groups are disjoint intervals of lags.",
                  "I(i) = {i_0, …, i_1}", 0.0, A::kWithin, 0.0, "lags that two groups have",
                  "the printed ends of three groups of twelve lags", 1, false, shared_lags});
  list.back().correction = {
      "neighbours share their ends. Disjoint, and as long as section 2.2 says, are the lags "
      "(k−1) w/h to k w/h − 1",
      2.0, 1e-12};
  residual("003.section-2.2.orthogonal", "section 2.2", "Matrices are orthogonal, times a scale.",
           "uniformly over orthogonal matrices", 1e-13, task, orthogonal_residual);
  list.push_back({"003.section-2.2.scales", "section 2.2",
                  "A group is m times as loud as the next.", "m_k = m^(h−k) b₀", 1.5, A::kWithin,
                  1e-12, "length of A₁ over that of A₂", task, 10, false, ratio_of_norms});
  list.push_back({"003.section-2.1.order", "section 2.1",
                  "The first group has the longest matrix, the last the shortest.",
                  "‖A₁‖ ≥ ‖A₂‖ ≥ … ≥ ‖A_h‖", 2.25, A::kWithin, 1e-12,
                  "length of A₁ over that of A₃", task, 10, false, ratio_of_outer_norms});
  list.push_back({"003.section-2.2.least", "section 2.2", "A_k has the smallest norm.",
                  "whereas A_k has the smallest norm", 0.0, A::kNotTried, 0.0, "",
                  "a misprint: the smallest is that of A_h, as the text says elsewhere", 1, false,
                  nullptr});
  list.push_back({"003.section-2.2.nearby", "section 2.2",
                  "Near tokens move the law of the next one more than far ones.",
                  "nearby positions influence the next token more", 1.0, A::kAbove, 0.0,
                  "mean divergence by another token in group 1, over that in group 3",
                  "pattern_law of random contexts with one token replaced", 10, false, influence});
  residual("003.eq-3.laws", "section 2.2, (3)",
           "The laws that the first groups alone would give; that of all is the law.",
           "softmax(Σ_(k≤i) A_k Σ α_j x_(t−j))", 1e-14,
           "truncated_laws, and the equation lag by lag", truncated_residual);
  return list;
}

}  // namespace attn::claims
