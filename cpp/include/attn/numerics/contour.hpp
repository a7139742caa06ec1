// Level lines of a function of two variables that is known on a grid. Pure; any thread may call it;
// the same bits on every platform.
#pragma once

#include <functional>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// The lines on which z(i, j), at x(j) and y(i), is `level`: marching squares, with crossings
/// interpolated along the edges of the grid. Each is a polyline (points x 2); a closed one ends
/// with its first point. Larger values lie to the right of the way it runs, x going right and y
/// going up. In a cell whose corners alternate the value of the bilinear interpolant at its saddle
/// decides which lie together, and a value that is the level itself counts as not above it, so that
/// lines never cross, branch or end within the grid. What is smaller than a cell is missed. Open
/// lines come before closed ones, both in the order in which rows meet them. x (columns, >= 2) and
/// y (rows, >= 2) increase; z (rows x columns) is finite. Throws Error otherwise.
[[nodiscard]] std::vector<Matrix> contour_lines(const VectorRef& x, const VectorRef& y,
                                                const MatrixRef& z, double level = 0.0);

/// The same for f(x, y), of which z are the values on the grid: its crossings are bisected along
/// the edges until |f - level| <= tolerance, or the place is known to a double, so that the points
/// lie on the line, not near it. tolerance > 0, finite. f is finite and continuous along the edges
/// that are crossed; also throws Error where it is not finite.
[[nodiscard]] std::vector<Matrix> contour_lines(const VectorRef& x, const VectorRef& y,
                                                const MatrixRef& z,
                                                const std::function<double(double, double)>& f,
                                                double level, double tolerance);

}  // namespace attn
