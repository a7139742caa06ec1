// Where the least margin of a sequence of numbers is 0: along a line, in the plane of two of its
// tokens, and how far from there the sequence is. A margin is no distance: it says how steep the
// residual is, not how far it is to where it is flat. Six tokens with a margin of 0.287 can be 1.34
// from the boundary, and others with 0.565 only 0.95. Margins are those of scalar_residual.hpp,
// with a coupling a. Source: seed 002, eq 9 and 10, figure 1.1. Pure; any thread may call them; the
// same bits on every platform.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// How near to 0 the least margin is on what is called the boundary here.
inline constexpr double kOnBoundary = 1e-9;

/// Where the way from one sequence to another meets the boundary first, as a share of it from 0 to
/// 1: the least margin changes its sign between two of `parts` + 1 (2 to 1e9) equally distant
/// places, and is bisected there until |m| < kOnBoundary. Infinity where it has one sign at all of
/// them. `from` and `to` (L), a as in scalar_residual. Throws Error otherwise.
[[nodiscard]] double boundary_along(const VectorRef& from, const VectorRef& to, double a,
                                    Index parts = 64);

/// A square of values for two tokens, cut by a grid.
struct PlaneOfTokens {
  Index first;   ///< the token to the right, counted from 0
  Index second;  ///< another one, upwards
  double reach;  ///< both go from -reach to reach; > 0, <= 1e100
  Index side;    ///< points of the grid along each, >= 2
};

/// What margin_plane finds.
struct MarginPlane {
  Vector x;             ///< the sequence that was given (L)
  double a;             ///< the coupling
  PlaneOfTokens plane;  ///< the square
  Vector at;            ///< values of either token on the grid (side)
  Matrix margin;        ///< the least margin; rows go up, columns to the right (side x side)
  Matrix support;       ///< the support token there, from 0; -1 where none (side x side)
  std::vector<Matrix> boundary;  ///< where the least margin is 0, see contour_lines (points x 2)
};

/// The least margin of x (L) with two of its tokens anywhere in the square. The points of the
/// boundary have |m| < kOnBoundary; margins above 0 lie to their right. a as in scalar_residual.
/// Throws Error otherwise.
[[nodiscard]] MarginPlane margin_plane(const VectorRef& x, double a, const PlaneOfTokens& plane);

/// What nearest_boundary finds.
struct NearestBoundary {
  double distance;  ///< Infinity where there is no boundary in the square
  Vector place;     ///< of the two tokens (2); empty where there is none
};

/// The point of the boundary that is nearest to the sequence of a plane when only its two tokens
/// move, and these within the square: nearest_boundary(margin_plane(x, a, plane)). The nearest
/// point of the contour, and from there along the line itself, to 1e-6, with |m| < kOnBoundary.
/// What is smaller than a cell of the grid is missed. Throws Error for what margin_plane does not
/// return.
[[nodiscard]] NearestBoundary nearest_boundary(const MarginPlane& found);

}  // namespace attn
