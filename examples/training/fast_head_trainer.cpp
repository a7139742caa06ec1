// A causal head that reads 300 noisy symbols, trained in single precision as in seed 000,
// section 7.2.
#include <attn/sequence/markov_chain.hpp>
#include <attn/sequence/noisy_chain.hpp>
#include <attn/training/fast_head_trainer.hpp>
#include <cmath>
#include <iostream>

int main() {
  attn::Rng rng(1);
  attn::NoisyChain chain{attn::sticky_transition(), attn::Matrix(8, 20), 1.0};
  for (double& number : chain.means.reshaped()) number = rng.normal();
  const attn::NoisySequence seen = attn::sample_noisy_chain(chain, 300, rng);
  attn::TrainerOptions options;
  options.causal = true;
  options.mean_loss = true;
  options.eta = {0.2, 0.2, 0.2};
  attn::FastHeadTrainer trainer(seen.x.cast<float>(), seen.targets,
                                attn::random_classifier({20, 10, 15, 8}, 0.1, rng), options);
  // Of the mean loss two decimals, which are the same on all machines.
  const auto report = [&] { return std::round(trainer.loss() / 300.0 * 100.0) / 100.0; };
  std::cout << "guessing: " << std::round(std::log(8.0) * 100.0) / 100.0 << '\n';
  trainer.step(200);
  std::cout << "after " << trainer.steps() << " steps: " << report() << '\n';
}

// Prints:
//  guessing: 2.08
//  after 200 steps: 1.67
