// What the fast functions share: views of Eigen's matrices, and checks of views. Internal.
#pragma once

#include <string>

#include "attn/numerics/check.hpp"

namespace attn::float_view {

inline FloatView of(const FloatMatrixRef& m) {
  // Of one row there is no next.
  return {m.data(), m.rows(), m.cols(), m.rows() > 1 ? m.outerStride() : m.cols()};
}

inline void check_stride(const char* function, const char* argument, Index cols, Index stride) {
  if (stride >= cols) return;
  check::refuse(function, argument, "of stride " + std::to_string(stride),
                "at least " + std::to_string(cols) + " (its columns)");
}

/// Of a FloatView or FloatSpan.
template <typename View>
void check_shape(const char* function, const char* argument, const View& m, Index rows,
                 Index cols) {
  if (m.rows != rows || m.cols != cols) {
    check::refuse(function, argument, std::to_string(m.rows) + " x " + std::to_string(m.cols),
                  std::to_string(rows) + " x " + std::to_string(cols));
  }
  check_stride(function, argument, m.cols, m.stride);
}

}  // namespace attn::float_view
