#include "attn/reading/lags.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "reading/rows.hpp"

namespace attn {

Vector lag_mass(const MatrixRef& weights, Index lags, Index first_row) {
  constexpr const char* kName = "lag_mass";
  check::matrix(kName, "weights", weights);
  check::count(kName, "lags", lags, 1, check::kMaxBudget);
  check::count(kName, "first_row", first_row, 0, weights.rows() - 1);
  Vector out = Vector::Zero(lags);
  for (Index lag = 0; lag < std::min(lags, weights.rows()); ++lag) {
    Index rows = 0;
    for (Index t = std::max(first_row, lag); t < weights.rows() && t - lag < weights.cols(); ++t) {
      out(lag) += weights(t, t - lag);
      ++rows;
    }
    if (rows > 0) out(lag) /= static_cast<double>(rows);
  }
  check::result(kName, "a mass", out);
  return out;
}

double position_share(const std::vector<Matrix>& scores) {
  constexpr const char* kName = "position_share";
  check::count(kName, "the number of scores", scores.size(), 1, check::kMaxBudget);
  const Matrix& first = scores.front();
  Matrix mean;
  double all = 0.0;
  // In units of the largest, whose square need not be a double.
  double size = 0.0;
  std::vector<Matrix> centred;
  for (const Matrix& one : scores) {
    check::shape(kName, "one of scores", one, first.rows(), first.cols());
    reading_rows::check_same_hidden(kName, "one of scores", one, first);
    centred.push_back(reading_rows::centred(kName, "one of scores", one));
    size = larger(size, largest(centred.back()));
  }
  if (size == 0.0) return 0.0;
  for (Matrix& one : centred) {
    one /= size;
    all += one.squaredNorm();
    if (mean.size() == 0) mean = Matrix::Zero(one.rows(), one.cols());
    mean += one / static_cast<double>(scores.size());
  }
  return std::min(1.0, static_cast<double>(scores.size()) * mean.squaredNorm() / all);
}

}  // namespace attn
