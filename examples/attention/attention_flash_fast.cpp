// Attention of a thousand tokens in float, causal, with memory that is used again.
#include <attn/attention/attention_flash_fast.hpp>
#include <attn/numerics/largest.hpp>
#include <iostream>

int main() {
  const attn::FloatMatrix x = attn::FloatMatrix::Random(1000, 16);
  attn::AttentionOptions options;
  options.causal = true;
  attn::FlashWorkspace workspace;
  attn::FloatFlashAttention out;
  for (int layer = 0; layer < 2; ++layer) {
    attn::flash_attention_fast(x, x, x, options, workspace, out);
  }
  const attn::Matrix tokens = x.cast<double>();
  const double error =
      attn::largest(out.output.cast<double>() - attn::attention(tokens, tokens, tokens, options));
  std::cout << out.output.rows() << " x " << out.output.cols() << '\n';
  std::cout << (error < 1e-5 ? "as in double" : "not as in double") << '\n';
  std::cout << (workspace.bytes() < 1000 * 1000 ? "no matrix of weights" : "too much") << '\n';
}

// Prints:
//  1000 x 16
//  as in double
//  no matrix of weights
