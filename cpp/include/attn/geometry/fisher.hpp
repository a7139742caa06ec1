// The Fisher matrix of a family of distributions, the metric of its parameters, and the gradient
// that it raises. Source: seed 001, section 5.3. That of softmax is singular: to add a number to
// all scores changes nothing. So its inverse in eq 35 does not exist, and the Moore-Penrose inverse
// stands in its place. What does not depend on the parameters is the change of the distribution, to
// first order in the step; the parameters themselves change otherwise in other coordinates, unlike
// the text has it. All functions are pure; any thread may call them.
#pragma once

#include "attn/geometry/christoffel.hpp"

namespace attn {

/// E[d_i log p d_j log p] (n x n) of a family with m outcomes: p (m) is a distribution, and row x
/// of `log_derivatives` (m x n, finite) has the derivatives of log p(x) with respect to the n
/// parameters. Throws Error otherwise, and for entries too large for a double. Source: seed 001,
/// eq 34.
[[nodiscard]] Matrix fisher_matrix(const VectorRef& p, const MatrixRef& log_derivatives);

/// diag(p) - p p^T (n x n), the Fisher matrix of p = softmax(theta) with respect to theta, exactly
/// symmetric, with the kernel (1, ..., 1). Each entry keeps its digits, also where one outcome has
/// nearly all: 1 - p_a is taken as the sum of the others. p is a distribution. Throws Error
/// otherwise.
/// Source: seed 001, eq 34.
[[nodiscard]] Matrix softmax_fisher(const VectorRef& p);

/// The metric softmax_fisher as a field over the first n scores, that of outcome n + 1 being 0:
/// with one score held it is not singular. Its space has the curvature 1/4, and its geodesics are
/// great circles in sqrt(p). All entries and derivatives have their digits however near a corner
/// is, where one outcome has nearly all: for scores up to 700, from where on a probability
/// vanishes. n >= 1; throws Error otherwise.
[[nodiscard]] MetricField softmax_fisher_field(Index n);

/// (F + damping)^+ g (n): `fisher` (n x n, finite, symmetric), `gradient` g (n) of a loss, damping
/// >= 0 added to the diagonal, which breaks the invariance. The step is -eta times that.
/// Eigenvalues up to `cut` times the largest count as 0, 0 <= cut < 1: along them nothing moves.
/// That bites where the natural gradient is largest: of softmax_fisher(p) and p - t, the gradient
/// of a cross-entropy with target t, it is mean_b(t_b / p_b) - t_a / p_a, and an outcome whose p_a
/// is below some `cut` of the largest loses this. Throws Error otherwise, for a matrix that has,
/// with the damping, an eigenvalue below -1e-12 or -cut of the largest, whichever is lower, along
/// which the step would go uphill, and for what is too large for a double. Source: seed 001, eq 35.
[[nodiscard]] Vector natural_gradient(const MatrixRef& fisher, const VectorRef& gradient,
                                      double damping = 0.0, double cut = 1e-10);

}  // namespace attn
