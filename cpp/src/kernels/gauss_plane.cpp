#include "kernels/gauss_plane.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/gauss_plane.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/doubles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using kernels::BoxedPoints;
using kernels::GaussTable;
using kernels::kPlaneDegrees;
using kernels::PartTable;
using Field = kernels::PlaneField;

namespace {

constexpr size_t kSize = kPlaneDegrees * kPlaneDegrees;
constexpr size_t kPartDegrees = PartTable::kPartDegrees;
constexpr size_t kPartSize = kPartDegrees * kPartDegrees;
using Square = std::array<double, kSize>;

// c (rows x kColumns, row-major) += a^T b, a (n x rows) and b (n x kColumns). A tile of rows and
// columns at a time, which stays in registers; rows is a multiple of its height. Not inline, as are
// the others that do the work: engines keep less in registers in large functions.
template <size_t kColumns>
HWY_NOINLINE void AddProduct(size_t n, size_t rows, const double* a, const double* b, double* c) {
  const DoubleTag d;
  using V = decltype(Zero(d));
  constexpr size_t kVectors = kColumns / kDoubleLanes;
  constexpr size_t kWide = kVectors % 4 == 0 ? 4 : kVectors % 3 == 0 ? 3 : 2;
  constexpr size_t kTall = kWide == 2 ? 4 : 2;
  for (size_t row = 0; row < rows; row += kTall) {
    for (size_t vector = 0; vector < kVectors; vector += kWide) {
      V sum[kTall][kWide];
      double* to = c + row * kColumns + vector * kDoubleLanes;
      for (size_t r = 0; r < kTall; ++r) {
        for (size_t v = 0; v < kWide; ++v) {
          sum[r][v] = LoadU(d, to + r * kColumns + v * kDoubleLanes);
        }
      }
      const double* a_row = a + row;
      const double* b_row = b + vector * kDoubleLanes;
      for (size_t k = 0; k < n; ++k, a_row += rows, b_row += kColumns) {
        V factor[kWide];
        for (size_t v = 0; v < kWide; ++v) factor[v] = LoadU(d, b_row + v * kDoubleLanes);
        for (size_t r = 0; r < kTall; ++r) {
          const V scale = Set(d, a_row[r]);
          for (size_t v = 0; v < kWide; ++v) sum[r][v] = MulAdd(scale, factor[v], sum[r][v]);
        }
      }
      for (size_t r = 0; r < kTall; ++r) {
        for (size_t v = 0; v < kWide; ++v) {
          StoreU(sum[r][v], d, to + r * kColumns + v * kDoubleLanes);
        }
      }
    }
  }
}

// moments [a][b] <- the sum over points of x^a y^b, x the coordinate `first`, y the other one.
template <size_t P>
HWY_NOINLINE void Moments(const float* places, size_t n, size_t first, double* moments) {
  constexpr size_t kPoints = 32;
  std::array<double, kPoints * P> x;
  std::array<double, kPoints * P> y;
  std::fill_n(moments, P * P, 0.0);
  for (size_t begin = 0; begin < n; begin += kPoints) {
    const size_t count = std::min(kPoints, n - begin);
    for (size_t p = 0; p < count; ++p) {
      const float* place = places + 2 * (begin + p);
      const auto one_x = static_cast<double>(place[first]);
      const auto one_y = static_cast<double>(place[1 - first]);
      double power_x = 1.0;
      double power_y = 1.0;
      for (size_t a = 0; a < P; ++a) {
        x[p * P + a] = power_x;
        y[p * P + a] = power_y;
        power_x *= one_x;
        power_y *= one_y;
      }
    }
    AddProduct<P>(count, P, x.data(), y.data(), moments);
  }
}

// What one box gets from others along a line of boxes: out [a / 2][b], first those of even a, then
// of odd, <- the sum over distances and k of T_ak(delta) moments [k][b]. boxes[i] points to the
// moments of box i, or nowhere where there are none; `here` is the box's own number.
HWY_NOINLINE bool Carry(const GaussTable& table, size_t reach, const double* const* boxes,
                        size_t count, size_t here, double* out) {
  constexpr size_t P = kPlaneDegrees;
  const DoubleTag d;
  Square for_even;  // for even a: sums in even rows, differences in odd
  Square for_odd;   // for odd a: the other way round
  bool any = false;
  std::fill_n(out, kSize, 0.0);
  for (size_t delta = 0; delta <= reach; ++delta) {
    const double* above = here + delta < count ? boxes[here + delta] : nullptr;
    const double* below = delta > 0 && here >= delta ? boxes[here - delta] : nullptr;
    if (above == nullptr && below == nullptr) continue;
    any = true;
    const double* even = above;
    const double* odd = above;
    if (below != nullptr) {
      for (size_t k = 0; k < P; ++k) {
        double* sums = (k % 2 == 0 ? for_even.data() : for_odd.data()) + k * P;
        double* differences = (k % 2 == 0 ? for_odd.data() : for_even.data()) + k * P;
        for (size_t b = 0; b < P; b += kDoubleLanes) {
          const auto minus = LoadU(d, below + k * P + b);
          const auto plus = above != nullptr ? LoadU(d, above + k * P + b) : Zero(d);
          StoreU(Add(plus, minus), d, sums + b);
          StoreU(Sub(plus, minus), d, differences + b);
        }
      }
      even = for_even.data();
      odd = for_odd.data();
    }
    AddProduct<P>(P, P / 2, table.even(delta), even, out);
    AddProduct<P>(P, P / 2, table.odd(delta), odd, out + kSize / 2);
  }
  return any;
}

// The coefficients of power a in what Carry leaves.
const double* RowOf(const Square& carried, size_t a) {
  return carried.data() + (a % 2) * (kSize / 2) + (a / 2) * kPlaneDegrees;
}

template <class Real>
struct TagOf {
  using Type = hn::ScalableTag<float>;
  static constexpr size_t kLanes = HWY_LANES(float);
};
template <>
struct TagOf<double> {
  using Type = ManyDoublesTag;
  static constexpr size_t kLanes = kManyDoubleLanes;
};

// places (n x 2) <- grad G / G for the polynomial with coefficients c [b][a] of x^a y^b.
template <size_t P, class Real>
HWY_NOINLINE void Evaluate(const Real* c, size_t n, float* places, float* mass) {
  const typename TagOf<Real>::Type d;
  using V = decltype(Zero(d));
  constexpr size_t kLanes = TagOf<Real>::kLanes;
  constexpr size_t kPoints = 2 * kLanes;
  std::array<Real, kPoints> xs;
  std::array<Real, kPoints> ys;
  std::array<Real, kPoints> values;
  for (size_t first = 0; first < n; first += kPoints) {
    const size_t count = std::min(kPoints, n - first);
    float* place = places + 2 * first;
    for (size_t p = 0; p < kPoints; ++p) {
      xs[p] = p < count ? place[2 * p] : Real{0};
      ys[p] = p < count ? place[2 * p + 1] : Real{0};
    }
    const V x0 = LoadU(d, xs.data());
    const V x1 = LoadU(d, xs.data() + kLanes);
    const V y0 = LoadU(d, ys.data());
    const V y1 = LoadU(d, ys.data() + kLanes);
    V g0 = Zero(d), g1 = Zero(d), gx0 = Zero(d), gx1 = Zero(d), gy0 = Zero(d), gy1 = Zero(d);
    for (size_t b = P; b-- > 0;) {
      const Real* row = c + b * P;
      V slope0 = Set(d, row[P - 1]);
      V slope1 = slope0;
      const V next = Set(d, row[P - 2]);
      V value0 = MulAdd(slope0, x0, next);
      V value1 = MulAdd(slope1, x1, next);
      for (size_t a = P - 2; a-- > 0;) {
        const V coefficient = Set(d, row[a]);
        slope0 = MulAdd(slope0, x0, value0);
        slope1 = MulAdd(slope1, x1, value1);
        value0 = MulAdd(value0, x0, coefficient);
        value1 = MulAdd(value1, x1, coefficient);
      }
      gy0 = MulAdd(gy0, y0, g0);
      gy1 = MulAdd(gy1, y1, g1);
      g0 = MulAdd(g0, y0, value0);
      g1 = MulAdd(g1, y1, value1);
      gx0 = MulAdd(gx0, y0, slope0);
      gx1 = MulAdd(gx1, y1, slope1);
    }
    StoreU(g0, d, values.data());
    StoreU(g1, d, values.data() + kLanes);
    StoreU(gx0, d, xs.data());
    StoreU(gx1, d, xs.data() + kLanes);
    StoreU(gy0, d, ys.data());
    StoreU(gy1, d, ys.data() + kLanes);
    for (size_t p = 0; p < count; ++p) {
      const Real share = Real{1} / values[p];
      place[2 * p] = static_cast<float>(xs[p] * share);
      place[2 * p + 1] = static_cast<float>(ys[p] * share);
      if (mass != nullptr) mass[first + p] = static_cast<float>(values[p]);
    }
  }
}

// Points begin .. end of a part, or of the parts of a box that are side by side.
struct Span {
  size_t begin;
  size_t end;
};

Span SpanOf(const BoxedPoints& points, size_t first_part, size_t parts) {
  const size_t begin = first_part == 0 ? 0 : static_cast<size_t>(points.end[first_part - 1]);
  return {begin, static_cast<size_t>(points.end[first_part + parts - 1])};
}

// The first part of a box, `down` rows of parts further down.
size_t FirstPart(const Field& f, size_t row, size_t column, size_t down) {
  const size_t parts = f.boxes.parts;
  return ((row * parts + down) * f.boxes.columns + column) * parts;
}

bool IsEmpty(const Field& f, const BoxedPoints& points, size_t row, size_t column) {
  for (size_t down = 0; down < f.boxes.parts; ++down) {
    const Span span = SpanOf(points, FirstPart(f, row, column, down), f.boxes.parts);
    if (span.begin != span.end) return false;
  }
  return true;
}

// moments [a][b] <- those of a box by way of those of its parts.
void BoxMoments(const Field& f, size_t row, size_t column, double* moments) {
  const float* places = f.sources.places.data();
  if (f.boxes.parts == 1) {
    const Span span = SpanOf(f.sources, FirstPart(f, row, column, 0), 1);
    Moments<kPlaneDegrees>(places + 2 * span.begin, span.end - span.begin, 0, moments);
    return;
  }
  std::array<double, kPartSize> of_part;                      // [b][a]
  std::array<double, kPartDegrees * kPlaneDegrees> of_strip;  // [a][b]
  std::fill_n(moments, kSize, 0.0);
  for (size_t right = 0; right < f.boxes.parts; ++right) {
    of_strip.fill(0.0);
    for (size_t down = 0; down < f.boxes.parts; ++down) {
      const Span span = SpanOf(f.sources, FirstPart(f, row, column, down) + right, 1);
      if (span.begin == span.end) continue;
      Moments<kPartDegrees>(places + 2 * span.begin, span.end - span.begin, 1, of_part.data());
      AddProduct<kPlaneDegrees>(kPartDegrees, kPartDegrees, of_part.data(),
                                f.part_table.to_whole(down), of_strip.data());
    }
    AddProduct<kPlaneDegrees>(kPartDegrees, kPlaneDegrees, f.part_table.to_whole(right),
                              of_strip.data(), moments);
  }
}

float* MassOf(const Field& f, const Span& span) {
  return f.mass == nullptr ? nullptr : f.mass + span.begin;
}

// The polynomial of a box, as Carry leaves it, at the box's targets.
void EvaluateBox(const Field& f, size_t row, size_t column, const Square& carried) {
  constexpr size_t P = kPlaneDegrees;
  float* places = f.targets.places.data();
  Square c;
  if (f.boxes.parts == 1) {
    for (size_t b = 0; b < P; ++b) {
      std::copy_n(RowOf(carried, b), P, c.data() + b * P);
    }
    const Span span = SpanOf(f.targets, FirstPart(f, row, column, 0), 1);
    Evaluate<P>(c.data(), span.end - span.begin, places + 2 * span.begin, MassOf(f, span));
    return;
  }
  for (size_t b = 0; b < P; ++b) {
    for (size_t a = 0; a < P; ++a) c[a * P + b] = RowOf(carried, b)[a];
  }
  std::array<double, P * kPartDegrees> of_strip;  // [b][a]
  std::array<double, kPartSize> of_part;          // [b][a]
  std::array<float, kPartSize> coefficients;
  for (size_t right = 0; right < f.boxes.parts; ++right) {
    of_strip.fill(0.0);
    AddProduct<kPartDegrees>(P, P, c.data(), f.part_table.to_part(right), of_strip.data());
    for (size_t down = 0; down < f.boxes.parts; ++down) {
      const Span span = SpanOf(f.targets, FirstPart(f, row, column, down) + right, 1);
      if (span.begin == span.end) continue;
      of_part.fill(0.0);
      AddProduct<kPartDegrees>(P, kPartDegrees, f.part_table.to_part(down), of_strip.data(),
                               of_part.data());
      for (size_t i = 0; i < kPartSize; ++i) coefficients[i] = static_cast<float>(of_part[i]);
      Evaluate<kPartDegrees>(coefficients.data(), span.end - span.begin, places + 2 * span.begin,
                             MassOf(f, span));
    }
  }
}

// Rows in and out of the window over which `wanted` counts.
void Want(const Field& f, size_t row, int change) {
  for (size_t column = 0; column < f.boxes.columns; ++column) {
    if (!IsEmpty(f, f.targets, row, column)) f.work.wanted[column] += change;
  }
}

size_t WindowAt(const Field& f, size_t row, size_t column) {
  const size_t slots = std::min(f.boxes.rows, 2 * f.boxes.reach + 1);
  return (row % slots) * f.boxes.columns + column;
}

// The sources of one row of boxes, carried along the row to all columns where a target may want
// them, each box transposed: [b][a].
void CarryAlongRow(const Field& f, size_t row) {
  constexpr size_t P = kPlaneDegrees;
  double* moments = f.work.moments.data();
  for (size_t column = 0; column < f.boxes.columns; ++column) {
    f.work.line[column] = nullptr;
    if (IsEmpty(f, f.sources, row, column)) continue;
    BoxMoments(f, row, column, moments + column * kSize);
    f.work.line[column] = moments + column * kSize;
  }
  Square out;
  for (size_t column = 0; column < f.boxes.columns; ++column) {
    const bool filled =
        f.work.wanted[column] > 0 &&
        Carry(f.table, f.boxes.reach, f.work.line.data(), f.boxes.columns, column, out.data());
    f.work.filled[WindowAt(f, row, column)] = filled ? 1 : 0;
    if (!filled) continue;
    double* to = f.work.window.data() + WindowAt(f, row, column) * kSize;
    for (size_t a = 0; a < P; ++a) {
      for (size_t b = 0; b < P; ++b) to[b * P + a] = RowOf(out, a)[b];
    }
  }
}

// What has been carried along the rows in reach, carried along the columns to the targets of a row.
void EvaluateRow(const Field& f, size_t row) {
  const size_t rows = f.boxes.rows;
  const size_t reach = f.boxes.reach;
  Square out;
  for (size_t column = 0; column < f.boxes.columns; ++column) {
    if (IsEmpty(f, f.targets, row, column)) continue;
    for (size_t i = row - std::min(row, reach); i < std::min(rows, row + reach + 1); ++i) {
      const size_t at = WindowAt(f, i, column);
      f.work.line[i] = f.work.filled[at] ? f.work.window.data() + at * kSize : nullptr;
    }
    Carry(f.table, reach, f.work.line.data(), rows, row, out.data());
    EvaluateBox(f, row, column, out);
  }
}

bool PlaneRow(const Field& f) {
  const size_t rows = f.boxes.rows;
  const size_t reach = f.boxes.reach;
  kernels::PlaneWork& work = f.work;
  const size_t next = work.carried;
  if (next == rows || next > work.evaluated + reach) {
    EvaluateRow(f, work.evaluated);
    return ++work.evaluated == rows;
  }
  if (next == 0) {
    for (size_t row = 0; row < std::min(reach, rows); ++row) Want(f, row, 1);
  }
  if (next + reach < rows) Want(f, next + reach, 1);
  if (next > reach) Want(f, next - reach - 1, -1);
  CarryAlongRow(f, next);
  ++work.carried;
  return false;
}

}  // namespace

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(PlaneRow);
}  // namespace

namespace kernels {

bool plane_row(const PlaneField& field) { return HWY_DYNAMIC_DISPATCH(PlaneRow)(field); }

void PlaneWork::begin(const PlaneBoxes& boxes) {
  const std::size_t window_boxes = std::min(boxes.rows, 2 * boxes.reach + 1) * boxes.columns;
  moments.resize(boxes.columns * kPlaneDegrees * kPlaneDegrees);
  line.resize(std::max(boxes.columns, boxes.rows));
  window.resize(window_boxes * kPlaneDegrees * kPlaneDegrees);
  filled.resize(window_boxes);
  wanted.assign(boxes.columns, 0);
  carried = 0;
  evaluated = 0;
}

std::size_t PlaneWork::bytes() const {
  return (moments.capacity() + window.capacity()) * sizeof(double) +
         line.capacity() * sizeof(double*) + filled.capacity() +
         wanted.capacity() * sizeof(std::int32_t);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
