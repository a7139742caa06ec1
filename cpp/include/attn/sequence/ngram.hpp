// What a text says of the token that comes next, by how often each has followed the last few: the
// laws that a language model comes nearest to one after the other while it learns. Counts are
// smoothed as by Witten and Bell (1991): a context that many different tokens have followed trusts
// the shorter one more. Source: seed 003, section 4, whose best laws by lag these are for a text.
// An object is not changed once it is made: any thread may call all of it. The same bits on every
// platform.
#pragma once

#include <cstdint>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// The laws of one text.
class NgramLaws {
 public:
  /// Of a text of at least one token from 0 to vocabulary - 1, for contexts of up to `most` >= 0
  /// tokens: vocabulary^(most + 1) at most 2^63. Keeps 16 bytes for each gram, of up to most + 1
  /// tokens, that the text has. Throws Error otherwise.
  NgramLaws(const std::vector<Index>& text, Index vocabulary, Index most);

  /// How many tokens there are.
  [[nodiscard]] Index vocabulary() const noexcept { return vocabulary_; }
  /// The longest context.
  [[nodiscard]] Index most() const noexcept { return static_cast<Index>(grams_.size()) - 1; }

  /// The probability of each token after a context (vocabulary): P(w | c) = (count(c w) + T(c) P(w
  /// | c')) / (count(c) + T(c)), where T(c) different tokens have followed c and c' is c without
  /// its first token; where c was never seen, that of c'. Below no context at all all tokens are
  /// alike. Every token has a probability > 0. context: 0 to most() tokens, the last one nearest.
  /// Throws Error otherwise.
  [[nodiscard]] Vector law(const std::vector<Index>& context) const;

 private:
  // Of one length of context: all that the text has, each once, context and next token as one
  // number in base vocabulary, ascending, so that what has followed a context lies side by side;
  // and how often.
  struct Grams {
    std::vector<std::uint64_t> numbers;
    std::vector<double> counts;
  };

  Index vocabulary_;
  std::vector<Grams> grams_;
};

}  // namespace attn
