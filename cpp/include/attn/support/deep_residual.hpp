// Layers of attention as a hierarchy of conditional densities, and where the volume factor is in
// it: a layer whose mean is computed from the layer below adds none, one that asks with its own
// variable does. Source: seed 002, section 6 and appendix D. Tokens are rows. All functions are
// pure; any thread may call them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// Whose token asks in a layer.
enum class DeepQuery {
  /// The token below: mu_t = x_t + tanh(w_m x_t) + w_v sum_{s<=t} alpha_ts x_s with logits
  /// x_s^T a x_t, x of the layer below, as in a transformer block.
  kBelow,
  /// The layer's own token y_t, which is being generated: the same with logits x_s^T a y_t, "when
  /// deeper layers would contribute".
  kOwn,
  /// The layer is an attention prior over its own tokens, section 3: mu_t = sum_{s<t} alpha_ts y_s
  /// with logits y_s^T a y_t. Nothing from below.
  kPrior,
};

/// One layer over tokens of d numbers.
struct DeepLayer {
  DeepQuery query = DeepQuery::kBelow;  ///< whose token asks
  Matrix a;                             ///< of the logits (d x d)
  Matrix w_v;                           ///< (d x d); of no effect in a prior
  Matrix w_m;  ///< of the part of a token that does not attend (d x d); of no effect in a prior
};

/// What deep_residual finds for n layers over T tokens of d numbers.
struct DeepResidual {
  std::vector<Matrix>
      residual;  ///< e^l_t = x^l_t - mu^l_t of each layer, eq 36 and 76 (n of T x d)
  /// log |det de^l_t / dx^l_t| of each layer and token (n x T). Rows that ask below are 0 exactly
  /// (proposition 3).
  Matrix log_abs_det;
};

/// The residuals of layers 1 to n. `x` has n + 1 matrices (T x d), the input first, T and d >= 1;
/// everything finite. Throws Error otherwise, and for what is too large for a double. Source: seed
/// 002, eq 35, 36, 39.
[[nodiscard]] DeepResidual deep_residual(const std::vector<Matrix>& x,
                                         const std::vector<DeepLayer>& layers);

/// de / dx of all layers (n T d x n T d), tokens of layer 1 first: block lower triangular (lemma
/// D.1), also where layers ask themselves. Arguments and errors as in deep_residual. The input is
/// no variable.
[[nodiscard]] Matrix deep_residual_jacobian(const std::vector<Matrix>& x,
                                            const std::vector<DeepLayer>& layers);

}  // namespace attn
