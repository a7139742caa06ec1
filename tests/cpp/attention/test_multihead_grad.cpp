#include "attn/attention/multihead_grad.hpp"

#include <functional>

#include "attention/projections.hpp"
#include "attention/scores.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

struct Problem {
  Matrix x, context;
  MultiHeadWeights weights;
  std::vector<AttentionOptions> options;
  Matrix d_output;

  double loss() const {
    const Matrix y = multihead_forward(x, context, weights, options).output;
    return (y.array() * d_output.array()).sum();
  }
  MultiHeadGradients gradients() const {
    return multihead_backward(x, context, weights, options,
                              multihead_forward(x, context, weights, options), d_output);
  }
};

Problem random_problem(std::size_t heads, std::size_t key_heads, std::uint64_t seed) {
  Problem p;
  p.x = random_matrix(4, 3, 1.0, seed);
  p.context = random_matrix(5, 2, 1.0, seed + 1);
  p.weights = random_projections({3, 2, 2, 3, 4}, heads, key_heads, seed + 2);
  p.d_output = random_matrix(4, 4, 1.0, seed + 3);
  return p;
}

// The error of a derived gradient with respect to one of the problem's matrices.
double error_of(Problem p, const std::function<Matrix&(Problem&)>& part, const Matrix& derived) {
  const Matrix at = part(p);
  const auto loss = [&](const Matrix& m) {
    part(p) = m;
    return p.loss();
  };
  return gradient_error(derived, central_differences(loss, at, 0.1));
}

void check_all(const Problem& p) {
  const MultiHeadGradients g = p.gradients();
  CHECK(error_of(
            p, [](Problem& m) -> Matrix& { return m.x; }, g.d_x) <= 1e-7);
  CHECK(error_of(
            p, [](Problem& m) -> Matrix& { return m.context; }, g.d_context) <= 1e-7);
  using List = std::vector<Matrix> MultiHeadWeights::*;
  for (const List list : {&MultiHeadWeights::w_q, &MultiHeadWeights::w_k, &MultiHeadWeights::w_v,
                          &MultiHeadWeights::w_o}) {
    REQUIRE((g.d_weights.*list).size() == (p.weights.*list).size());
    for (std::size_t h = 0; h < (p.weights.*list).size(); ++h) {
      const auto part = [list, h](Problem& m) -> Matrix& { return (m.weights.*list)[h]; };
      CHECK(error_of(p, part, (g.d_weights.*list)[h]) <= 1e-7);
    }
  }
}

}  // namespace

TEST_CASE("all gradients of multi-head attention agree with central differences") {
  check_all(random_problem(1, 1, 10));
  check_all(random_problem(2, 2, 20));
  Problem grouped = random_problem(4, 2, 30);
  AttentionOptions first;
  first.causal = true;
  first.temperature = 0.7;
  AttentionOptions second;
  second.softcap = 1.0;
  second.key_length = 3;
  second.relative = random_matrix(8, 2, 1.0, 40);
  grouped.options = {first, second, first, second};
  check_all(grouped);
}

TEST_CASE("a key head has the sum of the gradients of the heads that share it") {
  const Problem p = random_problem(4, 2, 50);
  const MultiHeadGradients g = p.gradients();
  Matrix sum = Matrix::Zero(5, 2);
  for (std::size_t h = 0; h < 2; ++h) sum += g.heads[h].d_k;
  CHECK(largest(g.d_weights.w_k[0] - p.context.transpose() * sum) <= 1e-14);
}

TEST_CASE("turning queries and keys of a head together is a direction without gradient") {
  const Problem p = random_problem(2, 2, 60);
  const MultiHeadGradients g = p.gradients();
  // w_q -> w_q (1 + e S), w_k -> w_k (1 + e S) with S antisymmetric.
  Matrix turn(2, 2);
  turn << 0, 1, -1, 0;
  for (std::size_t h = 0; h < 2; ++h) {
    const double along = (g.d_weights.w_q[h].array() * (p.weights.w_q[h] * turn).array()).sum() +
                         (g.d_weights.w_k[h].array() * (p.weights.w_k[h] * turn).array()).sum();
    CHECK(std::fabs(along) <= 1e-13);
    // w_v -> (1 + e) w_v undoes w_o -> w_o / (1 + e).
    const double values = (g.d_weights.w_v[h].array() * p.weights.w_v[h].array()).sum();
    const double outputs = (g.d_weights.w_o[h].array() * p.weights.w_o[h].array()).sum();
    CHECK(std::fabs(values - outputs) <= 1e-13);
  }
}

TEST_CASE("the backward pass of multi-head attention refuses what does not fit") {
  const Problem p = random_problem(2, 1, 70);
  const MultiHead forward = multihead_forward(p.x, p.context, p.weights);
  CHECK(message_of([&] {
          return multihead_backward(p.x, p.context, p.weights, {}, forward, Matrix::Zero(4, 3));
        }) == "multihead_backward: d_output is 4 x 3, expected 4 x 4");
  CHECK(message_of([&] {
          return multihead_backward(p.x, p.context, p.weights, {}, MultiHead{}, p.d_output);
        }) == "multihead_backward: forward.q is 0 matrices, expected 2");
}
