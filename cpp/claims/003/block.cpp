// A whole transformer block on chains of seed 003, as far as the text describes it: the runs that
// the claims of section 2.2 on transformers, and of section 2.4 on what can be left out, ask.
#include "claims/003/block.hpp"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/training/adamw.hpp"
#include "attn/training/fast_gpt.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

constexpr Index kWarm = kClueLags;  // drawn tokens before the first that is asked for
constexpr Index kTargets = 20;
constexpr Index kLength = kWarm + kTargets - 1;

GptShape shape() { return {kBlockTokens, kLength, kBlockWidth, kClueGroups, 1}; }

// What a model says after each token of a sequence.
struct Said {
  Matrix logits;                ///< (kLength x d)
  std::vector<Matrix> weights;  ///< of each head, the attention of each token (kLength x kLength)
};

class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;
  virtual void step() = 0;
  virtual Said say(const std::vector<Index>& sequence) const = 0;
};

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
class Block : public Model {
 public:
  // `count` sequences to learn from, or new ones in every step.
  Block(const PatternTask& task, Index count, std::uint64_t seed)
      : task_(task),
        rng_(seed),
        own_(count > 0 ? chains(task, count, rng_) : std::vector<Index>()),
        model_(shape()),
        weights_(gpt_start(shape(), rng_).cast<float>()),
        all_(weights_.size()),
        starts_(weights_.size()),
        adamw_(weights_.size(), {0.9, 0.999, 1e-8, 0.01, 1.0}) {}

  void step() override {
    const std::vector<Index> tokens = own_.empty() ? chains(task_, kBlockBatch, rng_) : drawn();
    model_.gradient(weights_, starts_of(tokens, kLength), all_);
    model_.gradient(weights_, starts_of(tokens, kWarm - 1), starts_);
    constexpr auto kAll = static_cast<float>(kLength);
    constexpr auto kNotAsked = static_cast<float>(kWarm - 1);
    all_ = (kAll * all_ - kNotAsked * starts_) / static_cast<float>(kTargets);
    adamw_.step(weights_, all_, kBlockRate);
  }

  Said say(const std::vector<Index>& sequence) const override {
    GptForward f = gpt_forward(shape(), weights_.cast<double>(), {1, kLength, sequence});
    Said out{std::move(f.logits), {}};
    for (Attention& head : f.blocks[0].heads[0].heads) out.weights.push_back(head.weights);
    return out;
  }

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

// Heads alone, section 2.4: a token is one-hot, its position too, and nothing is normalised or
// added. Scores are x_i^T A_k x_t, with A_k as it is or the product of keys and queries.
class Plain : public Model {
 public:
  Plain(const PatternTask& task, bool factored, std::uint64_t seed)
      : task_(task), rng_(seed), factored_(factored), adamw_(size(), released()) {
    weights_ = Vector::Zero(size());
    for (Index i = kClueGroups * kValues; i < size(); ++i) {
      weights_(i) = factored ? 0.1 * rng_.normal() : 1e-3 * (2.0 * rng_.uniform() - 1.0);
    }
    read();
  }

  void step() override {
    const std::vector<Index> tokens = chains(task_, kBlockBatch, rng_);
    for (Index k = 0; k < kClueGroups; ++k) {
      d_values_[at(k)].setZero();
      d_scores_[at(k)].setZero();
    }
    for (Index n = 0; n < kBlockBatch; ++n) learn(&tokens[at(n * (kLength + 1))]);
    Vector gradient(size());
    for (Index k = 0; k < kClueGroups; ++k) {
      gradient.segment(k * kValues, kValues) = d_values_[at(k)].reshaped();
      const Index first = kClueGroups * kValues + k * scores_size();
      if (!factored_) {
        gradient.segment(first, scores_size()) = d_scores_[at(k)].reshaped();
        continue;
      }
      const Matrix d_keys = queries(k).lazyProduct(d_scores_[at(k)].transpose());
      const Matrix d_queries = keys(k).lazyProduct(d_scores_[at(k)]);
      gradient.segment(first, kFactor) = d_keys.reshaped();
      gradient.segment(first + kFactor, kFactor) = d_queries.reshaped();
    }
    adamw_.step(weights_, gradient,
                factored_ ? kFactoredRate : released_pattern_options().values_step);
    read();
  }

  Said say(const std::vector<Index>& sequence) const override {
    Said out{Matrix::Zero(kLength, kBlockTokens), {}};
    for (Index k = 0; k < kClueGroups; ++k) {
      const Matrix values = values_of(k, sequence.data());
      out.weights.emplace_back(Matrix::Zero(kLength, kLength));
      for (Index t = 0; t < kLength; ++t) {
        const Vector a = attention(k, sequence.data(), t);
        out.weights.back().row(t).head(t + 1) = a.transpose();
        out.logits.row(t) += values.leftCols(t + 1).lazyProduct(a).transpose();
      }
    }
    return out;
  }

 private:
  static constexpr Index kRows = kBlockTokens + kLength;  // of a token and its position
  static constexpr Index kValues = kBlockTokens * kRows;
  static constexpr Index kInner = 16;  // numbers of a key
  static constexpr Index kFactor = kInner * kRows;
  static constexpr double kFactoredRate = 0.03;

  static AdamWOptions released() {
    const PatternTrainerOptions o = released_pattern_options();
    return {o.first, o.second, o.epsilon, o.decay, o.clip};
  }

  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Index scores_size() const { return factored_ ? 2 * kFactor : kRows * kRows; }
  Index size() const { return kClueGroups * (kValues + scores_size()); }

  Matrix part(Index first, Index rows) const {
    return weights_.segment(first, rows * kRows).reshaped(rows, kRows);
  }
  Matrix keys(Index k) const { return part(kClueGroups * kValues + k * scores_size(), kInner); }
  Matrix queries(Index k) const {
    return part(kClueGroups * kValues + k * scores_size() + kFactor, kInner);
  }

  // The matrices that the weights are.
  void read() {
    for (Index k = 0; k < kClueGroups; ++k) {
      values_[at(k)] = part(k * kValues, kBlockTokens);
      scores_[at(k)] = factored_ ? Matrix(keys(k).transpose().lazyProduct(queries(k)))
                                 : part(kClueGroups * kValues + k * scores_size(), kRows);
    }
    if (d_values_[0].size() > 0) return;
    for (Index k = 0; k < kClueGroups; ++k) {
      d_values_[at(k)] = values_[at(k)];
      d_scores_[at(k)] = scores_[at(k)];
    }
  }

  Vector attention(Index k, const Index* tokens, Index t) const {
    const Matrix& a = scores_[at(k)];
    Vector scores(t + 1);
    for (Index i = 0; i <= t; ++i) {
      const Index place = kBlockTokens + i, query = kBlockTokens + t;
      scores(i) =
          a(tokens[i], tokens[t]) + a(tokens[i], query) + a(place, tokens[t]) + a(place, query);
    }
    return softmax(scores);
  }

  // What each token of a sequence says by a head: a column for each.
  Matrix values_of(Index k, const Index* tokens) const {
    const Matrix& v = values_[at(k)];
    Matrix out = v.middleCols(kBlockTokens, kLength);
    for (Index i = 0; i < kLength; ++i) out.col(i) += v.col(tokens[i]);
    return out;
  }

  // Adds the gradient of the mean cross-entropy of what is asked for of one sequence.
  void learn(const Index* tokens) {
    constexpr double kShare = 1.0 / static_cast<double>(kBlockBatch * kTargets);
    std::array<Matrix, kClueGroups> values, d_values;
    for (Index k = 0; k < kClueGroups; ++k) {
      values[at(k)] = values_of(k, tokens);
      d_values[at(k)] = Matrix::Zero(kBlockTokens, kLength);
    }
    std::array<Vector, kClueGroups> weights;
    Vector logits(kBlockTokens);
    for (Index t = kWarm - 1; t < kLength; ++t) {
      logits.setZero();
      for (Index k = 0; k < kClueGroups; ++k) {
        weights[at(k)] = attention(k, tokens, t);
        logits += values[at(k)].leftCols(t + 1).lazyProduct(weights[at(k)]);
      }
      Vector d_logits = kShare * softmax(logits);
      d_logits(tokens[t + 1]) -= kShare;
      for (Index k = 0; k < kClueGroups; ++k) {
        const Vector& a = weights[at(k)];
        d_values[at(k)].leftCols(t + 1) += d_logits.lazyProduct(a.transpose());
        const Vector pull = values[at(k)].leftCols(t + 1).transpose().lazyProduct(d_logits);
        learn_scores(k, tokens, t, a.cwiseProduct((pull.array() - a.dot(pull)).matrix()));
      }
    }
    for (Index k = 0; k < kClueGroups; ++k) {
      Matrix& d = d_values_[at(k)];
      d.middleCols(kBlockTokens, kLength) += d_values[at(k)];
      for (Index i = 0; i < kLength; ++i) d.col(tokens[i]) += d_values[at(k)].col(i);
    }
  }
  void learn_scores(Index k, const Index* tokens, Index t, const Vector& d_scores) {
    Matrix& d = d_scores_[at(k)];
    for (Index i = 0; i <= t; ++i) {
      const Index place = kBlockTokens + i, query = kBlockTokens + t;
      d(tokens[i], tokens[t]) += d_scores(i);
      d(tokens[i], query) += d_scores(i);
      d(place, tokens[t]) += d_scores(i);
      d(place, query) += d_scores(i);
    }
  }

  PatternTask task_;
  Rng rng_;
  bool factored_;
  AdamW adamw_;
  Vector weights_;
  std::array<Matrix, kClueGroups> values_, scores_, d_values_, d_scores_;
};

std::unique_ptr<Model> model_of(BlockKind kind, const PatternTask& task, Index sequences,
                                std::uint64_t seed) {
  if (kind == BlockKind::kWhole) return std::make_unique<Block>(task, sequences, seed);
  return std::make_unique<Plain>(task, kind == BlockKind::kKeysAndQueries, seed);
}

double divergence(const Vector& p, const Vector& q) {
  double sum = 0.0;
  for (Index y = 0; y < p.size(); ++y) sum += p(y) * mathfn::log(p(y) / q(y));
  return sum;
}

// What fresh sequences show of a model.
void measure(const PatternTask& task, const std::vector<Index>& fresh, const Model& model,
             BlockRun& run, Index at) {
  const GptBatch batch = starts_of(fresh, kLength);
  const double share = 1.0 / static_cast<double>(batch.sequences * kTargets);
  Matrix& attention = run.attention[static_cast<std::size_t>(at)];
  for (Index n = 0; n < batch.sequences; ++n) {
    const std::vector<Index> own(batch.tokens.begin() + n * (kLength + 1),
                                 batch.tokens.begin() + (n + 1) * (kLength + 1));
    const Said said = model.say(own);
    for (Index t = kWarm - 1; t < kLength; ++t) {
      const Vector p = softmax(said.logits.row(t).transpose());
      const Matrix laws = truncated_laws(task, context_of(own, t + 1, kClueLags));
      for (Index i = 0; i < kClueGroups; ++i) {
        run.divergences(at, i) += share * divergence(laws.row(i).transpose(), p);
      }
      for (Index k = 0; k < kClueGroups; ++k) {
        const auto a = said.weights[static_cast<std::size_t>(k)].row(t).head(t + 1);
        const double seen = a.tail(kClueLags).sum();
        for (Index lag = 0; lag < kClueLags; ++lag) {
          attention(k, lag) += share * a(t - lag) / seen;
        }
        if (at > 0) continue;
        const double even = 1.0 / static_cast<double>(t + 1);
        run.uneven = larger(run.uneven, largest((a.array() / even - 1.0).matrix()));
      }
    }
  }
}

BlockRun train(BlockKind kind, std::uint64_t seed, Index sequences, Index steps,
               const Progress& progress, bool& whole) {
  Rng rng(seed);
  const PatternTask task =
      haar_task(kBlockTokens, kClueGroups, kClueLags, kBlockFactor, kBlockBase, rng);
  const std::vector<Index> fresh = chains(task, kBlockFresh, rng);
  const std::unique_ptr<Model> model = model_of(kind, task, sequences, seed);
  const Index frames = steps / BlockRun::kEvery + 1;
  BlockRun run;
  run.divergences = Matrix::Zero(frames, kClueGroups);
  run.attention.assign(static_cast<std::size_t>(frames), Matrix::Zero(kClueGroups, kClueLags));
  for (Index t = 0; t <= steps; ++t) {
    if (t > 0) model->step();
    if (t % BlockRun::kEvery != 0) continue;
    measure(task, fresh, *model, run, t / BlockRun::kEvery);
    whole = progress(steps > 0 ? static_cast<double>(t) / static_cast<double>(steps) : 1.0);
    if (!whole) break;
  }
  return run;
}

}  // namespace

BlockRun block_run(BlockKind kind, std::uint64_t seed, Index sequences, Index steps,
                   const Progress& progress) {
  static thread_local std::map<std::array<std::uint64_t, 4>, BlockRun> kept;
  const std::array<std::uint64_t, 4> key = {static_cast<std::uint64_t>(kind), seed,
                                            static_cast<std::uint64_t>(sequences),
                                            static_cast<std::uint64_t>(steps)};
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  bool whole = true;
  BlockRun run = train(kind, seed, sequences, steps, progress, whole);
  if (whole) kept.emplace(key, run);
  return run;
}

}  // namespace attn::claims
