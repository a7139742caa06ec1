#include "attn/support/matrix_margin.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "numerics/singular_values.hpp"
#include "support/attended.hpp"

namespace attn {
namespace {

constexpr double kMostEntry = 1e100;
constexpr Index kMostRows = 1024;

}  // namespace

BlockMargins block_margins(const MatrixRef& m) {
  constexpr const char* kName = "block_margins";
  check::matrix(kName, "m", m);
  check::columns(kName, "m", m, m.rows(), "its rows");
  check::count(kName, "the number of rows of m", m.rows(), 1, kMostRows);
  check::within(kName, "the largest entry of m", largest(m), 0.0, kMostEntry);
  const Eigen::EigenSolver<Matrix> solver(m, false);
  if (solver.info() != Eigen::Success) {
    check::refuse(kName, "m", "without eigenvalues that were found", "another");
  }
  const Index d = m.rows();
  std::vector<std::complex<double>> values(solver.eigenvalues().begin(),
                                           solver.eigenvalues().end());
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
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
