#include "attn/attention/attention_flash_fast.hpp"

#include <hwy/highway.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "attention/attention_cases.hpp"
#include "attn/attention/attention_flash.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "kernels/attention.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A case as the kernels see it: rounded to float.
AttentionCase rounded(AttentionCase c) {
  for (Matrix* m : {&c.q, &c.k, &c.v, &c.d_output}) *m = m->cast<float>().cast<double>();
  return c;
}

// |g| and what the products of queries and keys are divided by, in one.
Matrix metric_of(const AttentionCase& c) {
  const AttentionOptions& o = c.options;
  const Index d = c.k.cols();
  const double scale = o.scale.value_or(1.0 / std::sqrt(static_cast<double>(d)));
  const Matrix g = o.metric.size() > 0 ? o.metric : Matrix(scale * Matrix::Identity(d, d));
  return g.cwiseAbs() / o.temperature;
}

// s of the header, and the other factors that errors may grow with.
double growth(const AttentionCase& c) {
  const Matrix s = Matrix(c.q.cwiseAbs() * metric_of(c)) * c.k.cwiseAbs().transpose();
  double bias = 0.0;
  for (Index i = 0; i < c.options.bias.size(); ++i) {
    const double b = std::fabs(c.options.bias.data()[i]);
    if (b < kInfinity) bias = larger(bias, b / c.options.temperature);
  }
  return (1.0 + largest(s) + bias);
}

double error(const FloatMatrix& x, const Matrix& expected) {
  return x.allFinite() ? largest(x.cast<double>() - expected) : kInfinity;
}

// The rounding of a result that is smaller than a normal float.
constexpr double kSmallest = 1e-44;

struct Errors {
  double output, d_q, d_k, d_v;
};

/// The double path, which is the same whatever the instruction set.
struct Expected {
  explicit Expected(const AttentionCase& c)
      : flash(flash_attention(c.q, c.k, c.v, c.options)),
        gradients(flash_attention_backward(c.q, c.k, c.v, c.options, flash, c.d_output)) {}

  FlashAttention flash;
  FlashGradients gradients;
};

// Each relative to what the header says: at most 1 is within the bound.
Errors errors_of(const AttentionCase& c, const Expected& expected) {
  const FloatMatrix q = c.q.cast<float>();
  const FloatMatrix k = c.k.cast<float>();
  const FloatMatrix v = c.v.cast<float>();
  const FloatMatrix d_output = c.d_output.cast<float>();
  const FloatFlashAttention fast = flash_attention_fast(q, k, v, c.options);
  const FloatFlashGradients g = flash_attention_fast_backward(q, k, v, c.options, fast, d_output);
  const double bound = kFlashErrorBound * growth(c);
  const double d_weight = static_cast<double>(c.v.cols()) * largest(c.v) * largest(c.d_output);
  const auto n_q = static_cast<double>(c.q.rows());
  const Matrix g_sizes = metric_of(c);
  const double d_q = d_weight * largest(g_sizes * Vector::Constant(c.k.cols(), largest(c.k)));
  const double d_k =
      d_weight * largest(g_sizes.transpose() * Vector::Constant(c.q.cols(), largest(c.q)));
  return {error(fast.output, expected.flash.output) / (bound * largest(c.v) + kSmallest),
          error(g.d_q, expected.gradients.d_q) / (bound * d_q + kSmallest),
          error(g.d_k, expected.gradients.d_k) / (bound * d_k * n_q + kSmallest),
          error(g.d_v, expected.gradients.d_v) / (bound * largest(c.d_output) * n_q + kSmallest)};
}

void check_errors(const Errors& e) {
  CHECK(e.output <= 1.0);
  CHECK(e.d_q <= 1.0);
  CHECK(e.d_k <= 1.0);
  CHECK(e.d_v <= 1.0);
}

void check_case(const AttentionCase& any) {
  const AttentionCase c = rounded(any);
  check_errors(errors_of(c, Expected(c)));
}

void check_on_each_instruction_set(const AttentionCase& any) {
  const AttentionCase c = rounded(any);
  const Expected expected(c);
  on_each_instruction_set([&] { check_errors(errors_of(c, expected)); });
}

FloatFlashAttention forward(const AttentionCase& c) {
  return flash_attention_fast(c.q.cast<float>(), c.k.cast<float>(), c.v.cast<float>(), c.options);
}

FloatFlashGradients backward(const AttentionCase& c) {
  return flash_attention_fast_backward(c.q.cast<float>(), c.k.cast<float>(), c.v.cast<float>(),
                                       c.options, forward(c), c.d_output.cast<float>());
}

}  // namespace

TEST_CASE("float attention and its gradients are within the bound over random shapes and options") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const AttentionCase c = random_case(seed, seed % 4 == 0 ? 150 : 20, false);
    check_on_each_instruction_set(c);
  }
}

TEST_CASE("float attention is within the bound at sizes around those of blocks and panels") {
  for (const bool causal : {false, true}) {
    for (const Index n : {1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 257}) {
      for (const Index d : {1, 3, 16, 33, 64}) {
        CAPTURE(causal, n, d);
        AttentionCase c = plain_case(n, n + (causal ? 0 : 5), d, d == 3 ? 70 : d, 3);
        c.options.causal = causal;
        check_on_each_instruction_set(c);
      }
    }
  }
}

TEST_CASE("the bound of float attention is not far from what is measured") {
  Errors most{};
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const AttentionCase c = rounded(plain_case(5, 3, 2, 2, seed, 3.0));
    const Errors e = errors_of(c, Expected(c));
    most = {larger(most.output, e.output), larger(most.d_q, e.d_q), larger(most.d_k, e.d_k),
            larger(most.d_v, e.d_v)};
  }
  CAPTURE(most.output, most.d_q, most.d_k, most.d_v);
  CHECK(most.output >= 0.02);
  CHECK(most.d_q >= 0.005);
  CHECK(most.d_k >= 0.002);
  CHECK(most.d_v >= 0.002);
}

TEST_CASE("float attention with scores of 10000 either way, and with many equal tokens") {
  for (const double slope : {2e3, -2e3}) {
    AttentionCase c = plain_case(5, 12, 2, 2, 9);
    for (Index j = 0; j < 12; ++j) c.k.row(j).setConstant(slope * (static_cast<double>(j) - 6.0));
    c.options.scale = 1.0;
    CHECK(largest(attention_scores(c.q, c.k, c.options)) >= 1e4);
    check_on_each_instruction_set(c);
    c.options.bias = Matrix::Constant(5, 12, 1e4);
    check_on_each_instruction_set(c);
  }
  AttentionCase same = plain_case(70, 200, 3, 2, 8, 100.0);
  same.k.rowwise() = same.k.row(0).eval();
  check_on_each_instruction_set(same);
}

TEST_CASE("float attention of huge, tiny and denormal numbers") {
  const auto scaled = [](double q, double k, double v) {
    AttentionCase c = plain_case(9, 21, 3, 2, 10);
    c.q *= q;
    c.k *= k;
    c.v *= v;
    return c;
  };
  on_each_instruction_set([&] {
    for (const double size : {1e-45, 1e-40, 1e-30, 1e-10, 1.0, 1e10, 1e30}) {
      CAPTURE(size);
      check_case(scaled(size, std::min(1.0 / size, 1e36), 1.0));
      check_case(scaled(std::min(1.0 / size, 1e36), size, 1.0));
      check_case(scaled(size, 1e-3, 1.0));
      check_case(scaled(1.0, 1.0, size));
    }
  });
  AttentionCase zero = plain_case(3, 4, 2, 2, 11);
  zero.q.setZero();
  check_case(zero);
  zero.k.setZero();
  zero.v.setZero();
  zero.d_output.setZero();
  check_case(zero);
}

TEST_CASE("float attention takes every temperature, soft cap and scale that is a float") {
  for (const double t : {1e-4, 0.1, 1.0, 30.0, 1e6, 1e30}) {
    for (const double cap : {0.0, 1e-3, 1.0, 50.0, 1e30}) {
      AttentionCase c = plain_case(7, 30, 4, 3, 12);
      c.options.temperature = t;
      c.options.softcap = cap;
      CAPTURE(t, cap);
      check_case(c);
      c.options.scale = -3.0;
      check_case(c);
    }
  }
}

TEST_CASE("float rows and blocks without a key give zeros and no NaN, in gradients too") {
  AttentionCase c = plain_case(70, 150, 3, 2, 6);
  c.options.bias = Matrix::Zero(70, 150);
  c.options.bias.row(1).setConstant(-kInfinity);
  c.options.bias.row(2).head(130).setConstant(-kInfinity);
  c.options.allowed = Mask::Constant(70, 150, true);
  c.options.allowed.row(3).head(149).setConstant(false);
  on_each_instruction_set([&] {
    check_case(c);
    const FloatFlashAttention fast = forward(c);
    CHECK(fast.output.row(1) == FloatMatrix::Zero(1, 2));
    CHECK(fast.log_normaliser(1) == -kInfinity);
    CHECK(largest(fast.output.row(3).cast<double>() - c.v.row(149)) <= 1e-6);
    CHECK(backward(c).d_q.row(1) == FloatMatrix::Zero(1, 3));
    AttentionCase none = c;
    none.options.key_length = 0;
    CHECK(forward(none).output == FloatMatrix::Zero(70, 2));
    CHECK(backward(none).d_k == FloatMatrix::Zero(150, 3));
  });
}

TEST_CASE("a key that is excluded has no float weight at all, however large its value") {
  AttentionCase c = plain_case(3, 5, 2, 2, 14);
  c.v.row(4).setConstant(1e34);
  c.options.key_length = 4;
  CHECK(largest(forward(c).output.cast<double>()) <= 10.0);
  c.options = {};
  c.options.causal = true;
  CHECK(largest(forward(c).output.cast<double>()) <= 10.0);
  c.options = {};
  c.options.allowed = Mask::Constant(3, 5, true);
  c.options.allowed.col(4).setConstant(false);
  CHECK(largest(forward(c).output.cast<double>()) <= 10.0);
}

TEST_CASE("the logarithm of the float normaliser is that of double") {
  for (std::uint64_t seed = 21; seed <= 40; ++seed) {
    const AttentionCase c = rounded(random_case(seed, 40, false));
    const Vector fast = forward(c).log_normaliser;
    const FlashAttention flash = flash_attention(c.q, c.k, c.v, c.options);
    for (Index i = 0; i < fast.size(); ++i) {
      if (flash.sum(i) == 0.0) {
        CHECK(fast(i) == -kInfinity);
      } else {
        CHECK(std::fabs(fast(i) - flash.max(i) - std::log(flash.sum(i))) <= 1e-6 * growth(c));
      }
    }
  }
}

TEST_CASE("memory of float attention grows with the number of tokens, not with its square") {
  const auto bytes = [](Index n) {
    const FloatMatrix x = plain_case(n, n, 8, 8, 15).q.cast<float>();
    FlashWorkspace workspace;
    FloatFlashAttention out;
    FloatFlashGradients gradients;
    flash_attention_fast(x, x, x, {}, workspace, out);
    flash_attention_fast_backward(x, x, x, {}, out, x, workspace, gradients);
    return static_cast<double>(workspace.bytes());
  };
  CHECK(bytes(4096) <= 2.05 * bytes(2048));
  CHECK(bytes(4096) <= 4096.0 * 8.0 * sizeof(float) * 40.0);
  CHECK(bytes(4096) >= 4096.0 * 8.0 * sizeof(float));
}

TEST_CASE("a workspace that float attention has used changes nothing and takes no more memory") {
  AttentionCase large = plain_case(200, 130, 20, 33, 16);
  AttentionCase small = plain_case(70, 90, 5, 7, 17);
  small.options.causal = true;
  FlashWorkspace workspace;
  FloatFlashAttention out;
  FloatFlashGradients gradients;
  const auto run = [&](const AttentionCase& c) {
    const FloatMatrix q = c.q.cast<float>();
    const FloatMatrix k = c.k.cast<float>();
    const FloatMatrix v = c.v.cast<float>();
    flash_attention_fast(q, k, v, c.options, workspace, out);
    flash_attention_fast_backward(q, k, v, c.options, out, c.d_output.cast<float>(), workspace,
                                  gradients);
  };
  run(large);
  const std::size_t bytes = workspace.bytes();
  for (AttentionCase* c : {&small, &large, &small}) {
    run(*c);
    CHECK(out.output == forward(*c).output);
    CHECK(gradients.d_q == backward(*c).d_q);
    CHECK(gradients.d_k == backward(*c).d_k);
    CHECK(gradients.d_v == backward(*c).d_v);
  }
  CHECK(workspace.bytes() == bytes);
}

TEST_CASE("float attention of parts of larger matrices") {
  const FloatMatrix x = plain_case(20, 20, 12, 12, 18).q.cast<float>();
  const FloatMatrix part = x.middleCols(2, 5);
  const FloatFlashAttention whole = flash_attention_fast(part, part, part);
  const auto block = x.middleCols(2, 5);
  CHECK(flash_attention_fast(block, block, block).output == whole.output);
  CHECK(flash_attention_fast_backward(block, block, block, {}, whole, block).d_k ==
        flash_attention_fast_backward(part, part, part, {}, whole, part).d_k);
}

TEST_CASE("queries, keys and values may lie where float attention writes, whatever its shape") {
  // More queries than a block has, and values that are wider than queries or not.
  for (const Index n : {40, 700}) {
    for (const Index d_v : {6, 9}) {
      const AttentionCase c = plain_case(n, n, 6, d_v, 21);
      const FloatMatrix q = c.q.cast<float>(), k = c.k.cast<float>(), v = c.v.cast<float>();
      const FloatFlashAttention expected = flash_attention_fast(q, k, v);
      FlashWorkspace workspace;
      FloatFlashAttention out;
      const auto check = [&](const FloatMatrixRef& a, const FloatMatrixRef& b,
                             const FloatMatrixRef& values) {
        flash_attention_fast(a, b, values, {}, workspace, out);
        CHECK(out.output == expected.output);
        CHECK(out.log_normaliser == expected.log_normaliser);
      };
      out.output = q;
      check(out.output, k, v);
      out.output = k;
      check(q, out.output, v);
      out.output = v;
      check(q, k, out.output);
      FloatMatrix both(n, 12);
      both << k, q;
      out.output = both;
      check(out.output.rightCols(6), out.output.leftCols(6), v);
      // The shape stays; rows that are written overtake those that are read.
      Eigen::Map<FloatMatrix> packed(out.output.data(), n, 6);
      packed = q;
      const float* memory = out.output.data();
      check(packed, k, v);
      CHECK(out.output.data() == memory);
    }
  }
}

TEST_CASE("queries and values may lie where gradients of float attention are written") {
  const AttentionCase c = plain_case(40, 30, 6, 9, 22);
  const FloatMatrix q = c.q.cast<float>(), k = c.k.cast<float>(), v = c.v.cast<float>();
  const FloatMatrix d_output = c.d_output.cast<float>();
  const FloatFlashAttention forward = flash_attention_fast(q, k, v);
  const FloatFlashGradients expected =
      flash_attention_fast_backward(q, k, v, {}, forward, d_output);
  FlashWorkspace workspace;
  FloatFlashGradients out{k, v, q};
  flash_attention_fast_backward(out.d_v, out.d_q, out.d_k, {}, forward, d_output, workspace, out);
  CHECK(out.d_q == expected.d_q);
  CHECK(out.d_k == expected.d_k);
  CHECK(out.d_v == expected.d_v);
  out.d_q = d_output;
  flash_attention_fast_backward(q, k, v, {}, forward, out.d_q, workspace, out);
  CHECK(out.d_q == expected.d_q);
}

TEST_CASE("float attention refuses bad input, and leaves what it was to write as it was") {
  const FloatMatrix q = FloatMatrix::Ones(2, 3);
  const FloatMatrix k = FloatMatrix::Ones(4, 3);
  FlashWorkspace workspace;
  FloatFlashAttention out{FloatMatrix::Constant(1, 1, 7.0F), Vector::Constant(1, 8.0)};
  const auto with = [&](const FloatMatrix& a, const FloatMatrix& b, const FloatMatrix& c,
                        const AttentionOptions& options = {}) {
    return message_of([&] { flash_attention_fast(a, b, c, options, workspace, out); });
  };
  const std::string function = "flash_attention_fast: ";
  CHECK(with(q, FloatMatrix::Ones(4, 2), k) ==
        function + "k has 2 columns, expected 3 (the columns of q)");
  CHECK(with(q, k, q) == function + "v has 2 rows, expected 4 (the rows of k)");
  CHECK(with(FloatMatrix(0, 3), k, k) == function + "q is 0 x 3, expected at least 1 x 1");
  FloatMatrix bad = k;
  bad(2, 1) = std::numeric_limits<float>::quiet_NaN();
  CHECK(with(q, bad, k) == function + "k[2, 1] is NaN, expected a finite number");
  bad(2, 1) = -std::numeric_limits<float>::infinity();
  CHECK(with(q, k, bad) == function + "v[2, 1] is -Infinity, expected a finite number");
  CHECK(with(q * 1e20F, k * 1e20F, k) == function + "a score is too large for a float");
  CHECK(with(q, k, k * 3e38F) == function + "the output is too large for a float");
  AttentionOptions options;
  options.relative = Matrix::Zero(5, 3);
  CHECK(with(q, k, k, options) ==
        function + "options.relative is given, expected none: use flash_attention");
  for (const double t : {0.0, -1.0, kInfinity, std::nan(""), 1e-40}) {
    options = {};
    options.temperature = t;
    CHECK_THAT(with(q, k, k, options), contains(function + "options.temperature is"));
  }
  options = {};
  options.metric = Matrix::Identity(2, 3);
  CHECK(with(q, k, k, options) == function + "options.metric is 2 x 3, expected 3 x 3");
  options = {};
  options.key_length = 5;
  CHECK_THAT(with(q, k, k, options), contains(function + "options.key_length is 5"));
  CHECK(out.output == FloatMatrix::Constant(1, 1, 7.0F));
  CHECK(out.log_normaliser == Vector::Constant(1, 8.0));
}

TEST_CASE("the float backward pass refuses what is no forward pass, and gradients beyond a float") {
  const FloatMatrix x = FloatMatrix::Ones(3, 2);
  const FloatFlashAttention good = flash_attention_fast(x, x, x);
  FlashWorkspace workspace;
  FloatFlashGradients out{FloatMatrix::Constant(1, 1, 7.0F), {}, {}};
  const auto with = [&](const FloatFlashAttention& forward, const FloatMatrix& d_output) {
    return message_of(
        [&] { flash_attention_fast_backward(x, x, x, {}, forward, d_output, workspace, out); });
  };
  const std::string function = "flash_attention_fast_backward: ";
  CHECK(with(good, FloatMatrix::Ones(3, 1)) == function + "d_output is 3 x 1, expected 3 x 2");
  FloatFlashAttention bad = good;
  bad.log_normaliser(2) = std::nan("");
  CHECK(with(bad, x) == function +
                            "forward.log_normaliser[2] is NaN, expected a number from -1e37 to "
                            "1e37, or -Infinity");
  bad = good;
  bad.output = FloatMatrix::Ones(2, 2);
  CHECK(with(bad, x) == function + "forward.output is 2 x 2, expected 3 x 2");
  bad = good;
  bad.log_normaliser.resize(2);
  CHECK(with(bad, x) == function + "forward.log_normaliser is 2 long, expected 3");
  CHECK_THAT(with(good, x * 3e38F), contains("too large for a float"));
  CHECK(out.d_q == FloatMatrix::Constant(1, 1, 7.0F));
}

TEST_CASE("the largest size of floats is found wherever it lies, on every instruction set") {
  constexpr Index kStride = 80;
  FloatMatrix x = layouts::matrix(3, kStride, 12).cast<float>();
  for (const Index columns : {1, 4, 15, 16, 17, 31, 64, 65, 79, 80}) {
    for (const float size :
         {-7.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      for (Index at = 0; at < 3 * columns; ++at) {
        float& entry = x(at / columns, at % columns);
        const float before = std::exchange(entry, size);
        on_each_instruction_set([&] {
          CAPTURE(columns, at, size);
          const float found = kernels::largest_size(x.data(), 3, static_cast<std::size_t>(columns),
                                                    static_cast<std::size_t>(kStride));
          CHECK((std::isnan(size) ? std::isnan(found) : found == std::fabs(size)));
        });
        entry = before;
      }
    }
  }
}
