#include "attn/numerics/contour.hpp"

#include <array>
#include <cmath>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

constexpr const char* kName = "contour_lines";

// Where the line crosses an edge: from (i0, j0) to (i1, j1), that share of the way.
using Crossing = std::function<double(Index i0, Index j0, Index i1, Index j1)>;

void check_axis(const char* name, const VectorRef& axis) {
  check::vector(kName, name, axis);
  if (axis.size() < 2) check::refuse(kName, {"the size of ", name}, {axis.size()}, "at least 2");
  for (Index i = 1; i < axis.size(); ++i) {
    if (axis(i) > axis(i - 1)) continue;
    check::refuse(kName, {name, "[", i, "]"}, {axis(i)}, "more than the one before");
  }
}

void check_arguments(const VectorRef& x, const VectorRef& y, const MatrixRef& z, double level) {
  check_axis("x", x);
  check_axis("y", y);
  check::matrix(kName, "z", z);
  check::shape(kName, "z", z, y.size(), x.size());
  check::finite(kName, "level", level);
}

// A share of the way from a to b; for any two doubles.
double between(double a, double b, double share) { return (1.0 - share) * a + share * b; }

// Edges are numbered: those along x first, row by row, then those along y. A cell sends a line from
// one of its edges to another; every edge inside of the grid is left by one cell and entered by its
// neighbour, so that lines are lists of what follows what.
class Grid {
 public:
  Grid(const VectorRef& x, const VectorRef& y, const MatrixRef& z, double level,
       const Crossing& crossing)
      : x_(x), y_(y), z_(z), level_(level), crossing_(crossing), rows_(y.size()), cols_(x.size()) {
    const Index edges = rows_ * (cols_ - 1) + (rows_ - 1) * cols_;
    next_.assign(static_cast<std::size_t>(edges), kNone);
    entered_.assign(static_cast<std::size_t>(edges), false);
  }

  std::vector<Matrix> lines() {
    for (Index i = 0; i + 1 < rows_; ++i) {
      for (Index j = 0; j + 1 < cols_; ++j) march(i, j);
    }
    std::vector<Matrix> out;
    const auto edges = static_cast<Index>(next_.size());
    for (Index edge = 0; edge < edges; ++edge) {
      if (next(edge) != kNone && !entered_[static_cast<std::size_t>(edge)]) follow(edge, out);
    }
    for (Index edge = 0; edge < edges; ++edge) {
      if (next(edge) != kNone) follow(edge, out);
    }
    return out;
  }

 private:
  static constexpr Index kNone = -1;

  Index& next(Index edge) { return next_[static_cast<std::size_t>(edge)]; }
  Index along_x(Index i, Index j) const { return i * (cols_ - 1) + j; }
  Index along_y(Index i, Index j) const { return rows_ * (cols_ - 1) + i * cols_ + j; }
  bool above(Index i, Index j) const { return z_(i, j) > level_; }

  void join(Index from, Index to) {
    next(from) = to;
    entered_[static_cast<std::size_t>(to)] = true;
  }

  // Counterclockwise from the lower left corner (i, j); edge k leads from corner k to the next.
  // With larger values on its right a line enters where corners, taken counterclockwise, rise above
  // the level, and leaves where they fall below it.
  void march(Index i, Index j) {
    const std::array<bool, 4> corner = {above(i, j), above(i, j + 1), above(i + 1, j + 1),
                                        above(i + 1, j)};
    const std::array<Index, 4> edge = {along_x(i, j), along_y(i, j + 1), along_x(i + 1, j),
                                       along_y(i, j)};
    const bool saddle = corner[0] == corner[2] && corner[1] == corner[3] && corner[0] != corner[1];
    // Together, what is above the level is one piece: a line turns round a corner that is below.
    const bool together = saddle && saddle_value(i, j) > level_;
    for (std::size_t k = 0; k < 4; ++k) {
      if (corner[k] || !corner[(k + 1) % 4]) continue;
      std::size_t out = (k + 1) % 4;
      while (!(corner[out] && !corner[(out + 1) % 4])) out = (out + 1) % 4;
      if (together) out = (k + 3) % 4;
      join(edge[k], edge[out]);
    }
  }

  double saddle_value(Index i, Index j) const {
    // Relative to the level, and in units of the largest, so that no product overflows.
    double a = z_(i, j) - level_, b = z_(i, j + 1) - level_;
    double c = z_(i + 1, j + 1) - level_, d = z_(i + 1, j) - level_;
    double size = 0.0;
    for (const double v : {a, b, c, d}) size = std::fabs(v) > size ? std::fabs(v) : size;
    a /= size, b /= size, c /= size, d /= size;
    return level_ + (a * c - b * d) / (a + c - b - d);
  }

  void follow(Index first, std::vector<Matrix>& out) {
    std::vector<double> points;
    Index edge = first;
    while (edge != kNone) {
      place(edge, points);
      const Index after = next(edge);
      next(edge) = kNone;
      if (after == first) {
        place(first, points);
        break;
      }
      edge = after;
    }
    out.emplace_back(
        Eigen::Map<const Matrix>(points.data(), static_cast<Index>(points.size() / 2), 2));
  }

  void place(Index edge, std::vector<double>& points) const {
    const Index flat = rows_ * (cols_ - 1);
    const bool is_flat = edge < flat;
    const Index i = is_flat ? edge / (cols_ - 1) : (edge - flat) / cols_;
    const Index j = is_flat ? edge % (cols_ - 1) : (edge - flat) % cols_;
    const double share = is_flat ? crossing_(i, j, i, j + 1) : crossing_(i, j, i + 1, j);
    points.push_back(is_flat ? between(x_(j), x_(j + 1), share) : x_(j));
    points.push_back(is_flat ? y_(i) : between(y_(i), y_(i + 1), share));
  }

  const VectorRef& x_;
  const VectorRef& y_;
  const MatrixRef& z_;
  double level_;
  const Crossing& crossing_;
  Index rows_, cols_;
  std::vector<Index> next_;
  std::vector<bool> entered_;
};

}  // namespace

std::vector<Matrix> contour_lines(const VectorRef& x, const VectorRef& y, const MatrixRef& z,
                                  double level) {
  check_arguments(x, y, z, level);
  const Crossing interpolated = [&](Index i0, Index j0, Index i1, Index j1) {
    const double rise = z(i1, j1) - z(i0, j0);
    if (std::isfinite(rise)) return (level - z(i0, j0)) / rise;
    return (0.5 * level - 0.5 * z(i0, j0)) / (0.5 * z(i1, j1) - 0.5 * z(i0, j0));
  };
  return Grid(x, y, z, level, interpolated).lines();
}

std::vector<Matrix> contour_lines(const VectorRef& x, const VectorRef& y, const MatrixRef& z,
                                  const std::function<double(double, double)>& f, double level,
                                  double tolerance) {
  check_arguments(x, y, z, level);
  check::positive(kName, "tolerance", tolerance);
  if (!f) check::refuse(kName, "f", "empty", "a function");
  const Crossing bisected = [&](Index i0, Index j0, Index i1, Index j1) {
    const bool rises = z(i1, j1) > level;
    double low = 0.0;
    double high = 1.0;
    double middle = 0.5;
    // Halves of 1 are exact; beyond some sixty the place is one double.
    for (int halving = 0; halving < 64; ++halving) {
      middle = 0.5 * (low + high);
      const double at_x = between(x(j0), x(j1), middle);
      const double at_y = between(y(i0), y(i1), middle);
      const double value = check::result(kName, "f", f(at_x, at_y));
      if (std::fabs(value - level) <= tolerance) break;
      ((value > level) == rises ? high : low) = middle;
    }
    return middle;
  };
  return Grid(x, y, z, level, bisected).lines();
}

}  // namespace attn
