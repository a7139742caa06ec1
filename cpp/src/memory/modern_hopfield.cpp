#include "attn/memory/modern_hopfield.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

void check_memory(const char* function, const MatrixRef& k, const MatrixRef& states, double beta) {
  check::matrix(function, "k", k);
  check::matrix(function, "states", states);
  check::columns(function, "states", states, k.cols(), "the columns of k");
  check::positive(function, "beta", beta);
  check::product(function, "the weights", states.rows(), k.rows());
}

// beta k xi of each state; Error where one is no double.
Matrix scaled_scores(const char* function, const MatrixRef& k, const MatrixRef& states,
                     double beta) {
  Matrix out = product_transposed(states, k);
  for (double& s : out.reshaped()) s *= beta;
  check::result(function, "a score", out);
  return out;
}

Matrix weights_of(const char* function, const MatrixRef& k, const MatrixRef& states, double beta) {
  return softmax_rows(scaled_scores(function, k, states, beta));
}

double difference(const MatrixRef& a, Index i, const MatrixRef& b, Index j) {
  double worst = 0.0;
  for (Index c = 0; c < a.cols(); ++c) worst = larger(worst, std::fabs(a(i, c) - b(j, c)));
  return worst;
}

}  // namespace

Vector modern_hopfield_energy(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_energy", k, states, beta);
  const Matrix scores = scaled_scores("modern_hopfield_energy", k, states, beta);
  Vector out(states.rows());
  for (Index i = 0; i < out.size(); ++i) {
    double square = 0.0;
    for (Index c = 0; c < states.cols(); ++c) square += states(i, c) * states(i, c);
    out(i) = 0.5 * square - log_sum_exp(scores.row(i)) / beta;
  }
  check::result("modern_hopfield_energy", "an energy", out);
  return out;
}

Matrix modern_hopfield_gradient(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_gradient", k, states, beta);
  Matrix out = states - product(weights_of("modern_hopfield_gradient", k, states, beta), k);
  check::result("modern_hopfield_gradient", "an entry", out);
  return out;
}

Matrix modern_hopfield_weights(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_weights", k, states, beta);
  return weights_of("modern_hopfield_weights", k, states, beta);
}

Matrix modern_hopfield_update(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_update", k, states, beta);
  Matrix out = product(weights_of("modern_hopfield_update", k, states, beta), k);
  check::result("modern_hopfield_update", "an entry", out);
  return out;
}

Matrix modern_hopfield_read(const MatrixRef& k, const MatrixRef& v, const MatrixRef& states,
                            double beta) {
  check_memory("modern_hopfield_read", k, states, beta);
  check::matrix("modern_hopfield_read", "v", v);
  check::shape("modern_hopfield_read", "v", v, k.rows(), v.cols());
  Matrix out = product(weights_of("modern_hopfield_read", k, states, beta), v);
  check::result("modern_hopfield_read", "an entry", out);
  return out;
}

Retrieval modern_hopfield_retrieve(const MatrixRef& k, const MatrixRef& states, double beta,
                                   const RetrievalOptions& options) {
  check_memory("modern_hopfield_retrieve", k, states, beta);
  check::not_negative("modern_hopfield_retrieve", "tolerance", options.tolerance);
  check::count("modern_hopfield_retrieve", "most_updates", options.most_updates, 1,
               check::kMaxBudget);
  const auto count = static_cast<std::size_t>(states.rows());
  Retrieval out{states, Matrix(), std::vector<Index>(count, 0), std::vector<bool>(count, false)};
  for (Index i = 0; i < states.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    while (!out.settled[at] && out.updates[at] < options.most_updates) {
      const Matrix before = out.states.row(i);
      const Matrix after = product(weights_of("modern_hopfield_retrieve", k, before, beta), k);
      check::result("modern_hopfield_retrieve", "an entry", after);
      out.settled[at] = difference(after, 0, before, 0) <= options.tolerance;
      out.states.row(i) = after;
      ++out.updates[at];
    }
  }
  out.weights = weights_of("modern_hopfield_retrieve", k, out.states, beta);
  return out;
}

Vector pattern_separation(const MatrixRef& k) {
  check::matrix("pattern_separation", "k", k);
  check::product("pattern_separation", "the products", k.rows(), k.rows());
  const Matrix products = product_transposed(k, k);
  check::result("pattern_separation", "a product", products);
  Vector out = Vector::Constant(k.rows(), std::numeric_limits<double>::infinity());
  for (Index i = 0; i < k.rows(); ++i) {
    for (Index j = 0; j < k.rows(); ++j) {
      const double apart = products(i, i) - products(i, j);
      check::result("pattern_separation", "a separation", apart);
      if (j != i && apart < out(i)) out(i) = apart;
    }
  }
  return out;
}

Vector patterns_held(const MatrixRef& weights) {
  check::matrix("patterns_held", "weights", weights);
  for (Index i = 0; i < weights.rows(); ++i) {
    check::distribution("patterns_held", "a row of weights", weights.row(i));
  }
  Vector out = attention_entropy(weights);
  for (double& x : out) x = mathfn::exp(x);
  return out;
}

DistinctStates distinct_states(const MatrixRef& states, double distance) {
  check::matrix("distinct_states", "states", states);
  check::not_negative("distinct_states", "distance", distance);
  DistinctStates out;
  std::vector<Index> firsts;
  for (Index i = 0; i < states.rows(); ++i) {
    std::size_t kind = 0;
    while (kind < firsts.size() && !(difference(states, i, states, firsts[kind]) <= distance)) {
      ++kind;
    }
    if (kind == firsts.size()) firsts.push_back(i);
    out.of.push_back(static_cast<Index>(kind));
  }
  out.states.resize(static_cast<Index>(firsts.size()), states.cols());
  for (std::size_t kind = 0; kind < firsts.size(); ++kind) {
    out.states.row(static_cast<Index>(kind)) = states.row(firsts[kind]);
  }
  return out;
}

}  // namespace attn
