#include "attn/sequence/ngram.hpp"

#include <algorithm>

#include "attn/numerics/check.hpp"

namespace attn {

NgramLaws::NgramLaws(const std::vector<Index>& text, Index vocabulary, Index most)
    : vocabulary_(vocabulary) {
  constexpr const char* kName = "NgramLaws";
  check::count(kName, "the number of tokens of text", text.size(), 1, check::kMaxBudget);
  check::count(kName, "vocabulary", vocabulary, 1, check::kMaxBudget);
  check::count(kName, "most", most, 0, 62);
  const auto base = static_cast<std::uint64_t>(vocabulary);
  std::uint64_t numbers = base;
  for (Index k = 0; k < most; ++k) {
    if (numbers > (std::uint64_t{1} << 63) / base) {
      check::refuse(kName, "most", {most},
                    {"vocabulary^(most + 1) of at most 2^63, vocabulary ", vocabulary});
    }
    numbers *= base;
  }
  for (const Index token : text) check::count(kName, "a token", token, 0, vocabulary - 1);
  std::uint64_t above = base;  // one more than the greatest number of a length
  for (Index k = 0; k <= most; ++k) {
    std::vector<std::uint64_t> grams;
    std::uint64_t gram = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      gram = gram % (above / base) * base + static_cast<std::uint64_t>(text[i]);
      if (i >= static_cast<std::size_t>(k)) grams.push_back(gram);
    }
    std::sort(grams.begin(), grams.end());
    grams_.push_back(std::move(grams));
    if (k < most) above *= base;
  }
}

Vector NgramLaws::law(const std::vector<Index>& context) const {
  constexpr const char* kName = "NgramLaws::law";
  check::count(kName, "the number of tokens of context", context.size(), 0, most());
  for (const Index token : context) check::count(kName, "a token", token, 0, vocabulary_ - 1);
  const auto base = static_cast<std::uint64_t>(vocabulary_);
  Vector law = Vector::Constant(vocabulary_, 1.0 / static_cast<double>(vocabulary_));
  std::uint64_t number = 0, place = 1;
  for (std::size_t k = 0; k <= context.size(); ++k) {
    if (k > 0) {
      number += place * static_cast<std::uint64_t>(context[context.size() - k]);
      place *= base;
    }
    const std::vector<std::uint64_t>& grams = grams_[k];
    auto at = std::lower_bound(grams.begin(), grams.end(), number * base);
    const auto end = std::upper_bound(at, grams.end(), number * base + (base - 1));
    if (at == end) break;  // never seen, and so no longer one was
    const auto seen = static_cast<double>(end - at);
    double kinds = 0.0;
    for (auto i = at; i != end; ++i) kinds += i == at || *i != *(i - 1) ? 1.0 : 0.0;
    law *= kinds / (seen + kinds);
    for (; at != end; ++at) law(static_cast<Index>(*at - number * base)) += 1.0 / (seen + kinds);
  }
  return law;
}

}  // namespace attn
