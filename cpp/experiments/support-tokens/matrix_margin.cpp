#include "experiments/support-tokens/matrix_margin.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/support/matrix_margin.hpp"

namespace attn::experiments {
namespace {

constexpr double kReach = 10.0;
constexpr double kMost = 20.0;

void check_entries(const char* name, const Matrix& m, double reach) {
  check::matrix(MatrixMargin::kName, name, m);
  for (const double entry : m.reshaped()) {
    check::within(MatrixMargin::kName, name, entry, -reach, reach);
  }
}

Matrix turned(double degrees) {
  const double angle = degrees * kPi / 180.0;
  return of_rows(
      {{mathfn::cos(angle), -mathfn::sin(angle)}, {mathfn::sin(angle), mathfn::cos(angle)}});
}

// The residual of the token that asks, differentiated one entry after the other.
double difference_error(const MatrixMarginParams& p, const Matrix& w_v, const Matrix& block) {
  double worst = 0.0;
  for (Index i = 0; i < 2; ++i) {
    const auto residual = [&](const Matrix& query) {
      const Vector q = query.row(0);
      const ContextBlock there = context_block(p.context, q, p.a, w_v);
      return q(i) - w_v.row(i).dot(there.mean);
    };
    const Matrix differences = central_differences(residual, p.query, 0.01);
    worst = larger(worst, largest(block.row(i) - differences));
  }
  return worst / larger(1.0, largest(block));
}

double distance(const Eigen::Ref<const Vector>& a, double re, double im) {
  return std::sqrt((a(0) - re) * (a(0) - re) + (a(1) - im) * (a(1) - im));
}

double determinant_of(const BlockMargins& margins) {
  return margins.sign * mathfn::exp(margins.log_abs_det);
}

}  // namespace

std::vector<Setting<MatrixMarginParams>> MatrixMargin::settings() {
  MatrixMarginParams turn;
  turn.a << 0.0, -2.0, 2.0, 0.0;
  MatrixMarginParams shear;
  shear.a << 0.0, 6.0, 0.0, 0.0;
  shear.query << 0.3, -0.2;
  shear.phi = 40.0;
  return {{MatrixMarginParams{}, 0, 0}, {turn, 0, 0}, {shear, 0, 0}};
}

MatrixMargin::MatrixMargin(const Params& p) {
  check::columns(kName, "context", p.context, 2, "the plane");
  check::count(kName, "the number of points", p.context.rows(), 1, kMaxPoints);
  check_entries("context", p.context, kReach);
  check::shape(kName, "query", p.query, 1, 2);
  check_entries("query", p.query, kReach);
  check::shape(kName, "a", p.a, 2, 2);
  check_entries("a", p.a, kMost);
  checked(kName, p);
  const Matrix w_v = turned(p.phi);
  const ContextBlock block = context_block(p.context, p.query.row(0), p.a, w_v);
  const BlockMargins margins = block_margins(block.m);
  Frame& f = frame_;
  f.alpha = block.weights;
  f.mean = block.mean;
  f.cov = block.covariance;
  f.m = block.m;
  f.eig = margins.eigenvalues;
  f.det = determinant_of(margins);
  f.one_minus_rho = margins.one_minus_rho;
  f.sigma_min = margins.sigma_min;
  f.real_above_one = margins.real_above_one;
  const BlockMargins printed = block_margins(block.published);
  f.printed = determinant_of(printed);
  f.printed_rho = printed.one_minus_rho;
  f.printed_sigma = printed.sigma_min;
  const SymmetricEigen axes = symmetric_eigen(block.covariance);
  f.ellipse.resize(kDirections + 1, 2);
  for (Index k = 0; k < kDirections; ++k) {
    const double angle = 2.0 * kPi * static_cast<double>(k) / static_cast<double>(kDirections);
    const double along = mathfn::cos(angle) * std::sqrt(larger(0.0, axes.values(0)));
    const double across = mathfn::sin(angle) * std::sqrt(larger(0.0, axes.values(1)));
    f.ellipse.row(k) =
        (block.mean + along * axes.vectors.col(0) + across * axes.vectors.col(1)).transpose();
  }
  f.ellipse.row(kDirections) = f.ellipse.row(0);
  follow(p, w_v);
  f.block_error = difference_error(p, w_v, Matrix::Identity(2, 2) - block.m);
  // (1 - a - b i) (1 - c - d i), which is real.
  const double product = (1.0 - f.eig(0, 0)) * (1.0 - f.eig(1, 0)) - f.eig(0, 1) * f.eig(1, 1);
  f.product_error = std::fabs(product - f.det) / larger(1.0, std::fabs(f.det));
}

void MatrixMargin::follow(const Params& p, const Matrix& w_v) {
  Matrix& trail = frame_.trail;
  trail.resize(kTrail, 4);
  for (Index k = 0; k < kTrail; ++k) {
    const double s = static_cast<double>(k) / static_cast<double>(kTrail - 1);
    const Matrix m = context_block(p.context, p.query.row(0), s * p.a, w_v).m;
    const Matrix eig = block_margins(m).eigenvalues;
    Index first = 0;
    if (k > 0) {
      // Those that are nearer to where they were: order by real parts would exchange two that pass
      // each other.
      const Vector before = trail.row(k - 1);
      const double kept = distance(before.head(2), eig(0, 0), eig(0, 1)) +
                          distance(before.tail(2), eig(1, 0), eig(1, 1));
      const double exchanged = distance(before.head(2), eig(1, 0), eig(1, 1)) +
                               distance(before.tail(2), eig(0, 0), eig(0, 1));
      first = exchanged < kept ? 1 : 0;
    }
    trail.row(k) << eig.row(first), eig.row(1 - first);
  }
}

}  // namespace attn::experiments
