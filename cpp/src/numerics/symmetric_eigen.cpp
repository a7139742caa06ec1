#include "attn/numerics/symmetric_eigen.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/symmetric.hpp"

namespace attn {
namespace {

// Turns axes p and q so that a(p, q) becomes 0.
void rotate(Matrix& a, Matrix& axes, Index p, Index q) {
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double size = 1.0 / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
  const double t = theta < 0.0 ? -size : size;  // tangent of the smaller angle
  const double cosine = 1.0 / std::sqrt(t * t + 1.0);
  const double sine = t * cosine;
  const double change = t * a(p, q);
  for (Index i = 0; i < a.rows(); ++i) {
    const double axis_p = axes(i, p);
    axes(i, p) = cosine * axis_p - sine * axes(i, q);
    axes(i, q) = sine * axis_p + cosine * axes(i, q);
    if (i == p || i == q) continue;
    const double entry_p = a(i, p);
    a(i, p) = cosine * entry_p - sine * a(i, q);
    a(i, q) = sine * entry_p + cosine * a(i, q);
    a(p, i) = a(i, p);
    a(q, i) = a(i, q);
  }
  a(p, p) -= change;
  a(q, q) += change;
  a(p, q) = 0.0;
  a(q, p) = 0.0;
}

// Of a checked matrix with numbers of any size: in units of a power of two, which moves no bits.
SymmetricEigen scaled_eigen(const MatrixRef& a, int& exponent) {
  std::frexp(largest(a), &exponent);
  Matrix unit = symmetric::part(a);
  for (double& x : unit.reshaped()) x = std::ldexp(x, -exponent);
  return symmetric::eigen(std::move(unit));
}

}  // namespace

void symmetric::check(const char* function, const char* argument, const MatrixRef& m) {
  check::matrix(function, argument, m);
  check::columns(function, argument, m, m.rows(), "its rows");
  const double allowed = kTolerance * largest(m);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (std::fabs(m(i, j) - m(j, i)) <= allowed) continue;
      const std::string name = std::string(argument) + '[' + std::to_string(i) + ", " +
                               std::to_string(j) + "] - its mirror image";
      check::refuse(function, name.c_str(), check::format_number(m(i, j) - m(j, i)),
                    "0, for a symmetric matrix");
    }
  }
}

// Halved first: the sum of two large entries may overflow.
Matrix symmetric::part(const MatrixRef& m) { return 0.5 * m + 0.5 * m.transpose(); }

// Jacobi's method, by rows: the small eigenvalues of a positive matrix keep their digits, and
// Eigen's solver would be 17 KB of a download.
SymmetricEigen symmetric::eigen(Matrix a) {
  constexpr int kMostSweeps = 50;  // it takes less than 15
  const Index d = a.rows();
  Matrix axes = Matrix::Identity(d, d);
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (Index p = 0; p < d; ++p) {
      for (Index q = p + 1; q < d; ++q) {
        const double size = std::sqrt(std::fabs(a(p, p))) * std::sqrt(std::fabs(a(q, q)));
        if (std::fabs(a(p, q)) <= 0x1p-54 * size) continue;
        rotate(a, axes, p, q);
        turned = true;
      }
    }
  }
  SymmetricEigen out{a.diagonal(), axes};
  for (Index i = 0; i < d; ++i) {  // ascending
    Index least = i;
    for (Index k = i + 1; k < d; ++k) least = out.values(k) < out.values(least) ? k : least;
    std::swap(out.values(i), out.values(least));
    for (Index k = 0; k < d; ++k) std::swap(out.vectors(k, i), out.vectors(k, least));
  }
  return out;
}

SymmetricEigen symmetric_eigen(const MatrixRef& a) {
  symmetric::check("symmetric_eigen", "a", a);
  int exponent = 0;
  SymmetricEigen out = scaled_eigen(a, exponent);
  for (double& x : out.values) x = std::ldexp(x, exponent);
  check::result("symmetric_eigen", "an eigenvalue", out.values);
  return out;
}

Matrix symmetric_pseudo_inverse(const MatrixRef& a, double cut) {
  symmetric::check("symmetric_pseudo_inverse", "a", a);
  if (!(cut >= 0.0 && cut < 1.0)) {
    check::refuse("symmetric_pseudo_inverse", "cut", check::format_number(cut),
                  "a number >= 0 and < 1");
  }
  int exponent = 0;
  const SymmetricEigen e = scaled_eigen(a, exponent);
  const double smallest = cut * largest(e.values);
  const Index d = a.rows();
  Matrix out = Matrix::Zero(d, d);
  for (Index k = 0; k < d; ++k) {
    if (std::fabs(e.values(k)) <= smallest) continue;
    for (Index i = 0; i < d; ++i) {
      for (Index j = 0; j <= i; ++j) out(i, j) += e.vectors(i, k) * e.vectors(j, k) / e.values(k);
    }
  }
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j <= i; ++j) {
      out(i, j) = std::ldexp(out(i, j), -exponent);
      out(j, i) = out(i, j);
    }
  }
  check::result("symmetric_pseudo_inverse", "an entry", out);
  return out;
}

}  // namespace attn
