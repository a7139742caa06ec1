// The minimal model of seed 003, section 2.4, trained in single precision with SIMD, for runs at
// which PatternTrainer is too slow. A context multiplies exponentials of the votes of several lags
// at once, and the model against any laws costs no further pass. Weights and steps are doubles,
// passes are floats; they have the same bits on every platform.
//
// Within 4e-6 of PatternTrainer: losses, and gradients relative to the largest number of each,
// while logits are below 30 (measured in tests/cpp/training/test_fast_pattern_trainer.cpp). Objects
// are not shared between threads without a lock.
#pragma once

#include <memory>
#include <vector>

#include "attn/training/pattern_trainer.hpp"

namespace attn {

/// All that FastPatternPass::divergence has to know of laws and their contexts: made once, it holds
/// for any heads.
struct PatternMoments {
  /// Mean over contexts of the law where token x is at lag i, else of zeros: row i d + x (w d x d).
  Matrix means;
  /// Mean entropy of the laws, in nats.
  double entropy;
};

/// Moments of laws (N x d) that belong to N contexts. Rows are distributions. Throws Error
/// otherwise, and as pattern_predictions.
[[nodiscard]] PatternMoments pattern_moments(const PatternData& data, const Matrix& laws);

/// Contexts, and passes of heads over them.
class FastPatternPass {
 public:
  /// Targets are distributions, and at most 2^26 numbers. Throws Error otherwise, and as
  /// pattern_predictions.
  explicit FastPatternPass(const PatternData& data);
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  FastPatternPass(FastPatternPass&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  FastPatternPass& operator=(FastPatternPass&& other) noexcept;
  ~FastPatternPass();

  /// The mean over contexts of the cross-entropy of targets and predictions. Heads as in
  /// pattern_predictions. Throws Error otherwise, and where votes are too large for a float.
  double loss(const PatternHeads& heads);
  /// The same with derivatives.
  PatternGradient gradient(const PatternHeads& heads);
  /// The derivatives alone, of the mean over some contexts: at least one, each from 0 to N - 1,
  /// perhaps several times.
  PatternHeads gradient_of(const std::vector<Index>& contexts, const PatternHeads& heads);

  /// The mean divergence KL(law || prediction) for laws of the same contexts and the heads of the
  /// last pass, in nats. Throws Error where the last pass was not over all contexts, or has thrown,
  /// and for moments of another shape.
  [[nodiscard]] double divergence(const PatternMoments& moments) const;

 private:
  friend class FastPatternTrainer;
  struct Work;
  std::unique_ptr<Work> work_;
};

/// As PatternTrainer, in float.
class FastPatternTrainer {
 public:
  /// Starts at `start`. Arguments as in FastPatternPass and pattern_gradient, options as they say.
  /// Throws Error otherwise.
  FastPatternTrainer(const PatternData& data, PatternHeads start,
                     const PatternTrainerOptions& options = {});
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  FastPatternTrainer(FastPatternTrainer&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  FastPatternTrainer& operator=(FastPatternTrainer&& other) noexcept;
  ~FastPatternTrainer();

  /// `count` >= 0 more steps. Throws Error for a count below 0, and where votes become too large
  /// for a float: then the weights of the last step stand.
  void step(Index count = 1);

  /// The loss of the weights as they are, over all contexts. Throws Error where votes are too large
  /// for a float.
  double loss();
  /// The mean divergence of laws of the same contexts from the model as it is, as
  /// FastPatternPass::divergence.
  double divergence(const PatternMoments& moments);

  /// The weights as they are.
  [[nodiscard]] const PatternHeads& heads() const noexcept;
  /// Steps taken.
  [[nodiscard]] Index steps() const noexcept;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace attn
