// Is the softmax the gradient of log-sum-exp?
#include <attn/attention/softmax.hpp>
#include <attn/numerics/central_differences.hpp>
#include <iostream>

int main() {
  attn::Matrix scores(3, 1);
  scores << 1, 2, 3;
  const auto f = [](const attn::Matrix& s) { return attn::log_sum_exp(s.col(0)); };
  const attn::Matrix witness = attn::central_differences(f, scores, /*step=*/0.1);
  const attn::Matrix derived = attn::softmax(scores.col(0));
  std::cout << witness.transpose() << '\n';
  std::cout << (attn::gradient_error(derived, witness) < 1e-9 ? "the same" : "different") << '\n';
}

// Prints:
//  0.0900306  0.244728  0.665241
//  the same
