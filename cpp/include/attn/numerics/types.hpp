// Types that the whole library shares: matrices, indices, and the exception that it throws.
//
// A program that uses the library defines EIGEN_DONT_VECTORIZE for all of its sources, which
// linking attn::attn does; compiling fails here without it. Eigen's templates exist once in a
// program: were they vectorised in one half of it, memory would be aligned, and sums taken,
// otherwise than the other half expects.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

#if defined(EIGEN_VECTORIZE) || EIGEN_MAX_ALIGN_BYTES != 0 || EIGEN_MAX_STATIC_ALIGN_BYTES != 0
#error \
    "attn: define EIGEN_DONT_VECTORIZE, and no alignment of Eigen's, for every source of the program"
#endif

namespace attn {

static_assert(
    std::is_same<Eigen::Index, std::ptrdiff_t>::value,
    "attn: leave EIGEN_DEFAULT_DENSE_INDEX_TYPE as it is for every source of the program");

/// Sizes and positions; signed.
using Index = Eigen::Index;

/// Row-major, so that the vectors of a sequence (one per row) are contiguous.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A column.
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

/// How functions take matrices: a row-major matrix or any block of one, without a copy. What lies
/// otherwise in memory, a transposed matrix or an expression, is copied for the call.
using MatrixRef = Eigen::Ref<const Matrix>;
/// How functions take vectors: any numbers at equal distances, such as a row, a column or a
/// diagonal of a matrix, without a copy.
using VectorRef = Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>;

/// Matrix in single precision, for the fast kernels.
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// How functions take those: as MatrixRef.
using FloatMatrixRef = Eigen::Ref<const FloatMatrix>;

/// Floats where they lie, to be read: `rows` rows of `cols` numbers that are `stride` >= cols
/// apart. So the fast kernels take them from any memory: of heads side by side in one buffer each
/// is a view whose stride is heads times cols, and nothing is copied. The memory must outlive the
/// view.
struct FloatView {
  const float* data;  ///< the first number of the first row
  Index rows;         ///< how many rows
  Index cols;         ///< numbers of a row
  Index stride;       ///< from a row to the next, in floats
};

/// Floats that are written, laid out as those of FloatView. What lies between the rows is not
/// touched.
struct FloatSpan {
  float* data;   ///< the first number of the first row
  Index rows;    ///< how many rows
  Index cols;    ///< numbers of a row
  Index stride;  ///< from a row to the next, in floats
};

/// Bad input, or a result that its type cannot hold. The message names the function, and of an
/// argument what it is and what was expected:
/// `posterior_mean: z has 3 columns, expected 2 (the columns of queries)`.
/// Where the function does not say otherwise, what it was to write is untouched when this is
/// thrown. Sizes that are allowed may still be more than there is memory for: then what comes is
/// std::bad_alloc, as of the standard library.
class Error : public std::invalid_argument {
 public:
  /// `message` is what what() gives.
  explicit Error(const std::string& message);
  /// Copies share the message: copying does not throw.
  Error(const Error&) = default;
  /// Takes over the message of the other. Does not throw.
  Error& operator=(const Error&) = default;
  ~Error() override;
};

}  // namespace attn
