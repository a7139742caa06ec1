// Compiled with no build files but a command: prints results to the last bit, and with Eigen's own
// vectors and products the user's side of a program that shares its memory with the library.
#include <attn/attention.hpp>
#include <attn/denoising.hpp>
#include <attn/numerics/mathfn.hpp>
#include <cstdio>

namespace {

void print(const char* name, double value) { std::printf("%s %a\n", name, value); }

attn::Matrix numbers(attn::Index rows, attn::Index cols, std::uint64_t seed) {
  attn::Rng rng(seed);
  attn::Matrix out(rows, cols);
  for (attn::Index i = 0; i < out.size(); ++i) out.data()[i] = rng.normal();
  return out;
}

}  // namespace

int main() {
  attn::Matrix tokens = numbers(33, 3, 1);
  // Freed here, made there, and the other way round.
  for (int i = 0; i < 3; ++i) tokens = attn::stage1_step(tokens, 5.0, 0.5);
  print("stage1_step", tokens(7, 1));
  print("posterior_mean", attn::posterior_mean(tokens, numbers(33, 3, 2), 2.0)(5, 2));
  const attn::Attention forward = attn::attention_forward(tokens, tokens, tokens);
  print("attention", forward.output(3, 2));
  print("gradient",
        attn::attention_backward(tokens, tokens, tokens, {}, forward, tokens).d_q(4, 1));
  print(
      "verified",
      attn::verify_gradients(numbers(3, 2, 3), numbers(4, 2, 4), numbers(4, 2, 5)).errors[0].error);
  print(
      "norm",
      attn::layer_norm_forward(tokens, attn::Vector::Ones(3), attn::Vector::Zero(3)).output(2, 2));
  print("mmse", attn::mmse(attn::two_modes(1.0, 0.1, 2), 0.5).value);
  print("exp", attn::mathfn::exp(0.3) + attn::mathfn::exp(-700.5) + attn::Rng(7).normal());
  attn::Vector kept = attn::softmax(tokens.col(1));
  kept += kept;
  std::printf("%s\n", kept.sum() > 1.99 && kept.sum() < 2.01 ? "whole" : "broken");
}
