// The claims of seed 000 about the sticky chain, as far as nothing learns: section 7.2.
#include <cmath>
#include <functional>

#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "claims/000/parts.hpp"
#include "claims/000/race.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr Index kLength = 2000;

// A chain that stays with 0.3 and else goes to another symbol with a probability in proportion to a
// weight.
Matrix transition_of(const std::function<double(Index from, Index to)>& weight) {
  Matrix out(kChainSymbols, kChainSymbols);
  for (Index a = 0; a < kChainSymbols; ++a) {
    double sum = 0.0;
    for (Index b = 0; b < kChainSymbols; ++b) {
      out(a, b) = a == b ? 0.0 : weight(a, b);
      sum += out(a, b);
    }
    out.row(a) *= 0.7 / sum;
    out(a, a) = 0.3;
  }
  return out;
}

double entropy_of_distances(std::uint64_t, const Progress&) {
  return entropy_rate(transition_of([](Index a, Index b) {
    return static_cast<double>(circular_distance(a, b, kChainSymbols));
  }));
}

double entropy_of_remainders(std::uint64_t, const Progress&) {
  return entropy_rate(transition_of(
      [](Index a, Index b) { return static_cast<double>((a > b ? a - b : b - a) % 7); }));
}

// The mean of -ln of what was predicted for the symbols that came.
double mean_surprise(const Matrix& predicted, const std::vector<Index>& targets) {
  double sum = 0.0;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    sum -= mathfn::log(predicted(static_cast<Index>(t), targets[t]));
  }
  return sum / static_cast<double>(targets.size());
}

double loss_of_knowing(std::uint64_t seed, const Progress&) {
  const experiments::StickyTask task = sticky_task(seed, kLength);
  return mean_surprise(predict_from_symbols(task.chain.transition, task.train.previous),
                       task.train.targets);
}

// What seeing a symbol through noise costs beside knowing it, where means are spread as `spread`.
double cost_of_noise(std::uint64_t seed, double spread) {
  Rng rng(seed);
  const NoisyChain chain = experiments::draw_noisy_chain(sticky_transition(), rng, spread);
  const NoisySequence s = sample_noisy_chain(chain, kLength, rng);
  return mean_surprise(predict_from_inputs(chain, s.x), s.targets) -
         mean_surprise(predict_from_symbols(chain.transition, s.previous), s.targets);
}

// The share of inputs whose nearest mean is that of the symbol that they carry.
double share_decoded(std::uint64_t seed, const Progress&) {
  const experiments::StickyTask task = sticky_task(seed, kLength);
  double share = 0.0;
  for (Index t = 0; t < kLength; ++t) {
    const Index carried = task.train.previous[static_cast<std::size_t>(t)];
    const double own = (task.train.x.row(t) - task.chain.means.row(carried)).squaredNorm();
    bool nearest = true;
    for (Index a = 0; a < kChainSymbols; ++a) {
      const double other = (task.train.x.row(t) - task.chain.means.row(a)).squaredNorm();
      nearest = nearest && (a == carried || own < other);
    }
    share += nearest ? 1.0 / static_cast<double>(kLength) : 0.0;
  }
  return share;
}

}  // namespace

std::vector<Claim> of_chain() {
  constexpr const char* kTable = "table 1, least entropy";
  constexpr const char* kWeights =
      "of the weights that the words allow, and of 1 / d², 8 − d and e^−d, only 1 / d on a circle "
      "of 8 has the printed entropy";
  std::vector<Claim> list;
  list.push_back(
      {"000.table-1.entropy", kTable,
       "The least predictive entropy of the chain, given the previous symbol.", "1.8833", 1.8833,
       A::kWithin, 5e-5, "entropy rate",
       "entropy_rate of sticky_transition: 0.3 to stay, else 1 / d, d the circular "
       "distance among 8",
       1, false, [](std::uint64_t, const Progress&) { return entropy_rate(sticky_transition()); }});
  list.push_back({"000.section-7.distance", "section 7.2, task; against table 1",
                  "With weights proportional to the distance the least entropy is that of the "
                  "table.",
                  "1.8833", 1.8833, A::kWithin, 5e-5, "entropy rate",
                  "entropy_rate, weights d, the circular distance among 8", 1, false,
                  entropy_of_distances});
  list.back().correction = {kWeights, 1.8994, 5e-5};
  list.push_back({"000.section-7.modulo", "section 7.2, task; against table 1",
                  "With weights that are the distance modulo 7 the least entropy is that of the "
                  "table.",
                  "1.8833", 1.8833, A::kWithin, 5e-5, "entropy rate",
                  "entropy_rate, weights |a − b| mod 7", 1, false, entropy_of_remainders});
  list.back().correction = {kWeights, 1.8446, 5e-5};
  list.push_back({"000.table-1.sequence", "table 1, least entropy; section 7.2, results",
                  "The least loss on the sequence that is learned is the least entropy of the "
                  "chain.",
                  "1.8833", 1.8833, A::kSpread, 0.0, "mean of −ln P(y_t | y_t−1)",
                  "2000 symbols. True on average: from one sequence to another it spreads by two "
                  "thirds of the difference that the table has between both methods",
                  40, false, loss_of_knowing});
  list.push_back({"000.table-1.sum", "table 1, against (9)",
                  "The losses of the table are those of (9).", "1.8833", 1.8833, A::kWithin, 5e-5,
                  "least expected loss by (9), 2000 positions",
                  "entropy_rate of sticky_transition times 2000", 1, false,
                  [](std::uint64_t, const Progress&) {
                    return static_cast<double>(kLength) * entropy_rate(sticky_transition());
                  }});
  list.back().correction = {
      "(9) is a sum over positions, the table a mean: a step η of the one is a step T η of the "
      "other",
      3766.508, 0.001};
  list.push_back({"000.table-1.input", "table 1, caption; against section 7.2",
                  "The input is the previous symbol and noise.", "x_t = y_t−1 + ε_t", 0.0,
                  A::kNotTried, 0.0, "",
                  "a misprint: a symbol is no vector; section 7.2 has its mean, μ_y + ε", 1, false,
                  nullptr});
  list.push_back({"000.section-7.embedding", "section 7.2, task",
                  "An input tells which symbol came before.",
                  "embeddings carry information about the previous symbol", 0.95, A::kAbove, 0.0,
                  "share of inputs nearest to the mean of their symbol",
                  "20 dimensions, means and noise N(0, I); 2000 inputs. More than 0.95 is meant",
                  12, false, share_decoded});
  list.push_back({"000.table-1.increase", "table 1, caption",
                  "Noise raises the least entropy slightly: by less than a hundredth.",
                  "slightly higher", 0.01, A::kBelow, 0.0,
                  "what seeing x_t loses beside knowing y_t−1",
                  "predict_from_inputs against predict_from_symbols, 2000 symbols", 12, false,
                  [](std::uint64_t seed, const Progress&) { return cost_of_noise(seed, 1.0); }});
  list.push_back({"000.table-1.averaged", "table 1, caption",
                  "It is small since noise is averaged over 20 dimensions, hence wherever the "
                  "means are.",
                  "The increase is small by the central limit theorem", 0.01, A::kBelow, 0.0,
                  "what seeing x_t loses, means four times closer",
                  "predict_from_inputs against predict_from_symbols, means N(0, I / 16)", 12, false,
                  [](std::uint64_t seed, const Progress&) { return cost_of_noise(seed, 0.25); }});
  list.back().correction = {
      "nothing is averaged: the error is that of telling apart 8 means, which are far apart "
      "beside the noise when both are N(0, I)",
      0.157, 0.005};
  return list;
}

}  // namespace attn::claims
