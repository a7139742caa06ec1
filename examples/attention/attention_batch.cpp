// Two sequences in one call, of which the second is one token long and padded.
#include <attn/attention/attention_batch.hpp>
#include <iostream>
#include <vector>

int main() {
  attn::Matrix tokens(4, 2);
  tokens << 1, 0, 0, 1,  // the first sequence
      2, 3, 0, 0;        // the second
  attn::BatchShape shape;
  shape.batch = 2;
  std::vector<attn::AttentionOptions> options(2);
  options[1].key_length = 1;
  const attn::AttentionBatch batch =
      attn::attention_batch_forward(tokens, tokens, tokens, shape, options);
  std::cout << batch.output << '\n';
}

// Prints:
//  0.669762 0.330238
//  0.330238 0.669762
//         2        3
//         2        3
