// Online softmax, a block of keys after the other, as a figure goes through it.
#include <attn/bilinear_experiments.hpp>
#include <iostream>

int main() {
  attn::FlashParams params;
  params.q = attn::Matrix::Ones(1, 1);
  params.k.resize(4, 1);
  params.v.resize(4, 1);
  params.k << 0, 1, 2, 1;
  params.v << 1, 2, 3, 4;
  params.block = 2;
  attn::FlashExperiment flash(params);
  for (attn::Index block = 0; block <= 2; ++block) {
    flash.seek(block, 10);
    const attn::FlashExperiment::Frame frame = flash.frame();
    std::cout << "block " << frame.block << " of " << frame.blocks << ": largest score "
              << frame.max << ", output " << frame.output << '\n';
  }
}

// Prints:
//  block 0 of 2: largest score -inf, output 0
//  block 1 of 2: largest score 1, output 1.73106
//  block 2 of 2: largest score 2, output 2.85534
