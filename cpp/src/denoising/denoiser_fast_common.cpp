#include "denoising/denoiser_fast_common.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "attn/numerics/check.hpp"
#include "kernels/gauss_cost.hpp"

namespace attn::fast {
namespace {

constexpr Index kMostNumbers = Index{1} << 28;

// Counts, so that the compiler can look at several at once.
bool all_within(const float* values, Index n, float most) {
  Index within = 0;
  for (Index i = 0; i < n; ++i) within += std::fabs(values[i]) <= most ? 1 : 0;
  return within == n;
}

}  // namespace

void check_points(const char* function, const char* argument, const FloatView& z) {
  if (z.rows < 1 || z.rows > kMostNumbers) {
    const std::string rows = std::string("the rows of ") + argument;
    check::count(function, rows.c_str(), z.rows, 1, kMostNumbers);
  }
  if (z.cols < 1 || z.cols > kMostNumbers / z.rows) {
    const std::string columns = std::string("the columns of ") + argument;
    check::count(function, columns.c_str(), z.cols, 1, kMostNumbers / z.rows);
  }
  float_view::check_layout(function, argument, z);
  const auto most = static_cast<float>(kMaxFloatCoordinate);
  if (z.stride == z.cols && all_within(z.data, z.rows * z.cols, most)) return;
  for (Index i = 0; i < z.rows; ++i) {
    if (all_within(z.data + i * z.stride, z.cols, most)) continue;
    for (Index k = 0; k < z.cols; ++k) {
      const auto value = static_cast<double>(z.data[i * z.stride + k]);
      if (std::fabs(value) <= kMaxFloatCoordinate) continue;
      const std::string entry =
          std::string(argument) + "[" + std::to_string(i) + ", " + std::to_string(k) + "]";
      check::within(function, entry.c_str(), value, -kMaxFloatCoordinate, kMaxFloatCoordinate);
    }
  }
}

void check_beta(const char* function, const char* argument, double beta) {
  check::within(function, argument, beta, static_cast<double>(std::numeric_limits<float>::min()),
                static_cast<double>(std::numeric_limits<float>::max()));
}

void check_method(const char* function, PairSum how, Index d) {
  if (how != PairSum::kAutomatic && how != PairSum::kAllPairs && how != PairSum::kTransform) {
    check::refuse(function, "how", static_cast<int>(how), "one of PairSum");
  }
  if (how == PairSum::kTransform && d > 2) {
    check::refuse(function, "how", "the transform in " + std::to_string(d) + " dimensions",
                  "kAllPairs or kAutomatic (the transform is for 1 and 2)");
  }
}

kernels::Points points_of(const FloatView& z) {
  return {z.data, static_cast<std::size_t>(z.rows), static_cast<std::size_t>(z.cols),
          static_cast<std::size_t>(z.stride)};
}

kernels::MovedPoints moved_of(const FloatSpan& out) {
  return {out.data, static_cast<std::size_t>(out.stride)};
}

bool takes_transform(PairSum how, const kernels::Points& sources, const kernels::Points& targets,
                     double least, kernels::GaussTransform& transform) {
  if (how == PairSum::kAllPairs || sources.dimensions > 2) return false;
  if (!transform.plan(sources, targets, least)) return false;
  if (how == PairSum::kTransform) return true;
  const auto n = static_cast<double>(sources.count);
  const auto m = static_cast<double>(targets.count);
  return transform.cost() < (targets.count > 0 ? kernels::query_pairs_cost(m, n, sources.dimensions)
                                               : kernels::pairs_cost(n, sources.dimensions));
}

}  // namespace attn::fast
