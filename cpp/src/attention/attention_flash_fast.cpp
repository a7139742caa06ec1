#include "attn/attention/attention_flash_fast.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "attention/attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "kernels/attention.hpp"
#include "kernels/exp2.hpp"
#include "numerics/float_view.hpp"

namespace attn {

struct FlashWorkspace::Work {
  kernels::AttentionBuffers kernel;
  std::vector<float> lowered, d_q;  // q g, and the gradient of q through it
  std::vector<double> row, d_row;   // of these, while they are summed
  std::vector<double> log2_sums;
};

FlashWorkspace::FlashWorkspace() : work_(std::make_unique<Work>()) {}
FlashWorkspace::FlashWorkspace(FlashWorkspace&& other) noexcept = default;
FlashWorkspace& FlashWorkspace::operator=(FlashWorkspace&& other) noexcept = default;
FlashWorkspace::~FlashWorkspace() = default;

std::size_t FlashWorkspace::bytes() const {
  const Work& b = *work_;
  return b.kernel.bytes() + sizeof(float) * (b.lowered.capacity() + b.d_q.capacity()) +
         sizeof(double) * (b.row.capacity() + b.d_row.capacity() + b.log2_sums.capacity());
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

std::string dimensions(Index rows, Index cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

void check_size(const char* function, const char* argument, const FloatView& m) {
  if (m.rows < 1 || m.cols < 1) {
    check::refuse(function, argument, dimensions(m.rows, m.cols), "at least 1 x 1");
  }
  constexpr Index kMost = Index{1} << 28;
  if (m.cols > kMost || m.rows > kMost / ((m.cols + 31) / 32 * 32)) {
    check::refuse(function, argument, dimensions(m.rows, m.cols),
                  "at most 2^28 entries, columns counted in 32s");
  }
  float_view::check_layout(function, argument, m);
}

double checked_largest(const char* function, const char* argument, const FloatView& m) {
  check_size(function, argument, m);
  return float_view::largest_size(function, argument, m);
}

void check_options(const char* function, const FloatView& q, const FloatView& k, const FloatView& v,
                   const AttentionOptions& options) {
  parts::check_form(function, q.cols, k.cols, options);
  if (options.relative.size() != 0) {
    check::refuse(function, "options.relative", "given", "none: use flash_attention");
  }
  parts::check_weighting(function, q.rows, k.rows, options);
  check::within(function, "options.temperature", options.temperature,
                static_cast<double>(std::numeric_limits<float>::min()), kLargest);
  parts::check_values(function, v.rows, k.rows);
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

// out <- the row x times m, or times m^T: sums in double, in the order of product().
template <typename Entry>
void multiply_row(const double* x, Index rows, Index cols, const Entry& m, double* out) {
  std::fill_n(out, cols, 0.0);
  for (Index a = 0; a < rows; ++a) {
    for (Index b = 0; b < cols; ++b) out[b] += x[a] * m(a, b);
  }
}

// work.lowered <- q g.
void lower(const FloatView& q, const Matrix& metric, FlashWorkspace::Work& work) {
  work.lowered.resize(size(q.rows) * size(metric.cols()));
  work.row.resize(size(q.cols));
  work.d_row.resize(size(metric.cols()));
  float* to = work.lowered.data();
  for (Index i = 0; i < q.rows; ++i) {
    std::copy_n(q.data + i * q.stride, q.cols, work.row.data());
    multiply_row(work.row.data(), metric.rows(), metric.cols(), metric, work.d_row.data());
    for (const double x : work.d_row) *to++ = static_cast<float>(x);
  }
}

// The problem, and how large its numbers are. Data of q, k and v must outlive it.
kernels::AttentionProblem problem_of(const char* function, const FloatView& q, const FloatView& k,
                                     const FloatView& v, const AttentionOptions& options,
                                     FlashWorkspace::Work& work) {
  Sizes largest{checked_largest(function, "q", q), checked_largest(function, "k", k),
                checked_largest(function, "v", v)};
  kernels::AttentionProblem p{};
  p.q = q.data;
  p.k = k.data;
  p.v = v.data;
  p.q_stride = size(q.stride);
  p.k_stride = size(k.stride);
  p.v_stride = size(v.stride);
  p.queries = size(q.rows);
  p.keys = size(k.rows);
  p.d = size(k.cols);
  p.d_v = size(v.cols);
  check_options(function, q, k, v, options);
  if (options.metric.size() != 0) {
    lower(q, options.metric, work);
    p.q = work.lowered.data();
    p.q_stride = p.d;
    largest.q = static_cast<double>(kernels::largest_size(p.q, p.queries, p.d, p.d));
    if (!(largest.q <= kLargest)) too_large(function, "q times the metric");
  }
  const double to_log2 = kLog2E / options.temperature;
  const double scale = options.metric.size() == 0 ? parts::scale_of(options, k.cols) : 1.0;
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
void set_log2_sums(const char* function, const double* log_normaliser, Index n,
                   std::vector<double>& out) {
  out.resize(size(n));
  const double shift = log2_exp2_scale();
  for (Index i = 0; i < n; ++i) {
    const double x = log_normaliser[i];
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
  const double largest = static_cast<double>(kernels::largest_size(rows, 1, all, all));
  if (!(largest * std::fabs(factor) <= kLargest)) too_large(function, what);
}

// Rows of padded columns, times the factor, whose type is that of the products.
template <typename Factor>
void unpad(const float* rows, Factor factor, const FloatSpan& out) {
  const std::size_t stride = kernels::padded(size(out.cols));
  for (Index i = 0; i < out.rows; ++i) {
    const float* row = rows + size(i) * stride;
    float* to = out.data + i * out.stride;
    for (Index b = 0; b < out.cols; ++b) {
      to[b] = static_cast<float>(static_cast<Factor>(row[b]) * factor);
    }
  }
}

// In float where the factor can be one.
void unpad_gradient(const float* rows, double factor, const FloatSpan& out) {
  if (std::fabs(factor) <= kLargest) {
    unpad(rows, static_cast<float>(factor), out);
  } else {
    unpad(rows, factor, out);
  }
}

// work.d_q <- d_lowered g^T, of rows of padded columns times the factor.
void raise_gradient(const char* function, const Matrix& metric, Index queries, double factor,
                    FlashWorkspace::Work& work) {
  const Index d_q = metric.rows();
  const Index d_k = metric.cols();
  const std::size_t stride = kernels::padded(size(d_k));
  work.d_q.resize(size(queries) * size(d_q));
  work.row.resize(size(d_q));
  work.d_row.resize(size(d_k));
  const auto transposed = [&](Index a, Index b) { return metric(b, a); };
  for (Index i = 0; i < queries; ++i) {
    const float* from = work.kernel.d_queries.data() + size(i) * stride;
    for (double& x : work.d_row) x = static_cast<double>(*from++) * factor;
    multiply_row(work.d_row.data(), d_k, d_q, transposed, work.row.data());
    float* to = work.d_q.data() + size(i) * size(d_q);
    for (const double x : work.row) *to++ = static_cast<float>(x);
  }
  const double largest = static_cast<double>(
      kernels::largest_size(work.d_q.data(), size(queries), size(d_q), size(d_q)));
  if (!(largest <= kLargest)) too_large(function, "a gradient of q");
}

void write_rows(const std::vector<float>& from, const FloatSpan& out) {
  for (Index i = 0; i < out.rows; ++i) {
    std::copy_n(from.data() + i * out.cols, out.cols, out.data + i * out.stride);
  }
}

// All of m, made to have this shape.
FloatSpan resized(FloatMatrix& m, Index rows, Index cols) {
  m.resize(rows, cols);
  return {m.data(), rows, cols, cols};
}

// Whether numbers of a view lie in the memory of a matrix.
bool is_in(const FloatView& a, const FloatMatrix& m) {
  const std::less<const float*> before;
  return before(a.data, m.data() + m.size()) &&
         before(m.data(), a.data + (a.rows - 1) * a.stride + a.cols);
}

constexpr const char* kForward = "flash_attention_fast";
constexpr const char* kBackward = "flash_attention_fast_backward";

void forward_into(const kernels::AttentionProblem& problem, FlashWorkspace::Work& work,
                  const FloatSpan& output, double* log_normaliser) {
  kernels::attention_forward(problem, work.kernel, output.data, size(output.stride),
                             log_normaliser);
  const double shift = log2_exp2_scale();
  for (Index i = 0; i < output.rows; ++i) log_normaliser[i] = (log_normaliser[i] - shift) * kLn2;
}

// Gradients in the workspace, checked, to be written out. Returns the factor of those of q and k.
double backward_in(const FloatView& q, const FloatView& k, const FloatView& v,
                   const AttentionOptions& options, const FloatView& output,
                   const double* log_normaliser, const FloatView& d_output,
                   FlashWorkspace::Work& work) {
  const kernels::AttentionProblem problem = problem_of(kBackward, q, k, v, options, work);
  float_view::check_shape(kBackward, "d_output", d_output, q.rows, v.cols);
  float_view::check_shape(kBackward, "forward.output", output, q.rows, v.cols);
  checked_largest(kBackward, "d_output", d_output);
  checked_largest(kBackward, "forward.output", output);
  set_log2_sums(kBackward, log_normaliser, q.rows, work.log2_sums);
  kernels::attention_backward(problem, work.log2_sums.data(), output.data, size(output.stride),
                              d_output.data, size(d_output.stride), work.kernel);
  const bool metric = options.metric.size() != 0;
  const double factor = (metric ? 1.0 : parts::scale_of(options, k.cols)) / options.temperature;
  kernels::AttentionBuffers& sums = work.kernel;
  check_gradient(kBackward, "a gradient of q", sums.d_queries.data(), q.rows, k.cols, factor);
  check_gradient(kBackward, "a gradient of k", sums.d_keys.data(), k.rows, k.cols, factor);
  check_gradient(kBackward, "a gradient of v", sums.d_values.data(), k.rows, v.cols, 1.0);
  if (metric) raise_gradient(kBackward, options.metric, q.rows, factor, work);
  return factor;
}

void write_gradients(bool metric, double factor, FlashWorkspace::Work& work, const FloatSpan& d_q,
                     const FloatSpan& d_k, const FloatSpan& d_v) {
  if (metric) {
    write_rows(work.d_q, d_q);
  } else {
    unpad_gradient(work.kernel.d_queries.data(), factor, d_q);
  }
  unpad_gradient(work.kernel.d_keys.data(), factor, d_k);
  unpad_gradient(work.kernel.d_values.data(), 1.0, d_v);
}

}  // namespace

void flash_attention_fast(const FloatView& q, const FloatView& k, const FloatView& v,
                          const AttentionOptions& options, FlashWorkspace& workspace,
                          const FloatSpan& output, double* log_normaliser) {
  float_view::check_shape(kForward, "output", output, q.rows, v.cols);
  forward_into(problem_of(kForward, q, k, v, options, workspace.work()), workspace.work(), output,
               log_normaliser);
}

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
  const FloatView of_q = float_view::of(q), of_k = float_view::of(k), of_v = float_view::of(v);
  const kernels::AttentionProblem problem =
      problem_of(kForward, of_q, of_k, of_v, options, workspace.work());
  out.log_normaliser.resize(q.rows());
  // Another shape frees the memory that an input lies in; and later rows of it may be read after
  // earlier ones of the output are written.
  FloatMatrix beside;
  const bool in_place =
      is_in(of_q, out.output) || is_in(of_k, out.output) || is_in(of_v, out.output);
  forward_into(problem, workspace.work(),
               resized(in_place ? beside : out.output, q.rows(), v.cols()),
               out.log_normaliser.data());
  if (in_place) out.output = beside;
}

void flash_attention_fast_backward(const FloatView& q, const FloatView& k, const FloatView& v,
                                   const AttentionOptions& options, const FloatView& output,
                                   const double* log_normaliser, const FloatView& d_output,
                                   FlashWorkspace& workspace, const FloatSpan& d_q,
                                   const FloatSpan& d_k, const FloatSpan& d_v) {
  float_view::check_shape(kBackward, "d_q", d_q, q.rows, q.cols);
  float_view::check_shape(kBackward, "d_k", d_k, k.rows, k.cols);
  float_view::check_shape(kBackward, "d_v", d_v, v.rows, v.cols);
  const double factor =
      backward_in(q, k, v, options, output, log_normaliser, d_output, workspace.work());
  write_gradients(options.metric.size() != 0, factor, workspace.work(), d_q, d_k, d_v);
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
  if (forward.log_normaliser.size() != q.rows()) {
    check::refuse(kBackward, "forward.log_normaliser",
                  std::to_string(forward.log_normaliser.size()) + " long",
                  std::to_string(q.rows()));
  }
  const double factor =
      backward_in(float_view::of(q), float_view::of(k), float_view::of(v), options,
                  float_view::of(forward.output), forward.log_normaliser.data(),
                  float_view::of(d_output), workspace.work());
  write_gradients(options.metric.size() != 0, factor, workspace.work(),
                  resized(out.d_q, q.rows(), q.cols()), resized(out.d_k, k.rows(), k.cols()),
                  resized(out.d_v, v.rows(), v.cols()));
}

}  // namespace attn
