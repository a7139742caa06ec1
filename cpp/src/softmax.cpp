#include "attn/softmax.hpp"

#include "attn/check.hpp"
#include "attn/mathfn.hpp"

namespace attn {
namespace {

struct Shifted {
  double max;
  double sum;
};

// Writes exp(s_j - max) to out, which may be s itself.
Shifted exponentials(const double* s, Index n, double* out) {
  double max = s[0];
  for (Index j = 1; j < n; ++j) max = s[j] > max ? s[j] : max;
  double sum = 0.0;
  for (Index j = 0; j < n; ++j) {
    out[j] = mathfn::exp(s[j] - max);
    sum += out[j];
  }
  return {max, sum};
}

void normalised(const double* s, Index n, double* out) {
  const double sum = exponentials(s, n, out).sum;
  for (Index j = 0; j < n; ++j) out[j] /= sum;
}

}  // namespace

double log_sum_exp(const VectorRef& s) {
  check::vector("log_sum_exp", "s", s);
  Vector scratch(s.size());
  const Shifted e = exponentials(s.data(), s.size(), scratch.data());
  return e.max + mathfn::log(e.sum);
}

Vector softmax(const VectorRef& s) {
  check::vector("softmax", "s", s);
  Vector out(s.size());
  normalised(s.data(), s.size(), out.data());
  return out;
}

Matrix softmax_rows(const MatrixRef& s) {
  check::matrix("softmax_rows", "s", s);
  Matrix out = s;
  for (Index i = 0; i < out.rows(); ++i) {
    double* row = out.data() + i * out.cols();
    normalised(row, out.cols(), row);
  }
  return out;
}

}  // namespace attn
