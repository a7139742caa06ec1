#include "experiments/bilinear-form/parts.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {

double weight_error(const Matrix& weights) {
  double worst = 0.0;
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum != 0.0) worst = larger(worst, std::fabs(sum - 1.0));
  }
  return worst;
}

Vector row_of(const Matrix& m, Index row) { return m.row(row).transpose(); }

Matrix some_numbers(Index rows, Index cols, std::uint64_t seed) {
  Rng rng(seed);
  return normal_rows(rng, rows, cols);
}

Vector in_proportion(double low, double high, Index count) {
  const double step = mathfn::log(high / low) / static_cast<double>(count - 1);
  Vector out(count);
  for (Index i = 0; i < count; ++i) out(i) = low * mathfn::exp(step * static_cast<double>(i));
  out(count - 1) = high;
  return out;
}

}  // namespace attn::experiments
