#include "experiments/gradient-dynamics/routing_law.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/gradient-dynamics/toy.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr double kInit = 0.7;
constexpr double kTinyStep = 1e-6;

struct Pass {
  Toy toy;
  ClassifierForward forward;
  ClassifierGradients gradients;

  const HeadForward& head() const { return forward.heads[0]; }
  const RoutingGradients& routing() const { return gradients.heads[0].routing; }
  double scale() const { return 1.0 / std::sqrt(static_cast<double>(head().k.cols())); }
};

// Each advantage as a sum of differences: 0 where all values are alike, and right in every digit
// where one key has nearly all weight and the mean of the row is nearly its own.
void take_differences(const Matrix& weights, RoutingGradients& g) {
  const Matrix& b = g.compatibility;
  for (Index i = 0; i < b.rows(); ++i) {
    for (Index j = 0; j < b.cols(); ++j) {
      double sum = 0.0;
      for (Index r = 0; r < b.cols(); ++r) sum += weights(i, r) * (b(i, r) - b(i, j));
      g.advantage(i, j) = sum;
      g.d_scores(i, j) = -weights(i, j) * sum;
    }
  }
}

Pass pass_of(const RoutingLawParams& p) {
  Pass out;
  out.toy = draw_toy(p.seed, kInit);
  ClassifierWeights& weights = out.toy.weights;
  weights.heads[0].w_q *= p.sharp;
  out.forward = classifier_forward(out.toy.x, weights, out.toy.targets);
  if (p.via == RoutedBy::kScores && p.spread != 1.0) {
    Matrix values = out.head().values;
    const Eigen::RowVectorXd mean = values.colwise().mean();
    for (Index j = 0; j < values.rows(); ++j) {
      values.row(j) = mean + p.spread * (values.row(j) - mean);
    }
    out.forward = classifier_forward(out.toy.x, weights, out.toy.targets, {}, {values});
  }
  out.gradients = classifier_backward(out.toy.x, weights, out.forward);
  take_differences(out.head().routing.weights, out.gradients.heads[0].routing);
  return out;
}

// The scores after a step, less what they were.
Matrix change_of_scores(const Pass& p, RoutedBy via, double eta) {
  const HeadForward& head = p.head();
  const HeadGradients& g = p.gradients.heads[0];
  if (via == RoutedBy::kScores) return -eta * g.routing.d_scores;
  Matrix dq = -eta * g.d_q;
  Matrix dk = -eta * g.d_k;
  if (via == RoutedBy::kWeights) {
    dq = -eta * product_transposed(p.toy.x, p.gradients.weights.heads[0].w_q);
    dk = -eta * product_transposed(p.toy.x, p.gradients.weights.heads[0].w_k);
  }
  // The difference of both products, without taking one from the other.
  return p.scale() * product_transposed(dq, head.k) + p.scale() * product_transposed(head.q, dk) +
         p.scale() * product_transposed(dq, dk);
}

// To first order in eta, from inner products alone: what a score hears through shared weights is a
// mixture of what all hear,
// -(eta / d_k) sum_ml dS_ml ((x_m x_i)(k_l k_j) + (q_m q_i)(x_l x_j)).
Matrix first_order(const Pass& p, RoutedBy via, double eta) {
  const Matrix& d = p.routing().d_scores;
  if (via == RoutedBy::kScores) return -eta * d;
  const HeadForward& head = p.head();
  const Matrix keys = product_transposed(head.k, head.k);
  const Matrix queries = product_transposed(head.q, head.q);
  Matrix tokens = Matrix::Identity(kToyTokens, kToyTokens);
  if (via == RoutedBy::kWeights) tokens = product_transposed(p.toy.x, p.toy.x);
  const Matrix by_queries = product(product(tokens, d), keys);
  const Matrix by_keys = product(product(queries, d), tokens);
  return -eta * p.scale() * p.scale() * (by_queries + by_keys);
}

double share_that_agrees(const Matrix& law, const Matrix& real) {
  double count = 0.0;
  for (Index i = 0; i < law.size(); ++i) {
    const double l = law.data()[i];
    const double r = real.data()[i];
    count += (l > 0.0) == (r > 0.0) && (l < 0.0) == (r < 0.0) ? 1.0 : 0.0;
  }
  return count / static_cast<double>(law.size());
}

double signal_of(const RoutingGradients& g) {
  double most = 0.0;
  double squares = 0.0;
  for (Index i = 0; i < g.d_scores.rows(); ++i) {
    most = larger(most, g.d_scores.row(i).cwiseAbs().sum());
    const double mean = g.compatibility.row(i).mean();
    squares += (g.compatibility.row(i).array() - mean).square().sum();
  }
  const double spread = std::sqrt(squares / static_cast<double>(g.compatibility.size()));
  return spread > 0.0 ? most / spread : 0.0;
}

}  // namespace

std::vector<Setting<RoutingLawParams>> RoutingLaw::settings() {
  RoutingLawParams shared;
  shared.via = RoutedBy::kWeights;
  shared.eta = 1.0;
  RoutingLawParams sharp;
  sharp.via = RoutedBy::kQueriesKeys;
  sharp.sharp = 50.0;
  sharp.seed = 11;
  return {{RoutingLawParams{}, 0, 0}, {shared, 0, 0}, {sharp, 0, 0}};
}

RoutingLaw::RoutingLaw(const Params& params) {
  checked(kName, params);
  const Pass p = pass_of(params);
  Frame& f = frame_;
  f.scores = p.head().scores;
  f.weights = p.head().routing.weights;
  f.compatibility = p.routing().compatibility;
  f.mean_compatibility = p.routing().mean_compatibility;
  f.advantage = p.routing().advantage;
  f.d_scores = p.routing().d_scores;
  f.u = p.gradients.heads[0].u;
  f.law_scores = -params.eta * f.d_scores;
  f.real_scores = change_of_scores(p, params.via, params.eta);
  f.law_weights = softmax_rows(f.scores + f.law_scores) - f.weights;
  f.real_weights = softmax_rows(f.scores + f.real_scores) - f.weights;
  f.agree = share_that_agrees(f.law_scores, f.real_scores);
  f.signal = signal_of(p.routing());
  f.row_sum_error = largest(f.d_scores.rowwise().sum());
  const Matrix tiny = change_of_scores(p, params.via, kTinyStep);
  const double size = largest(tiny);
  const double error = largest(tiny - first_order(p, params.via, kTinyStep));
  f.first_order_error = size > 0.0 ? error / size : error;
}

}  // namespace attn::experiments
