#include "attn/attention/attention_flash_fast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attention/attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "kernels/attention.hpp"
#include "kernels/exp2.hpp"
#include "numerics/products.hpp"

namespace attn {

struct FlashWorkspace::Work {
  kernels::AttentionBuffers kernel;
  FloatMatrix q, k, v, d_output;  // copies of parts of larger matrices, and q g
  std::vector<double> log2_sums;
};

FlashWorkspace::FlashWorkspace() : work_(std::make_unique<Work>()) {}
FlashWorkspace::FlashWorkspace(FlashWorkspace&& other) noexcept = default;
FlashWorkspace& FlashWorkspace::operator=(FlashWorkspace&& other) noexcept = default;
FlashWorkspace::~FlashWorkspace() = default;

std::size_t FlashWorkspace::bytes() const {
  const Work& b = *work_;
  const Index copied = b.q.size() + b.k.size() + b.v.size() + b.d_output.size();
  return b.kernel.bytes() + sizeof(float) * static_cast<std::size_t>(copied) +
         sizeof(double) * b.log2_sums.capacity();
}

namespace {

namespace parts = attention_parts;

constexpr double kLog2E = 1.4426950408889634;
constexpr double kLn2 = 0.6931471805599453;
constexpr double kLargest = std::numeric_limits<float>::max();
// Scores in powers of 2, all partial sums of products included, stay below: room for a bias of the
// same size, and for differences.
constexpr double kLargestScore = 1e37;

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// m, or a copy of it where its rows are not one after the other; finite, and not too large.
const float* numbers(const char* function, const char* argument, const FloatMatrixRef& m,
                     FloatMatrix& copy, double& largest) {
  if (m.rows() == 0 || m.cols() == 0) {
    check::refuse(function, argument, std::to_string(m.rows()) + " x " + std::to_string(m.cols()),
                  "at least 1 x 1");
  }
  constexpr Index kMost = Index{1} << 28;
  if (m.rows() > kMost / ((m.cols() + 31) / 32 * 32)) {
    check::refuse(function, argument, std::to_string(m.rows()) + " x " + std::to_string(m.cols()),
                  "at most 2^28 entries, columns counted in 32s");
  }
  const bool contiguous = m.outerStride() == m.cols() || m.rows() == 1;
  if (!contiguous) copy = m;
  const float* data = contiguous ? m.data() : copy.data();
  largest = static_cast<double>(kernels::largest_size(data, size(m.size())));
  if (largest <= kLargest) return data;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      const std::string entry =
          std::string(argument) + "[" + std::to_string(i) + ", " + std::to_string(j) + "]";
      check::finite(function, entry.c_str(), static_cast<double>(m(i, j)));
    }
  }
  return data;
}

void check_options(const char* function, const FloatMatrixRef& q, const FloatMatrixRef& k,
                   const FloatMatrixRef& v, const AttentionOptions& options) {
  parts::check_form(function, q.cols(), k.cols(), options);
  if (options.relative.size() != 0) {
    check::refuse(function, "options.relative", "given", "none: use flash_attention");
  }
  parts::check_weighting(function, q.rows(), k.rows(), options);
  check::within(function, "options.temperature", options.temperature,
                static_cast<double>(std::numeric_limits<float>::min()), kLargest);
  parts::check_values(function, v.rows(), k.rows());
}

[[noreturn]] void too_large(const char* function, const char* what) {
  throw Error(std::string(function) + ": " + what + " is too large for a float");
}

// Divides the factor between queries and keys so that queries become about 1 in size: neither may
// leave the range of floats while their products are within it.
void set_factors(const char* function, double factor, double largest_q, double largest_k,
                 kernels::AttentionProblem& problem) {
  problem.query_factor = 0.0F;
  problem.key_factor = 1.0F;
  if (factor == 0.0 || largest_q == 0.0) return;
  const double size = largest_q * std::fabs(factor);
  if (!(size <= kLargestScore &&
        size * largest_k * static_cast<double>(problem.d) <= kLargestScore)) {
    too_large(function, "a score");
  }
  // The factor itself must be a float, too.
  const int exponent = std::max(std::ilogb(size) + 1, std::ilogb(factor) - 125);
  const int shift = std::min(std::max(exponent, -126), 126);
  problem.query_factor = static_cast<float>(std::ldexp(factor, -shift));
  problem.key_factor = std::ldexp(1.0F, shift);
}

struct Sizes {
  double q, k, v;
};

// The problem, and how large its numbers are. Data of q, k and v must outlive it.
kernels::AttentionProblem problem_of(const char* function, const FloatMatrixRef& q,
                                     const FloatMatrixRef& k, const FloatMatrixRef& v,
                                     const AttentionOptions& options, FlashWorkspace::Work& work) {
  Sizes largest{};
  kernels::AttentionProblem p{};
  p.q = numbers(function, "q", q, work.q, largest.q);
  p.k = numbers(function, "k", k, work.k, largest.k);
  p.v = numbers(function, "v", v, work.v, largest.v);
  check_options(function, q, k, v, options);
  if (options.metric.size() != 0) {
    work.q = product(q.cast<double>(), options.metric).cast<float>();
    p.q = work.q.data();
    largest.q = static_cast<double>(kernels::largest_size(p.q, size(work.q.size())));
    if (!(largest.q <= kLargest)) too_large(function, "q times the metric");
  }
  p.queries = size(q.rows());
  p.keys = size(k.rows());
  p.d = size(k.cols());
  p.d_v = size(v.cols());
  const double to_log2 = kLog2E / options.temperature;
  const double scale = options.metric.size() == 0 ? parts::scale_of(options, k.cols()) : 1.0;
  set_factors(function, scale * to_log2, largest.q, largest.k, p);
  if (options.softcap > 0.0) {
    p.softcap = static_cast<float>(std::min(std::max(options.softcap * to_log2, 1e-37), 1e37));
  }
  p.bias = options.bias.size() == 0 ? nullptr : options.bias.data();
  p.bias_factor = to_log2;
  p.allowed = options.allowed.size() == 0 ? nullptr : options.allowed.data();
  p.causal = options.causal;
  p.key_length = options.key_length ? size(*options.key_length) : p.keys;
  // Weights are at most kExp2Scale.
  if (!(static_cast<double>(kernels::kExp2Scale) * static_cast<double>(p.keys) * largest.v <=
        kLargest)) {
    too_large(function, "the output");
  }
  return p;
}

double log2_exp2_scale() { return kLog2E * mathfn::log(static_cast<double>(kernels::kExp2Scale)); }

// What the kernel takes for the logarithm of a row's sum.
void set_log2_sums(const char* function, const Vector& log_normaliser, std::vector<double>& out) {
  out.resize(size(log_normaliser.size()));
  const double shift = log2_exp2_scale();
  for (Index i = 0; i < log_normaliser.size(); ++i) {
    const double x = log_normaliser(i);
    if (!(x == kernels::kNoKeys || std::fabs(x) <= kLargestScore)) {
      const std::string entry = "forward.log_normaliser[" + std::to_string(i) + "]";
      check::refuse(function, entry.c_str(), check::format_number(x),
                    "a number from -1e37 to 1e37, or -Infinity");
    }
    out[size(i)] = kLog2E * x + shift;
  }
}

// Throws where rows of padded columns, times the factor, are not all floats.
void check_gradient(const char* function, const char* what, const float* rows, Index count,
                    Index columns, double factor) {
  const std::size_t all = size(count) * kernels::padded(size(columns));
  const double largest = static_cast<double>(kernels::largest_size(rows, all));
  if (!(largest * std::fabs(factor) <= kLargest)) too_large(function, what);
}

// Rows of padded columns, times the factor, whose type is that of the products.
template <typename Factor, typename To>
void unpad(const float* rows, Factor factor, To& out) {
  const std::size_t stride = kernels::padded(size(out.cols()));
  for (Index i = 0; i < out.rows(); ++i) {
    const float* row = rows + size(i) * stride;
    typename To::Scalar* to = out.data() + i * out.cols();
    for (Index b = 0; b < out.cols(); ++b) {
      to[b] = static_cast<typename To::Scalar>(static_cast<Factor>(row[b]) * factor);
    }
  }
}

// The same, in float where the factor can be one.
void unpad_gradient(const float* rows, double factor, FloatMatrix& out) {
  if (std::fabs(factor) <= kLargest) {
    unpad(rows, static_cast<float>(factor), out);
  } else {
    unpad(rows, factor, out);
  }
}

}  // namespace

FloatFlashAttention flash_attention_fast(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                         const FloatMatrixRef& v, const AttentionOptions& options) {
  FlashWorkspace workspace;
  FloatFlashAttention out;
  flash_attention_fast(q, k, v, options, workspace, out);
  return out;
}

void flash_attention_fast(const FloatMatrixRef& q, const FloatMatrixRef& k, const FloatMatrixRef& v,
                          const AttentionOptions& options, FlashWorkspace& workspace,
                          FloatFlashAttention& out) {
  FlashWorkspace::Work& work = workspace.work();
  const kernels::AttentionProblem problem =
      problem_of("flash_attention_fast", q, k, v, options, work);
  out.output.resize(q.rows(), v.cols());
  out.log_normaliser.resize(q.rows());
  kernels::attention_forward(problem, work.kernel, out.output.data(), out.log_normaliser.data());
  out.log_normaliser.array() = (out.log_normaliser.array() - log2_exp2_scale()) * kLn2;
}

FloatFlashGradients flash_attention_fast_backward(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                                  const FloatMatrixRef& v,
                                                  const AttentionOptions& options,
                                                  const FloatFlashAttention& forward,
                                                  const FloatMatrixRef& d_output) {
  FlashWorkspace workspace;
  FloatFlashGradients out;
  flash_attention_fast_backward(q, k, v, options, forward, d_output, workspace, out);
  return out;
}

void flash_attention_fast_backward(const FloatMatrixRef& q, const FloatMatrixRef& k,
                                   const FloatMatrixRef& v, const AttentionOptions& options,
                                   const FloatFlashAttention& forward,
                                   const FloatMatrixRef& d_output, FlashWorkspace& workspace,
                                   FloatFlashGradients& out) {
  const char* function = "flash_attention_fast_backward";
  FlashWorkspace::Work& work = workspace.work();
  const kernels::AttentionProblem problem = problem_of(function, q, k, v, options, work);
  const auto expect = [&](const char* argument, Index rows, Index cols) {
    if (rows == q.rows() && cols == v.cols()) return;
    check::refuse(function, argument, std::to_string(rows) + " x " + std::to_string(cols),
                  std::to_string(q.rows()) + " x " + std::to_string(v.cols()));
  };
  expect("d_output", d_output.rows(), d_output.cols());
  expect("forward.output", forward.output.rows(), forward.output.cols());
  if (forward.log_normaliser.size() != q.rows()) {
    check::refuse(function, "forward.log_normaliser",
                  std::to_string(forward.log_normaliser.size()) + " long",
                  std::to_string(q.rows()));
  }
  double largest = 0.0;
  const float* d_o = numbers(function, "d_output", d_output, work.d_output, largest);
  FloatMatrix unused;
  numbers(function, "forward.output", forward.output, unused, largest);
  set_log2_sums(function, forward.log_normaliser, work.log2_sums);
  kernels::attention_backward(problem, work.log2_sums.data(), forward.output.data(), d_o,
                              work.kernel);
  const bool metric = options.metric.size() != 0;
  const double factor = (metric ? 1.0 : parts::scale_of(options, k.cols())) / options.temperature;
  kernels::AttentionBuffers& sums = work.kernel;
  check_gradient(function, "a gradient of q", sums.d_queries.data(), q.rows(), k.cols(), factor);
  check_gradient(function, "a gradient of k", sums.d_keys.data(), k.rows(), k.cols(), factor);
  check_gradient(function, "a gradient of v", sums.d_values.data(), k.rows(), v.cols(), 1.0);
  FloatMatrix through_metric;
  if (metric) {
    Matrix d_lowered(q.rows(), k.cols());
    unpad(sums.d_queries.data(), factor, d_lowered);
    through_metric = product_transposed(d_lowered, options.metric).cast<float>();
    if (!through_metric.allFinite()) too_large(function, "a gradient of q");
  }
  out.d_q.resize(q.rows(), q.cols());
  out.d_k.resize(k.rows(), k.cols());
  out.d_v.resize(v.rows(), v.cols());
  if (metric) {
    out.d_q = through_metric;
  } else {
    unpad_gradient(sums.d_queries.data(), factor, out.d_q);
  }
  unpad_gradient(sums.d_keys.data(), factor, out.d_k);
  unpad_gradient(sums.d_values.data(), 1.0, out.d_v);
}

}  // namespace attn
