#include "attn/sequence/best_laws.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

// Calls f with every context.
template <typename F>
void each_context(Index d, Index lags, const F& f) {
  PatternContext context{std::vector<Index>(static_cast<std::size_t>(lags), 0)};
  std::vector<Index>& tokens = context.tokens;
  for (;;) {
    f(context);
    std::size_t i = 0;
    while (i < tokens.size() && ++tokens[i] == d) tokens[i++] = 0;
    if (i == tokens.size()) return;
  }
}

// The mean of the law of two or three tokens over contexts of one group of n lags: over all counts,
// whose weights are n! / (n_0! n_1! n_2!) d^-n by the logarithms of the gamma function.
Vector mean_law(const Matrix& a, Index n) {
  const Index d = a.rows();
  const auto of = [](Index count) { return std::lgamma(static_cast<long double>(count) + 1.0L); };
  const auto whole = static_cast<double>(n);
  Vector out = Vector::Zero(d);
  for (Index i = 0; i <= n; ++i) {
    for (Index j = d == 2 ? n - i : 0; i + j <= n; ++j) {
      const Index rest = n - i - j;
      const double weight = static_cast<double>(
          std::exp(of(n) - of(i) - of(j) - of(rest) -
                   static_cast<long double>(n) * std::log(static_cast<long double>(d))));
      if (weight == 0.0) continue;
      Vector shares(d);
      shares(0) = static_cast<double>(i) / whole;
      shares(1) = static_cast<double>(j) / whole;
      if (d == 3) shares(2) = static_cast<double>(rest) / whole;
      out += weight * softmax(a.lazyProduct(shares));
    }
  }
  return out;
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
    each_context(d, lags, [&](const PatternContext& context) {
      stair += divergence(pattern_law(task, context), best.law(context, read)) / contexts;
      // Once for each part that is read: the mean over the rest.
      for (std::size_t i = kept; i < context.tokens.size(); ++i) {
        if (context.tokens[i] != 0) return;
      }
      Vector mean = Vector::Zero(d);
      each_context(d, lags - 2 * read, [&](const PatternContext& rest) {
        PatternContext whole = context;
        std::copy(rest.tokens.begin(), rest.tokens.end(),
                  whole.tokens.begin() + static_cast<std::ptrdiff_t>(kept));
        mean += pattern_law(task, whole) / std::pow(3.0, 6.0 - 2.0 * static_cast<double>(read));
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
    PatternContext context;
    for (int i = 0; i < 12; ++i) context.tokens.push_back(static_cast<Index>(rng.uniform() * 5.0));
    const double gain = divergence(best.law(context, 2), best.law(context, 1));
    sum += gain;
    squares += gain * gain;
  }
  const double mean = sum / kContexts;
  const double error = std::sqrt((squares / kContexts - mean * mean) / kContexts);
  CHECK(std::fabs(mean - (stairs(1) - stairs(2))) < 4.0 * error);
}

TEST_CASE("best laws are means with weights of sum 1 for every window that is taken") {
  const Matrix a = 3.0 * layouts::matrix(3, 3, 5);
  const auto worst_of = [&](Index d, Index n, bool exactly) {
    const Matrix features = a.topLeftCorner(d, d);
    const BestLaws best(PatternTask{{features}, n});
    const PatternContext any{std::vector<Index>(static_cast<std::size_t>(n), 0)};
    const Vector law = best.law(any, 0);
    const double off = std::fabs(law.sum() - 1.0);
    return exactly ? larger(off, largest(law - mean_law(features, n))) : off;
  };
  Rng rng(41);
  double near = 0.0, far = 0.0;
  for (int i = 0; i < 12; ++i) {
    // Up to 4094 lags of three tokens, and 2^23 - 1 of two.
    near = larger(near, worst_of(2, 1 + static_cast<Index>(std::exp(9.0 * rng.uniform())), true));
    near = larger(near, worst_of(3, 1 + static_cast<Index>(std::exp(6.0 * rng.uniform())), true));
    far = larger(far, worst_of(2, 1 + static_cast<Index>(std::exp(14.0 * rng.uniform())), false));
  }
  far = larger(far, worst_of(3, 2100, false));
  CHECK(near <= 1e-13);
  CHECK(far <= 1e-12);
}

TEST_CASE("best laws are there at the very limit of counts", "[draws]") {
  for (const auto& [d, lags] : {std::pair<Index, Index>{2, (1 << 23) - 1}, {3, 4094}}) {
    const BestLaws best(PatternTask{{3.0 * layouts::matrix(d, d, 5)}, lags});
    const PatternContext any{std::vector<Index>(static_cast<std::size_t>(lags), 0)};
    CHECK(std::fabs(best.law(any, 0).sum() - 1.0) <= 1e-12);
    CHECK(best.stairs()(0) >= 0.0);
    CHECK_THROWS_AS(BestLaws(PatternTask{{3.0 * layouts::matrix(d, d, 5)}, lags + 1}), Error);
  }
}

TEST_CASE("one token, one group and one lag have best laws too") {
  const BestLaws alone(PatternTask{{Matrix::Constant(1, 1, 2.0)}, 7});
  CHECK(alone.stairs()(0) == 0.0);
  CHECK(alone.law({{0, 0, 0, 0, 0, 0, 0}}, 0)(0) == 1.0);
  const BestLaws two(PatternTask{{layouts::matrix(2, 2, 1)}, 1});
  const Vector none = two.law({{0}}, 0);
  const Vector mean = 0.5 * (two.law({{0}}, 1) + two.law({{1}}, 1));
  CHECK(largest(none - mean) < 1e-16);
}

TEST_CASE("best laws refuse what has too many counts, and contexts that do not fit") {
  CHECK_THAT(
      message_of([] {
        return BestLaws(PatternTask{std::vector<Matrix>(4, Matrix::Identity(6, 6)), 40}).stairs();
      }),
      contains("BestLaws: the number of counts is 3003 x 3003, expected at most 8388608"));
  const BestLaws best(PatternTask{{layouts::matrix(2, 2, 1)}, 2});
  CHECK(message_of([&] { return best.law({{0}}, 0); }) ==
        "BestLaws::law: the size of context is 1, expected a whole number from 2 to 1000000000");
  CHECK(message_of([&] {
          return best.law({{0, 1}}, 2);
        }) == "BestLaws::law: read is 2, expected a whole number from 0 to 1");
  const BestLaws three(clue_task(3, 1.5, 1.0));
  for (const Index read : {0, 3}) {
    CHECK_THAT(message_of([&] { return three.gain(read); }),
               contains("BestLaws::gain: read is " + std::to_string(read)));
  }
}
