#include "attn/attention/softmax.hpp"

#include "attention/attention_parts.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
namespace {

struct Shifted {
  double max;
  double sum;
};

double largest_score(const double* s, Index n) {
  double max = s[0];
  for (Index j = 1; j < n; ++j) max = s[j] > max ? s[j] : max;
  return max;
}

// s_j <- exp((s_j - max) / T)
Shifted exponentiate(double* s, Index n, double temperature) {
  const double max = largest_score(s, n);
  double sum = 0.0;
  for (Index j = 0; j < n; ++j) {
    // A difference of huge scores may be -Infinity, which is a weight of 0 at every temperature but
    // Infinity; that one is not asked for here.
    s[j] = mathfn::inline_exp((s[j] - max) / temperature);
    sum += s[j];
  }
  return {max, sum};
}

// s <- softmax(s, T)
void normalise(double* s, Index n, double temperature) {
  double sum = 0.0;
  if (temperature == 0.0) {
    const double max = largest_score(s, n);
    for (Index j = 0; j < n; ++j) {
      s[j] = s[j] == max ? 1.0 : 0.0;
      sum += s[j];
    }
  } else if (temperature == kInfinity) {
    for (Index j = 0; j < n; ++j) s[j] = 1.0;
    sum = static_cast<double>(n);
  } else {
    sum = exponentiate(s, n, temperature).sum;
  }
  for (Index j = 0; j < n; ++j) s[j] /= sum;
}

}  // namespace

void attention_parts::softmax_in_place(double* s, Index n) { normalise(s, n, 1.0); }

double log_sum_exp(const VectorRef& s) {
  check::vector("log_sum_exp", "s", s);
  Vector scratch = s;
  const Shifted e = exponentiate(scratch.data(), s.size(), 1.0);
  return e.max + mathfn::log(e.sum);
}

Vector softmax(const VectorRef& s, double temperature) {
  check::vector("softmax", "s", s);
  check::temperature("softmax", "temperature", temperature, true);
  Vector out = s;
  normalise(out.data(), out.size(), temperature);
  return out;
}

Matrix softmax_rows(const MatrixRef& s, double temperature) {
  check::matrix("softmax_rows", "s", s);
  check::temperature("softmax_rows", "temperature", temperature, true);
  Matrix out = s;
  for (Index i = 0; i < out.rows(); ++i) {
    normalise(out.data() + i * out.cols(), out.cols(), temperature);
  }
  return out;
}

Matrix softmax_jacobian(const VectorRef& a, double temperature) {
  check::distribution("softmax_jacobian", "a", a);
  check::temperature("softmax_jacobian", "temperature", temperature, false);
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
  check::temperature("softmax_jacobian_product", "temperature", temperature, false);
  double mean = 0.0;
  for (Index j = 0; j < a.size(); ++j) mean += a(j) * v(j);
  Vector out = a.array() * (v.array() - mean) / temperature;
  check::result("softmax_jacobian_product", "a result", out);
  return out;
}

}  // namespace attn
