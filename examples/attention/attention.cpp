// A causal head: each token attends to itself and to those before it.
#include <attn/attention/attention.hpp>
#include <iostream>

int main() {
  attn::Matrix tokens(3, 2);
  tokens << 1, 0, 0, 1, 1, 1;
  attn::AttentionOptions options;
  options.causal = true;
  const attn::Attention head = attn::attention_forward(tokens, tokens, tokens, options);
  std::cout << "weights\n" << head.weights << "\noutput\n" << head.output << '\n';
  std::cout << "entropy " << attn::attention_entropy(head.weights).transpose() << '\n';
}

// Prints:
//  weights
//         1        0        0
//  0.330238 0.669762        0
//  0.248255 0.248255  0.50349
//  output
//         1        0
//  0.330238 0.669762
//  0.751745 0.751745
//  entropy        0 0.634347  1.03728
