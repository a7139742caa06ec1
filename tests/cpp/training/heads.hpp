// Heads and sequences for the tests of training.
#pragma once

#include "attn/training/attention_classifier.hpp"
#include "layouts.hpp"

/// A sequence, its labels, and weights to start from.
struct HeadProblem {
  attn::Matrix x;
  std::vector<attn::Index> labels;
  attn::Matrix targets;
  attn::ClassifierWeights weights;
};

/// Normal inputs, weights times `init` with b too, labels at random. The toy of section 7.1 by
/// default.
inline HeadProblem head_problem(std::uint64_t seed, attn::ClassifierSizes sizes = {3, 2, 2, 3},
                                attn::Index length = 5, double init = 0.5) {
  attn::Rng rng(seed);
  HeadProblem p;
  p.x = layouts::matrix(length, sizes.d_x, seed + 1000);
  for (attn::Index t = 0; t < length; ++t)
    p.labels.push_back(
        rng.categorical(std::vector<double>(static_cast<std::size_t>(sizes.classes), 1.0)));
  p.targets = attn::one_hot(p.labels, sizes.classes);
  p.weights = attn::random_classifier(sizes, init, rng);
  for (double& b : p.weights.b) b = 0.1 * rng.normal();
  return p;
}

/// Targets that are not certain.
inline attn::Matrix soft_targets(attn::Index rows, attn::Index classes, std::uint64_t seed) {
  attn::Matrix t = layouts::matrix(rows, classes, seed).cwiseAbs();
  for (attn::Index i = 0; i < rows; ++i) t.row(i) /= t.row(i).sum();
  return t;
}
