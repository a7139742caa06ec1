#include "kernels/gauss_points.hpp"

#include <algorithm>

namespace attn::kernels {
namespace {

// Where a block of points is.
struct Block {
  std::array<float, kBlock> zx, zy, tx, ty;
  std::array<std::int32_t, kBlock> column, row;

  void find(const BoxAxis& x, const BoxAxis& y, const Points& points, std::size_t first,
            std::size_t n) {
    const float* z = points.row(first);
    if (points.stride == 2) {  // known when compiling: several at once
      for (std::size_t p = 0; p < n; ++p) {
        zx[p] = z[2 * p];
        zy[p] = z[2 * p + 1];
      }
    } else {
      for (std::size_t p = 0; p < n; ++p) {
        zx[p] = z[p * points.stride];
        zy[p] = z[p * points.stride + 1];
      }
    }
    x.place(zx.data(), n, column.data(), tx.data());
    y.place(zy.data(), n, row.data(), ty.data());
  }
};

}  // namespace

void BoxedPoints::count(const PlaneBoxes& boxes, const BoxAxis& x, const BoxAxis& y,
                        const Points& points) {
  slot.resize(points.count);
  places.resize(2 * points.count);
  const std::size_t parts_in_row = boxes.columns * boxes.parts;
  end.assign(parts_in_row * boxes.rows * boxes.parts, 0);
  const auto stride = static_cast<std::int32_t>(parts_in_row);
  Block block;
  for (std::size_t first = 0; first < points.count; first += kBlock) {
    const std::size_t n = std::min(kBlock, points.count - first);
    block.find(x, y, points, first, n);
    for (std::size_t p = 0; p < n; ++p) {
      const std::int32_t box = block.row[p] * stride + block.column[p];
      slot[first + p] = box;
      ++end[static_cast<std::size_t>(box)];
    }
  }
}

void BoxedPoints::place(const BoxAxis& x, const BoxAxis& y, const Points& points) {
  std::int32_t begin = 0;
  for (std::int32_t& e : end) {
    const std::int32_t n = e;
    e = begin;
    begin += n;
  }
  Block block;
  for (std::size_t first = 0; first < points.count; first += kBlock) {
    const std::size_t n = std::min(kBlock, points.count - first);
    block.find(x, y, points, first, n);
    for (std::size_t p = 0; p < n; ++p) {
      const std::int32_t to = end[static_cast<std::size_t>(slot[first + p])]++;
      slot[first + p] = to;
      places[2 * static_cast<std::size_t>(to)] = block.tx[p];
      places[2 * static_cast<std::size_t>(to) + 1] = block.ty[p];
    }
  }
}

std::size_t BoxedPoints::bytes() const {
  return (slot.capacity() + end.capacity()) * sizeof(std::int32_t) +
         places.capacity() * sizeof(float);
}

}  // namespace attn::kernels
