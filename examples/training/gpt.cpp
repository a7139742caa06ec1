// A language model that has learned nothing, and one step against its gradient.
#include <attn/training/gpt.hpp>
#include <cmath>
#include <iostream>

int main() {
  const attn::GptShape shape{4, 3, 8, 2, 1};
  attn::Rng rng(1);
  attn::Vector weights = attn::gpt_start(shape, rng);
  const attn::GptBatch batch{2, 3, {0, 1, 2, 3, 1, 2, 3, 0}};
  const attn::GptForward before = attn::gpt_forward(shape, weights, batch);
  weights -= 0.5 * attn::gpt_backward(shape, weights, batch, before);
  const attn::GptForward after = attn::gpt_forward(shape, weights, batch);
  std::cout << weights.size() << " weights, ln 4 = " << std::log(4.0) << '\n';
  std::cout << before.loss << " and then " << after.loss << " nats\n";
}

// Prints:
// 980 weights, ln 4 = 1.38629
// 1.36297 and then 1.28377 nats
