// The boxes of the fast Gauss transform. Internal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace attn::kernels {

/// Points in rows of `dimensions` floats, `stride` of them from a row to the next.
struct Points {
  const float* data;
  std::size_t count;
  std::size_t dimensions;
  std::size_t stride;

  const float* row(std::size_t i) const { return data + i * stride; }
  bool operator==(const Points& other) const {
    return data == other.data && count == other.count && stride == other.stride;
  }
};

/// Where points are written that were moved: as many and of the same dimensions.
struct MovedPoints {
  float* data;
  std::size_t stride;

  float* row(std::size_t i) const { return data + i * stride; }
};

/// How many points are put into boxes at a time.
inline constexpr std::size_t kBlock = 256;

/// Coordinate `axis` of n <= kBlock points from the first on: where it is, or gathered in `room`.
const float* coordinates(const Points& points, std::size_t first, std::size_t n, std::size_t axis,
                         std::array<float, kBlock>& room);

/// The smallest and the largest coordinate along an axis.
struct Range {
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
  double extent() const { return static_cast<double>(high) - static_cast<double>(low); }
};

/// Widens a range by one coordinate of some points.
void widen(Range& range, const Points& points, std::size_t axis);

/// One coordinate cut into boxes of equal width. Boxes that are empty, as are all others within
/// their reach, are left out: a point far from all others costs a few boxes, however far it is.
class BoxAxis {
 public:
  /// The boxes of two sets of points (the second may be empty) whose range this is. Boxes whose
  /// numbers differ by more than `reach` are at least reach * width apart. False, and no boxes,
  /// where they would be more than `most`.
  bool lay(const Points& a, const Points& b, std::size_t axis, const Range& range, double width,
           std::size_t reach, std::size_t most);

  std::size_t count() const { return count_; }

  /// Of n <= kBlock coordinates within the range: the box's number, and the place in it, -1 to 1.
  void place(const float* z, std::size_t n, std::int32_t* box, float* t) const;

  std::size_t bytes() const;

 private:
  void close_gaps(const Points& a, const Points& b, std::size_t axis, std::size_t reach);
  bool find_islands(const Points& a, const Points& b, std::size_t axis, std::size_t reach,
                    std::size_t most);

  double low_ = 0.0;
  double per_width_ = 1.0;
  std::size_t count_ = 0;
  // The box of each strip between low and high; empty: each strip is a box.
  std::vector<std::int32_t> table_;
  // Where strips are too many for a table: where each island of points begins, and with which box.
  std::vector<float> starts_;
  std::vector<std::int32_t> first_;
  std::vector<float> sorted_;
};

}  // namespace attn::kernels
