#include "attn/support/residual_barrier_fast.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/numerics/check.hpp"
#include "kernels/barrier.hpp"
#include "numerics/float_view.hpp"

namespace attn {

struct BarrierWorkspace::Work {
  kernels::BarrierBuffers kernel;
  std::vector<double> log_abs_det;
  std::vector<unsigned char> counted;
};

BarrierWorkspace::BarrierWorkspace() : work_(std::make_unique<Work>()) {}
BarrierWorkspace::BarrierWorkspace(BarrierWorkspace&& other) noexcept = default;
BarrierWorkspace& BarrierWorkspace::operator=(BarrierWorkspace&& other) noexcept = default;
BarrierWorkspace::~BarrierWorkspace() = default;

std::size_t BarrierWorkspace::bytes() const {
  return work_->kernel.bytes() + sizeof(double) * work_->log_abs_det.capacity() +
         work_->counted.capacity();
}

namespace {

constexpr Index kMostEntries = Index{1} << 26;

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

kernels::BarrierProblem checked(const char* function, const FloatMatrixRef& x,
                                const FloatMatrixRef& w, const FastBarrierOptions& options,
                                BarrierWorkspace::Work& work) {
  check::count(function, "the rows of x", x.rows(), 1, check::kMaxBudget);
  check::count(function, "the columns of x", x.cols(), 1, check::kMaxBudget);
  check::product(function, "x", x.rows(), x.cols(), kMostEntries);
  check::product(function, "w", x.cols(), x.cols(), kMostEntries);
  const FloatView tokens = float_view::of(x), weights = float_view::of(w);
  float_view::check_shape(function, "w", weights, x.cols(), x.cols());
  (void)float_view::largest_size(function, "x", tokens);
  (void)float_view::largest_size(function, "w", weights);
  // Checked before anything changes.
  for (const Index t : options.tokens) {
    check::count(function, "one of options.tokens", t, 0, x.rows() - 1);
  }
  work.counted.assign(options.tokens.empty() ? 0 : size(x.rows()), 0);
  for (const Index t : options.tokens) {
    unsigned char& counted = work.counted[size(t)];
    if (counted) check::refuse(function, "options.tokens", {t, " twice"}, "each once");
    counted = 1;
  }
  return {x.data(),
          w.data(),
          size(tokens.stride),
          size(weights.stride),
          size(x.rows()),
          size(x.cols()),
          options.tokens.empty() ? nullptr : work.counted.data(),
          options.fused};
}

// The barrier of what the kernel has found, none of it too large.
double checked_barrier(const char* function, const std::vector<double>& log_abs_det) {
  double out = 0.0;
  for (std::size_t t = 0; t < log_abs_det.size(); ++t) {
    if (!(log_abs_det[t] < HUGE_VAL)) {
      check::refuse(function, {"log |det| of token ", static_cast<Index>(t)},
                    "too large for a float on the way", "a number: use residual_map");
    }
    out -= log_abs_det[t];
  }
  return out;
}

void check_gradient(const char* function, const char* name, const std::vector<double>& gradient) {
  constexpr double kLargest = 3.4028234e38;
  for (const double value : gradient) {
    if (!(std::fabs(value) <= kLargest)) {
      check::refuse(function, name, check::format_number(value), "a float: use barrier_gradient");
    }
  }
}

void copy(const std::vector<double>& from, Index rows, Index cols, FloatMatrix& to) {
  to.resize(rows, cols);
  for (Index i = 0; i < to.size(); ++i) to.data()[i] = static_cast<float>(from[size(i)]);
}

void write(double barrier, const std::vector<double>& log_abs_det, FastBarrier& out) {
  out.barrier = barrier;
  out.log_abs_det.resize(static_cast<Index>(log_abs_det.size()));
  std::copy(log_abs_det.begin(), log_abs_det.end(), out.log_abs_det.data());
}

}  // namespace

void residual_barrier_fast(const FloatMatrixRef& x, const FloatMatrixRef& w,
                           BarrierWorkspace& workspace, FastBarrier& out,
                           const FastBarrierOptions& options) {
  constexpr const char* kName = "residual_barrier_fast";
  BarrierWorkspace::Work& work = workspace.work();
  const kernels::BarrierProblem problem = checked(kName, x, w, options, work);
  work.log_abs_det.resize(problem.tokens);
  kernels::barrier_forward(problem, work.kernel, work.log_abs_det.data());
  write(checked_barrier(kName, work.log_abs_det), work.log_abs_det, out);
}

FastBarrier residual_barrier_fast(const FloatMatrixRef& x, const FloatMatrixRef& w,
                                  const FastBarrierOptions& options) {
  BarrierWorkspace workspace;
  FastBarrier out{};
  residual_barrier_fast(x, w, workspace, out, options);
  return out;
}

void residual_barrier_fast_gradient(const FloatMatrixRef& x, const FloatMatrixRef& w,
                                    BarrierWorkspace& workspace, FastBarrierGradient& out,
                                    const FastBarrierOptions& options) {
  constexpr const char* kName = "residual_barrier_fast_gradient";
  BarrierWorkspace::Work& work = workspace.work();
  const kernels::BarrierProblem problem = checked(kName, x, w, options, work);
  work.log_abs_det.resize(problem.tokens);
  kernels::barrier_gradient(problem, work.kernel, work.log_abs_det.data());
  const double barrier = checked_barrier(kName, work.log_abs_det);
  for (std::size_t t = 0; t < problem.tokens; ++t) {
    if (work.log_abs_det[t] > -HUGE_VAL) continue;
    check::refuse(kName, {"the block of token ", static_cast<Index>(t)}, "singular to floats",
                  "one with an inverse: use barrier_gradient");
  }
  check_gradient(kName, "a gradient of x", work.kernel.sum_x);
  check_gradient(kName, "a gradient of w", work.kernel.sum_w);
  write(barrier, work.log_abs_det, out.value);
  copy(work.kernel.sum_x, x.rows(), x.cols(), out.d_x);
  copy(work.kernel.sum_w, w.rows(), w.cols(), out.d_w);
}

FastBarrierGradient residual_barrier_fast_gradient(const FloatMatrixRef& x, const FloatMatrixRef& w,
                                                   const FastBarrierOptions& options) {
  BarrierWorkspace workspace;
  FastBarrierGradient out{};
  residual_barrier_fast_gradient(x, w, workspace, out, options);
  return out;
}

}  // namespace attn
