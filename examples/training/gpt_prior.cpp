// Two tokens and the third that looks at them: the published term would push it away from the
// boundary, or turn round and grow.
#include <attn/training/gpt_prior.hpp>
#include <iostream>

int main() {
  attn::Matrix x(3, 1);
  x << 0.4, -0.4, 0.1;
  attn::GptPriorOptions options;
  options.kind = attn::GptPriorKind::kPublished;
  options.stride = 1;
  for (const double w : {4.0, -4.0, -40.0}) {
    const attn::GptPrior p = attn::gpt_prior(options, x, 3, attn::Matrix::Constant(1, 1, w), 0);
    std::cout << "w = " << w << ": " << p.value << ", slope in w " << p.d_w << ", in x "
              << p.d_x.transpose() << '\n';
  }
}

// Prints:
// w = 4: 0.325959, slope in w 0.131216, in x   1.34725  -1.34725 -0.280712
// w = -4: -0.161609, slope in w 0.0303909, in x -0.312036  0.312036 0.0650155
// w = -40: -0.224888, slope in w -0.00797073, in x  0.194089 -0.194089   4.82387
