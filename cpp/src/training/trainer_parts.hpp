// What trainers in double and in float do alike. Internal.
#pragma once

#include "attn/numerics/check.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/training/head_trainer.hpp"
#include "numerics/products.hpp"

namespace attn {

/// The options, or Error for those out of range in the name of `function`.
inline const TrainerOptions& checked_options(const char* function, const TrainerOptions& options) {
  check::not_negative(function, "options.eta.routing", options.eta.routing);
  check::not_negative(function, "options.eta.values", options.eta.values);
  check::not_negative(function, "options.eta.read_out", options.eta.read_out);
  check::positive(function, "options.epsilon", options.epsilon);
  if (!(options.dropout >= 0.0 && options.dropout < 1.0)) {
    check::refuse(function, "options.dropout", check::format_number(options.dropout),
                  "a number >= 0 and < 1");
  }
  if (!(options.loss_limit > 0.0)) {
    check::refuse(function, "options.loss_limit", check::format_number(options.loss_limit),
                  "a number > 0");
  }
  return options;
}

/// (X X^T)^-1 with the inputs x as rows, by which ValueRule::kFitted fits; empty for other rules.
inline Matrix fit_of(const char* function, ValueRule rule, const MatrixRef& x) {
  if (rule != ValueRule::kFitted) return {};
  const Matrix gram = transposed_product(x, x);
  check::result(function, "the square of x", gram);
  return symmetric_pseudo_inverse(gram);
}

/// A step of all weights against their gradient d, of the loss over `length` positions. Where
/// values are free their weights stand.
inline void move_weights(const TrainerOptions& options, Index length, const Matrix& fit,
                         const ClassifierWeights& d, ClassifierWeights& weights) {
  const double share = options.mean_loss ? 1.0 / static_cast<double>(length) : 1.0;
  const TrainingSteps& eta = options.eta;
  for (std::size_t h = 0; h < weights.heads.size(); ++h) {
    HeadWeights& head = weights.heads[h];
    head.w_q -= eta.routing * share * d.heads[h].w_q;
    head.w_k -= eta.routing * share * d.heads[h].w_k;
    if (options.rule == ValueRule::kWeights) head.w_v -= eta.values * share * d.heads[h].w_v;
    if (options.rule == ValueRule::kFitted) head.w_v -= eta.values * product(d.heads[h].w_v, fit);
  }
  weights.w_o -= eta.read_out * share * d.w_o;
  weights.b -= eta.read_out * share * d.b;
}

}  // namespace attn
