#include "attn/reading/distance.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/products.hpp"
#include "reading/rows.hpp"

namespace attn {

DistanceShare distance_share(const MatrixRef& q, const MatrixRef& k, const MatrixRef& mask,
                             double scale) {
  constexpr const char* kName = "distance_share";
  check::matrix(kName, "q", q);
  check::matrix(kName, "k", k);
  check::columns(kName, "k", k, q.cols(), "the columns of q");
  check::within(kName, "the largest entry of q", largest(q), 0.0, check::kMaxCoordinate);
  check::within(kName, "the largest entry of k", largest(k), 0.0, check::kMaxCoordinate);
  check::finite(kName, "scale", scale);
  if (mask.size() > 0) check::shape(kName, "mask", mask, q.rows(), k.rows());
  Matrix scores = scale * product_transposed(q, k);
  Matrix distances(q.rows(), k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index j = 0; j < k.rows(); ++j) {
      double sum = 0.0;
      for (Index c = 0; c < q.cols(); ++c) sum += (q(i, c) - k(j, c)) * (q(i, c) - k(j, c));
      distances(i, j) = -0.5 * scale * sum;
      if (mask.size() == 0 || mask(i, j) != reading_rows::kHidden) continue;
      scores(i, j) = distances(i, j) = reading_rows::kHidden;
    }
  }
  Matrix s = reading_rows::centred(kName, "the scores", scores);
  Matrix x = reading_rows::centred(kName, "the distances", distances);
  const double of_s = largest(s), of_x = largest(x);
  if (of_s == 0.0 || of_x == 0.0) return {0.0, 0.0};
  s /= of_s;
  x /= of_x;
  double s_x = 0.0;
  for (Index i = 0; i < s.size(); ++i) s_x += s.data()[i] * x.data()[i];
  const double slope = s_x / x.squaredNorm();
  return {check::result(kName, "the slope", slope * (of_s / of_x)),
          std::min(1.0, slope * s_x / s.squaredNorm())};
}

double best_step_left(const MatrixRef& noisy, const MatrixRef& clean, const MatrixRef& target) {
  constexpr const char* kName = "best_step_left";
  check::points(kName, "noisy", noisy);
  check::points(kName, "clean", clean);
  check::points(kName, "target", target);
  check::shape(kName, "clean", clean, noisy.rows(), noisy.cols());
  check::shape(kName, "target", target, noisy.rows(), noisy.cols());
  Matrix error = clean - noisy, step = target - noisy;
  const double size = largest(error), length = largest(step);
  if (size == 0.0) check::refuse(kName, "noisy", "clean already", "other than clean");
  if (length == 0.0) return 1.0;
  error /= size;
  step /= length;
  double along = 0.0;
  for (Index i = 0; i < error.size(); ++i) along += error.data()[i] * step.data()[i];
  if (along <= 0.0) return 1.0;
  // Summed over entries: 1 less the share that is gone would lose the digits of a small rest.
  const double eta = along / step.squaredNorm();
  return std::min(1.0, (error - eta * step).squaredNorm() / error.squaredNorm());
}

}  // namespace attn
