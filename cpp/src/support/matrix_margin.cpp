#include "attn/support/matrix_margin.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/elimination.hpp"
#include "numerics/own_matrix.hpp"
#include "numerics/products.hpp"
#include "numerics/singular_values.hpp"
#include "support/attended.hpp"

namespace attn {
namespace {

constexpr double kMostEntry = 1e100;
constexpr Index kMostRows = 1024;

// The eigenvalues of a matrix, falling by their real part and then by the other; none where they
// are not found. Those of Eigen::EigenSolver, bit by bit, which would bring all that eigenvectors
// need to pages that download it.
std::vector<std::complex<double>> eigenvalues_of(const MatrixRef& m) {
  const Index d = m.rows();
  const double unit = largest(m);
  std::vector<std::complex<double>> out;
  if (unit < std::numeric_limits<double>::min()) {
    out.resize(static_cast<std::size_t>(d));
    return out;
  }
  const Eigen::HessenbergDecomposition<OwnMatrix> hessenberg(m / unit);
  Eigen::RealSchur<OwnMatrix> schur(d);
  schur.computeFromHessenberg(hessenberg.matrixH(), OwnMatrix(), false);
  if (schur.info() != Eigen::Success) return {};
  const Matrix t = schur.matrixT() * unit;
  const auto put = [&out](double re, double im) {
    const std::complex<double> value(re, im);
    out.insert(std::upper_bound(out.begin(), out.end(), value,
                                [](const auto& a, const auto& b) {
                                  return a.real() != b.real() ? a.real() > b.real()
                                                              : a.imag() > b.imag();
                                }),
               value);
  };
  // A block of one row is a real eigenvalue, one of two a pair.
  for (Index i = 0; i < d;) {
    if (i + 1 == d || t(i + 1, i) == 0.0) {
      put(t(i, i), 0.0);
      ++i;
      continue;
    }
    const double p = 0.5 * (t(i, i) - t(i + 1, i + 1));
    const double most =
        std::max(std::fabs(p), std::max(std::fabs(t(i + 1, i)), std::fabs(t(i, i + 1))));
    const double at = p / most;
    const double z =
        most * std::sqrt(std::fabs(at * at + (t(i + 1, i) / most) * (t(i, i + 1) / most)));
    put(t(i + 1, i + 1) + p, z);
    put(t(i + 1, i + 1) + p, -z);
    i += 2;
  }
  for (const std::complex<double>& value : out) {
    if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return {};
  }
  return out;
}

}  // namespace

BlockMargins block_margins(const MatrixRef& m) {
  constexpr const char* kName = "block_margins";
  check::matrix(kName, "m", m);
  check::columns(kName, "m", m, m.rows(), "its rows");
  check::count(kName, "the number of rows of m", m.rows(), 1, kMostRows);
  check::within(kName, "the largest entry of m", largest(m), 0.0, kMostEntry);
  const std::vector<std::complex<double>> values = eigenvalues_of(m);
  const Index d = m.rows();
  if (values.empty()) check::refuse(kName, "m", "without eigenvalues that were found", "another");
  BlockMargins out;
  out.eigenvalues.resize(d, 2);
  out.real_above_one = 0;
  double rho = 0.0;
  for (Index k = 0; k < d; ++k) {
    const double re = values[static_cast<std::size_t>(k)].real();
    const double im = values[static_cast<std::size_t>(k)].imag();
    out.eigenvalues(k, 0) = re;
    out.eigenvalues(k, 1) = im;
    rho = larger(rho, std::sqrt(re * re + im * im));
    if (im == 0.0 && re > 1.0) ++out.real_above_one;
  }
  const Matrix block = Matrix::Identity(d, d) - m;
  const LogDeterminant det = log_determinant(block);
  out.log_abs_det = det.log_abs;
  out.sign = det.sign;
  out.one_minus_rho = 1.0 - rho;
  out.sigma_min = lowest(singular_values(block));
  out.spectrally_stable = rho < 1.0;
  return out;
}

ContextBlock context_block(const MatrixRef& context, const VectorRef& query, const MatrixRef& a,
                           const MatrixRef& w_v) {
  constexpr const char* kName = "context_block";
  check::points(kName, "context", context);
  const Index d = context.cols();
  check::vector(kName, "query", query, d);
  for (const auto& [name, weight] :
       {std::pair<const char*, const MatrixRef&>{"a", a}, {"w_v", w_v}}) {
    check::matrix(kName, name, weight);
    check::shape(kName, name, weight, d, d);
  }
  const Vector logits = logits_of(product(a, query), context);
  check::result(kName, "a logit", logits);
  const Attended token = attended(softmax(logits), context);
  ContextBlock out{token.weights, token.mean, {}, {}, {}};
  out.covariance = weighted_products(token.weights, token.distance, token.distance);
  // Symmetric to the last bit.
  out.covariance.triangularView<Eigen::StrictlyUpper>() = out.covariance.transpose();
  check::result(kName, "a covariance", out.covariance);
  const Matrix read = product(w_v, out.covariance);
  out.m = product(read, a);
  out.published = product(product_transposed(read, w_v), a);
  check::result(kName, "an entry of M", out.m);
  check::result(kName, "an entry of the published M", out.published);
  return out;
}

}  // namespace attn
