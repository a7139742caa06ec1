// Gradients of any function by central differences: the witness against which gradients that were
// derived are held.
#pragma once

#include <functional>

#include "attn/numerics/types.hpp"

namespace attn {

/// df / dx_ij of f at x (any shape, finite), one entry after the other: differences over steps of
/// 2 `step`, and ever smaller ones, are extrapolated to the step 0 (Ridders 1982), and the estimate
/// kept whose neighbours agree best. With a step over which f changes, but not much, 10 to 13
/// digits of the largest entry come out. An entry that is -Infinity is left alone, its derivative
/// 0. f must not keep a reference to its argument; it is called 24 times for each entry. Throws
/// Error for a step that is not finite and > 0, where f is not finite, and for derivatives that are
/// too large for a double.
[[nodiscard]] Matrix central_differences(const std::function<double(const Matrix&)>& f,
                                         const MatrixRef& x, double step);

/// ||a - b|| / max(||a||, ||b||, floor), in the Frobenius norm, of two gradients of the same shape;
/// 0 where both vanish, NaN where one has NaN. floor >= 0 is the size below which a gradient counts
/// as none. Throws Error for shapes that differ.
[[nodiscard]] double gradient_error(const MatrixRef& a, const MatrixRef& b, double floor = 0.0);

}  // namespace attn
