#include "attn/sequence/noisy_chain.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

NoisyChain sticky(std::uint64_t seed, Index d = 20, double noise = 1.0) {
  return {sticky_transition(), layouts::matrix(8, d, seed), noise};
}

double mean_loss(const Matrix& predictions, const std::vector<Index>& targets) {
  double sum = 0.0;
  for (Index t = 0; t < predictions.rows(); ++t)
    sum -= std::log(predictions(t, targets[static_cast<std::size_t>(t)]));
  return sum / static_cast<double>(predictions.rows());
}

double normal_density(const Matrix& x, Index t, const NoisyChain& chain, Index a) {
  return std::exp(-0.5 * (x.row(t) - chain.means.row(a)).squaredNorm() / chain.noise / chain.noise);
}

}  // namespace

TEST_CASE("a sequence is drawn symbol by symbol, with its input after each") {
  const NoisyChain chain = sticky(1, 3, 0.5);
  Rng rng(5), again(5);
  const NoisySequence s = sample_noisy_chain(chain, 50, rng);
  Index now = static_cast<Index>(8.0 * again.uniform());
  for (Index t = 0; t < 50; ++t) {
    const auto place = static_cast<std::size_t>(t);
    CHECK(s.previous[place] == now);
    now = again.categorical(chain.transition.row(now).data(), 8);
    CHECK(s.targets[place] == now);
    for (Index j = 0; j < 3; ++j)
      CHECK(s.x(t, j) == chain.means(s.previous[place], j) + 0.5 * again.normal());
  }
}

TEST_CASE("inputs scatter around the mean of the symbol before, by the noise") {
  const NoisyChain chain = sticky(2, 20, 0.7);
  Rng rng(6);
  const NoisySequence s = sample_noisy_chain(chain, 2000, rng);
  double squares = 0.0;
  for (Index t = 0; t < 2000; ++t)
    squares +=
        (s.x.row(t) - chain.means.row(s.previous[static_cast<std::size_t>(t)])).squaredNorm();
  // 40 000 squares, each with the standard deviation sqrt(2) of its mean.
  CHECK(std::fabs(squares / 40000.0 / 0.49 - 1.0) <= 5.0 * std::sqrt(2.0 / 40000.0));
}

TEST_CASE("predictions are Bayes' rule, term by term") {
  const NoisyChain chain = sticky(3, 2);
  Rng rng(7);
  const NoisySequence s = sample_noisy_chain(chain, 6, rng);
  const Matrix one = predict_from_inputs(chain, s.x);
  for (Index t = 0; t < 6; ++t) {
    Vector joint = Vector::Zero(8);
    for (Index a = 0; a < 8; ++a)
      joint += 0.125 * normal_density(s.x, t, chain, a) * chain.transition.row(a).transpose();
    CHECK(largest(one.row(t).transpose() - joint / joint.sum()) <= 1e-15);
  }
  // Of a history all ways through three positions, by enumeration.
  const Matrix all = predict_from_history(chain, s.x);
  Vector joint = Vector::Zero(8);
  for (Index a = 0; a < 8; ++a) {
    for (Index b = 0; b < 8; ++b) {
      for (Index c = 0; c < 8; ++c) {
        const double way = normal_density(s.x, 0, chain, a) * chain.transition(a, b) *
                           normal_density(s.x, 1, chain, b) * chain.transition(b, c) *
                           normal_density(s.x, 2, chain, c);
        joint += way * chain.transition.row(c).transpose();
      }
    }
  }
  CHECK(largest(all.row(2).transpose() - joint / joint.sum()) <= 1e-15);
  CHECK(largest(all.row(0) - one.row(0)) <= 1e-16);
}

TEST_CASE("what is known orders the losses: the symbol, the history, the input, nothing") {
  // Over 12 sequences of the paper's size; the loss given the symbol is the entropy rate, and given
  // the input some 0.006 more.
  double symbol = 0.0, history = 0.0, input = 0.0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const NoisyChain chain = sticky(100 + seed);
    Rng rng(seed);
    const NoisySequence s = sample_noisy_chain(chain, 2000, rng);
    symbol += mean_loss(predict_from_symbols(chain.transition, s.previous), s.targets) / 12.0;
    history += mean_loss(predict_from_history(chain, s.x), s.targets) / 12.0;
    input += mean_loss(predict_from_inputs(chain, s.x), s.targets) / 12.0;
  }
  CHECK(std::fabs(symbol - 1.8832538894981368) <= 0.02);
  CHECK(symbol < history);
  CHECK(history < input);
  CHECK(std::fabs(input - symbol - 0.0056) <= 0.003);
  CHECK(input < std::log(8.0));
}

TEST_CASE("without noise the input says the symbol, with much it says nothing") {
  NoisyChain chain = sticky(4, 2, 1e-200);
  const Matrix x = chain.means;
  CHECK(largest(predict_from_inputs(chain, x) - chain.transition) <= 1e-16);
  chain.noise = 1e200;
  CHECK(largest(predict_from_inputs(chain, x).array() - 0.125) <= 1e-15);
  // An input far from all: that of the nearest.
  chain.noise = 1e-3;
  Matrix far = Matrix::Zero(1, 2);
  far(0, 0) = 1e150;
  CHECK(predict_from_history(chain, far).allFinite());
}

TEST_CASE("symbols that a chain has left for good are not believed in") {
  Matrix p(2, 2);
  p << 0.5, 0.5, 0.0, 1.0;
  const NoisyChain chain{p, Matrix::Identity(2, 2), 1.0};
  Matrix x(1, 2);
  x << 1.0, 0.0;
  CHECK(predict_from_inputs(chain, x)(0, 1) == 1.0);
}

TEST_CASE("noisy chains refuse what does not fit") {
  Rng rng(1);
  NoisyChain chain = sticky(5, 2);
  const Matrix x = Matrix::Ones(3, 2);
  CHECK(message_of([&] { return sample_noisy_chain(chain, 0, rng); }) ==
        "sample_noisy_chain: length is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] { return predict_from_inputs(chain, Matrix::Ones(3, 3)); }) ==
        "predict_from_inputs: x has 3 columns, expected 2 (the columns of chain.means)");
  CHECK(message_of([&] { return predict_from_history(chain, Matrix(0, 2)); }) ==
        "predict_from_history: x is 0 x 2, expected at least 1 x 1");
  CHECK(message_of([&] {
          return predict_from_symbols(chain.transition, {0, 8});
        }) == "predict_from_symbols: previous is 8, expected a whole number from 0 to 7");
  CHECK(message_of([&] { return predict_from_symbols(chain.transition, {}); }) ==
        "predict_from_symbols: the length of previous is 0, expected a whole number from 1 to "
        "1000000000");
  chain.noise = 0.0;
  CHECK(message_of([&] { return predict_from_inputs(chain, x); }) ==
        "predict_from_inputs: chain.noise is 0, expected a finite number > 0");
  chain.noise = 1.0;
  chain.means.conservativeResize(7, 2);
  CHECK(message_of([&] { return sample_noisy_chain(chain, 5, rng); }) ==
        "sample_noisy_chain: chain.means is 7 x 2, expected 8 x 2");
  chain = sticky(5, 2);
  chain.noise = 1.7e308;
  CHECK(message_of([&] { return sample_noisy_chain(chain, 200, rng); }) ==
        "sample_noisy_chain: an input is too large for a double");
  CHECK(rng.next() == Rng(1).next());
}
