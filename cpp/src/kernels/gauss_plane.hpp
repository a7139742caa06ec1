// The fast Gauss transform in the plane. Internal: the arguments have been checked.
//
// As along a line, with polynomials of x and y; since the Gaussian is a product, they are carried
// from box to box first along rows and then along columns. Points are sorted by box. Where there
// are many in a box, it is divided into parts, in which polynomials of fewer terms, in float, do.
#pragma once

#include "kernels/gauss_points.hpp"
#include "kernels/gauss_tables.hpp"

namespace attn::kernels {

/// What the sums need besides, and how far they are. Keeps its buffers.
struct PlaneWork {
  std::vector<double> moments;       // (columns x degrees^2) of one row of boxes
  std::vector<const double*> line;   // of a row or a column of boxes, where their numbers are
  std::vector<double> window;        // (rows in reach x columns x degrees^2) carried along rows
  std::vector<char> filled;          // (rows in reach x columns) where the window holds something
  std::vector<std::int32_t> wanted;  // (columns) boxes with targets in the rows in reach
  std::size_t carried = 0;           // rows whose sources have been carried along them
  std::size_t evaluated = 0;         // rows whose targets have their sums

  /// Before the first row of such boxes.
  void begin(const PlaneBoxes& boxes);
  std::size_t bytes() const;
};

/// Polynomials have degree 11 in each coordinate.
inline constexpr std::size_t kPlaneDegrees = GaussTable::kMore;

struct PlaneField {
  const GaussTable& table;
  const PartTable& part_table;
  PlaneBoxes boxes;
  const BoxedPoints& sources;
  BoxedPoints& targets;  // may be the sources
  float* mass;           // (targets) or null
  PlaneWork& work;
};

/// Of targets.places <- grad G / G by the places in the parts, and mass <- G, in the order of the
/// parts, the next piece: a row of boxes as sources or as targets. True after the last one.
bool plane_row(const PlaneField& field);

}  // namespace attn::kernels
