#include "attn/attention/softmax.hpp"

#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Shifted {
  double max;
  double sum;
};

double largest(const double* s, Index n) {
  double max = s[0];
  for (Index j = 1; j < n; ++j) max = s[j] > max ? s[j] : max;
  return max;
}

// Writes exp((s_j - max) / T) to out, which may be s itself.
Shifted exponentials(const double* s, Index n, double temperature, double* out) {
  const double max = largest(s, n);
  double sum = 0.0;
  for (Index j = 0; j < n; ++j) {
    // A difference of huge scores may be -Infinity, which is a weight of 0 at every temperature but
    // Infinity; that one is not asked for here.
    out[j] = mathfn::exp((s[j] - max) / temperature);
    sum += out[j];
  }
  return {max, sum};
}

void normalised(const double* s, Index n, double temperature, double* out) {
  double sum = 0.0;
  if (temperature == 0.0) {
    const double max = largest(s, n);
    for (Index j = 0; j < n; ++j) {
      out[j] = s[j] == max ? 1.0 : 0.0;
      sum += out[j];
    }
  } else if (temperature == kInfinity) {
    for (Index j = 0; j < n; ++j) out[j] = 1.0;
    sum = static_cast<double>(n);
  } else {
    sum = exponentials(s, n, temperature, out).sum;
  }
  for (Index j = 0; j < n; ++j) out[j] /= sum;
}

void check_temperature(const char* function, double temperature, bool zero) {
  if (temperature == kInfinity) return;
  if (zero) {
    check::not_negative(function, "temperature", temperature);
  } else {
    check::positive(function, "temperature", temperature);
  }
}

}  // namespace

double log_sum_exp(const VectorRef& s) {
  check::vector("log_sum_exp", "s", s);
  Vector scratch(s.size());
  const Shifted e = exponentials(s.data(), s.size(), 1.0, scratch.data());
  return e.max + mathfn::log(e.sum);
}

Vector softmax(const VectorRef& s, double temperature) {
  check::vector("softmax", "s", s);
  check_temperature("softmax", temperature, true);
  Vector out(s.size());
  normalised(s.data(), s.size(), temperature, out.data());
  return out;
}

Matrix softmax_rows(const MatrixRef& s, double temperature) {
  check::matrix("softmax_rows", "s", s);
  check_temperature("softmax_rows", temperature, true);
  Matrix out = s;
  for (Index i = 0; i < out.rows(); ++i) {
    double* row = out.data() + i * out.cols();
    normalised(row, out.cols(), temperature, row);
  }
  return out;
}

Matrix softmax_jacobian(const VectorRef& a, double temperature) {
  check::distribution("softmax_jacobian", "a", a);
  check_temperature("softmax_jacobian", temperature, false);
  Matrix out(a.size(), a.size());
  for (Index i = 0; i < a.size(); ++i) {
    for (Index j = 0; j < a.size(); ++j) {
      out(i, j) = a(i) * ((i == j ? 1.0 : 0.0) - a(j)) / temperature;
    }
  }
  // A small temperature makes derivatives that no double holds.
  check::result("softmax_jacobian", "a result", out);
  return out;
}

Vector softmax_jacobian_product(const VectorRef& a, const VectorRef& v, double temperature) {
  check::distribution("softmax_jacobian_product", "a", a);
  check::vector("softmax_jacobian_product", "v", v, a.size());
  check_temperature("softmax_jacobian_product", temperature, false);
  double mean = 0.0;
  for (Index j = 0; j < a.size(); ++j) mean += a(j) * v(j);
  Vector out = a.array() * (v.array() - mean) / temperature;
  check::result("softmax_jacobian_product", "a result", out);
  return out;
}

}  // namespace attn
