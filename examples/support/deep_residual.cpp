// In a stack of layers only those that ask with their own token have a volume factor.
#include <attn/support/deep_residual.hpp>
#include <iostream>

int main() {
  attn::Matrix input(3, 1), first(3, 1), second(3, 1);
  input << 0.5, -0.2, 0.1;
  first << 1.0, -1.0, 0.3;
  second << 0.7, -0.4, 0.2;
  const attn::Matrix one = attn::Matrix::Ones(1, 1);
  attn::DeepLayer prior{attn::DeepQuery::kPrior, 0.5 * one, one, one};
  attn::DeepLayer layer{attn::DeepQuery::kBelow, 0.5 * one, one, one};
  const auto tell = [&](const char* query) {
    const attn::DeepResidual r = attn::deep_residual({input, first, second}, {prior, layer});
    std::cout << "layer 2 asks with the token " << query << ": " << r.log_abs_det.row(1) << '\n';
  };
  tell("below");
  layer.query = attn::DeepQuery::kOwn;
  tell("it makes");
}

// Prints:
//  layer 2 asks with the token below: 0 0 0
//  layer 2 asks with the token it makes:         0  -0.65493 -0.403101
