#include "attn/attention/linear_attention_fast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attention/linear_attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "kernels/linear_attention.hpp"
#include "numerics/float_view.hpp"

namespace attn {

struct LinearWorkspace::Work {
  kernels::LinearBuffers kernel;
  std::vector<float> frequencies;
};

LinearWorkspace::LinearWorkspace() : work_(std::make_unique<Work>()) {}
LinearWorkspace::LinearWorkspace(LinearWorkspace&& other) noexcept = default;
LinearWorkspace& LinearWorkspace::operator=(LinearWorkspace&& other) noexcept = default;
LinearWorkspace::~LinearWorkspace() = default;

std::size_t LinearWorkspace::bytes() const {
  return work_->kernel.bytes() + sizeof(float) * work_->frequencies.capacity();
}

namespace {

constexpr char kFunction[] = "linear_attention_fast";
constexpr double kLargestPhase = 80.0;  // its exponential, and the inverse of that, are floats
constexpr double kLargestSum = 1e37;
constexpr Index kMostEntries = Index{1} << 28;
constexpr Index kMostFeatures = Index{1} << 20;
constexpr Index kMostSums = Index{1} << 26;

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// The largest size of a number of m, which is finite.
double checked_largest(const char* argument, const FloatView& m) {
  if (m.rows < 1 || m.cols < 1) {
    check::refuse(kFunction, argument, std::to_string(m.rows) + " x " + std::to_string(m.cols),
                  "at least 1 x 1");
  }
  check::product(kFunction, argument, m.rows, m.cols, kMostEntries);
  float_view::check_layout(kFunction, argument, m);
  return float_view::largest_size(kFunction, argument, m);
}

double longest(const Matrix& m) {
  double most = 0.0;
  for (Index i = 0; i < m.rows(); ++i) {
    double square = 0.0;
    for (Index c = 0; c < m.cols(); ++c) square += m(i, c) * m(i, c);
    most = std::max(most, square);
  }
  return std::sqrt(most);
}

void check_phases(const char* argument, double frequency, const FloatView& x) {
  const auto square = static_cast<double>(
      kernels::longest_square(x.data, size(x.rows), size(x.cols), size(x.stride)));
  const double most = frequency * std::sqrt(square) + 0.5 * square;
  if (most <= kLargestPhase) return;
  const std::string name = std::string("|w| |x| + |x|^2 / 2 of ") + argument;
  check::refuse(kFunction, name.c_str(), check::format_number(most),
                "at most 80: use linear_attention");
}

void check_sums(double feature_product, Index features, const FloatView& v, double largest_v) {
  const double most = feature_product * static_cast<double>(features) *
                      static_cast<double>(v.rows) * std::max(1.0, largest_v);
  if (most <= kLargestSum) return;
  check::refuse(kFunction, "the largest sum that could be", check::format_number(most),
                "at most 1e37: use linear_attention");
}

}  // namespace

void linear_attention_fast(const FloatView& q, const FloatView& k, const FloatView& v,
                           const FeatureMap& map, bool causal, LinearWorkspace& workspace,
                           const FloatSpan& output) {
  const double largest_q = checked_largest("q", q);
  const double largest_k = checked_largest("k", k);
  const double largest_v = checked_largest("v", v);
  float_view::check_shape(kFunction, "k", k, k.rows, q.cols);
  float_view::check_shape(kFunction, "v", v, k.rows, v.cols);
  float_view::check_shape(kFunction, "output", output, q.rows, v.cols);
  if (map.kind != FeatureKind::kElu && map.kind != FeatureKind::kPositive) {
    check::refuse(kFunction, "map.kind", "another", "kElu or kPositive: use linear_attention");
  }
  linear::check_map(kFunction, map, q.cols);
  const bool positive = map.kind == FeatureKind::kPositive;
  const Index features = linear::feature_count(map, q.cols);
  check::count(kFunction, "the number of features", features, 1, kMostFeatures);
  check::product(kFunction, "the frequencies", features, q.cols, kMostEntries);
  check::product(kFunction, "the sums", features, v.cols, kMostSums);
  LinearWorkspace::Work& work = workspace.work();
  if (positive) {
    const double frequency = longest(map.frequencies);
    check_phases("q", frequency, q);
    check_phases("k", frequency, k);
    // A frequency that is no float belongs to numbers that vanish.
    check::within(kFunction, "the length of a frequency", frequency, 0.0, kLargestSum);
    work.frequencies.assign(map.frequencies.data(),
                            map.frequencies.data() + map.frequencies.size());
  }
  const double product = positive ? 1.0 : (1.0 + largest_q) * (1.0 + largest_k);
  check_sums(product, features, v, largest_v);
  const kernels::LinearProblem problem{q.data,
                                       k.data,
                                       v.data,
                                       size(q.stride),
                                       size(k.stride),
                                       size(v.stride),
                                       size(q.rows),
                                       size(k.rows),
                                       size(q.cols),
                                       size(v.cols),
                                       positive ? work.frequencies.data() : nullptr,
                                       size(features),
                                       causal};
  kernels::linear_attention(problem, work.kernel, output.data, size(output.stride));
}

FloatMatrix linear_attention_fast(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                  const FloatMatrixRef& v, const FeatureMap& map, bool causal) {
  check::product(kFunction, "the output", q.rows(), v.cols());
  FloatMatrix out(q.rows(), v.cols());
  LinearWorkspace workspace;
  linear_attention_fast(float_view::of(q), float_view::of(k), float_view::of(v), map, causal,
                        workspace, {out.data(), out.rows(), out.cols(), out.cols()});
  return out;
}

}  // namespace attn
