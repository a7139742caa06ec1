#include "attn/reading/head.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "reading/heads.hpp"

using namespace attn;

namespace {

constexpr double kUnseen = -std::numeric_limits<double>::infinity();

Head direct() {
  Head out;
  out.q = layouts::matrix(3, 2, 1);
  out.k = layouts::matrix(4, 2, 2);
  out.v = layouts::matrix(4, 5, 3);
  return out;
}

Head projections() {
  Head out;
  out.x = layouts::matrix(3, 6, 1);
  out.w_q = layouts::matrix(2, 6, 2);
  out.w_k = layouts::matrix(2, 6, 3);
  out.w_v = layouts::matrix(4, 6, 4);
  return out;
}

}  // namespace

TEST_CASE("both forms of one head give the same numbers to the last bit") {
  const Head head = projected_head(5, 6, 3, 4, 20);
  Head other;
  other.q = head.q;
  other.k = head.k;
  other.v = head.v;
  other.mask = head.mask;
  other = complete_head(other);
  CHECK(head_scores(other) == head_scores(head));
  CHECK(head_attention(other, 0.7).output == head_attention(head, 0.7).output);
  CHECK(*head.scale == 1.0 / std::sqrt(3.0));
}

TEST_CASE("queries, keys and values are what the projections make of X") {
  const Head head = projected_head(4, 5, 2, 3, 30);
  Matrix q = head.x * head.w_q.transpose();
  q.rowwise() += head.b_q.transpose();
  CHECK(largest(head.q - q) < 1e-14);
  Matrix v = head.x * head.w_v.transpose();
  v.rowwise() += head.b_v.transpose();
  CHECK(largest(head.v - v) < 1e-14);
}

TEST_CASE("scores are hidden where the mask says so, and moved where it is a number") {
  Head head = direct();
  head.scale = 0.5;
  head.mask = Matrix::Zero(3, 4);
  head.mask(1, 2) = kUnseen;
  head.mask(0, 3) = 1.25;
  head = complete_head(head);
  const Matrix scores = head_scores(head);
  CHECK(scores(1, 2) == kUnseen);
  CHECK(scores(0, 3) == Approx(0.5 * head.q.row(0).dot(head.k.row(3)) + 1.25));
  const Attention attention = head_attention(head, 2.0);
  CHECK(attention.weights(1, 2) == 0.0);
  CHECK(std::log(attention.weights(0, 3) / attention.weights(0, 0)) ==
        Approx((scores(0, 3) - scores(0, 0)) / 2.0));
  CHECK(largest(attention.weights.rowwise().sum() - Vector::Ones(3)) < 1e-15);
}

TEST_CASE("at an infinite temperature a causal head gives running means") {
  Head head = projected_head(6, 4, 2, 3, 40);
  const Attention attention = head_attention(head, std::numeric_limits<double>::infinity());
  for (Index t = 0; t < 6; ++t) {
    CHECK(largest(attention.output.row(t) - head.v.topRows(t + 1).colwise().mean()) < 1e-14);
  }
}

TEST_CASE("W_O is the identity where values are as long as tokens, and missing otherwise") {
  Head head = projections();
  CHECK(complete_head(head).w_o.size() == 0);
  head.w_v = layouts::matrix(6, 6, 5);
  CHECK(complete_head(head).w_o == Matrix::Identity(6, 6));
}

TEST_CASE("a head that is not one is refused in its own words") {
  const auto refused = [](const Head& head, const char* message) {
    CHECK_THROWS_WITH(complete_head(head), message);
  };
  Head head;
  refused(head, "complete_head: has no head; give either Q, K, V or X, W_Q, W_K, W_V");
  head = direct();
  head.w_q = layouts::matrix(2, 2, 1);
  refused(head, "complete_head: has Q and W_Q; give either Q, K, V or X, W_Q, W_K, W_V");
  head = direct();
  head.k = {};
  refused(head, "complete_head: has no K; give either Q, K, V or X, W_Q, W_K, W_V");
  head = direct();
  head.k = layouts::matrix(4, 3, 2);
  refused(head, "complete_head: K is 4 x 3, expected 4 x 2 (as many columns as Q has)");
  head = direct();
  head.v = layouts::matrix(3, 3, 2);
  refused(head, "complete_head: V is 3 x 3, expected 4 x 3 (as many rows as K has)");
  head = direct();
  head.k(2, 1) = std::nan("");
  refused(head, "complete_head: K has a number that is not finite in row 3, column 2");
  head = direct();
  head.mask = Matrix::Zero(4, 3);
  refused(head,
          "complete_head: mask is 4 x 3, expected 3 x 4 (a row for each query, a column for each "
          "key)");
  head.mask = Matrix::Zero(3, 4);
  head.mask.row(2).setConstant(kUnseen);
  refused(head, "complete_head: mask leaves row 3 nothing to look at");
  head.mask(2, 1) = -kUnseen;
  refused(head,
          "complete_head: mask has Infinity in row 3, column 2, expected a finite number or "
          "-Infinity");
  head.mask(2, 1) = std::nan("");
  refused(head,
          "complete_head: mask has NaN in row 3, column 2, expected a finite number or -Infinity");
  head = direct();
  head.scale = kUnseen;
  refused(head, "complete_head: scale is -Infinity, expected a finite number");
  head = direct();
  head.tokens = {"a"};
  refused(head, "complete_head: has 1 labels in tokens, expected 3 (one for each token)");
  head = direct();
  head.u = layouts::matrix(3, 4, 1);
  refused(head,
          "complete_head: U is 3 x 4, expected 3 x 5 (a row for each token, as long as a value)");
  head = direct();
  head.w_o = layouts::matrix(5, 7, 1);
  refused(head, "complete_head: W_O is 5 x 7, expected 5 x 5 (d x d_v)");
  head = direct();
  head.q = Matrix::Zero(2048, 2);
  refused(head, "complete_head: 2048 tokens, at most 512; take the first ones");
  head = direct();
  head.k = Matrix::Zero(513, 2);
  head.v = Matrix::Zero(513, 2);
  refused(head, "complete_head: 513 keys, at most 512; take the first ones");
  head = direct();
  head.q = head.k = Matrix::Zero(4, 257);
  refused(head, "complete_head: 257 columns of Q, at most 256");
}

TEST_CASE("projections that lie on their side are named, and which way they should lie") {
  const auto refused = [](const Head& head, const char* message) {
    CHECK_THROWS_WITH(complete_head(head), message);
  };
  Head head = projections();
  head.w_q = Matrix(head.w_q.transpose());
  refused(
      head,
      "complete_head: W_Q is 6 x 2, expected 2 x 6 (d_k x d, d = 6 columns of X): transpose it");
  head = projections();
  head.w_k = Matrix(head.w_k.transpose());
  refused(
      head,
      "complete_head: W_K is 6 x 2, expected 2 x 6 (d_k x d, d = 6 columns of X): transpose it");
  head = projections();
  head.w_v = Matrix(head.w_v.transpose());
  refused(
      head,
      "complete_head: W_V is 6 x 4, expected 4 x 6 (d_v x d, d = 6 columns of X): transpose it");
  head = projections();
  head.w_o = layouts::matrix(4, 6, 1);
  refused(head, "complete_head: W_O is 4 x 6, expected 6 x 4 (d x d_v): transpose it");
  head = projections();
  head.w_k = layouts::matrix(3, 6, 1);
  refused(head, "complete_head: W_K is 3 x 6, expected 2 x 6 (d_k x d, d = 6 columns of X)");
  head = projections();
  head.b_v = Vector::Zero(3);
  refused(head, "complete_head: b_V has 3 numbers, expected 4 (the rows of W_V)");
  head.b_v = Vector::Zero(4);
  head.b_v(3) = kUnseen;
  refused(head, "complete_head: b_V has a number that is not finite at 4");
  head = projections();
  head.x = {};
  refused(head, "complete_head: has no X; give either Q, K, V or X, W_Q, W_K, W_V");
  head = projections();
  head.x.setConstant(1e300);
  head.w_q.setConstant(1e300);
  CHECK_THROWS_AS(complete_head(head), Error);
}

TEST_CASE("a head that nobody completed, or a temperature of none, is refused") {
  CHECK_THROWS_WITH(head_scores(direct()),
                    "head_scores: head has no scale; complete_head gives it one");
  Head head = projected_head(3, 4, 2, 2, 50);
  head.q = layouts::matrix(3, 3, 1);
  CHECK_THROWS_AS(head_scores(head), Error);
  head = complete_head(direct());
  CHECK_THROWS_WITH(head_attention(head, 0.0),
                    "head_attention: temperature is 0, expected a number > 0, or Infinity");
  CHECK_THROWS_AS(head_attention(head, std::nan("")), Error);
  CHECK_THROWS_AS(causal_mask(0, 2), Error);
  CHECK_THROWS_AS(causal_mask(2, 513), Error);
}
