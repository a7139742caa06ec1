// What can be known of the next token of a pattern task by who reads some of its groups: the models
// that heads pass by while they learn. Source: seed 003, section 2.2. Any thread may ask an object
// that is not being assigned to; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/sequence/pattern_chain.hpp"

namespace attn {

/// What is best said of the next token by a model that sees the first groups of a context and not
/// the others, where all tokens are independent and uniform. Of the clues, clue_task(12, 1.5, 3),
/// in the context 0 0 1 2, 3 3 1 4, 0 2 2 2, token 1 follows with .20 for a model that sees
/// nothing, .56 for one that sees group 1, .85 for one that sees two groups, .99 for one that sees
/// all. These are means of the law over all that the unseen groups may hold: exact, since of a
/// group only counts matter, how often each token is in it, of which there are fewer than contexts.
/// One that was moved from may only be assigned to or destroyed.
class BestLaws {
 public:
  /// Throws Error for a task that PatternTask does not allow, and for one with more than 2^23
  /// counts of all groups together, of which there are C(w / h + d - 1, d - 1)^h: three groups of
  /// four lags and five tokens have 70^3, one group of two tokens may have 8388607 lags. At that
  /// limit it takes a second and half a gigabyte.
  explicit BestLaws(const PatternTask& task);

  /// The best law for a model that sees groups 1 to `read` of the context, 0 <= read <= h: the law
  /// itself for h, one for all contexts for 0. Arguments and errors as in pattern_logits.
  [[nodiscard]] Vector law(const PatternContext& context, Index read) const;

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
