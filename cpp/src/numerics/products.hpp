// Products of small matrices whose sums are taken in one order on every platform, one term after
// the other, so that their bits agree; the loops run along rows. Internal.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// out += a b.
void add_product(const MatrixRef& a, const MatrixRef& b, Eigen::Ref<Matrix> out);

/// a b.
Matrix product(const MatrixRef& a, const MatrixRef& b);

/// a^T b.
Matrix transposed_product(const MatrixRef& a, const MatrixRef& b);

/// a b^T.
Matrix product_transposed(const MatrixRef& a, const MatrixRef& b);

}  // namespace attn
