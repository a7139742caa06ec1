// Three margins of one block, for logits that turn: the map is far from singular, and the spectral
// margin is negative.
#include <attn/support/matrix_margin.hpp>
#include <cmath>
#include <iostream>

int main() {
  attn::Matrix context(5, 2);
  context << 1.5, 0.3, -1.2, 0.6, 0.4, -1.1, -0.7, -0.8, 0.0, 1.0;
  attn::Matrix a(2, 2);
  a << 0.0, -2.0, 2.0, 0.0;
  const attn::ContextBlock block =
      attn::context_block(context, attn::Vector::Zero(2), a, attn::Matrix::Identity(2, 2));
  const attn::BlockMargins margins = attn::block_margins(block.m);
  std::cout << "det " << margins.sign * std::exp(margins.log_abs_det) << ", 1 - rho "
            << margins.one_minus_rho << ", sigma_min " << margins.sigma_min << '\n';
  std::cout << "lemma B.4 applies: " << (margins.spectrally_stable ? "yes" : "no") << '\n';
}

// Prints:
//  det 3.28792, 1 - rho -0.512587, sigma_min 1.60966
//  lemma B.4 applies: no
