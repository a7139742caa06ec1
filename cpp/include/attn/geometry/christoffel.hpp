// Metrics that depend on the position: Christoffel symbols, covariant derivatives, curvature.
// Source: seed 001, section 5.2. Where g is the same everywhere, as it is in attention with any
// learned W^T W, all symbols vanish; where some do not, the space need not be curved: polar
// coordinates have them too. All functions are pure if the field is; any thread may call them.
#pragma once

#include <functional>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// A metric at one point, and how it changes there.
struct MetricAt {
  Matrix g;                ///< g_ab (n x n), symmetric
  std::vector<Matrix> dg;  ///< n of them: dg[c](a, b) is the derivative of g_ab along coordinate c
};

/// Writes metric and derivatives at x (n) to `out`, whose matrices keep their memory from call to
/// call.
using MetricField = std::function<void(const Vector& x, MetricAt& out)>;

/// The field of a metric that is g (n x n, finite, symmetric) everywhere; its derivatives are
/// exactly zero. Throws Error otherwise.
[[nodiscard]] MetricField constant_field(const MatrixRef& g);

/// The field of a metric that you can compute, and whose derivatives you would rather not:
/// metric(x) (n x n) may be J(x)^T G J(x), symmetric to rounding. Its derivatives are central
/// differences of order six with the given step, over which the metric may change by some per cent:
/// then about ten digits are right, beside coordinates up to 1e6 too. Exactly symmetric; exactly
/// zero where the metric does not change. metric is asked for points up to 3 steps away. step > 0;
/// throws Error otherwise, and in use for a metric that is not finite, not n x n or not symmetric
/// up to 1e-12 of its largest entry, and for a step that x swallows.
[[nodiscard]] MetricField differentiated_field(std::function<Matrix(const Vector& x)> metric,
                                               double step = 1e-2);

/// Gamma^c_ab as symbols[c](a, b), exactly symmetric in a and b, of g (n x n, finite, symmetric,
/// with an inverse) and its n derivatives dg[c] (n x n, finite, symmetric). Exactly zero where all
/// of these are. Throws Error otherwise, and for symbols too large for a double. Source: seed 001,
/// eq 31.
[[nodiscard]] std::vector<Matrix> christoffel_symbols(const MatrixRef& g,
                                                      const std::vector<Matrix>& dg);

/// The symbols of a field at x (n), finite. Throws Error as above.
[[nodiscard]] std::vector<Matrix> christoffel_symbols_at(const MetricField& field,
                                                         const VectorRef& x);

/// The derivative of a vector field, (a, b) = d_a v^b + Gamma^b_ac v^c, of v (n) and dv (n x n),
/// dv(a, b) = d_a v^b. Finite; `symbols` as christoffel_symbols gives them. Throws Error otherwise,
/// and for what is too large for a double. Source: seed 001, eq 32.
[[nodiscard]] Matrix covariant_derivative(const std::vector<Matrix>& symbols, const VectorRef& v,
                                          const MatrixRef& dv);

/// The derivative of a covector field, (a, b) = d_a u_b - Gamma^c_ab u_c. Arguments as above.
/// Source: seed 001, eq 33.
[[nodiscard]] Matrix covector_covariant_derivative(const std::vector<Matrix>& symbols,
                                                   const VectorRef& u, const MatrixRef& du);

/// Gauss's curvature of a surface, a field in two coordinates, at x (2): 0 where it can be rolled
/// out flat, 1 / r^2 on a sphere. The symbols are differentiated as differentiated_field does it,
/// with its `step`. Throws Error for other dimensions and as christoffel_symbols.
[[nodiscard]] double gauss_curvature(const MetricField& field, const VectorRef& x,
                                     double step = 1e-2);

}  // namespace attn
