// Heads of any kind, for the fuzz targets of the topic.
#pragma once

#include "attn/training/attention_classifier.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

/// Mostly a distribution in each row.
inline Matrix targets(Input& input, Index rows, Index cols) {
  Matrix out(rows, cols);
  for (Index i = 0; i < rows; ++i) out.row(i) = input.distribution(cols).transpose();
  return out;
}

/// What classifier_forward takes.
struct Classifier {
  Matrix x, targets;
  attn::ClassifierWeights weights;
  attn::ClassifierOptions options;
  std::vector<Matrix> free_values;
};

/// Mostly of shapes that fit.
inline Classifier classifier(Input& input) {
  Classifier out;
  const Index n = input.size(0, 4), d_x = input.size(0, 3), d_k = input.size(0, 3);
  const Index d_v = input.size(0, 3), classes = input.size(0, 3), heads = input.size(0, 2);
  out.x = input.matrix(n, d_x);
  out.targets = fuzz::targets(input, input.nearly(n), input.nearly(classes));
  for (Index h = 0; h < heads; ++h) {
    out.weights.heads.push_back({input.matrix(input.nearly(d_k), d_x), input.matrix(d_k, d_x),
                                 input.matrix(d_v, input.nearly(d_x))});
  }
  out.weights.w_o = input.matrix(classes, input.nearly(heads * d_v));
  out.weights.b = input.vector(classes);
  out.options.causal = input.flip();
  out.options.normalise_values = input.flip();
  if (input.byte() % 8 == 0) out.options.epsilon = input.positive();
  if (input.byte() % 4 == 0) {
    for (Index h = 0; h < heads; ++h) out.options.keep.push_back(input.matrix(n, n).cwiseAbs());
  }
  if (input.byte() % 4 == 0) {
    for (Index h = 0; h < heads; ++h) out.free_values.push_back(input.matrix(n, d_v));
  }
  return out;
}

/// As returns, for what is refused in the name of whatever is called.
template <typename Call>
bool returns_or_refuses(Call&& call) {
  try {
    call();
    return true;
  } catch (const attn::Error& error) {
    const std::string message = error.what();
    if (message.find(": ") == std::string::npos || message.find(": ") == 0)
      fail("the message is '" + message + "'");
    return false;
  }
}

}  // namespace fuzz
