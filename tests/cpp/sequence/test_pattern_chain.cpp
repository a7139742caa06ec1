#include "attn/sequence/pattern_chain.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

PatternTask random_task(Index d, Index groups, Index lags, std::uint64_t seed) {
  PatternTask task{{}, lags};
  for (Index k = 0; k < groups; ++k) {
    task.features.push_back(layouts::matrix(d, d, seed + static_cast<std::uint64_t>(k)));
  }
  return task;
}

PatternContext random_context(Index d, Index lags, std::uint64_t seed) {
  Rng rng(seed);
  PatternContext out;
  for (Index i = 0; i < lags; ++i) {
    out.tokens.push_back(static_cast<Index>(rng.uniform() * static_cast<double>(d)));
  }
  return out;
}

}  // namespace

TEST_CASE("the law of a pattern task is that of its definition, one lag after the other") {
  const PatternTask task = random_task(4, 3, 6, 1);
  const PatternContext context = random_context(4, 6, 2);
  Vector logits = Vector::Zero(4);
  for (Index i = 0; i < 6; ++i) {
    const Matrix& a = task.features[static_cast<std::size_t>(i / 2)];
    logits += 0.5 * a.col(context.tokens[static_cast<std::size_t>(i)]);
  }
  CHECK(largest(pattern_logits(task, context, 3) - logits) < 1e-14);
  CHECK(largest(pattern_law(task, context) - softmax(logits)) < 1e-15);
  const Matrix truncated = truncated_laws(task, context);
  for (Index i = 0; i < 3; ++i) {
    const Vector some = softmax(pattern_logits(task, context, i + 1));
    CHECK(layouts::bits_of(Vector(truncated.row(i).transpose())) == layouts::bits_of(some));
  }
  CHECK(largest(pattern_logits(task, context, 0)) == 0.0);
  // Tokens within a group change places, and what lies behind the lags does not count.
  PatternContext other = context;
  std::swap(other.tokens[0], other.tokens[1]);
  other.tokens.push_back(3);
  CHECK(largest(pattern_logits(task, other, 3) - logits) < 1e-14);
}

TEST_CASE("clues are the maps that they are called, and orthogonal less their means") {
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const Vector scales = importance_scales(3, 1.5, 3.0);
  CHECK(scales(0) == 6.75);
  CHECK(scales(2) == 3.0);
  std::vector<Matrix> centred;
  for (Index k = 0; k < 3; ++k) {
    const Matrix& a = task.features[static_cast<std::size_t>(k)];
    for (Index x = 0; x < 5; ++x) {
      const Index said = k == 0 ? (x + 1) % 5 : (k + 1) * x % 5;
      CHECK(a.col(x).sum() == scales(k));
      CHECK(a(said, x) == scales(k));
    }
    centred.push_back(a.array() - scales(k) / 5.0);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < k; ++l) {
      CHECK(std::fabs(centred[k].cwiseProduct(centred[l]).sum()) < 1e-13);
    }
  }
}

TEST_CASE("random orthogonal matrices are orthogonal, and as likely one way as the other") {
  Rng rng(1);
  for (const Index d : {1, 2, 5, 20}) {
    const Matrix q = haar_orthogonal(d, rng);
    CHECK(largest(Matrix(q.lazyProduct(q.transpose())) - Matrix::Identity(d, d)) < 1e-14);
  }
  // Of Haar's measure each entry has the mean 0 and the variance 1 / d, and the trace the
  // variance 1.
  constexpr int kDraws = 4000;
  Matrix sum = Matrix::Zero(3, 3), squares = Matrix::Zero(3, 3);
  double traces = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const Matrix q = haar_orthogonal(3, rng);
    sum += q / kDraws;
    squares += q.cwiseAbs2() / kDraws;
    traces += q.trace() * q.trace() / kDraws;
  }
  CHECK(largest(sum) < 5.0 * std::sqrt(1.0 / 3.0 / kDraws));
  CHECK(largest(Matrix(squares.array() - 1.0 / 3.0)) < 0.03);
  CHECK(std::fabs(traces - 1.0) < 0.1);
  const PatternTask task = haar_task(5, 3, 12, 1.5, 3.0, rng);
  CHECK(std::fabs(task.features[0].norm() - 6.75 * std::sqrt(5.0)) < 1e-12);
  CHECK(task.lags == 12);
}

TEST_CASE("sampled chains have the law's frequencies, and their entropies") {
  const PatternTask task = clue_task(3, 1.3, 1.0);
  Rng rng(3);
  const PatternSample one = sample_pattern_chain(task, 50, rng);
  REQUIRE(one.tokens.size() == 53);
  for (Index t = 0; t < 50; ++t) {
    const Vector law = pattern_law(task, context_of(one, t));
    double entropy = 0.0;
    for (const double p : law) entropy -= p * std::log(p);
    CHECK(std::fabs(one.entropies(t) - entropy) < 1e-13);
  }
  // Surprises have the mean that the entropies say.
  const PatternSample many = sample_pattern_chain(task, 40000, rng);
  double difference = 0.0, square = 0.0;
  for (Index t = 0; t < 40000; ++t) {
    const Index drawn = many.tokens[static_cast<std::size_t>(3 + t)];
    const double p = pattern_law(task, context_of(many, t))(drawn);
    const double excess = -std::log(p) - many.entropies(t);
    difference += excess;
    square += excess * excess;
  }
  CHECK(std::fabs(difference) < 4.0 * std::sqrt(square));
}

TEST_CASE("a context is the newest tokens of a sequence, the newest first") {
  const std::vector<Index> tokens{3, 1, 4, 1, 5};
  CHECK(context_of(tokens, 3, 2).tokens == std::vector<Index>{4, 1});
  CHECK(context_of(tokens, 5, 5).tokens == std::vector<Index>{5, 1, 4, 1, 3});
  CHECK(context_of(tokens, 0, 0).tokens.empty());
  CHECK(message_of([&] { return context_of(tokens, 6, 2).tokens; }) ==
        "context_of: seen is 6, expected a whole number from 0 to 5");
  CHECK(message_of([&] { return context_of(tokens, 2, 3).tokens; }) ==
        "context_of: lags is 3, expected a whole number from 0 to 2");
  Rng rng(7);
  const PatternTask task = random_task(4, 2, 4, 1);
  const PatternSample sample = sample_pattern_chain(task, 3, rng);
  for (Index t = 0; t <= 3; ++t) {
    const PatternContext context = context_of(sample, t);
    REQUIRE(context.tokens.size() == 4);
    for (std::size_t lag = 0; lag < 4; ++lag) {
      CHECK(context.tokens[lag] == sample.tokens[static_cast<std::size_t>(t) + 3 - lag]);
    }
  }
  CHECK(message_of([&] { return context_of(sample, 4).tokens; }) ==
        "context_of: t is 4, expected a whole number from 0 to 3");
}

TEST_CASE("where the matrices are loud a chain nearly stops to be random") {
  Rng rng(5);
  CHECK(sample_pattern_chain(clue_task(12, 1.5, 3.0), 300, rng).entropies.mean() > 0.3);
  CHECK(sample_pattern_chain(clue_task(3, 1.5, 60.0), 300, rng).entropies.mean() < 0.16);
}

TEST_CASE("pattern tasks refuse what they cannot be") {
  Rng rng(1);
  const PatternTask task = clue_task(6, 1.5, 3.0);
  CHECK(message_of([&] {
          return pattern_law(task, {{0, 1, 2, 3, 4}});
        }) ==
        "pattern_law: the size of context is 5, expected a whole number from 6 to 1000000000");
  CHECK(message_of([&] {
          return pattern_law(task, {{0, 1, 2, 5, 4, 0}});
        }) == "pattern_law: context[3] is 5, expected 0 to 4");
  CHECK(message_of([&] {
          return pattern_logits(task, {{0, 1, 2, 0, 4, 0}}, 4);
        }) == "pattern_logits: read is 4, expected a whole number from 0 to 3");
  CHECK(message_of([&] { return clue_task(7, 1.5, 3.0); }) ==
        "clue_task: lags is 7, expected a multiple of 3, the number of groups");
  CHECK(message_of([&] { return clue_task(2, 1.5, 3.0); }) ==
        "clue_task: lags is 2, expected a whole number from 3 to 1000000000");
  PatternTask seven = task;
  seven.lags = 7;
  CHECK(message_of([&] {
          return pattern_law(seven, {{0, 1, 2, 3, 4, 0, 1}});
        }) == "pattern_law: task.lags is 7, expected a multiple of 3, the number of task.features");
  CHECK(message_of([&] { return importance_scales(2, 0.0, 1.0); }) ==
        "importance_scales: factor is 0, expected a finite number > 0");
  CHECK_THAT(message_of([&] { return importance_scales(3, 1e200, 1.0); }),
             contains("importance_scales: a scale is too large for a double"));
  CHECK(message_of([&] { return haar_orthogonal(0, rng); }) ==
        "haar_orthogonal: d is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] {
          return sample_pattern_chain({{}, 1}, 3, rng);
        }) ==
        "sample_pattern_chain: the number of task.features is 0, expected a whole number from 1 "
        "to 1000000000");
  PatternTask odd = task;
  odd.features[1] = Matrix::Zero(5, 4);
  CHECK(message_of([&] { return sample_pattern_chain(odd, 1, rng).tokens; }) ==
        "sample_pattern_chain: a matrix of task.features is 5 x 4, expected 5 x 5");
  PatternTask unset;
  unset.features = task.features;
  CHECK(message_of([&] { return sample_pattern_chain(unset, 1, rng).tokens; }) ==
        "sample_pattern_chain: task.lags is 0, expected a whole number from 3 to 1000000000");
}

TEST_CASE("a random task that is refused names its argument and draws nothing") {
  Rng rng(7);
  const auto refused = [&](Index tokens, Index groups, Index lags, double factor) {
    return message_of([&] { return haar_task(tokens, groups, lags, factor, 1.0, rng); });
  };
  CHECK(refused(3, 2, 5, 1.0) ==
        "haar_task: lags is 5, expected a multiple of 2, the number of groups");
  CHECK(refused(3, 2, 0, 1.0) ==
        "haar_task: lags is 0, expected a whole number from 2 to 1000000000");
  CHECK(refused(0, 2, 4, 1.0) ==
        "haar_task: tokens is 0, expected a whole number from 1 to 1000000000");
  CHECK_THAT(refused(3, 0, 4, 1.0), contains("groups is 0"));
  CHECK_THAT(refused(3, 2, 4, -1.0), contains("factor is -1"));
  CHECK(rng.next() == Rng(7).next());
}
