// scalar_residual in the name of another function, for those that are made of it.
#pragma once

#include "attn/support/scalar_residual.hpp"

namespace attn::scalar {

ScalarResidual residual(const char* function, const VectorRef& x, double a);

}  // namespace attn::scalar
