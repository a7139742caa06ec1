#include "attn/numerics/central_differences.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

constexpr std::size_t kSteps = 12;
constexpr double kShrink = 1.6;

using Row = std::array<double, kSteps>;

// The tableau of Neville: entry m of a row has lost the powers h^2, h^4 ... h^2m of the error. The
// estimate is as good as the entries that it was made from are close to it.
template <typename Difference>
double extrapolated(const Difference& difference, double step) {
  Row above{};
  double best = 0.0;
  double best_error = std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n < kSteps; ++n) {
    Row row{};
    row[0] = difference(step);
    if (n == 0) best = row[0];
    double factor = 1.0;
    for (std::size_t m = 1; m <= n; ++m) {
      factor *= kShrink * kShrink;
      row[m] = (factor * row[m - 1] - above[m - 1]) / (factor - 1.0);
      const double error = larger(std::fabs(row[m] - row[m - 1]), std::fabs(row[m] - above[m - 1]));
      if (error < best_error) {
        best_error = error;
        best = row[m];
      }
    }
    above = row;
    step /= kShrink;
  }
  return best;
}

}  // namespace

Matrix central_differences(const std::function<double(const Matrix&)>& f, const MatrixRef& x,
                           double step) {
  if (!f) check::refuse("central_differences", "f", "empty", "a function");
  check::positive("central_differences", "step", step);
  Matrix moved = x;
  Matrix out = Matrix::Zero(x.rows(), x.cols());
  const auto value = [&] {
    const double y = f(moved);
    check::finite("central_differences", "f", y);
    return y;
  };
  for (Index i = 0; i < x.size(); ++i) {
    double& entry = moved.data()[i];
    const double from = entry;
    if (!std::isfinite(from)) continue;
    out.data()[i] = extrapolated(
        [&](double h) {
          entry = from + h;
          const double up = entry;
          const double above = value();
          entry = from - h;
          // The steps that were taken, which rounding may have made others.
          const double width = up - entry;
          const double below = value();
          entry = from;
          return width == 0.0 ? 0.0 : (above - below) / width;
        },
        step);
    if (!std::isfinite(out.data()[i])) {
      throw Error("central_differences: a difference is too large for a double");
    }
  }
  return out;
}

double gradient_error(const MatrixRef& a, const MatrixRef& b, double floor) {
  check::shape("gradient_error", "b", b, a.rows(), a.cols());
  check::not_negative("gradient_error", "floor", floor);
  if (a.size() == 0) return 0.0;
  // Relative to the largest number, so that no square overflows or vanishes.
  const double unit = larger(larger(largest(a), largest(b)), floor);
  if (unit == 0.0) return 0.0;
  const Matrix x = a / unit;
  const Matrix y = b / unit;
  return (x - y).norm() / larger(larger(x.norm(), y.norm()), floor / unit);
}

}  // namespace attn
