#include "attn/support/residual_gradient.hpp"

#include "attn/numerics/check.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "support/context.hpp"

namespace attn {
namespace {

// What one backward pass has summed up so far, with respect to what tokens are projected to.
struct Adjoints {
  Matrix d_queries;  // (L x d_k)
  Matrix d_keys;     // (L x d_k)
  Matrix d_values;   // (L x d)
};

// One token: its context, and the derivatives with respect to its weights (n).
struct Token {
  Index t;
  Context context;
  Vector d_weights;
};

// Of e_t, g = dL / de_t (1 x d): mu_t = sum_s alpha_ts v_s enters with a minus.
void through_mean(const MatrixRef& g, Token& token, Adjoints& sums) {
  const Context& c = token.context;
  for (Index s = 0; s < c.weights.size(); ++s) {
    for (Index i = 0; i < g.cols(); ++i) {
      token.d_weights(s) -= c.values(s, i) * g(0, i);
      sums.d_values(s, i) -= c.weights(s) * g(0, i);
    }
  }
}

// Of C_t = sum_s alpha_ts (v_s - mu_t) (k_s - kbar_t)^T, given dL / dC_t (d x d_k).
void through_covariance(const Matrix& d_covariance, Token& token, Adjoints& sums) {
  const Context& c = token.context;
  const Matrix by_values = product_transposed(c.keys, d_covariance);  // D (k_s - kbar) in row s
  const Matrix by_keys = product(c.values, d_covariance);             // D^T (v_s - mu) in row s
  for (Index s = 0; s < c.weights.size(); ++s) {
    for (Index i = 0; i < by_values.cols(); ++i) {
      token.d_weights(s) += c.values(s, i) * by_values(s, i);
      sums.d_values(s, i) += c.weights(s) * by_values(s, i);
    }
    for (Index k = 0; k < by_keys.cols(); ++k) {
      sums.d_keys(s, k) += c.weights(s) * by_keys(s, k);
    }
  }
}

// Of -alpha_tt (W_V + scale (v_t - mu_t) (W_K^T q_t)^T), given dL / d block = p (d x d).
void through_self(const Matrix& p, const HeadWeights& weights, const ResidualMap& map, double scale,
                  Token& token, Adjoints& sums, ResidualGradient& out) {
  const Context& c = token.context;
  const Index t = token.t;
  const double own = c.weights(t);
  const Matrix pull = product(map.queries.row(t), weights.w_k);  // (W_K^T q_t)^T (1 x d)
  const Matrix by_value = scale * product_transposed(pull, p);   // (P W_K^T q_t)^T (1 x d)
  const Matrix by_pull = scale * product(c.values.row(t), p);    // (P^T (v_t - mu_t))^T (1 x d)
  token.d_weights(t) -=
      p.cwiseProduct(weights.w_v).sum() + c.values.row(t).cwiseProduct(by_value.row(0)).sum();
  out.weights.w_v -= own * p;
  sums.d_values.row(t) -= own * by_value;
  for (Index s = 0; s < c.weights.size(); ++s) {  // mu_t is a mean of all
    token.d_weights(s) += own * c.values.row(s).cwiseProduct(by_value.row(0)).sum();
    sums.d_values.row(s) += own * c.weights(s) * by_value;
  }
  out.weights.w_k -= own * transposed_product(map.queries.row(t), by_pull);
  sums.d_queries.row(t) -= own * product_transposed(by_pull, weights.w_k);
}

// The softmax, and logits scale q_t k_s. Distances from the mean serve for keys, since derivatives
// of logits sum to 0.
void through_logits(const ResidualMap& map, double scale, const Token& token, Adjoints& sums) {
  const Context& c = token.context;
  double mean = 0.0;
  for (Index s = 0; s < c.weights.size(); ++s) mean += c.weights(s) * token.d_weights(s);
  for (Index s = 0; s < c.weights.size(); ++s) {
    const double d_logit = scale * c.weights(s) * (token.d_weights(s) - mean);
    for (Index k = 0; k < c.keys.cols(); ++k) {
      sums.d_queries(token.t, k) += d_logit * c.keys(s, k);
      sums.d_keys(s, k) += d_logit * map.queries(token.t, k);
    }
  }
}

// -det' / det, that is -(block^-1)^T.
Matrix barrier_by_block(const char* function, const ResidualMap& map, Index t) {
  Matrix block = map.blocks[static_cast<std::size_t>(t)];
  check::matrix(function, "a block of map", block);
  Matrix inverse = Matrix::Identity(block.rows(), block.cols());
  if (!eliminate(block, inverse)) {
    check::refuse(function, {"the block of token ", t + 1}, "singular", "one with an inverse");
  }
  return -inverse.transpose();
}

ResidualGradient gradient_of(const char* function, const MatrixRef& x, const HeadWeights& weights,
                             const ResidualMap& map, double sigma, const PriorTerms& terms,
                             const ResidualOptions& options) {
  check_map(function, x, weights, map, options);
  check::positive(function, "sigma", sigma);
  check::finite(function, "terms.energy", terms.energy);
  if (terms.barrier.size() != 0) check::vector(function, "terms.barrier", terms.barrier, x.rows());
  ResidualGradient out;
  out.d_x = Matrix::Zero(x.rows(), x.cols());
  out.weights.w_q = Matrix::Zero(weights.w_q.rows(), x.cols());
  out.weights.w_k = Matrix::Zero(weights.w_k.rows(), x.cols());
  out.weights.w_v = Matrix::Zero(x.cols(), x.cols());
  Adjoints sums{Matrix::Zero(x.rows(), weights.w_q.rows()),
                Matrix::Zero(x.rows(), weights.w_k.rows()), Matrix::Zero(x.rows(), x.cols())};
  for (Index t = 0; t < x.rows(); ++t) {
    const Matrix g = terms.energy / sigma / sigma * map.residual.row(t);
    out.d_x.row(t) += g;
    if (context_size(t, options) == 0) continue;
    Token token{t, context_of(map, t, options), Vector::Zero(context_size(t, options))};
    through_mean(g, token, sums);
    const double factor = terms.barrier.size() == 0 ? 1.0 : terms.barrier(t);
    if (factor != 0.0) {
      const Matrix p = factor * barrier_by_block(function, map, t);
      const Context& c = token.context;
      const Matrix covariance = weighted_products(c.weights, c.values, c.keys);
      out.weights.w_q -= options.scale * transposed_product(covariance, p);
      through_covariance(-options.scale * product_transposed(p, weights.w_q), token, sums);
      if (options.include_self) {
        through_self(p, weights, map, options.scale, token, sums, out);
      }
    }
    through_logits(map, options.scale, token, sums);
  }
  add_product(sums.d_queries, weights.w_q, out.d_x);
  add_product(sums.d_keys, weights.w_k, out.d_x);
  add_product(sums.d_values, weights.w_v, out.d_x);
  out.weights.w_q += transposed_product(sums.d_queries, x);
  out.weights.w_k += transposed_product(sums.d_keys, x);
  out.weights.w_v += transposed_product(sums.d_values, x);
  check::result(function, "d_x", out.d_x);
  check::result(function, "a gradient of w_q", out.weights.w_q);
  check::result(function, "a gradient of w_k", out.weights.w_k);
  check::result(function, "a gradient of w_v", out.weights.w_v);
  return out;
}

}  // namespace

ResidualGradient residual_gradient(const MatrixRef& x, const HeadWeights& weights,
                                   const ResidualMap& map, double sigma, const PriorTerms& terms,
                                   const ResidualOptions& options) {
  return gradient_of("residual_gradient", x, weights, map, sigma, terms, options);
}

ResidualGradient barrier_gradient(const MatrixRef& x, const HeadWeights& weights,
                                  const ResidualMap& map, const ResidualOptions& options) {
  return gradient_of("barrier_gradient", x, weights, map, 1.0, {0.0, {}}, options);
}

ResidualGradient energy_gradient(const MatrixRef& x, const HeadWeights& weights,
                                 const ResidualMap& map, double sigma,
                                 const ResidualOptions& options) {
  const PriorTerms alone{1.0, Vector::Zero(x.rows())};
  return gradient_of("energy_gradient", x, weights, map, sigma, alone, options);
}

}  // namespace attn
