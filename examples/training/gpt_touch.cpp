// What a prediction loses when a head is taken away, and what the gradient of the loss said that it
// would lose.
#include <attn/training/gpt_touch.hpp>
#include <iostream>
#include <limits>

int main() {
  const attn::GptShape shape{4, 4, 8, 2, 2};
  attn::Rng rng(1);
  const attn::Vector weights = attn::gpt_start(shape, rng, 0.3);
  const attn::GptBatch batch{1, 4, {0, 1, 2, 3, 0}};
  const attn::GptForward clean = attn::gpt_forward(shape, weights, batch);
  std::cout << "clean " << clean.loss << '\n';

  attn::GptTouch gone;
  gone.block = gone.head = 1;
  gone.output = attn::Matrix::Zero(4, 4);
  const double without = attn::gpt_touched(shape, weights, batch, clean, gone).loss;
  const attn::Matrix u = attn::gpt_head_gradients(shape, weights, batch, clean)[1].rightCols(4);
  const attn::Matrix said = clean.blocks[1].mixed.rightCols(4);
  std::cout << "without a head " << without - clean.loss << ", by the gradient "
            << -(u.array() * said.array()).sum() << '\n';

  attn::GptTouch cut;
  cut.block = cut.head = 1;
  cut.scores = attn::Matrix::Zero(4, 4);
  cut.scores(3, 0) = -std::numeric_limits<double>::infinity();
  const attn::GptForward apart = attn::gpt_touched(shape, weights, batch, clean, cut);
  std::cout << "without an edge of the last token: " << (apart.losses - clean.losses).transpose()
            << '\n';
}

// Prints:
//  clean 0.739695
//  without a head 0.145556, by the gradient 0.174013
//  without an edge of the last token:       0       0       0 0.27705
