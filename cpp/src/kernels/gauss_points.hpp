// Points of the plane sorted by box, for the fast Gauss transform. Internal.
#pragma once

#include "kernels/gauss_boxes.hpp"

namespace attn::kernels {

/// Boxes of a plane, `parts` along each side of a box.
struct PlaneBoxes {
  std::size_t columns;
  std::size_t rows;
  std::size_t reach;
  std::size_t parts;  // 1 or PartTable::kParts
};

/// Points in the order of the parts that they are in, row by row of parts.
struct BoxedPoints {
  std::vector<std::int32_t> slot;  // (points) of each point its position in that order
  std::vector<std::int32_t> end;   // (parts) the position after the part's last point
  std::vector<float> places;       // (points x 2) in the part, from -1 to 1

  /// The first half of sorting: slot <- of each point its part, end <- how many each part has. The
  /// axes are of parts.
  void count(const PlaneBoxes& boxes, const BoxAxis& x, const BoxAxis& y, const Points& points);
  /// The second half, for the same points.
  void place(const BoxAxis& x, const BoxAxis& y, const Points& points);
  std::size_t bytes() const;
};

}  // namespace attn::kernels
