#include "attn/memory/modern_hopfield.hpp"

#include <algorithm>
#include <cmath>

#include "attention/attention_parts.hpp"
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

// V^T softmax(beta K xi) of each state.
Matrix read(const char* function, const MatrixRef& k, const MatrixRef& v, const MatrixRef& states,
            double beta) {
  Matrix out = product(weights_of(function, k, states, beta), v);
  check::result(function, "an entry", out);
  return out;
}

// One state that is updated again and again, in memory of its own.
class Updates {
 public:
  Updates(const MatrixRef& k, double beta)
      : k_(k), by_entry_(k.transpose()), beta_(beta), weights_(1, k.rows()), next_(1, k.cols()) {}

  // Leads x (1 x d) to the next state, and says what the largest change of an entry is.
  double step(const char* function, Eigen::Ref<Matrix> x) {
    weights_.setZero();
    add_product(x, by_entry_, weights_);
    for (double& s : weights_.reshaped()) s *= beta_;
    check::result(function, "a score", weights_);
    attention_parts::softmax_in_place(weights_.data(), weights_.size());
    next_.setZero();
    add_product(weights_, k_, next_);
    check::result(function, "an entry", next_);
    double moved = 0.0;
    for (Index c = 0; c < next_.cols(); ++c) {
      moved = larger(moved, std::fabs(next_(0, c) - x(0, c)));
      x(0, c) = next_(0, c);
    }
    return moved;
  }

 private:
  const MatrixRef& k_;
  Matrix by_entry_;  // (d x M), so that the sums run along rows
  double beta_;
  Matrix weights_, next_;
};

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
  Matrix out = states - read("modern_hopfield_gradient", k, k, states, beta);
  check::result("modern_hopfield_gradient", "an entry", out);
  return out;
}

Matrix modern_hopfield_weights(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_weights", k, states, beta);
  return weights_of("modern_hopfield_weights", k, states, beta);
}

Matrix modern_hopfield_update(const MatrixRef& k, const MatrixRef& states, double beta) {
  check_memory("modern_hopfield_update", k, states, beta);
  return read("modern_hopfield_update", k, k, states, beta);
}

Matrix modern_hopfield_read(const MatrixRef& k, const MatrixRef& v, const MatrixRef& states,
                            double beta) {
  check_memory("modern_hopfield_read", k, states, beta);
  check::matrix("modern_hopfield_read", "v", v);
  check::shape("modern_hopfield_read", "v", v, k.rows(), v.cols());
  return read("modern_hopfield_read", k, v, states, beta);
}

Retrieval modern_hopfield_retrieve(const MatrixRef& k, const MatrixRef& states, double beta,
                                   const RetrievalOptions& options) {
  check_memory("modern_hopfield_retrieve", k, states, beta);
  check::not_negative("modern_hopfield_retrieve", "tolerance", options.tolerance);
  check::count("modern_hopfield_retrieve", "most_updates", options.most_updates, 1,
               check::kMaxBudget);
  const auto count = static_cast<std::size_t>(states.rows());
  Retrieval out{states, Matrix(), std::vector<Index>(count, 0), std::vector<bool>(count, false)};
  Updates updates(k, beta);
  for (Index i = 0; i < states.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    while (!out.settled[at] && out.updates[at] < options.most_updates) {
      const double moved = updates.step("modern_hopfield_retrieve", out.states.row(i));
      out.settled[at] = moved <= options.tolerance;
      ++out.updates[at];
    }
  }
  out.weights = weights_of("modern_hopfield_retrieve", k, out.states, beta);
  return out;
}

Vector patterns_held(const MatrixRef& weights) {
  check::matrix("patterns_held", "weights", weights);
  for (Index i = 0; i < weights.rows(); ++i) {
    check::distribution("patterns_held", "a row of weights", weights.row(i));
  }
  Vector out = attention_entropy(weights);
  // Of weights whose sum is a little above 1 it may be more than there are.
  const auto most = static_cast<double>(weights.cols());
  for (double& x : out) x = std::min(mathfn::exp(x), most);
  return out;
}

}  // namespace attn
