#include "attn/support/residual_map.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "support/context.hpp"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLogTwoPi = 1.8378770664093454836;

void check_weight(const char* function, const char* name, const Matrix& m, Index rows, Index cols) {
  check::shape(function, name, m, rows, cols);
  check::matrix(function, name, m);
}

// alpha_ts of the first n tokens, as the softmax of their logits.
void attend(const char* function, double scale, Index t, Index n, ResidualMap& map) {
  double best = -kInfinity;
  for (Index s = 0; s < n; ++s) {
    double logit = 0.0;
    for (Index k = 0; k < map.keys.cols(); ++k) logit += map.queries(t, k) * map.keys(s, k);
    map.weights(t, s) = check::result(function, "a logit", scale * logit);
    best = map.weights(t, s) > best ? map.weights(t, s) : best;
  }
  double sum = 0.0;
  for (Index s = 0; s < n; ++s) {
    map.weights(t, s) = mathfn::exp(map.weights(t, s) - best);
    sum += map.weights(t, s);
  }
  for (Index s = 0; s < n; ++s) map.weights(t, s) /= sum;
}

// Distances of the first rows of m from their mean, and that mean.
Matrix centred(const MatrixRef& m, const Vector& weights, Vector& mean) {
  Matrix out(weights.size(), m.cols());
  Vector shift = Vector::Zero(m.cols());
  for (Index s = 0; s < out.rows(); ++s) {
    for (Index i = 0; i < m.cols(); ++i) {
      out(s, i) = m(s, i) - m(0, i);
      shift(i) += weights(s) * out(s, i);
    }
  }
  for (Index s = 0; s < out.rows(); ++s) out.row(s) -= shift.transpose();
  mean = m.row(0).transpose() + shift;
  return out;
}

Matrix exact_block(const HeadWeights& weights, const ResidualMap& map, Index t,
                   const ResidualOptions& options) {
  const Index d = map.values.cols();
  Matrix block = Matrix::Identity(d, d);
  if (context_size(t, options) == 0) return block;
  const Context c = context_of(map, t, options);
  block -= options.scale * product(weighted_products(c.weights, c.values, c.keys), weights.w_q);
  if (options.include_self) {
    const Matrix pull = product(map.queries.row(t), weights.w_k);  // (W_K^T q_t)^T
    const Matrix self = weights.w_v + options.scale * product(c.values.row(t).transpose(), pull);
    block -= c.weights(t) * self;
  }
  return block;
}

ResidualMap map_of(const char* function, const MatrixRef& x, const HeadWeights& weights,
                   const ResidualOptions& options) {
  check_residual_arguments(function, x, weights, options);
  ResidualMap out;
  out.queries = product_transposed(x, weights.w_q);
  out.keys = product_transposed(x, weights.w_k);
  out.values = product_transposed(x, weights.w_v);
  check::result(function, "a query", out.queries);
  check::result(function, "a key", out.keys);
  check::result(function, "a value", out.values);
  out.weights = Matrix::Zero(x.rows(), x.rows());
  out.mean = Matrix::Zero(x.rows(), x.cols());
  for (Index t = 0; t < x.rows(); ++t) {
    const Index n = context_size(t, options);
    attend(function, options.scale, t, n, out);
    if (n == 0) continue;
    Vector mean;
    (void)centred(out.values, out.weights.row(t).head(n), mean);
    out.mean.row(t) = mean.transpose();
  }
  out.residual = x - out.mean;
  check::result(function, "a residual", out.residual);
  return out;
}

double energy_of(const char* function, const ResidualMap& map, double sigma) {
  check::matrix(function, "map.residual", map.residual);
  check::positive(function, "sigma", sigma);
  double sum = 0.0;
  for (const double e : map.residual.reshaped<Eigen::RowMajor>()) {
    sum += 0.5 * (e / sigma) * (e / sigma);
  }
  return check::result(function, "an energy", sum);
}

}  // namespace

Context context_of(const ResidualMap& map, Index t, const ResidualOptions& options) {
  Context out;
  Vector mean;
  out.weights = map.weights.row(t).head(context_size(t, options));
  out.values = centred(map.values, out.weights, mean);
  out.keys = centred(map.keys, out.weights, mean);
  return out;
}

Matrix weighted_products(const Vector& weights, const Matrix& a, const Matrix& b) {
  Matrix out = Matrix::Zero(a.cols(), b.cols());
  for (Index s = 0; s < a.rows(); ++s) {
    for (Index i = 0; i < a.cols(); ++i) {
      const double factor = weights(s) * a(s, i);
      for (Index j = 0; j < b.cols(); ++j) out(i, j) += factor * b(s, j);
    }
  }
  return out;
}

void check_residual_arguments(const char* function, const MatrixRef& x, const HeadWeights& weights,
                              const ResidualOptions& options) {
  check::matrix(function, "x", x);
  check::product(function, "the weights of attention", x.rows(), x.rows());
  check_weight(function, "weights.w_q", weights.w_q, weights.w_q.rows(), x.cols());
  check_weight(function, "weights.w_k", weights.w_k, weights.w_q.rows(), x.cols());
  check_weight(function, "weights.w_v", weights.w_v, x.cols(), x.cols());
  check::finite(function, "options.scale", options.scale);
}

void check_map(const char* function, const MatrixRef& x, const HeadWeights& weights,
               const ResidualMap& map, const ResidualOptions& options) {
  check_residual_arguments(function, x, weights, options);
  check::shape(function, "map.queries", map.queries, x.rows(), weights.w_q.rows());
  check::shape(function, "map.keys", map.keys, x.rows(), weights.w_k.rows());
  check::shape(function, "map.values", map.values, x.rows(), x.cols());
  check::shape(function, "map.weights", map.weights, x.rows(), x.rows());
  check::shape(function, "map.residual", map.residual, x.rows(), x.cols());
  check::count(function, "the number of blocks in map", map.blocks.size(), x.rows(), x.rows());
  for (const Matrix& block : map.blocks) {
    check::shape(function, "a block of map", block, x.cols(), x.cols());
  }
}

ResidualMap residual_map(const MatrixRef& x, const HeadWeights& weights,
                         const ResidualOptions& options) {
  constexpr const char* kName = "residual_map";
  ResidualMap out = map_of(kName, x, weights, options);
  out.log_abs_det.resize(x.rows());
  out.sign.resize(x.rows());
  out.barrier = 0.0;
  for (Index t = 0; t < x.rows(); ++t) {
    out.blocks.push_back(exact_block(weights, out, t, options));
    check::result(kName, "a block", out.blocks.back());
    const LogDeterminant det = log_determinant(out.blocks.back());
    out.log_abs_det(t) = det.log_abs;
    out.sign(t) = det.sign;
    out.barrier -= det.log_abs;
  }
  return out;
}

Vector determinant_margins(const ResidualMap& map) {
  constexpr const char* kName = "determinant_margins";
  check::count(kName, "the size of map.sign", map.sign.size(), map.log_abs_det.size(),
               map.log_abs_det.size());
  Vector out(map.sign.size());
  for (Index t = 0; t < out.size(); ++t) {
    out(t) = map.sign(t) == 0.0 ? 0.0 : map.sign(t) * mathfn::exp(map.log_abs_det(t));
  }
  return out;
}

SupportToken support_token(const VectorRef& margins) {
  constexpr const char* kName = "support_token";
  check::count(kName, "the number of margins", margins.size(), 1, check::kMaxBudget);
  Index best = 0;
  for (Index t = 0; t < margins.size(); ++t) {
    if (std::isnan(margins(t))) check::refuse(kName, {"margins[", t, "]"}, "NaN", "a number");
    if (margins(t) < margins(best)) best = t;
  }
  return {best + 1, margins(best), margins(best) < 1.0};
}

double residual_energy(const ResidualMap& map, double sigma) {
  return energy_of("residual_energy", map, sigma);
}

double residual_log_density(const ResidualMap& map, double sigma) {
  const double energy = energy_of("residual_log_density", map, sigma);
  const double constants = mathfn::log(sigma) + 0.5 * kLogTwoPi;
  return -map.barrier - energy - static_cast<double>(map.residual.size()) * constants;
}

std::vector<Matrix> value_covariances(const ResidualMap& map) {
  constexpr const char* kName = "value_covariances";
  check::matrix(kName, "map.values", map.values);
  check::shape(kName, "map.weights", map.weights, map.values.rows(), map.values.rows());
  // Weights outside of the context are 0 and add nothing, so that s <= t serves for both.
  ResidualOptions all;
  all.include_self = true;
  std::vector<Matrix> out;
  for (Index t = 0; t < map.values.rows(); ++t) {
    Vector mean;
    const Vector weights = map.weights.row(t).head(t + 1);
    const Matrix values = centred(map.values, weights, mean);
    out.push_back(weighted_products(weights, values, values));
    check::result(kName, "a covariance", out.back());
  }
  return out;
}

std::vector<Matrix> published_residual_blocks(const MatrixRef& x, const HeadWeights& weights,
                                              const ResidualOptions& options) {
  constexpr const char* kName = "published_residual_blocks";
  const ResidualMap map = map_of(kName, x, weights, options);
  const Matrix a = options.scale * transposed_product(weights.w_k, weights.w_q);
  std::vector<Matrix> out = value_covariances(map);
  for (Index t = 0; t < x.rows(); ++t) {
    Matrix& block = out[static_cast<std::size_t>(t)];
    block = Matrix::Identity(x.cols(), x.cols()) - product(block, a);
    if (options.include_self) block -= map.weights(t, t) * weights.w_v;
    check::result(kName, "a block", block);
  }
  return out;
}

Matrix residual_jacobian(const MatrixRef& x, const HeadWeights& weights,
                         const ResidualOptions& options) {
  constexpr const char* kName = "residual_jacobian";
  const ResidualMap map = map_of(kName, x, weights, options);
  const Index d = x.cols();
  const Index size = check::product(kName, "the Jacobian's rows", x.rows(), d);
  check::product(kName, "the Jacobian", size, size);
  Matrix out = Matrix::Zero(size, size);
  for (Index t = 0; t < x.rows(); ++t) {
    out.block(t * d, t * d, d, d) = exact_block(weights, map, t, options);
    if (t == 0) continue;
    const Context c = context_of(map, t, options);
    const Matrix pull = options.scale * product(map.queries.row(t), weights.w_k);
    for (Index s = 0; s < t; ++s) {
      const Matrix moved = weights.w_v + product(c.values.row(s).transpose(), pull);
      out.block(t * d, s * d, d, d) = -c.weights(s) * moved;
    }
  }
  check::result(kName, "a derivative", out);
  return out;
}

}  // namespace attn
