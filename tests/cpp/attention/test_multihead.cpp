#include "attn/attention/multihead.hpp"

#include <cmath>

#include "attention/projections.hpp"
#include "attention/scores.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("multi-head attention is the sum of its heads, each with its projections") {
  const Matrix x = random_matrix(5, 4, 1.0, 1);
  const Matrix context = random_matrix(6, 3, 1.0, 2);
  const MultiHeadWeights w = random_projections({4, 3, 2, 3, 5}, 3, 3, 3);
  const MultiHead y = multihead_forward(x, context, w);
  Matrix expected = Matrix::Zero(5, 5);
  for (std::size_t h = 0; h < 3; ++h) {
    const Attention head = attention_forward(x * w.w_q[h], context * w.w_k[h], context * w.w_v[h]);
    CHECK(largest(y.heads[h].weights - head.weights) <= 1e-14);
    expected += head.output * w.w_o[h];
  }
  CHECK(largest(y.output - expected) <= 1e-13);
}

TEST_CASE("heads that share keys and values are heads with copies of them") {
  const Matrix x = random_matrix(5, 4, 1.0, 4);
  const MultiHeadWeights shared = random_projections({4, 4, 2, 2, 4}, 6, 2, 5);
  MultiHeadWeights copied = shared;
  copied.w_k.clear();
  copied.w_v.clear();
  for (std::size_t h = 0; h < 6; ++h) {
    copied.w_k.push_back(shared.w_k[h / 3]);
    copied.w_v.push_back(shared.w_v[h / 3]);
  }
  CHECK(multihead_forward(x, x, shared).output == multihead_forward(x, x, copied).output);
}

TEST_CASE("options are for all heads, or for each its own") {
  const Matrix x = random_matrix(4, 3, 1.0, 6);
  const MultiHeadWeights w = random_projections({3, 3, 2, 2, 3}, 2, 1, 7);
  AttentionOptions causal;
  causal.causal = true;
  AttentionOptions sharp;
  sharp.temperature = 0.1;
  const MultiHead both = multihead_forward(x, x, w, {causal});
  const MultiHead each = multihead_forward(x, x, w, {causal, sharp});
  CHECK(both.heads[1].weights(0, 3) == 0.0);
  CHECK(each.heads[0].weights == both.heads[0].weights);
  CHECK(each.heads[1].weights == attention_weights(each.heads[1].scores, sharp));
}

TEST_CASE("diversity is 0 for equal patterns, 1 for patterns with nothing in common") {
  const Matrix one = Matrix::Identity(3, 3);
  Matrix shift = Matrix::Zero(3, 3);
  shift << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  CHECK(std::fabs(head_diversity({one, one, one})) <= 1e-15);
  CHECK(std::fabs(head_diversity({one, shift}) - 1.0) <= 1e-15);
  // Two of three pairs have nothing in common.
  CHECK(std::fabs(head_diversity({one, shift, one}) - 2.0 / 3.0) <= 1e-15);
  CHECK(head_diversity({one}) == 0.0);
  CHECK(head_diversity({one, Matrix::Zero(3, 3)}) == 1.0);
  // Only directions count, also of the largest and smallest patterns.
  CHECK(std::fabs(head_diversity({1e300 * one, 1e-300 * one})) <= 1e-15);
  // Equal ones round to neither side of 0.
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Matrix pattern = random_matrix(4, 5, 1.0, seed).cwiseAbs();
    const double none = head_diversity({pattern, pattern, pattern});
    CHECK(none >= 0.0);
    CHECK(none <= 1e-14);
  }
}

TEST_CASE("multi-head attention refuses numbers and shapes that do not fit, by name") {
  const Matrix x = random_matrix(4, 3, 1.0, 8);
  const MultiHeadWeights good = random_projections({3, 3, 2, 2, 3}, 4, 2, 9);
  const auto refusal = [&](const MultiHeadWeights& w, std::size_t options = 1) {
    return message_of(
        [&] { return multihead_forward(x, x, w, std::vector<AttentionOptions>(options)); });
  };
  MultiHeadWeights w = good;
  w.w_k.push_back(w.w_k[0]);
  CHECK(refusal(w) ==
        "multihead_forward: weights.w_k is 3 matrices, expected a number that divides that of the "
        "query heads, 4");
  w = good;
  w.w_v.pop_back();
  CHECK(refusal(w) == "multihead_forward: weights.w_v is 1 matrices, expected 2");
  w = good;
  w.w_q[2].resize(3, 5);
  w.w_q[2].setZero();
  CHECK(refusal(w) == "multihead_forward: weights.w_q[2] is 3 x 5, expected 3 x 2");
  w = good;
  w.w_q.clear();
  CHECK(refusal(w) == "multihead_forward: weights.w_q is empty, expected a matrix for each head");
  CHECK(refusal(good, 3) == "multihead_forward: options is 3 matrices, expected 4");
  CHECK(message_of([] { return head_diversity({}); }) ==
        "head_diversity: patterns is empty, expected at least one");
  CHECK(message_of([] {
          return head_diversity({Matrix::Zero(1, 2), Matrix::Zero(2, 2)});
        }) == "head_diversity: patterns[1] is 2 x 2, expected 1 x 2");
}
