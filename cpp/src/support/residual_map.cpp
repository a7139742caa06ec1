#include "attn/support/residual_map.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "support/residual_parts.hpp"

namespace attn {
namespace {

constexpr double kLogTwoPi = 1.8378770664093454836;

void check_weight(const char* function, const char* name, const Matrix& m, Index rows, Index cols) {
  check::shape(function, name, m, rows, cols);
  check::matrix(function, name, m);
}

Matrix exact_block(const HeadWeights& weights, const ResidualMap& map, Index t) {
  const Index d = map.values.cols(), n = context_size(t, map.options);
  const double scale = map.options.scale;
  Matrix block = Matrix::Identity(d, d);
  if (n == 0) return block;
  const Attended values = attended(map.weights.row(t).head(n), map.values);
  const Attended keys = attended(values.weights, map.keys);
  const Matrix covariance = weighted_products(values.weights, values.distance, keys.distance);
  block -= scale * product(covariance, weights.w_q);
  if (map.options.include_self) {
    const Matrix pull = product(map.queries.row(t), weights.w_k);  // (W_K^T q_t)^T
    const Matrix self = weights.w_v + scale * product(values.distance.row(t).transpose(), pull);
    block -= values.weights(t) * self;
  }
  return block;
}

// All but the blocks.
Unfit compute_attention(const MatrixRef& x, const HeadWeights& weights,
                        const ResidualOptions& options, ResidualMap& out) {
  out.options = options;
  out.queries = product_transposed(x, weights.w_q);
  out.keys = product_transposed(x, weights.w_k);
  out.values = product_transposed(x, weights.w_v);
  if (!out.queries.allFinite()) return {"a query"};
  if (!out.keys.allFinite()) return {"a key"};
  if (!out.values.allFinite()) return {"a value"};
  out.weights = Matrix::Zero(x.rows(), x.rows());
  out.mean = Matrix::Zero(x.rows(), x.cols());
  for (Index t = 0; t < x.rows(); ++t) {
    const Index n = context_size(t, options);
    if (n == 0) continue;
    const Vector logits = logits_of(out.queries.row(t), out.keys.topRows(n), options.scale);
    if (!logits.allFinite()) return {"a logit"};
    const Attended token = attended(softmax(logits), out.values);
    out.weights.row(t).head(n) = token.weights;
    out.mean.row(t) = token.mean;
  }
  out.residual = x - out.mean;
  if (!out.residual.allFinite()) return {"a residual"};
  return {};
}

ResidualMap attention_of(const char* function, const MatrixRef& x, const HeadWeights& weights,
                         const ResidualOptions& options) {
  check_residual_arguments(function, x, weights, options);
  ResidualMap out;
  check_fit(function, compute_attention(x, weights, options, out));
  return out;
}

double checked_energy(const char* function, const ResidualMap& map, double sigma) {
  check::matrix(function, "map.residual", map.residual);
  check::positive(function, "sigma", sigma);
  return check::result(function, "an energy", energy_of(map, sigma));
}

std::vector<Matrix> covariances_of(const char* function, const ResidualMap& map) {
  std::vector<Matrix> out;
  for (Index t = 0; t < map.values.rows(); ++t) {
    // Weights outside of the context are 0 and add nothing, so that s <= t serves for both.
    const Attended token = attended(map.weights.row(t).head(t + 1), map.values);
    out.push_back(weighted_products(token.weights, token.distance, token.distance));
    check::result(function, "a covariance", out.back());
  }
  return out;
}

}  // namespace

void check_fit(const char* function, const Unfit& unfit) {
  if (!unfit) return;
  if (unfit.singular >= 0) {
    check::refuse(function, {"the block of token ", unfit.singular}, unfit.what,
                  "one with an inverse");
  }
  check::fail({function, ": ", unfit.what, " is too large for a double"});
}

double energy_of(const ResidualMap& map, double sigma) {
  double sum = 0.0;
  for (const double e : map.residual.reshaped<Eigen::RowMajor>()) {
    sum += 0.5 * (e / sigma) * (e / sigma);
  }
  return sum;
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

Unfit compute_map(const MatrixRef& x, const HeadWeights& weights, const ResidualOptions& options,
                  ResidualMap& out) {
  if (const Unfit unfit = compute_attention(x, weights, options, out)) return unfit;
  out.blocks.clear();
  out.log_abs_det.resize(x.rows());
  out.sign.resize(x.rows());
  out.barrier = 0.0;
  for (Index t = 0; t < x.rows(); ++t) {
    out.blocks.push_back(exact_block(weights, out, t));
    if (!out.blocks.back().allFinite()) return {"a block"};
    const LogDeterminant det = log_determinant(out.blocks.back());
    out.log_abs_det(t) = det.log_abs;
    out.sign(t) = det.sign;
    out.barrier -= det.log_abs;
  }
  return {};
}

ResidualMap residual_map(const MatrixRef& x, const HeadWeights& weights,
                         const ResidualOptions& options) {
  constexpr const char* kName = "residual_map";
  check_residual_arguments(kName, x, weights, options);
  ResidualMap out;
  check_fit(kName, compute_map(x, weights, options, out));
  return out;
}

Vector determinant_margins(const ResidualMap& map) {
  constexpr const char* kName = "determinant_margins";
  check::count(kName, "the size of map.sign", map.sign.size(), map.log_abs_det.size(),
               map.log_abs_det.size());
  Vector out(map.sign.size());
  for (Index t = 0; t < out.size(); ++t) {
    if (std::isnan(map.sign(t))) check::refuse(kName, {"map.sign[", t, "]"}, "NaN", "a number");
    if (std::isnan(map.log_abs_det(t))) {
      check::refuse(kName, {"map.log_abs_det[", t, "]"}, "NaN", "a number");
    }
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
  return {best, margins(best), margins(best) < 1.0};
}

double residual_energy(const ResidualMap& map, double sigma) {
  return checked_energy("residual_energy", map, sigma);
}

double residual_log_density(const ResidualMap& map, double sigma) {
  const double energy = checked_energy("residual_log_density", map, sigma);
  const double constants = mathfn::log(sigma) + 0.5 * kLogTwoPi;
  return -map.barrier - energy - static_cast<double>(map.residual.size()) * constants;
}

std::vector<Matrix> value_covariances(const ResidualMap& map) {
  constexpr const char* kName = "value_covariances";
  check::matrix(kName, "map.values", map.values);
  check::shape(kName, "map.weights", map.weights, map.values.rows(), map.values.rows());
  check::matrix(kName, "map.weights", map.weights);
  return covariances_of(kName, map);
}

std::vector<Matrix> published_residual_blocks(const MatrixRef& x, const HeadWeights& weights,
                                              const ResidualOptions& options) {
  constexpr const char* kName = "published_residual_blocks";
  const ResidualMap map = attention_of(kName, x, weights, options);
  const Matrix a = options.scale * transposed_product(weights.w_k, weights.w_q);
  std::vector<Matrix> out = covariances_of(kName, map);
  for (Index t = 0; t < x.rows(); ++t) {
    Matrix& block = out[static_cast<std::size_t>(t)];
    block = Matrix::Identity(x.cols(), x.cols()) - product(block, a);
    if (options.include_self) block -= map.weights(t, t) * weights.w_v;
    check::result(kName, "a block", block);
  }
  return out;
}

Matrix residual_jacobian_as(const char* function, const MatrixRef& x, const HeadWeights& weights,
                            const ResidualOptions& options) {
  const ResidualMap map = attention_of(function, x, weights, options);
  const Index d = x.cols();
  const Index size = check::product(function, "the Jacobian's rows", x.rows(), d);
  check::product(function, "the Jacobian", size, size);
  Matrix out = Matrix::Zero(size, size);
  for (Index t = 0; t < x.rows(); ++t) {
    out.block(t * d, t * d, d, d) = exact_block(weights, map, t);
    if (t == 0) continue;
    const Attended token = attended(map.weights.row(t).head(context_size(t, options)), map.values);
    const Matrix pull = options.scale * product(map.queries.row(t), weights.w_k);
    for (Index s = 0; s < t; ++s) {
      const Matrix moved = weights.w_v + product(token.distance.row(s).transpose(), pull);
      out.block(t * d, s * d, d, d) = -token.weights(s) * moved;
    }
  }
  check::result(function, "a derivative", out);
  return out;
}

Matrix residual_jacobian(const MatrixRef& x, const HeadWeights& weights,
                         const ResidualOptions& options) {
  return residual_jacobian_as("residual_jacobian", x, weights, options);
}

}  // namespace attn
