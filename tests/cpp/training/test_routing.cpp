#include "attn/training/routing.hpp"

#include <cmath>

#include "attn/attention/attention_grad.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;

namespace {

struct Free {
  Matrix scores, values, w_o, targets;
  Vector b;
};

Free free_problem(Index n_q, Index n_k, std::uint64_t seed) {
  return {layouts::matrix(n_q, n_k, seed), layouts::matrix(n_k, 2, seed + 1),
          layouts::matrix(3, 2, seed + 2), soft_targets(n_q, 3, seed + 3),
          layouts::matrix(3, 1, seed + 4)};
}

CrossEntropy predicted(const Free& f, const RoutingOptions& options) {
  const Routing r = routing_forward(f.scores, f.values, options);
  return cross_entropy(read_out(r.contexts, f.w_o, f.b), f.targets);
}

RoutingGradients gradients_of(const Free& f, const RoutingOptions& options) {
  const Routing r = routing_forward(f.scores, f.values, options);
  const Matrix u = read_out_backward(r.contexts, f.w_o, predicted(f, options).d_logits).d_g;
  return routing_backward(r, f.values, u, options);
}

Matrix some_keep(Index n_q, Index n_k, std::uint64_t seed) {
  const Matrix m = layouts::matrix(n_q, n_k, seed);
  return (m.array() > -0.3).select(Matrix::Constant(n_q, n_k, 1.5), Matrix::Zero(n_q, n_k));
}

}  // namespace

TEST_CASE(
    "gradients of scores and values agree with differences: plain, causal, with dropout, of one") {
  std::uint64_t seed = 1;
  for (const Index n_q : {1, 4}) {
    for (const Index n_k : {1, 4, 6}) {
      for (const int kind : {0, 1, 2, 3}) {
        RoutingOptions options;
        options.causal = kind % 2 == 1;
        if (kind >= 2) options.keep = some_keep(n_q, n_k, seed + 5);
        Free f = free_problem(n_q, n_k, seed);
        seed += 10;
        const RoutingGradients g = gradients_of(f, options);
        Free moved = f;
        const Matrix by_scores = central_differences(
            [&](const Matrix& s) {
              moved.scores = s;
              return predicted(moved, options).loss;
            },
            f.scores, 0.5);
        moved = f;
        const Matrix by_values = central_differences(
            [&](const Matrix& v) {
              moved.values = v;
              return predicted(moved, options).loss;
            },
            f.values, 0.5);
        CAPTURE(n_q, n_k, kind);
        CHECK(gradient_error(g.d_scores, by_scores, 1e-3) <= 1e-9);
        CHECK(gradient_error(g.d_values, by_values, 1e-3) <= 1e-9);
      }
    }
  }
}

TEST_CASE("the loss's slope along a weight is the compatibility") {
  const Free f = free_problem(3, 4, 200);
  const Routing r = routing_forward(f.scores, f.values);
  const Matrix numeric = central_differences(
      [&](const Matrix& weights) {
        return cross_entropy(read_out(weights * f.values, f.w_o, f.b), f.targets).loss;
      },
      r.weights, 0.5);
  const RoutingGradients g = gradients_of(f, {});
  CHECK(gradient_error(g.d_weights, numeric) <= 1e-9);
  CHECK(g.d_weights == g.compatibility);
}

TEST_CASE("the laws hold term by term, as attention's own backward pass has them") {
  const Matrix q = layouts::matrix(4, 2, 1), k = layouts::matrix(5, 2, 2);
  const Matrix v = layouts::matrix(5, 3, 3), u = layouts::matrix(4, 3, 4);
  for (const bool causal : {false, true}) {
    AttentionOptions masks;
    masks.causal = causal;
    const Attention a = attention_forward(q, k, v, masks);
    const AttentionGradients expected = attention_backward(q, k, v, masks, a, u);
    const RoutingOptions options{causal, {}};
    const Routing r = routing_forward(a.scores, v, options);
    const RoutingGradients g = routing_backward(r, v, u, options);
    CHECK(r.weights == a.weights);
    CHECK(largest(r.contexts - a.output) <= 1e-15);
    CHECK(largest(g.d_scores - expected.d_scores) <= 1e-15);
    CHECK(largest(g.d_values - expected.d_v) <= 1e-15);
    for (Index i = 0; i < 4; ++i) {
      const Vector law = softmax_jacobian_product(r.weights.row(i).transpose(),
                                                  g.compatibility.row(i).transpose());
      CHECK(largest(g.d_scores.row(i).transpose() - law) <= 1e-15);
    }
    // No score is worth more than the others together; all errors are handed to some value.
    CHECK(largest(g.d_scores.rowwise().sum()) <= 1e-15);
    CHECK(largest(g.d_values.colwise().sum() - u.colwise().sum()) <= 1e-14);
    CHECK(largest(g.advantage.cwiseProduct(r.weights).rowwise().sum()) <= 1e-15);
  }
}

TEST_CASE(
    "a score rises under descent where its value's compatibility is below the mean, not above") {
  const Free f = free_problem(5, 5, 300);
  const RoutingGradients g = gradients_of(f, {});
  const Matrix before = routing_forward(f.scores, f.values).weights;
  const Matrix moved = f.scores - 0.01 * g.d_scores;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) {
      const bool below = g.compatibility(i, j) < g.mean_compatibility(i);
      CHECK((moved(i, j) > f.scores(i, j)) == below);
      CHECK((g.advantage(i, j) > 0.0) == below);
    }
    // And a value that moves away from its readers' errors lowers its compatibility with them.
    CHECK(before.row(i).sum() == Approx(1.0));
  }
  const Matrix values = f.values - 0.01 * g.d_values;
  const Matrix u = read_out_backward(routing_forward(f.scores, f.values).contexts, f.w_o,
                                     predicted(f, {}).d_logits)
                       .d_g;
  const Matrix change = u * (values - f.values).transpose();
  const Matrix paper = -0.01 * u * g.d_values.transpose();  // of b_ij: -eta u_i ubar_j
  CHECK(largest(change - paper) <= 1e-15);
  CHECK((change.array() * before.array()).sum() < 0.0);
}

TEST_CASE("values that are all alike leave every score alone, though errors are not 0") {
  Free f = free_problem(4, 4, 400);
  for (Index j = 1; j < 4; ++j) f.values.row(j) = f.values.row(0);
  const RoutingGradients g = gradients_of(f, {});
  CHECK(largest(g.d_scores) <= 1e-15);
  CHECK(largest(g.d_values) > 0.01);
}

TEST_CASE("weights of hidden and of dropped keys hand no error on") {
  const Free f = free_problem(4, 4, 500);
  RoutingOptions options;
  options.causal = true;
  options.keep = Matrix::Ones(4, 4);
  options.keep.col(1).setZero();
  const RoutingGradients g = gradients_of(f, options);
  for (Index i = 0; i < 4; ++i) {
    for (Index j = i + 1; j < 4; ++j) CHECK(g.d_scores(i, j) == 0.0);
  }
  CHECK(g.d_values.row(1).isZero(0.0));
  CHECK(largest(g.d_values.row(0)) > 1e-3);
}

TEST_CASE("routing refuses what does not fit") {
  const Matrix s = Matrix::Zero(2, 3), v = Matrix::Ones(3, 2);
  const Routing r = routing_forward(s, v);
  CHECK(message_of([&] { return routing_forward(s, Matrix::Ones(2, 2)); }) ==
        "routing_forward: values is 2 x 2, expected 3 x 2");
  CHECK(message_of([&] {
          return routing_forward(s, v, {false, Matrix::Ones(3, 3)});
        }) == "routing_forward: options.keep is 3 x 3, expected 2 x 3");
  CHECK(message_of([&] {
          return routing_forward(s, v, {false, -Matrix::Ones(2, 3)});
        }) == "routing_forward: options.keep is below 0 somewhere, expected factors >= 0");
  CHECK(message_of([&] { return routing_forward(Matrix(0, 3), v); }) ==
        "routing_forward: scores is 0 x 3, expected at least 1 x 1");
  CHECK(message_of([&] { return routing_backward(r, v, Matrix::Ones(2, 3)); }) ==
        "routing_backward: u is 2 x 3, expected 2 x 2");
  CHECK(message_of([&] { return routing_backward(r, v, Matrix::Constant(2, 2, 1e308)); }) ==
        "routing_backward: a compatibility is too large for a double");
  CHECK(message_of([&] { return routing_backward({}, v, Matrix::Ones(2, 2)); }) ==
        "routing_backward: forward.weights is 0 x 0, expected at least 1 x 1");
}
