#include "attn/sequence/pattern_influence.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/training/cross_entropy.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

PatternContext some_context(Index lags, Index d, Rng& rng) {
  PatternContext out;
  for (Index i = 0; i < lags; ++i) {
    out.tokens.push_back(static_cast<Index>(static_cast<double>(d) * rng.uniform()));
  }
  return out;
}

// By the laws themselves, one after the other.
Vector by_laws(const PatternTask& task, const PatternContext& context) {
  const Index d = task.features.front().rows();
  const Vector own = pattern_law(task, context);
  Vector out(task.lags);
  for (std::size_t i = 0; i < static_cast<std::size_t>(task.lags); ++i) {
    double sum = 0.0;
    for (Index other = 0; other < d; ++other) {
      PatternContext moved = context;
      moved.tokens[i] = other;
      sum += kl_divergences(own.transpose(), pattern_law(task, moved).transpose())(0);
    }
    out(static_cast<Index>(i)) = sum / static_cast<double>(d - 1);
  }
  return out;
}

}  // namespace

TEST_CASE("influences are the divergences of the laws, one replaced token after the other") {
  Rng rng(3);
  for (int draw = 0; draw < 40; ++draw) {
    const Index d = 2 + draw % 4, groups = 1 + draw % 3;
    const PatternTask task = haar_task(d, groups, 2 * groups, 1.5, 2.0, rng);
    const PatternContext context = some_context(2 * groups, d, rng);
    const Vector found = token_influences(task, context);
    CHECK(largest(found - by_laws(task, context)) < 1e-14);
    CHECK(lowest(found) >= 0.0);
  }
}

TEST_CASE("a quiet token has half the variance of what it changes, to first order") {
  // KL(p || p') of logits that move by D is Var D / 2 + O(D^3).
  Rng rng(5);
  PatternTask task = haar_task(4, 2, 4, 2.0, 2.0, rng);
  task.features[1] *= 1e-4;
  const PatternContext context{{0, 3, 2, 1}};
  const Vector law = pattern_law(task, context);
  const Vector found = token_influences(task, context);
  double sum = 0.0;
  for (Index other = 0; other < 4; ++other) {
    const Vector change = 0.5 * (task.features[1].col(other) - task.features[1].col(2));
    const double mean = law.dot(change);
    sum += 0.5 * (law.dot(change.cwiseAbs2()) - mean * mean) / 3.0;
  }
  CHECK(found(2) == Approx(sum).epsilon(1e-3));
}

TEST_CASE("mean influences are the means of those of each context") {
  Rng rng(6);
  const PatternTask task = haar_task(3, 2, 6, 1.5, 2.0, rng);
  const PatternData data = uniform_contexts(task, 50, PatternTargets::kLaws, rng);
  Vector sum = Vector::Zero(2);
  for (Index n = 0; n < 50; ++n) {
    const Vector each = token_influences(task, context_of(data, n));
    sum(0) += each.head(3).sum() / 150.0;
    sum(1) += each.tail(3).sum() / 150.0;
  }
  CHECK(largest(mean_influences(task, data) - sum) < 1e-14);
}

TEST_CASE("of the clues a token of the newest group says six times as much as one of the oldest") {
  const auto ratio = [](double factor, double base, std::uint64_t seed) {
    Rng rng(seed);
    const PatternTask task = clue_task(12, factor, base);
    const Vector m =
        mean_influences(task, uniform_contexts(task, 2000, PatternTargets::kLaws, rng));
    return m(0) / m(2);
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(ratio(1.5, 3.0, seed) == Approx(5.9).margin(0.3));
    CHECK(ratio(1.0, 3.0, seed) == Approx(1.0).margin(0.05));
    CHECK(ratio(2.0, 1.5, seed) == Approx(19.7).margin(1.5));
  }
}

TEST_CASE("influences are finite where probabilities are not, and 0 where there is one token") {
  PatternTask task = clue_task(3, 1.0, 1.0);
  for (Matrix& a : task.features) a *= 1e6;
  const Vector loud = token_influences(task, {{0, 1, 2}});
  CHECK(loud.allFinite());
  CHECK(highest(loud) > 1e5);
  CHECK(largest(token_influences({{Matrix::Ones(1, 1)}, 2}, {{0, 0}})) == 0.0);
}

TEST_CASE("influences refuse contexts and data that do not fit") {
  const PatternTask task = clue_task(3, 1.5, 1.0);
  CHECK_THAT(message_of([&] {
               return token_influences(task, {{0, 1}});
             }),
             contains("token_influences: the size of context is 2"));
  CHECK_THAT(message_of([&] {
               return token_influences(task, {{0, 1, 5}});
             }),
             contains("token_influences: context[2] is 5, expected 0 to 4"));
  PatternTask bad = task;
  bad.features[1](2, 2) = std::nan("");
  CHECK_THAT(message_of([&] { return token_influences(bad, {{0, 1, 2}}); }), contains("NaN"));
  bad.features[1](2, 2) = 1e308;
  bad.features[2](2, 2) = 1e308;
  CHECK_THAT(message_of([&] {
               return token_influences(bad, {{0, 2, 2}});
             }),
             contains("token_influences: a logit is too large for a double"));
  Rng rng(1);
  PatternData data = uniform_contexts(task, 2, PatternTargets::kLaws, rng);
  CHECK_THAT(message_of([&] { return mean_influences(clue_task(6, 1.5, 1.0), data); }),
             contains("mean_influences: data.lags is 3"));
  data.tokens.pop_back();
  CHECK_THAT(message_of([&] { return mean_influences(task, data); }),
             contains("mean_influences: the size of data.tokens is 5"));
}
