#include "experiments/denoising/self_test.hpp"

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {

double denoiser_self_test() {
  constexpr Index kCount = 37;
  Matrix z(kCount, 2);
  for (Index i = 0; i < kCount; ++i) {
    z(i, 0) = static_cast<double>(i % 7) * 0.5 - 1.5;
    z(i, 1) = static_cast<double>(i % 11) * 0.25 - 1.25;
  }
  const FloatMatrix narrow = z.cast<float>();
  const Matrix exact = stage1_step(z, 5.0, 1.0);
  const FloatMatrix fast = stage1_step_fast(narrow, 5.0, 1.0);
  return largest(fast.cast<double>() - exact);
}

}  // namespace attn::experiments
