#include "attn/reading/form.hpp"

#include <Eigen/Householder>
#include <algorithm>
#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/own_matrix.hpp"
#include "numerics/products.hpp"
#include "numerics/singular_values.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn {
namespace {

// The triangle R of w^T = Q R (min(d, d_k) x d_k), w (d_k x d), by one reflection after the other:
// Eigen::HouseholderQR has them in blocks too, which pages would download.
Matrix triangle_of(const MatrixRef& w) {
  OwnMatrix tall = w.transpose();
  const Index d = tall.rows(), d_k = tall.cols(), size = std::min(d, d_k);
  Vector work(d_k);
  for (Index k = 0; k < size; ++k) {
    auto column = tall.col(k).tail(d - k);
    double tau, length;
    column.makeHouseholderInPlace(tau, length);
    tall.bottomRightCorner(d - k, d_k - k - 1)
        .applyHouseholderOnTheLeft(column.tail(d - k - 1), tau, work.data());
    tall(k, k) = length;
  }
  Matrix out = tall.topRows(size);
  out.triangularView<Eigen::StrictlyLower>().setZero();
  return out;
}

// A matrix over its largest entry.
struct InUnits {
  explicit InUnits(const MatrixRef& m) : unit(largest(m)), matrix(m) {
    if (unit > 0.0) matrix /= unit;
  }
  double unit;
  Matrix matrix;
};

double sum_of_products(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

}  // namespace

FormShares form_shares(const HeadWeights& weights, const MatrixRef& w_o) {
  constexpr const char* kName = "form_shares";
  check::matrix(kName, "weights.w_q", weights.w_q);
  check::matrix(kName, "weights.w_k", weights.w_k);
  check::matrix(kName, "weights.w_v", weights.w_v);
  const Index d_k = weights.w_q.rows(), d = weights.w_q.cols(), d_v = weights.w_v.rows();
  check::shape(kName, "weights.w_k", weights.w_k, d_k, d);
  check::columns(kName, "weights.w_v", weights.w_v, d, "the columns of w_q");
  if (w_o.size() > 0) {
    check::shape(kName, "w_o", w_o, d, d_v);
    check::matrix(kName, "w_o", w_o);
  }

  FormShares out{{}, 0.0, 0.0, 0.0};
  // In units of their largest entries, whose squares need not be doubles; no share depends on them.
  const InUnits q(weights.w_q), k(weights.w_k), v(weights.w_v), o(w_o);
  // A = Q_1 R_1 R_2^T Q_2^T: what is orthogonal changes no singular value.
  Vector sigma = singular_values(product_transposed(triangle_of(q.matrix), triangle_of(k.matrix)));
  sort_numbers(sigma);
  sigma.reverseInPlace();
  out.singular_values = (larger(q.unit, k.unit) * sigma) * (q.unit < k.unit ? q.unit : k.unit);
  check::result(kName, "a singular value", out.singular_values);
  if (!(sigma(0) > 0.0)) return out;
  out.effective_rank = mathfn::exp(entropy(Vector(sigma / sigma.sum())));

  // tr(A A) = sum of the products of W_K W_Q^T with its transpose.
  const Matrix k_q = product_transposed(k.matrix, q.matrix);
  const double squared = sigma.squaredNorm();
  const double symmetric = 0.5 * (1.0 + sum_of_products(k_q, k_q.transpose()) / squared);
  out.symmetric_share = std::min(1.0, std::max(0.0, symmetric));

  if (w_o.size() == 0) return out;
  const Vector written =
      singular_values(product_transposed(triangle_of(o.matrix.transpose()), triangle_of(v.matrix)));
  const double lengths = written.norm() * std::sqrt(squared);
  if (!(lengths > 0.0)) return out;
  const Matrix q_v = product_transposed(q.matrix, v.matrix), k_o = product(k.matrix, o.matrix);
  out.value_cosine = std::min(1.0, std::max(-1.0, sum_of_products(q_v, k_o) / lengths));
  return out;
}

}  // namespace attn
