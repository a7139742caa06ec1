#include "attn/attention/attention_grad.hpp"

#include <cmath>
#include <limits>

#include "attention/scores.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Sizes {
  Index queries, keys, d_q, d_k, d_v;
};

struct Inputs {
  Matrix q, k, v, d_output;
};

Inputs random_inputs(const Sizes& n, double size, std::uint64_t seed) {
  return {random_matrix(n.queries, n.d_q, size, seed), random_matrix(n.keys, n.d_k, size, seed + 1),
          random_matrix(n.keys, n.d_v, 1.0, seed + 2),
          random_matrix(n.queries, n.d_v, 1.0, seed + 3)};
}

// Everything that may be given, chosen by the bits of `which`.
AttentionOptions some_options(const Sizes& n, unsigned which, std::uint64_t seed) {
  AttentionOptions o;
  if ((which & 1u) != 0) o.metric = random_matrix(n.d_q, n.d_k, 1.0, seed);
  if ((which & 2u) != 0) {
    o.relative = random_matrix(n.queries + n.keys - 1, n.d_k, 0.7, seed + 1);
  }
  if ((which & 4u) != 0) o.softcap = 1.5;
  if ((which & 8u) != 0) {
    o.bias = random_matrix(n.queries, n.keys, 1.0, seed + 2);
    o.bias(n.queries - 1, 0) = -kInfinity;
  }
  if ((which & 16u) != 0) o.temperature = 0.6;
  if ((which & 32u) != 0) o.causal = true;
  if ((which & 64u) != 0) o.key_length = (n.keys + 1) / 2;
  if ((which & 128u) != 0) {
    o.allowed = random_matrix(n.queries, n.keys, 1.0, seed + 3).array() > -0.7;
  }
  return o;
}

void check_correct(const Inputs& x, const AttentionOptions& o) {
  const GradientCheck check = verify_gradients(x.q, x.k, x.v, o, x.d_output);
  for (const GradientError& e : check.errors) {
    CAPTURE(e.name, e.error);
    CHECK(e.error <= 1e-7);
  }
  CHECK(check.correct);
}

}  // namespace

TEST_CASE("every gradient agrees with central differences, for random shapes and all options") {
  std::uint64_t seed = 100;
  for (unsigned which = 0; which < 256; which += 5) {
    const Index n = 1 + static_cast<Index>(seed % 5);
    const Index d_q = 1 + static_cast<Index>(seed % 3);
    const Sizes sizes{n, 1 + static_cast<Index>(seed % 4), d_q, (which & 1u) != 0 ? 2 : d_q,
                      1 + static_cast<Index>(seed % 2)};
    CAPTURE(which, seed);
    check_correct(random_inputs(sizes, 1.0, seed), some_options(sizes, which, seed + 50));
    seed += 7;
  }
}

TEST_CASE("every gradient agrees where all options meet, and where there is one of everything") {
  const Sizes sizes{5, 6, 3, 2, 3};
  check_correct(random_inputs(sizes, 1.0, 7), some_options(sizes, 255, 8));
  const Sizes one{1, 1, 1, 1, 1};
  check_correct(random_inputs(one, 1.0, 9), {});
  check_correct(random_inputs(one, 1.0, 10), some_options(one, 2 + 4 + 16, 11));
}

TEST_CASE("gradients agree for ties, identical tokens, and scores of ten thousand") {
  Inputs ties = random_inputs({3, 4, 2, 2, 2}, 1.0, 12);
  ties.k.row(1) = ties.k.row(0);
  ties.k.row(3) = ties.k.row(0);
  check_correct(ties, {});
  Inputs same = random_inputs({4, 4, 3, 3, 2}, 1.0, 13);
  for (Index i = 1; i < 4; ++i) {
    same.k.row(i) = same.k.row(0);
    same.q.row(i) = same.k.row(0);
  }
  check_correct(same, {});
  const Inputs sharp = random_inputs({4, 5, 2, 2, 2}, 100.0, 14);
  REQUIRE(largest(attention_scores(sharp.q, sharp.k)) > 1e4);
  check_correct(sharp, {});
  AttentionOptions capped;
  capped.softcap = 30.0;
  check_correct(sharp, capped);
  // Scores of +-1e4 that nearly tie: nothing has vanished, and the digits of the scores are few.
  Inputs near = random_inputs({3, 3, 1, 1, 2}, 0.0, 15);
  near.q.setConstant(100.0);
  near.k << 100.0, 100.003, -100.0;
  check_correct(near, {});
}

TEST_CASE("gradients are what the definition gives, term by term") {
  const Inputs x = random_inputs({3, 4, 2, 2, 3}, 1.0, 16);
  AttentionOptions o;
  o.temperature = 0.8;
  const Attention forward = attention_forward(x.q, x.k, x.v, o);
  const AttentionGradients g = attention_backward(x.q, x.k, x.v, o, forward, x.d_output);
  for (Index i = 0; i < 3; ++i) {
    const Vector a = forward.weights.row(i);
    const Vector d_a = x.v * x.d_output.row(i).transpose();
    CHECK(largest(g.d_weights.row(i).transpose() - d_a) <= 1e-15);
    const Vector d_s = softmax_jacobian(a, 0.8).lazyProduct(d_a);
    CHECK(largest(g.d_scores.row(i).transpose() - d_s) <= 1e-15);
  }
  const double scale = 1.0 / std::sqrt(2.0);
  CHECK(largest(g.d_q - scale * g.d_scores * x.k) <= 1e-14);
  CHECK(largest(g.d_k - scale * g.d_scores.transpose() * x.q) <= 1e-14);
  CHECK(largest(g.d_v - forward.weights.transpose() * x.d_output) <= 1e-14);
}

TEST_CASE("what leaves the weights alone has no gradient along it") {
  const Sizes sizes{5, 5, 3, 2, 3};
  const Inputs x = random_inputs(sizes, 1.0, 17);
  const AttentionOptions o = some_options(sizes, 255 - 2 - 4, 18);
  const Attention forward = attention_forward(x.q, x.k, x.v, o);
  const AttentionGradients g = attention_backward(x.q, x.k, x.v, o, forward, x.d_output);
  // A number added to all scores of a query, a vector added to all keys.
  CHECK(largest(g.d_scores.rowwise().sum()) <= 1e-15);
  CHECK(largest(g.d_k.colwise().sum()) <= 1e-14);
  // q scaled by 1 + e and g by 1 / (1 + e); T and the logits scaled alike.
  CHECK(std::fabs((g.d_q.array() * x.q.array()).sum() -
                  (g.d_metric.array() * o.metric.array()).sum()) <= 1e-13);
  double logits = 0.0;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) {
      if (g.d_bias(i, j) != 0.0) {
        logits += g.d_bias(i, j) * (forward.scores(i, j) + o.bias(i, j));
      }
    }
  }
  CHECK(std::fabs(logits + o.temperature * g.d_temperature) <= 1e-13);
}

TEST_CASE("keys that are excluded get no gradient, rows without a key give none") {
  const Sizes sizes{4, 5, 2, 2, 2};
  const Inputs x = random_inputs(sizes, 1.0, 19);
  AttentionOptions o;
  o.key_length = 3;
  o.allowed = Mask::Constant(4, 5, true);
  o.allowed.row(2).setConstant(false);
  const Attention forward = attention_forward(x.q, x.k, x.v, o);
  const AttentionGradients g = attention_backward(x.q, x.k, x.v, o, forward, x.d_output);
  CHECK(g.d_k.bottomRows(2).isZero(0.0));
  CHECK(g.d_v.bottomRows(2).isZero(0.0));
  CHECK(g.d_q.row(2).isZero(0.0));
  CHECK(largest(g.d_q.row(1)) > 1e-3);
}

TEST_CASE("the trace of d_metric is the gradient of the scale, and at Infinity nothing moves") {
  const Inputs x = random_inputs({3, 4, 2, 2, 2}, 1.0, 20);
  AttentionOptions o;
  o.scale = 0.4;
  const auto loss = [&](const Matrix& s) {
    AttentionOptions moved;
    moved.scale = s(0, 0);
    return (attention(x.q, x.k, x.v, moved).array() * x.d_output.array()).sum();
  };
  const Attention forward = attention_forward(x.q, x.k, x.v, o);
  const AttentionGradients g = attention_backward(x.q, x.k, x.v, o, forward, x.d_output);
  const Matrix numeric = central_differences(loss, Matrix::Constant(1, 1, 0.4), 0.1);
  CHECK(std::fabs(g.d_metric.trace() - numeric(0, 0)) <= 1e-9);
  o.temperature = kInfinity;
  const Attention uniform = attention_forward(x.q, x.k, x.v, o);
  const AttentionGradients none = attention_backward(x.q, x.k, x.v, o, uniform, x.d_output);
  CHECK(none.d_q.isZero(0.0));
  CHECK(none.d_temperature == 0.0);
  CHECK(largest(none.d_v) > 0.1);
}

TEST_CASE("verify_gradients answers as the seed's quick start shows, and knows its tolerance") {
  Matrix q(2, 2);
  Matrix k(3, 2);
  Matrix v(3, 2);
  q << 1, 0, 0, 1;
  k << 1, 0, 0, 1, 1, 1;
  v << 2, 0, 0, 2, 1, 1;
  const GradientCheck check = verify_gradients(q, k, v);
  CHECK(check.correct);
  std::vector<std::string> names;
  for (const GradientError& e : check.errors) names.push_back(e.name);
  CHECK(names ==
        std::vector<std::string>{"d_q", "d_k", "d_v", "d_metric", "d_bias", "d_temperature"});
  CHECK_FALSE(verify_gradients(q, k, v, {}, 0.0).correct);
}

TEST_CASE("the backward pass refuses a temperature of 0, other shapes, and too large gradients") {
  const Inputs x = random_inputs({2, 3, 2, 2, 2}, 1.0, 21);
  AttentionOptions o;
  const Attention forward = attention_forward(x.q, x.k, x.v, o);
  const auto refusal = [&](const AttentionOptions& options, const Attention& f, const Matrix& d) {
    return message_of([&] { return attention_backward(x.q, x.k, x.v, options, f, d); });
  };
  CHECK(refusal(o, forward, x.d_output.topRows(1)) ==
        "attention_backward: d_output is 1 x 2, expected 2 x 2");
  CHECK(refusal(o, {}, x.d_output) ==
        "attention_backward: forward.scores is 0 x 0, expected 2 x 3");
  CHECK(refusal(o, forward, Matrix::Constant(2, 2, 1e308)) ==
        "attention_backward: d_weights is too large for a double");
  o.temperature = 0.0;
  CHECK(refusal(o, forward, x.d_output) ==
        "attention_backward: options.temperature is 0, expected a number > 0");
  CHECK(message_of([&] { return verify_gradients(1e300 * x.q, x.k * 1e300, x.v); }) ==
        "verify_gradients: attention_forward: a score is too large for a double");
  o.temperature = kInfinity;
  CHECK(message_of([&] { return verify_gradients(x.q, x.k, x.v, o); }) ==
        "verify_gradients: options.temperature is Infinity, expected a finite number > 0");
}
