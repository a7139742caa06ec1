#include "attn/training/value_step.hpp"

#include <cmath>
#include <string>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

// Exponentials of at most this do not overflow, nor do their sums.
constexpr double kLargestExponent = 500.0;

// e^z - 1 - z, never negative: by its series where the difference would lose digits.
double exp_remainder(double z) {
  if (std::fabs(z) > 0.5) {
    const double difference = mathfn::exp(z) - 1.0 - z;
    return difference > 0.0 ? difference : 0.0;
  }
  double term = 0.5 * z * z;
  double sum = term;
  for (int k = 3; k <= 16; ++k) {
    term *= z / k;
    sum += term;
  }
  return sum;
}

// log(1 + y) for y >= 0, also where 1 + y has lost most of y.
double log_of_one_and(double y) {
  const double rounded = 1.0 + y;
  return rounded == 1.0 ? y : mathfn::log(rounded) * (y / (rounded - 1.0));
}

// log sum_c p_c e^(z_c), where sum_c p_c z_c = 0.
double log_mean_exp(const double* p, const double* z, Index n) {
  double top = 0.0;
  for (Index c = 0; c < n; ++c) top = p[c] > 0.0 && z[c] > top ? z[c] : top;
  double sum = 0.0;
  if (top <= kLargestExponent) {
    for (Index c = 0; c < n; ++c) {
      if (p[c] > 0.0) sum += p[c] * exp_remainder(z[c]);
    }
    return log_of_one_and(sum);
  }
  for (Index c = 0; c < n; ++c) {
    if (p[c] > 0.0) sum += p[c] * mathfn::exp(z[c] - top);
  }
  const double out = top + mathfn::log(sum);
  return out > 0.0 ? out : 0.0;
}

// Of one row; z is room for n numbers.
double remainder_of(const double* p, const double* change, Index n, double* z) {
  double mean = 0.0;
  double sum = 0.0;
  for (Index c = 0; c < n; ++c) {
    mean += p[c] * change[c];
    sum += p[c];
  }
  for (Index c = 0; c < n; ++c) z[c] = change[c] - mean / sum;
  return log_mean_exp(p, z, n);
}

double dot(const Matrix& a, Index i, const Matrix& b, Index j) {
  double sum = 0.0;
  for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(j, k);
  return sum;
}

void check_value_step(const MatrixRef& weights, const MatrixRef& w_o, const CrossEntropy& at,
                      double eta) {
  constexpr const char* kName = "value_step";
  check::matrix(kName, "weights", weights);
  check::matrix(kName, "w_o", w_o);
  check::shape(kName, "at.probabilities", at.probabilities, weights.rows(), w_o.rows());
  check::matrix(kName, "at.probabilities", at.probabilities);
  for (Index i = 0; i < weights.rows(); ++i) {
    const std::string row = "at.probabilities, row " + std::to_string(i);
    check::distribution(kName, row.c_str(), at.probabilities.row(i).transpose());
  }
  check::shape(kName, "at.d_logits", at.d_logits, weights.rows(), w_o.rows());
  check::matrix(kName, "at.d_logits", at.d_logits);
  check::not_negative(kName, "eta", eta);
}

void check_finite(const ValueStep& s) {
  constexpr const char* kName = "value_step";
  check::result(kName, "u", s.u);
  check::result(kName, "ubar", s.ubar);
  check::result(kName, "a change of a context", s.context_changes);
  for (const Matrix* m : {&s.one, &s.one_remainder, &s.dominant, &s.dominant_error}) {
    check::result(kName, "a change of the loss", *m);
  }
  check::result(kName, "a change of the loss", s.all);
  check::result(kName, "a change of the loss", s.all_remainder);
  check::result(kName, "a change of the loss", s.total);
  check::result(kName, "a change of the loss", s.total_remainder);
}

// Where v_j alone moves, context i does by -eta alpha_ij ubar_j, and its logits by W_O times that.
void move_one(const MatrixRef& weights, const MatrixRef& w_o, const CrossEntropy& at, double eta,
              ValueStep& out) {
  const Index n_q = weights.rows();
  const Index n_k = weights.cols();
  const Index classes = w_o.rows();
  const Matrix pushed = product_transposed(out.ubar, w_o);
  Vector change(classes);
  Vector room(classes);
  for (Index i = 0; i < n_q; ++i) {
    const double size = dot(out.u, i, out.u, i);
    const Vector p = at.probabilities.row(i);
    for (Index j = 0; j < n_k; ++j) {
      const double step = -eta * weights(i, j);
      out.one(i, j) = step * dot(out.u, i, out.ubar, j);
      out.dominant(i, j) = step * weights(i, j) * size;
      for (Index c = 0; c < classes; ++c) change(c) = step * pushed(j, c);
      out.one_remainder(i, j) = remainder_of(p.data(), change.data(), classes, room.data());
    }
  }
  out.dominant_error = out.dominant - out.one;
}

}  // namespace

Vector loss_remainders(const MatrixRef& probabilities, const MatrixRef& change) {
  constexpr const char* kName = "loss_remainders";
  check::matrix(kName, "probabilities", probabilities);
  check::shape(kName, "change", change, probabilities.rows(), probabilities.cols());
  check::matrix(kName, "change", change);
  Vector out(probabilities.rows());
  Vector room(probabilities.cols());
  for (Index i = 0; i < probabilities.rows(); ++i) {
    const std::string row = "probabilities, row " + std::to_string(i);
    const Vector p = probabilities.row(i);
    const Vector moved = change.row(i);
    check::distribution(kName, row.c_str(), p);
    out(i) = remainder_of(p.data(), moved.data(), p.size(), room.data());
  }
  check::result(kName, "a remainder", out);
  return out;
}

ValueStep value_step(const MatrixRef& weights, const MatrixRef& w_o, const CrossEntropy& at,
                     double eta) {
  check_value_step(weights, w_o, at, eta);
  const Index n_q = weights.rows();
  ValueStep out;
  out.u = product(at.d_logits, w_o);
  out.ubar = transposed_product(weights, out.u);
  out.one.resize(n_q, weights.cols());
  out.one_remainder = out.one;
  out.dominant = out.one;
  check::result("value_step", "ubar", out.ubar);
  const Matrix pushed = product(weights, Matrix(-eta * out.ubar));
  out.context_changes = pushed;
  const Matrix change = product_transposed(pushed, w_o);
  check::result("value_step", "a change of a logit", change);
  move_one(weights, w_o, at, eta, out);
  out.all_remainder = loss_remainders(at.probabilities, change);
  out.all.resize(n_q);
  out.total = 0.0;
  out.total_remainder = 0.0;
  for (Index i = 0; i < n_q; ++i) {
    out.all(i) = dot(out.u, i, out.context_changes, i);
    out.total_remainder += out.all_remainder(i);
  }
  for (Index j = 0; j < out.ubar.rows(); ++j) out.total -= eta * dot(out.ubar, j, out.ubar, j);
  check_finite(out);
  return out;
}

}  // namespace attn
