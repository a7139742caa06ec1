#include "experiments/bilinear-form/geodesics.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/geodesic.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

constexpr double kDegree = kPi / 180.0;
constexpr double kLensWidth = 0.6;
constexpr Index kFan = 11;
constexpr double kFanDegrees = 25.0;
constexpr double kFarthest = 10.0;
constexpr double kLeastRadius = 0.2;
constexpr double kLeastWeight = 0.01;

Vector with_last_zero(const Vector& x) { return of_numbers({x(0), x(1), 0.0}); }

MetricField lens(double amplitude) {
  return [amplitude](const Vector& x, MetricAt& out) {
    const double w2 = kLensWidth * kLensWidth;
    const double bump = amplitude * mathfn::exp(-0.5 * x.squaredNorm() / w2);
    out.g = (1.0 + bump) * Matrix::Identity(2, 2);
    out.dg.resize(2);
    for (Index c = 0; c < 2; ++c) {
      out.dg[static_cast<std::size_t>(c)] = (-bump * x(c) / w2) * Matrix::Identity(2, 2);
    }
  };
}

void polar(const Vector& x, MetricAt& out) {
  out.g = Matrix::Identity(2, 2);
  out.g(1, 1) = x(0) * x(0);
  out.dg.assign(2, Matrix::Zero(2, 2));
  out.dg[0](1, 1) = 2.0 * x(0);
}

MetricField field_of(const GeodesicsParams& p) {
  switch (p.space) {
    case RulerSpace::kPolar:
      return polar;
    case RulerSpace::kLens:
      return lens(p.amplitude);
    case RulerSpace::kSoftmax:
      return softmax_fisher_field(2);
    case RulerSpace::kConstant:
      break;
  }
  return constant_field(learned_metric(of_rows({{1.0, 0.6}, {0.0, 0.7}})));
}

Matrix metric_at(const MetricField& field, const Vector& x) {
  MetricAt at;
  field(x, at);
  return at.g;
}

bool usable(RulerSpace space, const Vector& x) {
  if (!(largest(x) <= kFarthest)) return false;
  if (space == RulerSpace::kPolar) return x(0) >= kLeastRadius;
  if (space == RulerSpace::kSoftmax) return lowest(softmax(with_last_zero(x))) >= kLeastWeight;
  return true;
}

GeodesicsParams valid(const GeodesicsParams& params) {
  checked(Geodesics::kName, params);
  check::shape(Geodesics::kName, "start", params.start, 1, 2);
  for (Index c = 0; c < 2; ++c) {
    check::within(Geodesics::kName, "start", params.start(0, c), -kFarthest, kFarthest);
  }
  if (!usable(params.space, row_of(params.start, 0))) {
    check::refuse(Geodesics::kName, "start", "where the ruler cannot be used",
                  params.space == RulerSpace::kPolar
                      ? "a radius of at least 0.2"
                      : "scores whose softmax has no weight below 0.01");
  }
  return params;
}

Matrix region_of(RulerSpace space) {
  if (space == RulerSpace::kPolar) return of_rows({{0.0, 2.4}, {-1.6, 1.6}});
  if (space == RulerSpace::kSoftmax) return of_rows({{-3.0, 3.0}, {-2.0, 2.0}});
  return of_rows({{-2.4, 2.4}, {-1.6, 1.6}});
}

Vector towards(double angle) { return of_numbers({mathfn::cos(angle), mathfn::sin(angle)}); }

double cross(const Vector& a, const Vector& b) { return a(0) * b(1) - a(1) * b(0); }

double from_line(const Vector& x, const Vector& from, const Vector& to) {
  const Vector along = to - from;
  const double length = std::sqrt(along.squaredNorm());
  return length > 0.0 ? std::fabs(cross(along, x - from)) / length
                      : std::sqrt((x - from).squaredNorm());
}

double off_chord(const Matrix& path, Index last) {
  double worst = 0.0;
  for (Index i = 0; i <= last; ++i) {
    worst = larger(worst, from_line(row_of(path, i), row_of(path, 0), row_of(path, last)));
  }
  return worst;
}

// How far along the line from the start a path that began beside it comes back to it; negative
// where it does not.
double crossing(const Matrix& path, const Vector& direction) {
  const Vector from = row_of(path, 0);
  double before = 0.0;
  for (Index i = 1; i < path.rows(); ++i) {
    const double side = cross(direction, row_of(path, i) - from);
    if (before * side < 0.0) {
      const double share = before / (before - side);
      const Vector at = row_of(path, i - 1) + share * (row_of(path, i) - row_of(path, i - 1));
      return direction.dot(at - from);
    }
    before = side;
  }
  return -1.0;
}

}  // namespace

std::vector<Setting<GeodesicsParams>> Geodesics::settings() {
  GeodesicsParams fan;
  fan.start << -1.6, 0.0;
  fan.fan = true;
  fan.length = 5.0;
  GeodesicsParams round;
  round.space = RulerSpace::kPolar;
  round.start << 1.2, -0.9;
  round.angle = 122.0;
  round.length = 2.2;
  return {{GeodesicsParams{}, 200, 0}, {fan, 150, 0}, {round, 200, 0}};
}

Geodesics::Geodesics(const Params& params) : params_(valid(params)), field_(field_of(params)) {
  Frame& f = frame_;
  const Index count = params_.fan ? kFan : 1;
  const Index middle = count / 2;
  const Vector direction = towards(params_.angle * kDegree);
  f.paths.resize(count * (kSteps + 1), 2);
  f.ends.resize(count);
  for (Index ray = 0; ray < count; ++ray) {
    const double beside =
        count > 1 ? kFanDegrees * static_cast<double>(ray - middle) / static_cast<double>(middle)
                  : 0.0;
    Matrix path;
    const Index last = trace((params_.angle + beside) * kDegree, path);
    f.paths.middleRows(ray * (kSteps + 1), kSteps + 1) = path;
    f.ends(ray) = static_cast<double>(last);
    if (ray == middle) {
      middle_ = path.topRows(last + 1);
    } else if (const double at = crossing(path, direction); at > 0.0) {
      f.crossings.push_back(at);
    }
  }
  if (f.crossings.size() > 1) {
    const auto [low, high] = std::minmax_element(f.crossings.begin(), f.crossings.end());
    f.spread = *high - *low;
  }
  const Vector start = row_of(params_.start, 0);
  f.curvature = gauss_curvature(field_, start);
  const std::vector<Matrix> symbols = christoffel_symbols_at(field_, start);
  const MetricField by_differences =
      differentiated_field([this](const Vector& x) { return metric_at(field_, x); });
  const std::vector<Matrix> checked_symbols = christoffel_symbols_at(by_differences, start);
  f.symbols.resize(8);
  for (std::size_t c = 0; c < 2; ++c) {
    f.symbol_error = larger(f.symbol_error, largest(symbols[c] - checked_symbols[c]));
    for (Index i = 0; i < 4; ++i) {
      f.symbols(static_cast<Index>(4 * c) + i) = symbols[c](i / 2, i % 2);
    }
  }
  f.largest_symbol = largest(f.symbols);
  f.straight_error = known_straight_error(middle_);
  f.region = region_of(params_.space);
  lay_ellipses(f.region);
  look_at(0);
}

Index Geodesics::trace(double angle, Matrix& path) {
  const Vector start = row_of(params_.start, 0);
  const Vector direction = towards(angle);
  const Vector velocity = direction / metric_length(metric_at(field_, start), direction);
  Geodesic geodesic(field_, start, velocity);
  path.resize(kSteps + 1, 2);
  path.row(0) = start.transpose();
  Index taken = 0;
  while (taken < kSteps) {
    geodesic.advance(params_.length / static_cast<double>(kSteps), 4);
    if (!usable(params_.space, geodesic.position())) break;
    path.row(++taken) = geodesic.position().transpose();
    frame_.speed_error = larger(frame_.speed_error, std::fabs(geodesic.speed() - 1.0));
  }
  for (Index i = taken + 1; i <= kSteps; ++i) path.row(i) = path.row(taken);
  return taken;
}

// Unit circles of the ruler: centre + cos(t) first + sin(t) second.
void Geodesics::lay_ellipses(const Matrix& region) {
  constexpr Index kColumns = 7;
  constexpr Index kRows = 5;
  Matrix rows(kColumns * kRows, 6);
  Index count = 0;
  for (Index i = 0; i < kColumns * kRows; ++i) {
    const auto share = [](Index k, Index of) {
      return (static_cast<double>(k) + 0.5) / static_cast<double>(of);
    };
    const Vector x =
        of_numbers({region(0, 0) + share(i % kColumns, kColumns) * (region(0, 1) - region(0, 0)),
                    region(1, 0) + share(i / kColumns, kRows) * (region(1, 1) - region(1, 0))});
    if (!usable(params_.space, x)) continue;
    const SymmetricEigen axes = symmetric_eigen(metric_at(field_, x));
    const Vector first = axes.vectors.col(0) / std::sqrt(axes.values(0));
    const Vector second = axes.vectors.col(1) / std::sqrt(axes.values(1));
    rows.row(count++) << x(0), x(1), first(0), first(1), second(0), second(1);
  }
  frame_.ellipses = rows.topRows(count);
}

double Geodesics::known_straight_error(const Matrix& path) const {
  double worst = 0.0;
  const Index last = path.rows() - 1;
  if (params_.space == RulerSpace::kConstant) return off_chord(path, last);
  if (params_.space == RulerSpace::kPolar) {
    Matrix flat(path.rows(), 2);
    for (Index i = 0; i <= last; ++i) {
      flat(i, 0) = path(i, 0) * mathfn::cos(path(i, 1));
      flat(i, 1) = path(i, 0) * mathfn::sin(path(i, 1));
    }
    return off_chord(flat, last);
  }
  if (params_.space == RulerSpace::kSoftmax && last >= 2) {
    // On the sphere of sqrt(a) the path stays in the plane of its two ends and the centre.
    const auto on_sphere = [&](Index i) {
      return Vector(softmax(with_last_zero(row_of(path, i))).cwiseSqrt());
    };
    const Vector u = on_sphere(0);
    const Vector v = on_sphere(last);
    Vector across = of_numbers(
        {u(1) * v(2) - u(2) * v(1), u(2) * v(0) - u(0) * v(2), u(0) * v(1) - u(1) * v(0)});
    const double square = across.squaredNorm();
    // A path that is too short to go anywhere is in every plane.
    if (square == 0.0) return worst;
    across /= std::sqrt(square);
    for (Index i = 0; i <= last; ++i) worst = larger(worst, std::fabs(across.dot(on_sphere(i))));
  }
  return worst;
}

void Geodesics::look_at(Index step) {
  Frame& f = frame_;
  f.step = step;
  const Index last = std::min(step, middle_.rows() - 1);
  f.off = off_chord(middle_, last);
  f.curvature_ahead = gauss_curvature(field_, row_of(middle_, last));
}

}  // namespace attn::experiments
