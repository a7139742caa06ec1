// The toy simulation of seed 000, section 7.1: 100 steps of gradient descent.
#include <attn/training/head_trainer.hpp>
#include <iostream>

int main() {
  attn::Rng rng(1);
  attn::Matrix x(5, 3);
  for (double& number : x.reshaped()) number = rng.normal();
  const attn::Matrix targets = attn::one_hot({0, 1, 2, 1, 0}, 3);
  attn::HeadTrainer trainer(x, targets, attn::random_classifier({3, 2, 2, 3}, 0.5, rng));
  for (int n = 0; n <= 4; ++n) {
    std::cout << trainer.steps() << " steps: loss " << trainer.forward().prediction.loss << '\n';
    trainer.step(25);
  }
}

// Prints:
//  0 steps: loss 6.15062
//  25 steps: loss 5.04426
//  50 steps: loss 3.24352
//  75 steps: loss 1.6401
//  100 steps: loss 0.921662
