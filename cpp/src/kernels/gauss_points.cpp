#include "kernels/gauss_points.hpp"

#include <algorithm>

namespace attn::kernels {

void BoxedPoints::sort(const PlaneBoxes& boxes, const BoxAxis& x, const BoxAxis& y,
                       const Points& points) {
  slot.resize(points.count);
  places.resize(2 * points.count);
  const std::size_t parts_in_row = boxes.columns * boxes.parts;
  end.assign(parts_in_row * boxes.rows * boxes.parts, 0);
  std::array<float, kBlock> zx;
  std::array<float, kBlock> zy;
  std::array<float, kBlock> tx;
  std::array<float, kBlock> ty;
  std::array<std::int32_t, kBlock> column;
  std::array<std::int32_t, kBlock> row;
  const auto stride = static_cast<std::int32_t>(parts_in_row);
  const auto place = [&](std::size_t first, std::size_t n) {
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
  };
  for (std::size_t first = 0; first < points.count; first += kBlock) {
    const std::size_t n = std::min(kBlock, points.count - first);
    place(first, n);
    for (std::size_t p = 0; p < n; ++p) {
      const std::int32_t box = row[p] * stride + column[p];
      slot[first + p] = box;
      ++end[static_cast<std::size_t>(box)];
    }
  }
  std::int32_t begin = 0;
  for (std::int32_t& e : end) {
    const std::int32_t n = e;
    e = begin;
    begin += n;
  }
  for (std::size_t first = 0; first < points.count; first += kBlock) {
    const std::size_t n = std::min(kBlock, points.count - first);
    place(first, n);
    for (std::size_t p = 0; p < n; ++p) {
      const std::int32_t to = end[static_cast<std::size_t>(slot[first + p])]++;
      slot[first + p] = to;
      places[2 * static_cast<std::size_t>(to)] = tx[p];
      places[2 * static_cast<std::size_t>(to) + 1] = ty[p];
    }
  }
}

std::size_t BoxedPoints::bytes() const {
  return (slot.capacity() + end.capacity()) * sizeof(std::int32_t) +
         places.capacity() * sizeof(float);
}

}  // namespace attn::kernels
