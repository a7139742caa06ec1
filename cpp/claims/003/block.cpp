// A whole transformer block on chains of seed 003, as far as the text describes it: the runs that
// the claims of section 2.2 on transformers, and of section 2.4 on what can be left out, ask.
#include "claims/003/block.hpp"

#include <array>
#include <cmath>
#include <map>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/training/adamw.hpp"
#include "attn/training/fast_gpt.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

constexpr Index kWarm = kClueLags;  // drawn tokens before the first that is asked for
constexpr Index kTargets = 20;
constexpr Index kLength = kWarm + kTargets - 1;

GptShape shape() { return {kBlockTokens, kLength, kBlockWidth, kClueGroups, 1}; }

// Fresh sequences: w uniform tokens, and those of the chain.
std::vector<Index> chains(const PatternTask& task, Index count, Rng& rng) {
  std::vector<Index> out;
  for (Index n = 0; n < count; ++n) {
    const std::vector<Index> tokens = sample_pattern_chain(task, kTargets, rng).tokens;
    out.insert(out.end(), tokens.begin(), tokens.end());
  }
  return out;
}

// Their first tokens alone, each with the one after it.
GptBatch starts_of(const std::vector<Index>& chains, Index length) {
  constexpr Index kAll = kWarm + kTargets;
  GptBatch out{static_cast<Index>(chains.size()) / kAll, length, {}};
  for (Index n = 0; n < out.sequences; ++n) {
    const auto first = chains.begin() + n * kAll;
    out.tokens.insert(out.tokens.end(), first, first + length + 1);
  }
  return out;
}

// Trains on all but the first w tokens: those of a batch less those of its starts, since a token
// sees none that come later.
class Trainer {
 public:
  // `count` sequences to learn from, or new ones in every step.
  Trainer(const PatternTask& task, Index count, std::uint64_t seed)
      : task_(task),
        rng_(seed),
        own_(count > 0 ? chains(task, count, rng_) : std::vector<Index>()),
        model_(shape()),
        weights_(gpt_start(shape(), rng_).cast<float>()),
        all_(weights_.size()),
        starts_(weights_.size()),
        adamw_(weights_.size(), {0.9, 0.999, 1e-8, 0.01, 1.0}) {}

  void step() {
    const std::vector<Index> tokens = own_.empty() ? chains(task_, kBlockBatch, rng_) : drawn();
    model_.gradient(weights_, starts_of(tokens, kLength), all_);
    model_.gradient(weights_, starts_of(tokens, kWarm - 1), starts_);
    constexpr auto kAll = static_cast<float>(kLength);
    constexpr auto kNotAsked = static_cast<float>(kWarm - 1);
    all_ = (kAll * all_ - kNotAsked * starts_) / static_cast<float>(kTargets);
    adamw_.step(weights_, all_, kBlockRate);
  }

  Vector weights() const { return weights_.cast<double>(); }

 private:
  // Of its own sequences, with repetitions.
  std::vector<Index> drawn() {
    constexpr Index kAll = kWarm + kTargets;
    const double count = static_cast<double>(own_.size()) / static_cast<double>(kAll);
    std::vector<Index> out;
    for (Index n = 0; n < kBlockBatch; ++n) {
      const auto first = own_.begin() + static_cast<Index>(count * rng_.uniform()) * kAll;
      out.insert(out.end(), first, first + kAll);
    }
    return out;
  }

  PatternTask task_;
  Rng rng_;
  std::vector<Index> own_;
  FastGpt model_;
  Eigen::VectorXf weights_, all_, starts_;
  FastAdamW adamw_;
};

double divergence(const Vector& p, const Vector& q) {
  double sum = 0.0;
  for (Index y = 0; y < p.size(); ++y) sum += p(y) * mathfn::log(p(y) / q(y));
  return sum;
}

// What fresh sequences show of the weights.
void measure(const PatternTask& task, const std::vector<Index>& tokens, const Vector& weights,
             BlockRun& run, Index at) {
  const GptBatch batch = starts_of(tokens, kLength);
  const GptForward f = gpt_forward(shape(), weights, batch);
  const double share = 1.0 / static_cast<double>(batch.sequences * kTargets);
  for (Index n = 0; n < batch.sequences; ++n) {
    const std::vector<Index> own(batch.tokens.begin() + n * (kLength + 1),
                                 batch.tokens.begin() + (n + 1) * (kLength + 1));
    for (Index t = kWarm - 1; t < kLength; ++t) {
      const Vector p = softmax(f.logits.row(n * kLength + t).transpose());
      const Matrix laws = truncated_laws(task, context_of(own, t + 1, kClueLags));
      for (Index i = 0; i < kClueGroups; ++i) {
        run.divergences(at, i) += share * divergence(laws.row(i).transpose(), p);
      }
      for (Index k = 0; k < kClueGroups; ++k) {
        const Matrix& a = f.blocks[0]
                              .heads[static_cast<std::size_t>(n)]
                              .heads[static_cast<std::size_t>(k)]
                              .weights;
        const double seen = a.row(t).segment(t + 1 - kClueLags, kClueLags).sum();
        for (Index lag = 0; lag < kClueLags; ++lag) {
          run.attention[static_cast<std::size_t>(at)](k, lag) += share * a(t, t - lag) / seen;
        }
        if (at > 0) continue;
        for (Index i = 0; i <= t; ++i) {
          run.uneven = larger(run.uneven, std::fabs(a(t, i) * static_cast<double>(t + 1) - 1.0));
        }
      }
    }
  }
}

BlockRun train(std::uint64_t seed, Index sequences, Index steps, const Progress& progress,
               bool& whole) {
  Rng rng(seed);
  const PatternTask task =
      haar_task(kBlockTokens, kClueGroups, kClueLags, kBlockFactor, kBlockBase, rng);
  const std::vector<Index> fresh = chains(task, kBlockFresh, rng);
  Trainer trainer(task, sequences, seed);
  const Index frames = steps / BlockRun::kEvery + 1;
  BlockRun run;
  run.divergences = Matrix::Zero(frames, kClueGroups);
  run.attention.assign(static_cast<std::size_t>(frames), Matrix::Zero(kClueGroups, kClueLags));
  for (Index t = 0; t <= steps; ++t) {
    if (t > 0) trainer.step();
    if (t % BlockRun::kEvery != 0) continue;
    measure(task, fresh, trainer.weights(), run, t / BlockRun::kEvery);
    whole = progress(steps > 0 ? static_cast<double>(t) / static_cast<double>(steps) : 1.0);
    if (!whole) break;
  }
  return run;
}

}  // namespace

BlockRun block_run(std::uint64_t seed, Index sequences, Index steps, const Progress& progress) {
  static thread_local std::map<std::array<std::uint64_t, 3>, BlockRun> kept;
  const std::array<std::uint64_t, 3> key = {seed, static_cast<std::uint64_t>(sequences),
                                            static_cast<std::uint64_t>(steps)};
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  bool whole = true;
  BlockRun run = train(seed, sequences, steps, progress, whole);
  if (whole) kept.emplace(key, run);
  return run;
}

}  // namespace attn::claims
