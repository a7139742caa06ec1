// Einstein's summation over named indices, 'ia,ab,jb->ij': what stands twice is multiplied along,
// what is missing on the right is summed. Source: seed 001, section 2.4. All functions are pure;
// any thread may call them; sums are taken in one order, so that bits agree on every platform.
#pragma once

#include <string>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// Numbers with any count of indices, the last running fastest. A number alone has the shape {}.
struct Tensor {
  std::vector<Index> shape;  ///< how many values each index takes
  std::vector<double> data;  ///< as many as the product of the shape
};

/// A matrix as a tensor of two indices.
[[nodiscard]] Tensor tensor_of(const MatrixRef& m);

/// A vector as a tensor of one index.
[[nodiscard]] Tensor tensor_of_vector(const VectorRef& v);

/// A tensor of two indices as a matrix. Throws Error for any other, and where shape and data do not
/// fit.
[[nodiscard]] Matrix matrix_of(const Tensor& t);

/// What an expression says.
struct EinsumExpression {
  std::vector<std::string> operands;  ///< the indices of each, a letter for one
  std::string output;                 ///< the indices of the result
  std::string summed;  ///< the indices that are summed, in the order in which they come
};

/// Reads 'ij,jk->ik': letters, commas between one to three operands, an arrow; blanks do not count.
/// An index of the output stands there once, and in an operand. Throws Error otherwise, and names
/// the index.
[[nodiscard]] EinsumExpression parse_einsum(const std::string& expression);

/// The result of an expression for operands of any shape without a 0, finite; an index has the same
/// size wherever it stands, and one that stands twice in an operand runs along its diagonal. Of
/// three operands the first two are contracted first, over what is in neither the third nor the
/// output. Throws Error otherwise, naming the index that does not fit, and for results too large
/// for a double. Source: seed 001, eq 10 to 13.
[[nodiscard]] Tensor einsum(const std::string& expression, const std::vector<Tensor>& operands);

}  // namespace attn
