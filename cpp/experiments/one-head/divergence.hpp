// How far a model's prediction has moved.
#pragma once

#include "attn/attention/softmax.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {

/// Adds KL(softmax(clean) || softmax(touched)) to a sum, in nats, term by term: rounding may leave
/// it a little below 0.
inline void add_divergence(const VectorRef& clean, const VectorRef& touched, double& sum) {
  const double p_all = log_sum_exp(clean), q_all = log_sum_exp(touched);
  for (Index v = 0; v < clean.size(); ++v) {
    sum += mathfn::exp(clean(v) - p_all) * ((clean(v) - p_all) - (touched(v) - q_all));
  }
}

}  // namespace attn::experiments
