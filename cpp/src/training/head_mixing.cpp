#include "attn/training/head_mixing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

constexpr double kDependent = 1e-9;

void check_tensor(const char* function, const char* name, const PatternTensor& t) {
  check::count(function, "the number of matrices", t.matrices.size(), 1, check::kMaxBudget);
  const Index d = t.matrices.front().rows();
  check::matrix(function, name, t.vectors);
  check::shape(function, name, t.vectors, static_cast<Index>(t.matrices.size()), t.vectors.cols());
  for (const Matrix& m : t.matrices) {
    check::matrix(function, name, m);
    check::shape(function, name, m, d, d);
  }
}

// B_k in row k (K x d^2).
Matrix flat(const std::vector<Matrix>& matrices) {
  Matrix out(static_cast<Index>(matrices.size()), matrices.front().size());
  for (Index k = 0; k < out.rows(); ++k) {
    const Matrix& m = matrices[static_cast<std::size_t>(k)];
    for (Index i = 0; i < m.size(); ++i) out(k, i) = m.data()[i];
  }
  return out;
}

// All entries, those of a place in a column (d^2 x T).
Matrix unfolded(const char* function, const PatternTensor& t) {
  check::product(function, "the tensor", t.matrices.front().size(), t.vectors.cols());
  Matrix out = transposed_product(flat(t.matrices), t.vectors);
  check::result(function, "an entry", out);
  return out;
}

double square(const Matrix& m, Index row) {
  double sum = 0.0;
  for (Index i = 0; i < m.cols(); ++i) sum += m(row, i) * m(row, i);
  return sum;
}

// rows(row) less its part along the unit row `unit`.
void take_off(Matrix& rows, Index row, const Matrix& unit) {
  double along = 0.0;
  for (Index i = 0; i < rows.cols(); ++i) along += rows(row, i) * unit(0, i);
  for (Index i = 0; i < rows.cols(); ++i) rows(row, i) -= along * unit(0, i);
}

// In units of its largest entry; false where all are 0.
bool scaled(Matrix& m) {
  const double size = largest(m);
  if (size == 0.0) return false;
  m /= size;
  return true;
}

}  // namespace

PatternTensor mix_heads(const PatternTensor& heads, const MatrixRef& mixture) {
  constexpr const char* kName = "mix_heads";
  check_tensor(kName, "heads", heads);
  check::matrix(kName, "mixture", mixture);
  const Index count = heads.vectors.rows();
  check::shape(kName, "mixture", mixture, count, count);
  PatternTensor out{heads.matrices, product(mixture, heads.vectors)};
  check::result(kName, "a vector", out.vectors);
  Matrix transposed = mixture.transpose();
  Matrix solved = flat(heads.matrices);
  if (!eliminate(transposed, solved)) {
    check::refuse(kName, "mixture", "singular", "one with an inverse");
  }
  check::result(kName, "a matrix", solved);
  for (Index k = 0; k < count; ++k) {
    Matrix& m = out.matrices[static_cast<std::size_t>(k)];
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = solved(k, i);
  }
  return out;
}

double largest_difference(const PatternTensor& a, const PatternTensor& b) {
  constexpr const char* kName = "largest_difference";
  check_tensor(kName, "a", a);
  check_tensor(kName, "b", b);
  check::shape(kName, "a matrix of b", b.matrices.front(), a.matrices.front().rows(),
               a.matrices.front().rows());
  check::shape(kName, "b.vectors", b.vectors, b.vectors.rows(), a.vectors.cols());
  return check::result(kName, "a difference", largest(unfolded(kName, a) - unfolded(kName, b)));
}

double unreachable_share(const PatternTensor& target, const MatrixRef& vectors) {
  constexpr const char* kName = "unreachable_share";
  check_tensor(kName, "target", target);
  check::matrix(kName, "vectors", vectors);
  check::shape(kName, "vectors", vectors, vectors.rows(), target.vectors.cols());
  Matrix left = unfolded(kName, target);
  if (!scaled(left)) return 0.0;
  const double all = left.squaredNorm();
  Matrix rows = vectors;
  if (!scaled(rows)) return 1.0;
  double longest = 0.0;
  // The row with the largest rest gives a direction, by Gram and Schmidt.
  for (Index found = 0; found < rows.rows(); ++found) {
    Index best = 0;
    for (Index k = 1; k < rows.rows(); ++k) best = square(rows, k) > square(rows, best) ? k : best;
    const double length = std::sqrt(square(rows, best));
    longest = larger(longest, length);
    if (length <= kDependent * longest) break;
    const Matrix unit = rows.row(best) / length;
    // Twice, so that what is left is orthogonal to rounding.
    for (int again = 0; again < 2; ++again) {
      for (Index k = 0; k < rows.rows(); ++k) take_off(rows, k, unit);
      for (Index i = 0; i < left.rows(); ++i) take_off(left, i, unit);
    }
    rows.row(best).setZero();
  }
  // Of vectors that reach nothing, the rounding of what was taken off twice.
  return std::min(left.squaredNorm() / all, 1.0);
}

}  // namespace attn
