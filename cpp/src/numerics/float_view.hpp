// What the fast functions share: views of Eigen's matrices, and checks of views. Internal.
#pragma once

#include <cmath>
#include <string>

#include "attn/numerics/check.hpp"
#include "kernels/attention.hpp"

namespace attn::float_view {

inline FloatView of(const FloatMatrixRef& m) {
  // Of one row there is no next.
  return {m.data(), m.rows(), m.cols(), m.rows() > 1 ? m.outerStride() : m.cols()};
}

/// Of a FloatView or FloatSpan with at least one number: where it lies in memory.
template <typename View>
void check_layout(const char* function, const char* argument, const View& m) {
  if (!m.data) check::refuse(function, argument, "at no address", "numbers");
  if (m.stride >= m.cols) return;
  check::refuse(function, argument, "of stride " + std::to_string(m.stride),
                "at least " + std::to_string(m.cols) + " (its columns)");
}

/// Of a FloatView or FloatSpan.
template <typename View>
void check_shape(const char* function, const char* argument, const View& m, Index rows,
                 Index cols) {
  if (m.rows != rows || m.cols != cols) {
    check::refuse(function, argument, std::to_string(m.rows) + " x " + std::to_string(m.cols),
                  std::to_string(rows) + " x " + std::to_string(cols));
  }
  check_layout(function, argument, m);
}

/// The largest size of a number of m (at least 1 x 1), all of which have to be finite; the first
/// bad one is named.
inline double largest_size(const char* function, const char* argument, const FloatView& m) {
  const auto out = static_cast<double>(
      kernels::largest_size(m.data, static_cast<std::size_t>(m.rows),
                            static_cast<std::size_t>(m.cols), static_cast<std::size_t>(m.stride)));
  if (std::isfinite(out)) return out;
  for (Index i = 0; i < m.rows; ++i) {
    for (Index j = 0; j < m.cols; ++j) {
      const std::string entry =
          std::string(argument) + "[" + std::to_string(i) + ", " + std::to_string(j) + "]";
      check::finite(function, entry.c_str(), static_cast<double>(m.data[i * m.stride + j]));
    }
  }
  return out;
}

}  // namespace attn::float_view
