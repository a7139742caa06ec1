// Two thousand particles in single precision, against the reference path.
#include <attn/denoising/denoiser.hpp>
#include <attn/denoising/denoiser_fast.hpp>
#include <attn/numerics/largest.hpp>
#include <attn/numerics/rng.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  attn::FloatMatrix z(2000, 1);
  for (attn::Index i = 0; i < z.rows(); ++i) z(i, 0) = static_cast<float>(4.0 * rng.uniform());
  const attn::FloatMatrix fast = attn::stage1_step_fast(z, /*beta=*/16.0, /*eta=*/0.5);
  const attn::Matrix reference = attn::stage1_step(z.cast<double>(), 16.0, 0.5);
  const double error = attn::largest(fast.cast<double>() - reference);
  std::cout << "within a millionth of the extent: " << (error < 1e-6 * 4.0 ? "yes" : "no") << '\n';
}

// Prints:
//  within a millionth of the extent: yes
