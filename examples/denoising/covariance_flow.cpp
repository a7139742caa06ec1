// A Gaussian cloud, long and thin, on its way back from the noise that was added to it.
#include <attn/denoising/covariance_flow.hpp>
#include <attn/denoising/stage1_clock.hpp>
#include <iostream>

int main() {
  const double beta = 20.0, sigma2 = 0.5;
  attn::Matrix clean(2, 2);
  clean << 1.0, 0.4, 0.4, 0.3;
  const attn::Matrix noisy = clean + sigma2 * attn::Matrix::Identity(2, 2);
  const attn::CovarianceFlow flow(noisy, beta);
  std::cout << "with noise\n" << flow.covariance(0.0) << '\n';
  const double matched = attn::matched_attention_time(beta, sigma2);
  std::cout << "at the matched time\n" << flow.covariance(matched) << '\n';
  std::cout << "variances along the axes " << flow.eigenvalues(matched).transpose() << '\n';
}

// Prints:
//  with noise
//  1.5 0.4
//  0.4 0.8
//  at the matched time
//   1.02457 0.383166
//  0.383166 0.354032
//  variances along the axes 0.180164  1.19844
