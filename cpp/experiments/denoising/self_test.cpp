#include "experiments/denoising/self_test.hpp"

#include "attn/denoising/denoiser_fast.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {
namespace {

// Where a whole step takes each particle of the plane, by the definition: the library's own step
// would be linked for this alone.
Matrix stepped(const Matrix& z, double beta) {
  Matrix out(z.rows(), 2);
  for (Index i = 0; i < z.rows(); ++i) {
    double mass = 0.0;
    double sum[2] = {0.0, 0.0};
    for (Index j = 0; j < z.rows(); ++j) {
      const double x = z(j, 0) - z(i, 0);
      const double y = z(j, 1) - z(i, 1);
      const double weight = mathfn::exp(-0.5 * beta * (x * x + y * y));
      mass += weight;
      sum[0] += weight * z(j, 0);
      sum[1] += weight * z(j, 1);
    }
    out(i, 0) = sum[0] / mass;
    out(i, 1) = sum[1] / mass;
  }
  return out;
}

}  // namespace

double denoiser_self_test() {
  constexpr Index kCount = 37;
  constexpr double kBeta = 5.0;
  Matrix z(kCount, 2);
  for (Index i = 0; i < kCount; ++i) {
    z(i, 0) = static_cast<double>(i % 7) * 0.5 - 1.5;
    z(i, 1) = static_cast<double>(i % 11) * 0.25 - 1.25;
  }
  const FloatMatrix fast = stage1_step_fast(z.cast<float>(), kBeta, 1.0);
  return largest(fast.cast<double>() - stepped(z, kBeta));
}

}  // namespace attn::experiments
