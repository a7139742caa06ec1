// How a loss changes with the queries of a head, and a check of all its gradients.
#include <attn/attention/attention_grad.hpp>
#include <iostream>

int main() {
  attn::Matrix q(1, 2), k(2, 2), v(2, 1), d_output(1, 1);
  q << 1, 0;
  k << 1, 0, 0, 1;
  v << 3, 5;
  d_output << 1;  // the loss is the output itself
  const attn::Attention forward = attn::attention_forward(q, k, v);
  const attn::AttentionGradients gradients =
      attn::attention_backward(q, k, v, {}, forward, d_output);
  std::cout << "dL/dq " << gradients.d_q << '\n';
  std::cout << "dL/dv " << gradients.d_v.transpose() << '\n';
  const attn::GradientCheck check = attn::verify_gradients(q, k, v);
  std::cout << (check.correct ? "as central differences" : "wrong") << '\n';
}

// Prints:
//  dL/dq -0.312797  0.312797
//  dL/dv 0.669762 0.330238
//  as central differences
