#include "attn/support/boundary.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/contour.hpp"
#include "numerics/infinity.hpp"
#include "support/scalar_map.hpp"

namespace attn {
namespace {

constexpr double kMostReach = 1e100;

double least_margin(const ScalarResidual& map) { return map.margin(map.support_token); }

void check_plane(const char* function, const VectorRef& x, const PlaneOfTokens& plane) {
  check::vector(function, "x", x);
  check::count(function, "plane.first", plane.first, 0, x.size() - 1);
  check::count(function, "plane.second", plane.second, 0, x.size() - 1);
  if (plane.first == plane.second) {
    check::refuse(function, "plane.second", {plane.second}, "another token than plane.first");
  }
  check::positive(function, "plane.reach", plane.reach);
  check::within(function, "plane.reach", plane.reach, 0.0, kMostReach);
  if (plane.side < 2) check::refuse(function, "plane.side", {plane.side}, "at least 2");
  check::product(function, "the grid", plane.side, plane.side);
}

// The sequence with two of its tokens at a place of the plane.
class Moved {
 public:
  Moved(const char* function, const VectorRef& x, double a, const PlaneOfTokens& plane)
      : function_(function), x_(x), a_(a), first_(plane.first), second_(plane.second) {}

  ScalarResidual at(double first, double second) {
    x_(first_) = first;
    x_(second_) = second;
    return scalar::residual(function_, x_, a_);
  }
  double margin(double first, double second) { return least_margin(at(first, second)); }

 private:
  const char* function_;
  Vector x_;
  double a_;
  Index first_, second_;
};

// Where m, of different signs at the ends, is 0 between them: until it is small, and the place
// known to a double where `exactly`.
template <typename Margin>
double bisect(const Margin& m, double low, double high, bool exactly) {
  const bool positive = m(low) > 0.0;
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    const double value = m(middle);
    if (!exactly && std::fabs(value) < 0.5 * kOnBoundary) return middle;
    ((value > 0.0) == positive ? low : high) = middle;
  }
  return low;
}

// How far from a place the boundary is in any direction near one in which it is known.
class Rays {
 public:
  Rays(Moved& moved, const PlaneOfTokens& plane, double x, double y)
      : moved_(moved),
        reach_(plane.reach),
        cell_(2.0 * plane.reach / static_cast<double>(plane.side - 1)),
        x_(x),
        y_(y) {}

  double x_at(double length) const { return x_ + length * along_x_; }
  double y_at(double length) const { return y_ + length * along_y_; }

  // Towards a place near the boundary; Infinity where it is not met near there, or outside of the
  // square.
  double towards(double x, double y) {
    const double far = std::sqrt((x - x_) * (x - x_) + (y - y_) * (y - y_));
    if (!(far > 0.0)) return 0.0;
    along_x_ = (x - x_) / far;
    along_y_ = (y - y_) / far;
    const auto margin = [&](double length) { return moved_.margin(x_at(length), y_at(length)); };
    for (double around = 0.125 * cell_; around <= 2.0 * cell_; around *= 2.0) {
      const double low = far > around ? far - around : 0.0;
      const double high = far + around;
      if ((margin(low) > 0.0) == (margin(high) > 0.0)) continue;
      const double length = bisect(margin, low, high, true);
      const double slack = 1e-12 * reach_;
      const bool inside =
          std::fabs(x_at(length)) <= reach_ + slack && std::fabs(y_at(length)) <= reach_ + slack;
      return inside ? length : kInfinity;
    }
    return kInfinity;
  }

 private:
  Moved& moved_;
  double reach_, cell_;
  double x_, y_;
  double along_x_ = 0.0, along_y_ = 0.0;
};

// The least distance towards the piece of a contour from one of its points to the next, by golden
// sections.
void search(Rays& rays, const MatrixRef& line, Index k, NearestBoundary& best) {
  constexpr double kGolden = 0.6180339887498949;
  const auto distance = [&](double share) {
    const double x = (1.0 - share) * line(k, 0) + share * line(k + 1, 0);
    const double y = (1.0 - share) * line(k, 1) + share * line(k + 1, 1);
    const double length = rays.towards(x, y);
    if (length < best.distance) {
      best.distance = length;
      best.place << rays.x_at(length), rays.y_at(length);
    }
    return length;
  };
  double low = 0.0, high = 1.0;
  double left = high - kGolden, right = low + kGolden;
  double at_left = distance(left), at_right = distance(right);
  for (int step = 0; step < 40; ++step) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = distance(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = distance(right);
    }
  }
}

}  // namespace

double boundary_along(const VectorRef& from, const VectorRef& to, double a, Index parts) {
  constexpr const char* kName = "boundary_along";
  check::vector(kName, "from", from);
  check::vector(kName, "to", to, from.size());
  check::count(kName, "parts", parts, 1, check::kMaxBudget);
  const auto margin = [&](double share) {
    const Vector x = (1.0 - share) * from + share * to;
    return least_margin(scalar::residual(kName, x, a));
  };
  double before = 0.0;
  bool positive = margin(before) > 0.0;
  for (Index part = 1; part <= parts; ++part) {
    const double share = static_cast<double>(part) / static_cast<double>(parts);
    if ((margin(share) > 0.0) != positive) return bisect(margin, before, share, false);
    before = share;
  }
  return kInfinity;
}

MarginPlane margin_plane(const VectorRef& x, double a, const PlaneOfTokens& plane) {
  constexpr const char* kName = "margin_plane";
  check_plane(kName, x, plane);
  Moved moved(kName, x, a, plane);
  const Index side = plane.side;
  MarginPlane out{x, a, plane, {}, {}, {}, {}};
  out.at.resize(side);
  for (Index i = 0; i < side; ++i) {
    // From the middle, so that it is symmetric to the bit.
    out.at(i) =
        plane.reach * (static_cast<double>(2 * i - (side - 1)) / static_cast<double>(side - 1));
  }
  out.margin.resize(side, side);
  out.support.resize(side, side);
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      const ScalarResidual map = moved.at(out.at(j), out.at(i));
      out.margin(i, j) = least_margin(map);
      out.support(i, j) = map.supported ? static_cast<double>(map.support_token) : -1.0;
    }
  }
  const auto margin = [&](double first, double second) { return moved.margin(first, second); };
  out.boundary = contour_lines(out.at, out.at, out.margin, margin, 0.0, 0.5 * kOnBoundary);
  return out;
}

NearestBoundary nearest_boundary(const MarginPlane& found) {
  constexpr const char* kName = "nearest_boundary";
  const PlaneOfTokens& plane = found.plane;
  check_plane(kName, found.x, plane);
  Moved moved(kName, found.x, found.a, plane);
  const double first = found.x(plane.first);
  const double second = found.x(plane.second);
  (void)moved.margin(first, second);
  NearestBoundary best{kInfinity, Vector(2)};
  std::vector<Vector> lengths;
  for (const Matrix& line : found.boundary) {
    check::matrix(kName, "found.boundary", line);
    check::columns(kName, "found.boundary", line, 2, "two tokens");
    Vector& length = lengths.emplace_back(line.rows());
    for (Index k = 0; k < line.rows(); ++k) {
      const double to_x = line(k, 0) - first;
      const double to_y = line(k, 1) - second;
      length(k) = std::sqrt(to_x * to_x + to_y * to_y);
      if (length(k) >= best.distance) continue;
      best.distance = length(k);
      best.place = line.row(k);
    }
  }
  // Between its points the line is nearer than these by less than a cell.
  const double cell = 2.0 * plane.reach / static_cast<double>(plane.side - 1);
  const double most = best.distance + 2.0 * cell;
  Rays rays(moved, plane, first, second);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Vector& length = lengths[i];
    for (Index k = 0; k + 1 < length.size(); ++k) {
      const bool falls = k == 0 || length(k) <= length(k - 1);
      const bool rises = k + 2 == length.size() || length(k + 1) <= length(k + 2);
      const bool first_is_nearer = length(k) <= length(k + 1);
      const bool lowest_here = first_is_nearer ? falls : rises;
      const double nearer = first_is_nearer ? length(k) : length(k + 1);
      if (lowest_here && nearer <= most) search(rays, found.boundary[i], k, best);
    }
  }
  if (best.distance == kInfinity) best.place.resize(0);
  return best;
}

}  // namespace attn
