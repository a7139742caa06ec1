#include "attn/numerics/largest.hpp"

#include <cmath>

#include "numerics/infinity.hpp"

namespace attn::extremes {
namespace {

// The larger of `from` and what `of` makes of every entry.
template <typename Ref, typename Function>
double over(const Ref& m, double from, Function of) {
  double out = from;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) out = larger(out, of(static_cast<double>(m(i, j))));
  }
  return out;
}

double size_of(double x) { return std::fabs(x); }
double itself(double x) { return x; }
double negative(double x) { return -x; }

}  // namespace

double largest(const MatrixRef& m) { return over(m, 0.0, size_of); }
double largest(const FloatMatrixRef& m) { return over(m, 0.0, size_of); }

double highest(const MatrixRef& m) { return over(m, -kInfinity, itself); }
double highest(const FloatMatrixRef& m) { return over(m, -kInfinity, itself); }

double lowest(const MatrixRef& m) { return -over(m, -kInfinity, negative); }
double lowest(const FloatMatrixRef& m) { return -over(m, -kInfinity, negative); }

}  // namespace attn::extremes
