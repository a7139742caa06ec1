#include "attn/sequence/best_laws.hpp"

#include <cmath>
#include <string>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

using Tokens = std::vector<Index>;

// Calls f with every context.
template <typename F>
void each_context(Index d, Index lags, const F& f) {
  Tokens context(static_cast<std::size_t>(lags), 0);
  for (;;) {
    f(context);
    std::size_t i = 0;
    while (i < context.size() && ++context[i] == d) context[i++] = 0;
    if (i == context.size()) return;
  }
}

double divergence(const Vector& p, const Vector& q) {
  double sum = 0.0;
  for (Index y = 0; y < p.size(); ++y) sum += p(y) * std::log(p(y) / q(y));
  return sum;
}

}  // namespace

TEST_CASE("best laws are the means over all that others may have read, by trying all of it") {
  Rng rng(2);
  const Index d = 3, lags = 6;
  const PatternTask task = haar_task(d, 3, lags, 1.4, 1.2, rng);
  const BestLaws best(task);
  const double contexts = std::pow(3.0, 6.0);
  for (Index read = 0; read <= 3; ++read) {
    const auto kept = static_cast<std::size_t>(2 * read);
    double stair = 0.0;
    each_context(d, lags, [&](const Tokens& context) {
      stair += divergence(pattern_law(task, context), best.law(context, read)) / contexts;
      // Once for each part that is read: the mean over the rest.
      for (std::size_t i = kept; i < context.size(); ++i) {
        if (context[i] != 0) return;
      }
      Vector mean = Vector::Zero(d);
      each_context(d, lags - 2 * read, [&](const Tokens& rest) {
        Tokens whole = context;
        std::copy(rest.begin(), rest.end(), whole.begin() + static_cast<std::ptrdiff_t>(kept));
        mean += pattern_law(task, whole) / std::pow(3.0, 6.0 - 2.0 * static_cast<double>(read));
        if (rest.empty()) return;
      });
      CHECK(largest(mean - best.law(context, read)) < 1e-14);
    });
    CHECK(std::fabs(stair - best.stairs()(read)) < 1e-13);
  }
  CHECK(best.stairs()(3) == 0.0);
}

TEST_CASE("the stairs of the clues, each the sum of those below and what a group adds") {
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const BestLaws best(task);
  const Vector& stairs = best.stairs();
  CHECK(std::fabs(stairs(0) - 0.7696) < 5e-5);
  CHECK(std::fabs(stairs(1) - 0.3303) < 5e-5);
  CHECK(std::fabs(stairs(2) - 0.1073) < 5e-5);
  const Vector other = BestLaws(clue_task(12, 2.0, 1.5)).stairs();
  CHECK(std::fabs(other(1) - 0.154) < 5e-4);
  CHECK(std::fabs(other(2) - 0.030) < 5e-4);
  for (const Index read : {1, 2}) {
    CHECK(std::fabs(best.gain(read) - (stairs(read - 1) - stairs(read))) < 1e-13);
  }
  // E KL(best of two || best of one), over contexts: what is left of stair 1 above stair 2.
  Rng rng(4);
  double sum = 0.0, squares = 0.0;
  constexpr int kContexts = 4000;
  for (int n = 0; n < kContexts; ++n) {
    Tokens context;
    for (int i = 0; i < 12; ++i) context.push_back(static_cast<Index>(rng.uniform() * 5.0));
    const double gain = divergence(best.law(context, 2), best.law(context, 1));
    sum += gain;
    squares += gain * gain;
  }
  const double mean = sum / kContexts;
  const double error = std::sqrt((squares / kContexts - mean * mean) / kContexts);
  CHECK(std::fabs(mean - (stairs(1) - stairs(2))) < 4.0 * error);
}

TEST_CASE("one token, one group and one lag have best laws too") {
  const BestLaws alone(PatternTask{{Matrix::Constant(1, 1, 2.0)}, 7});
  CHECK(alone.stairs()(0) == 0.0);
  CHECK(alone.law({0, 0, 0, 0, 0, 0, 0}, 0)(0) == 1.0);
  const BestLaws two(PatternTask{{layouts::matrix(2, 2, 1)}, 1});
  const Vector none = two.law({0}, 0);
  const Vector mean = 0.5 * (two.law({0}, 1) + two.law({1}, 1));
  CHECK(largest(none - mean) < 1e-16);
}

TEST_CASE("best laws refuse what has too many counts, and contexts that do not fit") {
  CHECK_THAT(
      message_of([] {
        return BestLaws(PatternTask{std::vector<Matrix>(4, Matrix::Identity(6, 6)), 40}).stairs();
      }),
      contains("BestLaws: the number of counts is 3003 x 3003, expected at most 8388608"));
  const BestLaws best(PatternTask{{layouts::matrix(2, 2, 1)}, 2});
  CHECK(message_of([&] { return best.law({0}, 0); }) ==
        "BestLaws::law: the size of context is 1, expected a whole number from 2 to 1000000000");
  CHECK(message_of([&] {
          return best.law({0, 1}, 2);
        }) == "BestLaws::law: read is 2, expected a whole number from 0 to 1");
  const BestLaws three(clue_task(3, 1.5, 1.0));
  for (const Index read : {0, 3}) {
    CHECK_THAT(message_of([&] { return three.gain(read); }),
               contains("BestLaws::gain: read is " + std::to_string(read)));
  }
}
