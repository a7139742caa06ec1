#include "numerics/elimination.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

// The pivot that rounding can leave of none, for equations whose largest coefficient is 1.
constexpr double kNoPivot = 0x1p-50;

// Leaves the upper triangle of Gauss's elimination in a (n x n), finite, whose diagonal has the
// product |det a|; below it stands what is of no use. Returns the sign of the exchanges of rows, 1
// or -1, or 0 where a pivot is 0: then det a is 0.
double to_upper_triangle(Matrix& a) {
  const Index n = a.rows();
  double sign = 1.0;
  for (Index p = 0; p < n; ++p) {
    Index best = p;
    for (Index i = p + 1; i < n; ++i) best = std::fabs(a(i, p)) > std::fabs(a(best, p)) ? i : best;
    if (a(best, p) == 0.0) return 0.0;
    if (best != p) sign = -sign;
    for (Index j = p; j < n; ++j) std::swap(a(p, j), a(best, j));
    for (Index i = p + 1; i < n; ++i) {
      const double factor = a(i, p) / a(p, p);
      for (Index j = p + 1; j < n; ++j) a(i, j) -= factor * a(p, j);
    }
  }
  return sign;
}

}  // namespace

bool eliminate(Matrix& a, Eigen::Ref<Matrix> x) {
  const Index n = a.rows();
  for (Index i = 0; i < n; ++i) {
    double size = 0.0;
    for (Index j = 0; j < n; ++j) size = std::fabs(a(i, j)) > size ? std::fabs(a(i, j)) : size;
    if (size == 0.0) return false;
    // Each equation in units of its largest coefficient: small ones are no sign of none.
    for (Index j = 0; j < n; ++j) a(i, j) /= size;
    for (Index c = 0; c < x.cols(); ++c) x(i, c) /= size;
  }
  for (Index p = 0; p < n; ++p) {
    Index best = p;
    for (Index i = p + 1; i < n; ++i) best = std::fabs(a(i, p)) > std::fabs(a(best, p)) ? i : best;
    if (!(std::fabs(a(best, p)) > kNoPivot)) return false;
    for (Index j = 0; j < n; ++j) std::swap(a(p, j), a(best, j));
    for (Index c = 0; c < x.cols(); ++c) std::swap(x(p, c), x(best, c));
    for (Index i = p + 1; i < n; ++i) {
      const double factor = a(i, p) / a(p, p);
      for (Index j = p + 1; j < n; ++j) a(i, j) -= factor * a(p, j);
      for (Index c = 0; c < x.cols(); ++c) x(i, c) -= factor * x(p, c);
    }
  }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index c = 0; c < x.cols(); ++c) {
      for (Index j = i + 1; j < n; ++j) x(i, c) -= a(i, j) * x(j, c);
      x(i, c) /= a(i, i);
    }
  }
  return true;
}

double determinant(Matrix a) {
  double out = to_upper_triangle(a);
  if (out == 0.0) return 0.0;
  for (Index p = 0; p < a.rows(); ++p) out *= a(p, p);
  return out;
}

LogDeterminant log_determinant(Matrix a) {
  LogDeterminant out{0.0, to_upper_triangle(a)};
  if (out.sign == 0.0) return {-std::numeric_limits<double>::infinity(), 0.0};
  for (Index p = 0; p < a.rows(); ++p) {
    if (a(p, p) < 0.0) out.sign = -out.sign;
    out.log_abs += mathfn::log(std::fabs(a(p, p)));
  }
  return out;
}

}  // namespace attn
