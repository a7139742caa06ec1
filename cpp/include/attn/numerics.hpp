// All of the topic `numerics`: types, argument checks, portable elementary functions and random
// numbers, integration and differences.
//
// | what you have             | what you want                      | which to take            |
// |---------------------------|------------------------------------|--------------------------|
// | a function of a matrix    | its gradient, for tests            | central_differences      |
// | two gradients             | how far apart they are             | gradient_error           |
// | residuals, perhaps NaN    | the largest, in which NaN is kept  | largest, larger          |
// | f on an interval          | its integral                       | integrate                |
// | dy / dt                   | y at given times                   | integrate_ode            |
// | a symmetric matrix        | eigenvalues and axes               | symmetric_eigen          |
// | the same, without inverse | its pseudo-inverse                 | symmetric_pseudo_inverse |
// | points                    | their principal axes               | pca                      |
// | values on a grid          | the lines of one level             | contour_lines            |
// | x                         | exp, log, ..., the same everywhere | mathfn::exp, ...         |
// | a seed                    | random numbers, likewise           | Rng                      |
#pragma once

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/contour.hpp"
#include "attn/numerics/einsum.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/ode.hpp"
#include "attn/numerics/pca.hpp"
#include "attn/numerics/quadrature.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/numerics/types.hpp"
