#include "kernels/projections.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/projections.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/attention_products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::ProjectionBuffers;
using kernels::TallFloats;

void Project(TallFloats& x, const float* w, size_t columns, ProjectionBuffers& buffers,
             TallFloats& out) {
  buffers.panels.resize(RoundUp(columns, kPanel) * x.columns);
  PackRows(w, columns, x.columns, columns, x.columns * kPanel, buffers.panels.data());
  for (size_t b = 0; b < columns; b += kPanel) {
    MultiplyPanel<false, false>({x.data(), x.stride}, buffers.panels.data() + b * x.columns,
                                x.columns, 0, RoundUp(x.rows, kTileRows), out.data() + b,
                                out.stride);
  }
}

void Gather(TallFloats& a, TallFloats& b, ProjectionBuffers& buffers, double* out) {
  constexpr size_t kBlockRows = 256;
  buffers.panels.resize(kBlockRows * kPanel);
  buffers.tile.resize(kTileRows * kPanel);
  float* panel = buffers.panels.data();
  float* tile = buffers.tile.data();
  std::fill_n(out, a.columns * b.columns, 0.0);
  for (size_t first = 0; first < a.rows; first += kBlockRows) {
    const size_t rows = HWY_MIN(kBlockRows, a.rows - first);
    for (size_t c = 0; c < b.columns; c += kPanel) {
      const size_t columns = HWY_MIN(kPanel, b.columns - c);
      PackRows(b.data() + first * b.stride + c, b.stride, rows, columns, 0, panel);
      for (size_t r = 0; r < a.columns; r += kTileRows) {
        MultiplyPanel<true, false>({a.data() + first * a.stride + r, a.stride}, panel, rows, 0,
                                   kTileRows, tile, kPanel);
        const size_t count = HWY_MIN(kTileRows, a.columns - r);
        for (size_t i = 0; i < count; ++i) {
          double* row = out + (r + i) * b.columns + c;
          for (size_t j = 0; j < columns; ++j) row[j] += static_cast<double>(tile[i * kPanel + j]);
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Project);
HWY_EXPORT(Gather);
// The most rows that a tile has on any machine.
constexpr std::size_t kMostTileRows = 8;
}  // namespace

namespace kernels {

void TallFloats::resize(std::size_t new_rows, std::size_t new_columns) {
  rows = new_rows;
  columns = new_columns;
  stride = padded(columns);
  store.resize((rows + kMostTileRows) * stride + kMostTileRows);
}

void project(TallFloats& x, const float* w, std::size_t columns, ProjectionBuffers& buffers,
             TallFloats& out) {
  out.resize(x.rows, columns);
  HWY_DYNAMIC_DISPATCH(Project)(x, w, columns, buffers, out);
}

void gather(TallFloats& a, TallFloats& b, ProjectionBuffers& buffers, double* out) {
  HWY_DYNAMIC_DISPATCH(Gather)(a, b, buffers, out);
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
