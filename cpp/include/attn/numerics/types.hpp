// Types that the whole library shares: matrices, indices, and the one exception it throws.
#pragma once

#include <Eigen/Core>
#include <stdexcept>
#include <string>

namespace attn {

/// Sizes and positions; signed.
using Index = Eigen::Index;

/// Row-major, so that the vectors of a sequence (one per row) are contiguous.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A column.
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

/// How functions take matrices: any row-major block of doubles without a copy.
using MatrixRef = Eigen::Ref<const Matrix>;
/// And vectors.
using VectorRef = Eigen::Ref<const Vector>;

/// The same in single precision, for the fast kernels.
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// How those are taken.
using FloatMatrixRef = Eigen::Ref<const FloatMatrix>;

/// Bad input. The message names the function, the argument, what it is and what was expected:
/// `posterior_mean: z has 3 columns, expected 2 (the columns of queries)`.
/// Whatever the function was to write is untouched when this is thrown.
class Error : public std::invalid_argument {
 public:
  /// With this message.
  explicit Error(const std::string& message);
  /// Copies the message, as the next.
  Error(const Error&) = default;
  /// See above.
  Error& operator=(const Error&) = default;
  ~Error() override;
};

}  // namespace attn
