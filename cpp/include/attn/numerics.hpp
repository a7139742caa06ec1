// All of the topic `numerics`: types, argument checks, portable elementary functions and random
// numbers, integration and differences.
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
