// What trainers of the minimal model of seed 003, section 2.4, have in common. Internal.
#pragma once

#include "attn/training/pattern_trainer.hpp"

namespace attn::patterns {

/// Data, and heads for it, as pattern_gradient takes them.
void check_arguments(const char* function, const PatternData& data, const PatternHeads& heads);
/// Its half.
void check_data(const char* function, const PatternData& data);
/// The other half, for d tokens and w lags.
void check_heads(const char* function, const PatternHeads& heads, Index tokens, Index lags);

/// W_i = sum_k s_k[i] V_k of each lag, transposed: row i d + x is what token x at lag i votes (w d
/// x d).
Matrix votes_of(const PatternHeads& heads, const Matrix& s);

/// Derivatives of heads with weights s from those of votes: dV_k = sum_i s_k[i] dW_i, ds_k[i] =
/// <V_k, dW_i>. Throws Error for what is too large for a double.
PatternHeads through_votes(const char* function, const PatternHeads& heads, const Matrix& s,
                           const Matrix& d_votes);

/// Steps of descent or of Adam.
class PatternSteps {
 public:
  /// Checks the options.
  PatternSteps(const char* function, const PatternHeads& heads,
               const PatternTrainerOptions& options);

  /// The heads after a step by this gradient; throws Error where weights outgrow a double. Then, as
  /// after a step that never comes to this, nothing has changed: the next batch is the same one.
  void take(const char* function, PatternHeads& heads, const PatternHeads& gradient);
  /// The rows of the next step's batch, of n; none for all.
  const std::vector<Index>& draw(Index n);

  Index taken() const noexcept { return taken_; }

 private:
  // What clipping leaves of a gradient.
  double share_of(const PatternHeads& gradient) const;

  PatternTrainerOptions options_;
  PatternHeads mean_, squares_;
  Rng rng_;
  Rng drawn_;  // the generator behind the batch that is drawn, until its step is taken
  std::vector<Index> rows_;
  Index taken_ = 0;
};

}  // namespace attn::patterns
