// Layer normalisation and its gradients, with and without the mean. Rows are positions, columns
// features. As the operators LayerNormalization (opset 17) and RMSNormalization (opset 23) of ONNX
// over the last axis. All functions are pure; any thread may call them.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// What layer_norm_forward and rms_norm_forward find.
struct LayerNorm {
  Matrix output;           ///< y (n x f)
  Vector mean;             ///< of each row; zeros in rms_norm_forward
  Vector inverse_std_dev;  ///< 1 / sqrt(variance + epsilon) of each row; there of the mean square
};

/// What layer_norm_backward and rms_norm_backward find.
struct LayerNormGradients {
  Matrix d_x;      ///< (n x f)
  Vector d_scale;  ///< (f)
  Vector d_bias;   ///< (f); empty in rms_norm_backward
};

/// y_ij = scale_j (x_ij - mean_i) / sqrt(variance_i + epsilon) + bias_j, mean and variance over the
/// features of a row, with the divisor f. x (n x f), scale (f), bias (f), finite, n, f >= 1;
/// epsilon > 0. Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] LayerNorm layer_norm_forward(const MatrixRef& x, const VectorRef& scale,
                                           const VectorRef& bias, double epsilon = 1e-5);

/// y_ij = scale_j x_ij / sqrt(mean_j x_ij^2 + epsilon): saves the mean and the bias, and leaves a
/// common offset of the features in. Arguments as layer_norm_forward. Throws Error as it does.
[[nodiscard]] LayerNorm rms_norm_forward(const MatrixRef& x, const VectorRef& scale,
                                         double epsilon = 1e-5);

/// Gradients from d_output (n x f). `forward` is what layer_norm_forward returned for the same x
/// and scale. With n_ij = (x_ij - mean_i) r_i, r the inverse standard deviation, and g_ij =
/// d_output_ij scale_j: d_scale_j = sum_i d_output_ij n_ij, d_bias_j = sum_i d_output_ij, d_x_ij =
/// r_i (g_ij - mean_j g_ij - n_ij mean_j (g_ij n_ij)). Throws Error as layer_norm_forward.
[[nodiscard]] LayerNormGradients layer_norm_backward(const MatrixRef& x, const VectorRef& scale,
                                                     const LayerNorm& forward,
                                                     const MatrixRef& d_output);

/// Gradients from d_output (n x f), where `forward` is what rms_norm_forward returned for the same
/// x and scale: d_x_ij = r_i (g_ij - n_ij mean_j (g_ij n_ij)), n_ij = x_ij r_i, and no d_bias.
/// Throws Error as layer_norm_forward.
[[nodiscard]] LayerNormGradients rms_norm_backward(const MatrixRef& x, const VectorRef& scale,
                                                   const LayerNorm& forward,
                                                   const MatrixRef& d_output);

}  // namespace attn
