#include "attn/sequence/pattern_data.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/training/cross_entropy.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;

TEST_CASE("contexts have the laws that follow them, and one token drawn of each") {
  Rng rng(1);
  const PatternTask task = clue_task(6, 1.3, 0.8);
  const PatternData soft = uniform_contexts(task, 200, PatternTargets::kLaws, rng);
  for (Index n = 0; n < 200; ++n) {
    CHECK(bits_of(Vector(soft.laws.row(n).transpose())) ==
          bits_of(pattern_law(task, context_of(soft, n))));
  }
  CHECK(bits_of(soft.targets) == bits_of(soft.laws));
  const PatternData hard = uniform_contexts(task, 4000, PatternTargets::kDrawn, rng);
  Vector excess = Vector::Zero(5), variance = Vector::Zero(5);
  for (Index n = 0; n < 4000; ++n) {
    CHECK(hard.targets.row(n).sum() == 1.0);
    CHECK(highest(hard.targets.row(n)) == 1.0);
    excess += (hard.targets.row(n) - hard.laws.row(n)).transpose();
    variance += (hard.laws.row(n).array() * (1.0 - hard.laws.row(n).array())).matrix().transpose();
  }
  for (Index y = 0; y < 5; ++y) CHECK(std::fabs(excess(y)) < 4.0 * std::sqrt(variance(y)));
}

TEST_CASE("contexts of chains are those of the samples, the newest token first") {
  const PatternTask task = clue_task(3, 1.3, 0.8);
  Rng rng(4), same(4);
  const PatternData data = chain_contexts(task, 3, 5, PatternTargets::kDrawn, rng);
  REQUIRE(data.laws.rows() == 15);
  for (Index n = 0; n < 3; ++n) {
    const std::vector<Index> tokens = sample_pattern_chain(task, 5, same).tokens;
    for (Index t = 0; t < 5; ++t) {
      const auto at = static_cast<std::size_t>(t);
      CHECK(context_of(data, 5 * n + t).tokens ==
            std::vector<Index>{tokens[at + 2], tokens[at + 1], tokens[at]});
      CHECK(data.targets(5 * n + t, tokens[at + 3]) == 1.0);
      CHECK(largest(data.laws.row(5 * n + t).transpose() -
                    pattern_law(task, context_of(data, 5 * n + t))) == 0.0);
    }
  }
}

TEST_CASE("laws of those who read less, and what they lack on average, is the stair") {
  Rng rng(2);
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const BestLaws best(task);
  const PatternData data = uniform_contexts(task, 3000, PatternTargets::kLaws, rng);
  CHECK(kl_divergences(data.laws, data.laws).mean() == 0.0);
  for (Index read = 0; read <= 3; ++read) {
    const Matrix laws = best_laws_of(best, data, read);
    CHECK(largest(laws.row(7).transpose() - best.law(context_of(data, 7), read)) == 0.0);
    CHECK(std::fabs(kl_divergences(data.laws, laws).mean() - best.stairs()(read)) < 0.03);
    if (read == 0) continue;
    const Matrix truncated = truncated_laws_of(task, data, read);
    CHECK(largest(truncated.row(7) - truncated_laws(task, context_of(data, 7)).row(read - 1)) ==
          0.0);
    // Nobody who reads so much does better than the best.
    CHECK(kl_divergences(data.laws, truncated).mean() >=
          kl_divergences(data.laws, laws).mean() - 1e-3);
  }
  Matrix p(2, 2), q(2, 2);
  p << 0.5, 0.5, 1.0, 0.0;
  q << 0.25, 0.75, 1.0, 0.0;
  const double expected = 0.5 * (0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3.0));
  CHECK(std::fabs(kl_divergences(p, q).mean() - expected) < 1e-15);
}

TEST_CASE("who sees the newest tokens alone has the same laws to learn") {
  Rng rng(3);
  const PatternTask task = clue_task(6, 1.5, 3.0);
  const PatternData data = uniform_contexts(task, 4, PatternTargets::kDrawn, rng);
  const PatternData cut = newest_tokens(data, 2);
  CHECK(cut.lags == 2);
  REQUIRE(cut.tokens.size() == 8);
  for (std::size_t n = 0; n < 4; ++n) {
    for (std::size_t i = 0; i < 2; ++i) CHECK(cut.tokens[2 * n + i] == data.tokens[6 * n + i]);
  }
  CHECK(cut.laws == data.laws);
  CHECK(cut.targets == data.targets);
  CHECK(newest_tokens(data, 6).tokens == data.tokens);
  for (const Index lags : {0, 7}) {
    CHECK_THAT(message_of([&] { return newest_tokens(data, lags).laws; }),
               contains("newest_tokens: lags is " + std::to_string(lags)));
  }
}

TEST_CASE("contexts refuse what they cannot be") {
  Rng rng(1);
  const PatternTask task = clue_task(3, 1.5, 3.0);
  CHECK(message_of([&] { return uniform_contexts(task, 0, PatternTargets::kLaws, rng); }) ==
        "uniform_contexts: count is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] { return chain_contexts(task, 1, 0, PatternTargets::kLaws, rng); }) ==
        "chain_contexts: length is 0, expected a whole number from 1 to 999999997");
  PatternData data = uniform_contexts(task, 2, PatternTargets::kLaws, rng);
  CHECK(message_of([&] { return truncated_laws_of(task, data, 0); }) ==
        "truncated_laws_of: read is 0, expected a whole number from 1 to 3");
  CHECK(message_of([&] { return context_of(data, 2).tokens; }) ==
        "context_of: row is 2, expected a whole number from 0 to 1");
  data.tokens.pop_back();
  CHECK_THAT(message_of([&] { return context_of(data, 0).tokens; }),
             contains("context_of: the size of data.tokens is 5"));
  CHECK(message_of([&] { return best_laws_of(BestLaws(task), data, 1); }) ==
        "best_laws_of: the size of data.tokens is 5, expected a whole number from 6 "
        "to 6");
  Matrix p(1, 2), q(1, 2);
  p << 0.5, 0.5;
  q << 1.0, 0.0;
  CHECK(message_of([&] { return kl_divergences(p, q).mean(); }) ==
        "kl_divergences: q[0, 1] is 0, expected a probability > 0, as that of p is");
}
