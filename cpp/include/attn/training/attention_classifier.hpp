// Heads of attention that predict a class at each position: projections, attention, read-out and
// loss, and the gradient of the loss with respect to everything. Rows are positions. Source: seed
// 000, sections 2 and 3. All functions are pure but for the generator that one is given; any thread
// may call them.
#pragma once

#include <vector>

#include "attn/attention/attention.hpp"
#include "attn/attention/layer_norm.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/routing.hpp"

namespace attn {

/// All that is trained; also a gradient with respect to it.
struct ClassifierWeights {
  std::vector<HeadWeights> heads;  ///< H >= 1, all of the same shapes
  Matrix w_o;                      ///< for the contexts of all heads side by side (C x H d_v)
  Vector b;                        ///< of the logits (C)
};

/// How large weights are.
struct ClassifierSizes {
  Index d_x;        ///< numbers of an input
  Index d_k;        ///< of a query and of a key
  Index d_v;        ///< of a value
  Index classes;    ///< C
  Index heads = 1;  ///< H
};

/// Weights of normal numbers times `init`, drawn row by row: w_q, w_k and w_v of each head, then
/// w_o; b is 0. Sizes >= 1, init finite and >= 0. Throws Error otherwise.
[[nodiscard]] ClassifierWeights random_classifier(const ClassifierSizes& sizes, double init,
                                                  Rng& rng);

/// What heads do differently from eq 1 to 9; as it is, nothing.
struct ClassifierOptions {
  bool causal = false;  ///< position i reads the positions j <= i only
  bool normalise_values =
      false;              ///< values less their mean, over their standard deviation, no gain
  double epsilon = 1e-5;  ///< added to the variance there, > 0
  /// One for each head, or none: what weights are multiplied by after the softmax (T x T), as in
  /// RoutingOptions.
  std::vector<Matrix> keep;
};

/// One head of classifier_forward.
struct HeadForward {
  Matrix q;          ///< (T x d_k)
  Matrix k;          ///< (T x d_k)
  Matrix projected;  ///< w_v x_j, or the free values (T x d_v)
  LayerNorm norm;    ///< of these, where values are normalised; else empty
  Matrix values;     ///< v as it is read (T x d_v)
  Matrix scores;     ///< q k^T / sqrt(d_k), eq 4 (T x T)
  Routing routing;   ///< weights and contexts, eq 5 and 6
};

/// What classifier_forward finds.
struct ClassifierForward {
  std::vector<HeadForward> heads;  ///< H
  Matrix contexts;                 ///< g of all heads side by side (T x H d_v)
  Matrix logits;                   ///< eq 7 (T x C)
  CrossEntropy prediction;         ///< probabilities and losses, eq 8 and 9
};

/// The pass from x (T x d_x) to the loss against targets (T x C, rows distributions).
/// `free_values`: one (T x d_v) for each head in place of w_v x, or none. Everything finite, T
/// >= 1. Throws Error otherwise, also in the name of a function that it is made of, and for what is
/// too large for a double. Source: seed 000, eq 1 to 9.
[[nodiscard]] ClassifierForward classifier_forward(const MatrixRef& x,
                                                   const ClassifierWeights& weights,
                                                   const MatrixRef& targets,
                                                   const ClassifierOptions& options = {},
                                                   const std::vector<Matrix>& free_values = {});

/// One head of classifier_backward.
struct HeadGradients {
  Matrix u;                  ///< dL / dg, eq 10 and 14 (T x d_v)
  RoutingGradients routing;  ///< compatibility, advantage, dL / ds, and dL / dv of values as read
  Matrix d_q;                ///< eq 25 (T x d_k)
  Matrix d_k;                ///< eq 27 (T x d_k)
  Matrix d_projected;        ///< dL / dv before they are normalised, eq 16 (T x d_v)
};

/// What classifier_backward finds.
struct ClassifierGradients {
  std::vector<HeadGradients> heads;  ///< H
  /// Of the weights, eq 29 to 32, and of w_o and b. Of w_v as if values were projected, also where
  /// they are free: what they would tell it.
  ClassifierWeights weights;
};

/// Gradients of the loss. `forward` is what classifier_forward returned for the same x, weights and
/// options. Throws Error as that does. Source: seed 000, eq 10 to 32.
[[nodiscard]] ClassifierGradients classifier_backward(const MatrixRef& x,
                                                      const ClassifierWeights& weights,
                                                      const ClassifierForward& forward,
                                                      const ClassifierOptions& options = {});

}  // namespace attn
