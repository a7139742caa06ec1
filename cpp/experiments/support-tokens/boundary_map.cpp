#include "experiments/support-tokens/boundary_map.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/boundary.hpp"
#include "attn/support/scalar_residual.hpp"
#include "experiments/support-tokens/support_tokens.hpp"

namespace attn::experiments {
namespace {

constexpr PlaneOfTokens kPlane{1, 4, BoundaryMap::kReach, BoundaryMap::kSide};

// The sequence with its second and fifth token at a place.
Vector moved(const Vector& x, double first, double second) {
  Vector out = x;
  out(kPlane.first) = first;
  out(kPlane.second) = second;
  return out;
}

double least(const Vector& x, double a) { return lowest(scalar_residual(x, a).margin); }

// By how much a circle of places just inside the distance is too large: whether some of them are on
// the other side.
double sooner(const Vector& x, double a, double distance) {
  constexpr int kRays = 720;
  const double far = distance - 1e-6;
  if (!(far > 0.0) || !std::isfinite(far)) return 0.0;
  const double first = x(kPlane.first);
  const double second = x(kPlane.second);
  const bool inside = least(x, a) > 0.0;
  double most = 0.0;
  for (int ray = 0; ray < kRays; ++ray) {
    const double angle = 2.0 * kPi * ray / kRays;
    const Vector there =
        moved(x, first + far * mathfn::cos(angle), second + far * mathfn::sin(angle));
    if (largest(there) > BoundaryMap::kReach || (least(there, a) > 0.0) == inside) continue;
    most = larger(most, far * (1.0 - boundary_along(x, there, a)) + 1e-6);
  }
  return most;
}

}  // namespace

std::vector<Setting<BoundaryMapParams>> BoundaryMap::settings() {
  BoundaryMapParams past;
  past.x = moved(past.x, -2.5, 0.2);
  past.a = 1.5;
  BoundaryMapParams none;
  none.a = -0.5;
  return {{BoundaryMapParams{}, 0, 0}, {past, 0, 0}, {none, 0, 0}};
}

BoundaryMap::BoundaryMap(const Params& params) : BoundaryMap(params, InUnits{}) {
  open(opening_units());
}

BoundaryMap::BoundaryMap(const Params& p, InUnits) : params_(p) {
  check::vector(kName, "x", p.x, 6);
  for (const double x : p.x) check::within(kName, "x", x, -kReach, kReach);
  checked(kName, p);
}

void BoundaryMap::open_unit(Index unit) {
  if (unit == 0) {
    lay_plane();
  } else if (unit == 1) {
    follow_boundary();
  } else {
    find_nearest();
  }
}

void BoundaryMap::lay_plane() {
  plane_ = margin_plane(params_.x, params_.a, kPlane);
  const ScalarResidual map = scalar_residual(params_.x, params_.a);
  Frame& f = frame_;
  f.reach = kReach;
  f.margins = map.margin;
  f.margin = lowest(map.margin);
  f.support = map.supported ? map.support_token : -1;
  const Index shown = (kSide + 1) / 2;
  f.at.resize(shown);
  f.z.resize(shown, shown);
  f.who.resize(shown, shown);
  for (Index i = 0; i < shown; ++i) {
    f.at(i) = plane_.at(2 * i);
    for (Index j = 0; j < shown; ++j) {
      f.z(i, j) = plane_.margin(2 * i, 2 * j);
      f.who(i, j) = plane_.support(2 * i, 2 * j);
    }
  }
}

void BoundaryMap::follow_boundary() {
  Frame& f = frame_;
  const Params& p = params_;
  Index points = 0;
  for (const Matrix& line : plane_.boundary) points += line.rows();
  f.contour.resize(points, 2);
  f.lengths.resize(static_cast<Index>(plane_.boundary.size()));
  Vector zero = Vector::Zero(p.x.size());
  Index at = 0;
  for (Index k = 0; k < f.lengths.size(); ++k) {
    const Matrix& line = plane_.boundary[static_cast<std::size_t>(k)];
    f.lengths(k) = static_cast<double>(line.rows());
    f.contour.middleRows(at, line.rows()) = line;
    at += line.rows();
    for (Index i = 0; i < line.rows(); ++i) {
      const ScalarResidual there = scalar_residual(moved(p.x, line(i, 0), line(i, 1)), p.a);
      f.contour_error = larger(f.contour_error, std::fabs(lowest(there.margin)));
      zero(there.support_token) = 1.0;
    }
  }
  f.walls = static_cast<Index>(zero.sum());
}

void BoundaryMap::find_nearest() {
  Frame& f = frame_;
  const Params& p = params_;
  const NearestBoundary near = nearest_boundary(plane_);
  f.distance = near.distance;
  f.nearest = near.place;
  if (near.place.size() == 0) return;
  const double margin = least(moved(p.x, near.place(0), near.place(1)), p.a);
  f.contour_error = larger(f.contour_error, std::fabs(margin));
  f.nearest_error = sooner(p.x, p.a, near.distance);
}

}  // namespace attn::experiments
