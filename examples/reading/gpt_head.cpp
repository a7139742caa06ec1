// A head of the language model, read as any other head is: its weights are those of the forward
// pass to the bit, and its blocks stand in the stream before the norm.
#include <attn/reading/gpt_head.hpp>
#include <iostream>

int main() {
  const attn::GptShape shape{4, 4, 8, 2, 1};
  attn::Rng rng(1);
  const attn::Vector weights = attn::gpt_start(shape, rng, 0.5);
  const attn::GptBatch batch{1, 4, {0, 1, 2, 3, 0}};
  const attn::GptForward forward = attn::gpt_forward(shape, weights, batch);
  const attn::GptHeadPlace place{/*block=*/0, /*head=*/1, /*sequence=*/0};
  const attn::Head head = attn::gpt_head(shape, weights, batch, forward, place);
  const attn::Attention attention = attn::head_attention(head);
  const bool same = attention.weights == forward.blocks[0].heads[0].heads[1].weights;
  std::cout << "weights of the forward pass: " << (same ? "yes" : "no") << '\n';
  std::cout << "the last row: " << attention.weights.row(3) << '\n';
  const attn::NormOfInput norm = attn::gpt_head_norm(shape, weights, batch, forward, place);
  const attn::HeadBlocks in_stream(head, attn::BlockOf::kWhole, &norm);
  std::cout << "log |det(I - M)|, 1 - rho: " << in_stream.margins(3).log_abs_det << ' '
            << in_stream.margins(3).one_minus_rho << '\n';
}

// Prints:
//  weights of the forward pass: yes
//  the last row: 0.075219 0.431164 0.297565 0.196052
//  log |det(I - M)|, 1 - rho: -0.0547912 0.596163
