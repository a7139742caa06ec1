// Passes over all weights of a model in float. Internal: the arguments have been checked, and
// nothing overlaps.
#pragma once

#include <cstddef>

namespace attn::kernels {

/// What all weights of an update by AdamW share: of a gradient what clipping leaves, of means what
/// is new, rate times decay, the rate and the root of squares over what they still miss, epsilon.
struct AdamWShares {
  float gradient, first, second, shrink, rate, root, epsilon;
};

/// weights, mean and squares <- those after the update, `size` of each.
void adamw_update(float* weights, const float* gradient, float* mean, float* squares,
                  std::size_t size, const AdamWShares& shares);

/// sums += terms, `size` of each.
void add_to(float* sums, const float* terms, std::size_t size);

/// Whether all are finite.
bool all_finite(const float* numbers, std::size_t size);

}  // namespace attn::kernels
