#include "attn/support/residual_gradient.hpp"

#include "attn/numerics/check.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "support/residual_parts.hpp"

namespace attn {
namespace {

// What one backward pass has summed up so far, with respect to what tokens are projected to.
struct Adjoints {
  Matrix d_queries;  // (L x d_k)
  Matrix d_keys;     // (L x d_k)
  Matrix d_values;   // (L x d)
};

// One token: what it attends to, in distances from the means, and the derivatives with respect to
// its weights (n).
struct Token {
  Index t;
  Vector weights;  // alpha_ts (n)
  Matrix values;   // v_s - mu_t (n x d)
  Matrix keys;     // k_s - kbar_t (n x d_k)
  Vector d_weights;
};

Token token_of(const ResidualMap& map, Index t, Index n) {
  Attended values = attended(map.weights.row(t).head(n), map.values);
  return {t, values.weights, values.distance, attended(values.weights, map.keys).distance,
          Vector::Zero(n)};
}

// Of e_t, g = dL / de_t (1 x d): mu_t = sum_s alpha_ts v_s enters with a minus.
void through_mean(const MatrixRef& g, Token& token, Adjoints& sums) {
  for (Index s = 0; s < token.weights.size(); ++s) {
    for (Index i = 0; i < g.cols(); ++i) {
      token.d_weights(s) -= token.values(s, i) * g(0, i);
      sums.d_values(s, i) -= token.weights(s) * g(0, i);
    }
  }
}

// Of C_t = sum_s alpha_ts (v_s - mu_t) (k_s - kbar_t)^T, given dL / dC_t (d x d_k).
void through_covariance(const Matrix& d_covariance, Token& token, Adjoints& sums) {
  const Matrix by_values = product_transposed(token.keys, d_covariance);  // D (k_s - kbar) in row s
  const Matrix by_keys = product(token.values, d_covariance);             // D^T (v_s - mu) in row s
  for (Index s = 0; s < token.weights.size(); ++s) {
    for (Index i = 0; i < by_values.cols(); ++i) {
      token.d_weights(s) += token.values(s, i) * by_values(s, i);
      sums.d_values(s, i) += token.weights(s) * by_values(s, i);
    }
    for (Index k = 0; k < by_keys.cols(); ++k) {
      sums.d_keys(s, k) += token.weights(s) * by_keys(s, k);
    }
  }
}

// Of -alpha_tt (W_V + scale (v_t - mu_t) (W_K^T q_t)^T), given dL / d block = p (d x d).
void through_self(const Matrix& p, const HeadWeights& weights, const ResidualMap& map, Token& token,
                  Adjoints& sums, ResidualGradient& out) {
  const double scale = map.options.scale;
  const Index t = token.t;
  const double own = token.weights(t);
  const Matrix pull = product(map.queries.row(t), weights.w_k);    // (W_K^T q_t)^T (1 x d)
  const Matrix by_value = scale * product_transposed(pull, p);     // (P W_K^T q_t)^T (1 x d)
  const Matrix by_pull = scale * product(token.values.row(t), p);  // (P^T (v_t - mu_t))^T (1 x d)
  token.d_weights(t) -=
      p.cwiseProduct(weights.w_v).sum() + token.values.row(t).cwiseProduct(by_value.row(0)).sum();
  out.weights.w_v -= own * p;
  sums.d_values.row(t) -= own * by_value;
  for (Index s = 0; s < token.weights.size(); ++s) {  // mu_t is a mean of all
    token.d_weights(s) += own * token.values.row(s).cwiseProduct(by_value.row(0)).sum();
    sums.d_values.row(s) += own * token.weights(s) * by_value;
  }
  out.weights.w_k -= own * transposed_product(map.queries.row(t), by_pull);
  sums.d_queries.row(t) -= own * product_transposed(by_pull, weights.w_k);
}

// The softmax, and logits scale q_t k_s. Distances from the mean serve for keys, since derivatives
// of logits sum to 0.
void through_logits(const ResidualMap& map, const Token& token, Adjoints& sums) {
  double mean = 0.0;
  for (Index s = 0; s < token.weights.size(); ++s) mean += token.weights(s) * token.d_weights(s);
  for (Index s = 0; s < token.weights.size(); ++s) {
    const double d_logit = map.options.scale * token.weights(s) * (token.d_weights(s) - mean);
    for (Index k = 0; k < token.keys.cols(); ++k) {
      sums.d_queries(token.t, k) += d_logit * token.keys(s, k);
      sums.d_keys(s, k) += d_logit * map.queries(token.t, k);
    }
  }
}

ResidualGradient gradient_of(const char* function, const MatrixRef& x, const HeadWeights& weights,
                             const ResidualMap& map, double sigma, const PriorTerms& terms) {
  check_residual_arguments(function, x, weights, map.options);
  const auto part = [&](const char* name, const Matrix& m, Index rows, Index cols) {
    check::shape(function, name, m, rows, cols);
    check::matrix(function, name, m);
  };
  part("map.queries", map.queries, x.rows(), weights.w_q.rows());
  part("map.keys", map.keys, x.rows(), weights.w_k.rows());
  part("map.values", map.values, x.rows(), x.cols());
  part("map.weights", map.weights, x.rows(), x.rows());
  part("map.residual", map.residual, x.rows(), x.cols());
  check::count(function, "the number of blocks in map", map.blocks.size(), x.rows(), x.rows());
  for (const Matrix& block : map.blocks) part("a block of map", block, x.cols(), x.cols());
  check::positive(function, "sigma", sigma);
  check::finite(function, "terms.energy", terms.energy);
  if (terms.barrier.size() != 0) check::vector(function, "terms.barrier", terms.barrier, x.rows());
  ResidualGradient out;
  check_fit(function, compute_gradient(x, weights, map, sigma, terms, out));
  return out;
}

}  // namespace

Unfit compute_gradient(const MatrixRef& x, const HeadWeights& weights, const ResidualMap& map,
                       double sigma, const PriorTerms& terms, ResidualGradient& out) {
  const double scale = map.options.scale;
  out.d_x = Matrix::Zero(x.rows(), x.cols());
  out.weights.w_q = Matrix::Zero(weights.w_q.rows(), x.cols());
  out.weights.w_k = Matrix::Zero(weights.w_k.rows(), x.cols());
  out.weights.w_v = Matrix::Zero(x.cols(), x.cols());
  Adjoints sums{Matrix::Zero(x.rows(), weights.w_q.rows()),
                Matrix::Zero(x.rows(), weights.w_k.rows()), Matrix::Zero(x.rows(), x.cols())};
  for (Index t = 0; t < x.rows(); ++t) {
    const Matrix g = terms.energy / sigma / sigma * map.residual.row(t);
    out.d_x.row(t) += g;
    const Index n = context_size(t, map.options);
    if (n == 0) continue;
    Token token = token_of(map, t, n);
    through_mean(g, token, sums);
    const double factor = terms.barrier.size() == 0 ? 1.0 : terms.barrier(t);
    if (factor != 0.0) {
      // -det' / det is -(block^-1)^T.
      Matrix block = map.blocks[static_cast<std::size_t>(t)];
      Matrix inverse = Matrix::Identity(block.rows(), block.cols());
      if (!eliminate(block, inverse)) return {"singular", t};
      const Matrix p = -factor * inverse.transpose();
      const Matrix covariance = weighted_products(token.weights, token.values, token.keys);
      out.weights.w_q -= scale * transposed_product(covariance, p);
      through_covariance(-scale * product_transposed(p, weights.w_q), token, sums);
      if (map.options.include_self) through_self(p, weights, map, token, sums, out);
    }
    through_logits(map, token, sums);
  }
  add_product(sums.d_queries, weights.w_q, out.d_x);
  add_product(sums.d_keys, weights.w_k, out.d_x);
  add_product(sums.d_values, weights.w_v, out.d_x);
  out.weights.w_q += transposed_product(sums.d_queries, x);
  out.weights.w_k += transposed_product(sums.d_keys, x);
  out.weights.w_v += transposed_product(sums.d_values, x);
  if (!out.d_x.allFinite()) return {"d_x"};
  if (!out.weights.w_q.allFinite()) return {"a gradient of w_q"};
  if (!out.weights.w_k.allFinite()) return {"a gradient of w_k"};
  if (!out.weights.w_v.allFinite()) return {"a gradient of w_v"};
  return {};
}

ResidualGradient residual_gradient(const MatrixRef& x, const HeadWeights& weights,
                                   const ResidualMap& map, double sigma, const PriorTerms& terms) {
  return gradient_of("residual_gradient", x, weights, map, sigma, terms);
}

ResidualGradient barrier_gradient(const MatrixRef& x, const HeadWeights& weights,
                                  const ResidualMap& map) {
  return gradient_of("barrier_gradient", x, weights, map, 1.0, {0.0, {}});
}

ResidualGradient energy_gradient(const MatrixRef& x, const HeadWeights& weights,
                                 const ResidualMap& map, double sigma) {
  return gradient_of("energy_gradient", x, weights, map, sigma, {1.0, Vector::Zero(x.rows())});
}

}  // namespace attn
