#include "attn/sequence/ngram.hpp"

#include <algorithm>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

// Places of a text, from the k-th on, by the tokens before them and their own, of which `order` has
// them by the nearest k already: by the one before these, then, each as often as it is there.
void order_by(const std::vector<Index>& text, Index vocabulary, std::size_t k,
              std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> next(static_cast<std::size_t>(vocabulary) + 1);
  for (std::size_t i = k; i < text.size(); ++i) ++next[static_cast<std::size_t>(text[i - k]) + 1];
  for (std::size_t token = 1; token < next.size(); ++token) next[token] += next[token - 1];
  std::vector<std::uint32_t> out(text.size() - k);
  for (const std::uint32_t i : order) {
    if (i >= k) out[next[static_cast<std::size_t>(text[i - k])]++] = i;
  }
  order = std::move(out);
}

}  // namespace

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
  const std::size_t size = text.size();
  // Of few tokens in a large vocabulary there is less to sort than to count.
  const bool counts = static_cast<std::size_t>(vocabulary) <= size;
  std::vector<std::uint64_t> gram(size);
  std::vector<std::uint32_t> order(counts ? size : 0);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::uint64_t place = 1;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(most); ++k, place *= base) {
    for (std::size_t i = k; i < size; ++i) {
      gram[i] += place * static_cast<std::uint64_t>(text[i - k]);
    }
    std::vector<std::uint64_t> all;
    if (counts && k < size) {
      order_by(text, vocabulary, k, order);
      all.reserve(order.size());
      for (const std::uint32_t i : order) all.push_back(gram[i]);
    } else if (k < size) {
      all.assign(gram.begin() + static_cast<std::ptrdiff_t>(k), gram.end());
      std::sort(all.begin(), all.end());
    }
    Grams grams;
    for (const std::uint64_t number : all) {
      if (grams.numbers.empty() || grams.numbers.back() != number) {
        grams.numbers.push_back(number);
        grams.counts.push_back(0.0);
      }
      grams.counts.back() += 1.0;
    }
    grams.numbers.shrink_to_fit();
    grams.counts.shrink_to_fit();
    grams_.push_back(std::move(grams));
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
    const std::vector<std::uint64_t>& numbers = grams_[k].numbers;
    const auto first = std::lower_bound(numbers.begin(), numbers.end(), number * base);
    const auto last = std::upper_bound(first, numbers.end(), number * base + (base - 1));
    if (first == last) break;  // never seen, and so no longer one was
    const double* counts = grams_[k].counts.data() + (first - numbers.begin());
    const auto kinds = static_cast<double>(last - first);
    double all = kinds;
    for (std::ptrdiff_t i = 0; i < last - first; ++i) all += counts[i];
    law *= kinds / all;
    for (std::ptrdiff_t i = 0; i < last - first; ++i) {
      law(static_cast<Index>(first[i] - number * base)) += counts[i] / all;
    }
  }
  return law;
}

}  // namespace attn
