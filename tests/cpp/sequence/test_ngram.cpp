#include "attn/sequence/ngram.hpp"

#include <cmath>
#include <map>
#include <set>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

// As the header says it, by counting anew each time.
Vector counted_law(const std::vector<Index>& text, Index vocabulary, std::vector<Index> context) {
  Vector below = Vector::Constant(vocabulary, 1.0 / static_cast<double>(vocabulary));
  if (!context.empty()) {
    below = counted_law(text, vocabulary, {context.begin() + 1, context.end()});
  }
  std::map<Index, double> counts;
  double all = 0.0;
  for (std::size_t i = context.size(); i < text.size(); ++i) {
    if (!std::equal(context.begin(), context.end(),
                    text.begin() + static_cast<std::ptrdiff_t>(i - context.size()))) {
      continue;
    }
    counts[text[i]] += 1.0;
    all += 1.0;
  }
  if (all == 0.0) return below;
  const auto kinds = static_cast<double>(counts.size());
  Vector out = kinds * below;
  for (const auto& [token, count] : counts) out(token) += count;
  return out / (all + kinds);
}

std::vector<Index> text_of(Index length, Index vocabulary, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Index> out = {0};
  while (static_cast<Index>(out.size()) < length) {
    const double draw = rng.uniform();
    out.push_back(draw < 0.6 ? (out.back() * 3 + 1) % vocabulary
                             : static_cast<Index>(rng.uniform() * static_cast<double>(vocabulary)));
  }
  return out;
}

}  // namespace

TEST_CASE("laws are those of counting anew, of contexts that were seen and that were not") {
  const std::vector<Index> text = text_of(300, 6, 1);
  const NgramLaws laws(text, 6, 4);
  CHECK(laws.most() == 4);
  for (std::size_t place = 4; place < 300; place += 13) {
    for (std::ptrdiff_t k = 0; k <= 4; ++k) {
      const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
      const std::vector<Index> context(end - k, end);
      const Vector law = laws.law(context);
      CHECK(largest(law - counted_law(text, 6, context)) < 1e-15);
      CHECK(std::fabs(law.sum() - 1.0) < 1e-14);
      CHECK(lowest(law) > 0.0);
    }
  }
  const std::vector<Index> never = {5, 5, 5, 5};
  CHECK(largest(laws.law(never) - counted_law(text, 6, never)) < 1e-15);
}

TEST_CASE("laws of few tokens in a large vocabulary are those of counting anew") {
  const std::vector<Index> text = text_of(40, 7, 2);
  for (const Index vocabulary : {40, 41, 100}) {
    const NgramLaws laws(text, vocabulary, 3);
    for (std::size_t place = 3; place < 40; ++place) {
      const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
      const std::vector<Index> context(end - 3, end);
      CHECK(largest(laws.law(context) - counted_law(text, vocabulary, context)) < 1e-15);
    }
  }
}

TEST_CASE("a text of one kind is certain of it, more so the longer it is") {
  const NgramLaws laws(std::vector<Index>(50, 2), 4, 2);
  CHECK(laws.law({})(2) == Approx((50.0 + 0.25) / 51.0));
  CHECK(laws.law({2})(2) > laws.law({})(2));
  CHECK(laws.law({3})(2) == laws.law({})(2));
  CHECK(NgramLaws({0}, 1, 0).law({})(0) == 1.0);
}

TEST_CASE("a law of a law: long texts are known by their own chain") {
  // Each token follows from the last: with a context of 1 nothing more is to know.
  std::vector<Index> text;
  for (Index i = 0; i < 500; ++i) text.push_back(i % 5);
  const NgramLaws laws(text, 5, 3);
  CHECK(laws.law({1})(2) > 0.98);
  CHECK(laws.law({4, 0, 1})(2) > 0.999);
}

TEST_CASE("texts, vocabularies and contexts that do not fit are refused") {
  CHECK_THROWS_AS(NgramLaws({}, 3, 1), Error);
  CHECK_THROWS_AS(NgramLaws({0, 3}, 3, 1), Error);
  CHECK_THROWS_AS(NgramLaws({0, -1}, 3, 1), Error);
  CHECK_THROWS_AS(NgramLaws({0}, 0, 1), Error);
  CHECK_THROWS_AS(NgramLaws({0}, 1 << 16, 4), Error);
  CHECK_THROWS_AS(NgramLaws({0}, 2, -1), Error);
  const NgramLaws laws({0, 1, 2}, 3, 1);
  CHECK_THROWS_AS(laws.law({0, 1}), Error);
  CHECK_THROWS_AS(laws.law({3}), Error);
  // The widest that there may be.
  CHECK(NgramLaws({0, 1, 1}, 2, 62).law(std::vector<Index>(62, 1)).sum() == Approx(1.0));
}
