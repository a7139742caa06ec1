#include "experiments/bilinear-form/metric_explorer.hpp"

#include <cmath>

#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/symmetric_eigen.hpp"

namespace attn::experiments {
namespace {

// Up to here of the largest an eigenvalue is 0.
constexpr double kFlat = 1e-12;

// The largest singular value over the least.
double condition(const Matrix& form) {
  const Vector squares = symmetric_eigen(form.transpose().lazyProduct(form)).values;
  return std::sqrt(squares(1) / squares(0));
}

}  // namespace

std::vector<Setting<MetricExplorerParams>> MetricExplorer::settings() {
  MetricExplorerParams flat;
  flat.g = Matrix::Constant(2, 2, 0.5);
  MetricExplorerParams turned;
  turned.g << 0.3, -0.4, -0.4, -1.0;
  turned.skew = 0.71;
  return {{MetricExplorerParams{}, 0, 0}, {flat, 0, 0}, {turned, 0, 0}};
}

MetricExplorer::MetricExplorer(const Params& p) {
  check::matrix(kName, "query", p.query);
  check::shape(kName, "query", p.query, 1, 2);
  check::points(kName, "key", p.key);
  check::columns(kName, "key", p.key, 2, "the plane");
  check::count(kName, "the number of keys", p.key.rows(), 1, kMaxKeys);
  check::matrix(kName, "g", p.g);
  check::shape(kName, "g", p.g, 2, 2);
  checked(kName, p);
  Frame& f = frame_;
  f.query = p.query;
  f.key = p.key;
  f.form = p.g;
  f.form(0, 1) += p.skew;
  f.form(1, 0) -= p.skew;
  const SymmetricEigen axes = symmetric_eigen(p.g);
  f.eigenvalues = axes.values;
  f.determinant = check::result(kName, "the determinant",
                                f.form(0, 0) * f.form(1, 1) - f.form(0, 1) * f.form(1, 0));
  const double most = largest(f.eigenvalues);
  const double low = f.eigenvalues(0);
  const double high = f.eigenvalues(1);
  if (low > kFlat * most) {
    f.ellipse.resize(kDirections + 1, 2);
    for (Index i = 0; i < kDirections; ++i) {
      const double angle = 2.0 * kPi * static_cast<double>(i) / static_cast<double>(kDirections);
      f.ellipse.row(i) = mathfn::cos(angle) / std::sqrt(low) * axes.vectors.col(0) +
                         mathfn::sin(angle) / std::sqrt(high) * axes.vectors.col(1);
    }
    f.ellipse.row(kDirections) = f.ellipse.row(0);
  } else if (high > 0.0 && std::fabs(low) <= kFlat * most) {
    f.stripe = std::sqrt(high) * axes.vectors.col(1);
  }
  score();
  const double size = largest(f.form);
  f.invertible = std::fabs(f.determinant) > kFlat * size * size;
  if (!f.invertible) return;
  const Vector raised = raise_index(f.form.transpose(), f.covector);
  f.raise_error = largest(raised - f.query.row(0).transpose()) / condition(f.form);
}

void MetricExplorer::score() {
  Frame& f = frame_;
  const Vector q = f.query.row(0);
  f.covector = lower_index(f.form.transpose(), q);
  f.square = bilinear_form(f.form, q, q);
  f.scores.resize(f.key.rows());
  f.distances.resize(f.key.rows());
  for (Index j = 0; j < f.key.rows(); ++j) {
    const Vector k = f.key.row(j);
    f.scores(j) = bilinear_form(f.form, q, k);
    f.distances(j) = metric_distance(Matrix::Identity(2, 2), q, k);
    f.score_error = larger(f.score_error, std::fabs(f.covector.dot(k) - f.scores(j)));
    if (f.scores(j) > f.scores(f.winner)) f.winner = j;
    if (f.distances(j) < f.distances(f.nearest)) f.nearest = j;
  }
}

}  // namespace attn::experiments
