// The minimal model of seed 003, section 2.4, that learns to predict the next token of a pattern
// task: heads whose attention is a fixed weight for each lag. In double, the oracle. Pure but for
// the trainer itself; the same bits on every platform.
#pragma once

#include <memory>
#include <vector>

#include "attn/sequence/pattern_data.hpp"
#include "attn/training/pattern_flow.hpp"

namespace attn {

/// Heads whose values are 0 (d x d) and whose logits are uniform on [-u, u] (w), section 2.4:
/// heads, tokens and lags >= 1, u >= 0. Throws Error otherwise.
[[nodiscard]] PatternHeads minimal_heads(Index heads, Index tokens, Index lags, double u, Rng& rng);

/// softmax(sum_k V_k sum_i s_k[i] e_{x_i}) of each context, s_k = softmax(q_k) (N x d). Shapes of
/// heads as in PatternHeads, with d rows of values and w columns of logits; all finite. Throws
/// Error otherwise, and where a logit is too large for a double.
[[nodiscard]] Matrix pattern_predictions(const PatternData& data, const PatternHeads& heads);

/// The loss and its derivatives.
struct PatternGradient {
  /// The mean over contexts of the cross-entropy of targets and predictions. A prediction below
  /// 1e-308 counts as that here, some 709 nats, and as what it is in the derivatives.
  double loss;
  PatternHeads d;  ///< derivatives of that
};

/// Arguments and errors as in pattern_predictions.
[[nodiscard]] PatternGradient pattern_gradient(const PatternData& data, const PatternHeads& heads);

/// What each head gives to each of `groups` groups of lags: sums of s_k over I(k) (H x groups). A
/// pure head has a 1; heads compete while all have their largest at the same group. logits (H x w)
/// finite, w a multiple of groups. Throws Error otherwise.
[[nodiscard]] Matrix pattern_masses(const MatrixRef& logits, Index groups);

/// How a step is made of a gradient.
enum class PatternOptimiser {
  kDescent,  ///< by the gradient
  kAdam,     ///< Kingma and Ba (2015), with decay by itself (Loshchilov and Hutter 2019)
};

/// How PatternTrainer trains.
struct PatternTrainerOptions {
  PatternOptimiser optimiser = PatternOptimiser::kAdam;  ///< of values and logits both
  double values_step = 0.02;                             ///< of V, > 0
  double logits_step = 0.02;                             ///< of q, > 0
  /// Of either optimiser: a step takes values_step times this share of itself off V, and
  /// logits_step times it off q; >= 0.
  double decay = 0.0;
  double first = 0.9;     ///< of Adam's mean, 0 to below 1
  double second = 0.999;  ///< of its squares, 0 to below 1
  double epsilon = 1e-8;  ///< of its division, > 0
  /// A gradient whose norm, over all weights, is larger than this is scaled down to it, >= 0; 0 for
  /// no limit.
  double clip = 0.0;
  /// How many contexts a step takes, drawn anew each time, with repetitions; 0 for all of them.
  Index batch = 0;
  std::uint64_t seed = 0;  ///< of those draws
};

/// As the published code trains the minimal model, on 50 tokens, spans of 4 and a factor of 1.7,
/// for 2000 steps: steps of 0.08, decay 0.01, gradients clipped at 1, batches of 3000.
[[nodiscard]] PatternTrainerOptions released_pattern_options();

/// Trains heads on contexts.
class PatternTrainer {
 public:
  /// Starts at `start`. Arguments as in pattern_gradient, options as they say. Throws Error
  /// otherwise.
  PatternTrainer(PatternData data, PatternHeads start, const PatternTrainerOptions& options = {});

  /// `count` >= 0 more steps. Throws Error for a count below 0, and where weights become too large
  /// for a double: then those of the last step stand.
  void step(Index count = 1);

  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  PatternTrainer(PatternTrainer&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  PatternTrainer& operator=(PatternTrainer&& other) noexcept;
  ~PatternTrainer();

  /// The weights as they are.
  [[nodiscard]] const PatternHeads& heads() const noexcept;
  /// Steps taken.
  [[nodiscard]] Index steps() const noexcept;
  /// All that is trained on.
  [[nodiscard]] const PatternData& data() const noexcept;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace attn
