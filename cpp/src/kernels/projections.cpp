#include "kernels/projections.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/projections.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

using kernels::ProjectionBuffers;
using kernels::TallFloats;

void Project(TallFloats& x, const float* w, size_t columns, ProjectionBuffers& buffers,
             TallFloats& out) {
  buffers.panels.resize(out.stride * x.columns);
  Pack<true>(w, columns, x.columns, columns, 1.0F, buffers.panels.data());
  Multiply<true, false, true>({x.data(), x.stride}, buffers.panels.data(), x.columns, x.rows,
                              out.stride, {out.data(), out.stride, nullptr, nullptr});
}

void Gather(TallFloats& a, TallFloats& b, ProjectionBuffers& buffers, double* out) {
  constexpr size_t kBlockRows = 256;
  buffers.panels.resize(kBlockRows * b.stride);
  buffers.sums.resize(a.columns * b.stride);
  const float* sums = buffers.sums.data();
  std::fill_n(out, a.columns * b.columns, 0.0);
  for (size_t first = 0; first < a.rows; first += kBlockRows) {
    const size_t rows = HWY_MIN(kBlockRows, a.rows - first);
    Pack<true>(b.data() + first * b.stride, b.stride, rows, b.columns, 1.0F, buffers.panels.data());
    Multiply<true, true, true>({a.data() + first * a.stride, a.stride}, buffers.panels.data(), rows,
                               a.columns, b.stride,
                               {buffers.sums.data(), b.stride, nullptr, nullptr});
    for (size_t i = 0; i < a.columns; ++i) {
      for (size_t j = 0; j < b.columns; ++j) {
        out[i * b.columns + j] += static_cast<double>(sums[i * b.stride + j]);
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
}  // namespace

namespace kernels {

void TallFloats::resize(std::size_t new_rows, std::size_t new_columns) {
  rows = new_rows;
  columns = new_columns;
  stride = padded(columns);
  store.resize(rows * stride);
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
