// Plain loops, which compilers turn into vectors: each number is its own, so the bits are the same.
#include "kernels/weights.hpp"

#include <cmath>

namespace attn::kernels {

// Means move towards what is new by a share of the way, so that they stay between what they have
// seen, and decay goes together with the step, so that the weight is rounded once.
void adamw_update(float* __restrict weights, const float* __restrict gradient,
                  float* __restrict mean, float* __restrict squares, std::size_t size,
                  const AdamWShares& shares) {
  const AdamWShares s = shares;
  for (std::size_t i = 0; i < size; ++i) {
    const float g = s.gradient * gradient[i];
    const float w = weights[i];
    const float m = mean[i] + s.first * (g - mean[i]);
    const float v = squares[i] + s.second * (g * g - squares[i]);
    mean[i] = m;
    squares[i] = v;
    weights[i] = w - (s.shrink * w + s.rate * m / (s.root * std::sqrt(v) + s.epsilon));
  }
}

void add_to(float* __restrict sums, const float* __restrict terms, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += terms[i];
}

bool all_finite(const float* numbers, std::size_t size) {
  // 0 times what is not finite is NaN, which a sum keeps.
  constexpr std::size_t kSums = 16;
  float broken[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums <= size; i += kSums) {
    for (std::size_t j = 0; j < kSums; ++j) broken[j] += 0.0F * numbers[i + j];
  }
  for (; i < size; ++i) broken[0] += 0.0F * numbers[i];
  float sum = 0.0F;
  for (const float one : broken) sum += one;
  return sum == 0.0F;
}

}  // namespace attn::kernels
