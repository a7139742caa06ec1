// Which layers of a stack add a log-determinant to its density. A transformer's layers, whose
// queries come from the layer below, add exactly 0: three of them leave a matrix of zeros. Give one
// of them queries of its own tokens, and its row of the matrix, and no other, is that of
// residual_map. The stack is read as a hierarchy of conditional densities, each layer given the one
// below. Source: seed 002, section 6 and appendix D. Tokens are rows. All functions are pure; any
// thread may call them; the same bits on every platform.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// Whose token asks in a layer.
enum class DeepQuery {
  /// The token below, as in a transformer block. With x the layer below,
  /// mu_t = x_t + tanh(w_m x_t) + w_v sum_{s<=t} alpha_ts x_s and logits x_s^T a x_t.
  kBelow,
  /// The layer's own token y_t, the one that is being generated: the same mean with logits
  /// x_s^T a y_t. Section 6 has it as the case in which deeper layers would contribute.
  kOwn,
  /// The layer's own token, of tokens of its own layer, and nothing from below: the prior of
  /// section
  /// 3, mu_t = sum_{s<t} alpha_ts y_s with logits y_s^T a y_t.
  kPrior,
};

/// One layer over tokens of d numbers.
struct DeepLayer {
  DeepQuery query = DeepQuery::kBelow;  ///< whose token asks
  Matrix a;                             ///< of the logits (d x d)
  Matrix w_v;                           ///< values are w_v x_s (d x d); of no effect in a prior
  Matrix w_m;  ///< tanh(w_m x_t) stands for the layer's MLP (d x d); of no effect in a prior
};

/// What deep_residual finds for n layers over T tokens of d numbers.
struct DeepResidual {
  std::vector<Matrix>
      residual;  ///< e^l_t = x^l_t - mu^l_t of each layer, eq 36 and 76 (n of T x d)
  /// log |det de^l_t / dx^l_t| of each layer and token (n x T). The rows of layers that ask with
  /// the token below are 0 exactly (proposition 3).
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
