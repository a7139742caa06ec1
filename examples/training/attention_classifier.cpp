// One head that predicts labels, and the gradient of its loss.
#include <attn/training/attention_classifier.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  attn::Matrix x(3, 2);
  x << 1, 0, 0, 1, 1, 1;
  const attn::Matrix targets = attn::one_hot({0, 1, 1}, 2);
  const attn::ClassifierWeights weights =
      attn::random_classifier({/*d_x=*/2, /*d_k=*/2, /*d_v=*/2, /*classes=*/2}, 0.5, rng);
  const attn::ClassifierForward pass = attn::classifier_forward(x, weights, targets);
  const attn::ClassifierGradients g = attn::classifier_backward(x, weights, pass);
  std::cout << "loss " << pass.prediction.loss << '\n';
  std::cout << "attention\n" << pass.heads[0].routing.weights << '\n';
  std::cout << "dL/dW_Q\n" << g.weights.heads[0].w_q << '\n';
}

// Prints:
//  loss 2.74469
//  attention
//  0.333461 0.329957 0.336582
//  0.279941 0.364864 0.355195
//  0.280084 0.361214 0.358703
//  dL/dW_Q
//  -0.0292128  -0.118072
//  0.00209674 0.00940441
