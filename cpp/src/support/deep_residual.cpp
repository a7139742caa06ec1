#include "attn/support/deep_residual.hpp"

#include <string>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"
#include "support/residual_parts.hpp"

namespace attn {
namespace {

void check_weight(const char* function, const std::string& name, const Matrix& m, Index d) {
  check::shape(function, name.c_str(), m, d, d);
  check::matrix(function, name.c_str(), m);
}

void check_arguments(const char* function, const std::vector<Matrix>& x,
                     const std::vector<DeepLayer>& layers) {
  check::count(function, "the number of layers", layers.size(), 1, 1000);
  const auto expected = static_cast<Index>(layers.size()) + 1;
  check::count(function, "the number of matrices in x", x.size(), expected, expected);
  for (std::size_t l = 0; l < x.size(); ++l) {
    const std::string name = "x[" + std::to_string(l) + ']';
    check::matrix(function, name.c_str(), x[l]);
    check::shape(function, name.c_str(), x[l], x[0].rows(), x[0].cols());
  }
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const std::string name = "layers[" + std::to_string(l) + "].";
    check_weight(function, name + "a", layers[l].a, x[0].cols());
    check_weight(function, name + "w_v", layers[l].w_v, x[0].cols());
    check_weight(function, name + "w_m", layers[l].w_m, x[0].cols());
  }
}

// The prior of a layer over its own tokens, as the map of section 3: logits y_s^T a y_t are those
// of w_k = I, w_q = a.
HeadWeights prior_weights(const DeepLayer& layer) {
  const Matrix identity = Matrix::Identity(layer.a.rows(), layer.a.cols());
  return {layer.a, identity, identity};
}

// Attention of one token of a layer over the tokens below, asked for by the token below or its own.
struct Reading {
  Attended token;
  Matrix asked;     // (a q_t)^T: the logit of x_s is x_s^T a q_t (1 x d)
  Matrix by_query;  // d (w_v xbar) / d query = w_v Cov_alpha(x) a (d x d)
};

Reading read_below(const char* function, const DeepLayer& layer, const Matrix& below,
                   const Matrix& own, Index t) {
  const auto query = layer.query == DeepQuery::kOwn ? own.row(t) : below.row(t);
  const Matrix asked = product_transposed(query, layer.a);
  const Vector logits = logits_of(asked.row(0), below.topRows(t + 1));
  check::result(function, "a logit", logits);
  const Attended token = attended(softmax(logits), below);
  const Matrix covariance = weighted_products(token.weights, token.distance, token.distance);
  return {token, asked, product(product(layer.w_v, covariance), layer.a)};
}

Matrix tanh_of(const DeepLayer& layer, const MatrixRef& token) {
  Matrix out = product_transposed(token, layer.w_m);
  for (Index i = 0; i < out.cols(); ++i) out(0, i) = mathfn::tanh(out(0, i));
  return out;
}

// One layer that reads the one below, its residual and the log-determinant of each token.
void read_layer(const char* function, const DeepLayer& layer, const Matrix& below,
                const Matrix& own, Matrix& residual, Eigen::Ref<Matrix> log_abs_det) {
  for (Index t = 0; t < own.rows(); ++t) {
    const Reading r = read_below(function, layer, below, own, t);
    residual.row(t) = own.row(t) - below.row(t) - tanh_of(layer, below.row(t)) -
                      product_transposed(r.token.mean.transpose(), layer.w_v);
    if (layer.query != DeepQuery::kOwn) continue;
    const Matrix block = Matrix::Identity(own.cols(), own.cols()) - r.by_query;
    check::result(function, "a block", block);
    log_abs_det(0, t) = log_determinant(block).log_abs;
  }
}

// Blocks of row t of a layer that reads the one below: with respect to its own token, and to the
// tokens below where these are variables.
void differentiate(const char* function, const DeepLayer& layer, const Matrix& below,
                   const Matrix& own, Index t, Eigen::Ref<Matrix> by_own,
                   Eigen::Ref<Matrix> by_below) {
  const Index d = own.cols();
  const Reading r = read_below(function, layer, below, own, t);
  const bool asks_itself = layer.query == DeepQuery::kOwn;
  by_own = Matrix::Identity(d, d);
  if (asks_itself) by_own -= r.by_query;
  if (by_below.cols() == 0) return;
  for (Index s = 0; s <= t; ++s) {
    const Matrix turned =
        Matrix::Identity(d, d) + transposed_product(r.token.distance.row(s), r.asked);
    by_below.middleCols(s * d, d) = -r.token.weights(s) * product(layer.w_v, turned);
  }
  Eigen::Block<Eigen::Ref<Matrix>> same = by_below.block(0, t * d, d, d);
  const Matrix bent = tanh_of(layer, below.row(t));
  for (Index i = 0; i < d; ++i) {
    same(i, i) -= 1.0;
    for (Index j = 0; j < d; ++j) same(i, j) -= (1.0 - bent(0, i) * bent(0, i)) * layer.w_m(i, j);
  }
  if (!asks_itself) same -= r.by_query;
}

}  // namespace

DeepResidual deep_residual(const std::vector<Matrix>& x, const std::vector<DeepLayer>& layers) {
  constexpr const char* kName = "deep_residual";
  check_arguments(kName, x, layers);
  DeepResidual out;
  out.log_abs_det = Matrix::Zero(static_cast<Index>(layers.size()), x[0].rows());
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const auto row = static_cast<Index>(l);
    if (layers[l].query == DeepQuery::kPrior) {
      ResidualMap map;
      check_fit(kName, compute_map(x[l + 1], prior_weights(layers[l]), {}, map));
      out.residual.push_back(map.residual);
      out.log_abs_det.row(row) = map.log_abs_det.transpose();
      continue;
    }
    out.residual.emplace_back(x[0].rows(), x[0].cols());
    read_layer(kName, layers[l], x[l], x[l + 1], out.residual.back(), out.log_abs_det.row(row));
    check::result(kName, "a residual", out.residual.back());
  }
  return out;
}

Matrix deep_residual_jacobian(const std::vector<Matrix>& x, const std::vector<DeepLayer>& layers) {
  constexpr const char* kName = "deep_residual_jacobian";
  check_arguments(kName, x, layers);
  const Index d = x[0].cols();
  const Index layer_size = check::product(kName, "a layer", x[0].rows(), d);
  const Index size =
      check::product(kName, "the Jacobian's rows", layer_size, static_cast<Index>(layers.size()));
  check::product(kName, "the Jacobian", size, size);
  Matrix out = Matrix::Zero(size, size);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const Index first = static_cast<Index>(l) * layer_size;
    if (layers[l].query == DeepQuery::kPrior) {
      out.block(first, first, layer_size, layer_size) =
          residual_jacobian_as(kName, x[l + 1], prior_weights(layers[l]), {});
      continue;
    }
    for (Index t = 0; t < x[0].rows(); ++t) {
      const Index row = first + t * d;
      // The input below the first layer is no variable.
      const Index before = l == 0 ? 0 : layer_size;
      differentiate(kName, layers[l], x[l], x[l + 1], t, out.block(row, row, d, d),
                    out.block(row, first - before, d, before));
    }
  }
  check::result(kName, "a derivative", out);
  return out;
}

}  // namespace attn
