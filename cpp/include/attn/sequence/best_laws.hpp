// What can be known of the next token of a pattern task by who reads some of its groups: the models
// that heads pass by while they learn. Source: seed 003, section 2.2. Any thread may ask an object
// that is not being assigned to; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"

namespace attn {

/// What the first i groups tell at best of the next token where all tokens of a context are
/// independent and uniform: the mean of the law over what other groups may have read, exactly, over
/// all counts of tokens in them.
class BestLaws {
 public:
  /// Throws Error for a task that PatternTask does not allow, and for one with more than 2^23
  /// counts of all groups together, of which there are C(w / h + d - 1, d - 1)^h.
  explicit BestLaws(const PatternTask& task);

  /// The best law of who has read groups 1 to `read` of the context, 0 <= read <= h: the law itself
  /// for h, one for all contexts for 0. Arguments and errors as in pattern_logits.
  [[nodiscard]] Vector law(const std::vector<Index>& context, Index read) const;

  /// E KL(law || best law) of 0 to h groups (h + 1): the least excess loss of a model that reads so
  /// many. They fall to 0.
  [[nodiscard]] const Vector& stairs() const noexcept { return stairs_; }

  /// E KL(best law of `read` groups || that of one less), summed over all counts, 1 <= read < h:
  /// what the last of these groups tells beyond those before it. The tower rule makes it
  /// stairs()(read - 1) - stairs()(read). Throws Error for another `read`.
  [[nodiscard]] double gain(Index read) const;

 private:
  PatternTask task_;
  Index counts_;              // of one group
  std::vector<Matrix> laws_;  // of 0 to h - 1 groups, a row for each count of those that are read
  Vector weights_;            // of the counts of a group: how likely they are
  Vector stairs_;
};

}  // namespace attn
