#include "attn/attention/attention.hpp"

#include <cmath>
#include <limits>

#include "attention/scores.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double distance(const Matrix& a, const Matrix& b) { return largest(a - b); }

// Everything at once, for 4 queries and 6 keys of 3 numbers.
AttentionOptions all_options() {
  AttentionOptions o;
  o.metric = random_matrix(3, 3, 1.0, 41);
  o.relative = random_matrix(9, 3, 0.5, 42);
  o.softcap = 2.0;
  o.bias = random_matrix(4, 6, 1.0, 43);
  o.bias(1, 0) = -kInfinity;
  o.temperature = 0.7;
  o.causal = true;
  o.key_length = 5;
  o.allowed = Mask::Constant(4, 6, true);
  o.allowed(3, 2) = false;
  return o;
}

}  // namespace

TEST_CASE("attention of two queries and three keys is worked example 1") {
  Matrix q(2, 2);
  Matrix k(3, 2);
  Matrix v(3, 2);
  q << 1, 0, 0, 1;
  k << 1, 0, 0, 1, 1, 1;
  v << 2, 0, 0, 2, 1, 1;
  const Attention a = attention_forward(q, k, v);
  const double e = std::exp(std::sqrt(0.5));
  Matrix weights(2, 3);
  weights << e, 1, e, 1, e, e;
  weights /= 2.0 * e + 1.0;
  CHECK(distance(a.weights, weights) <= 1e-15);
  CHECK(distance(a.output, weights * v) <= 1e-15);
  CHECK(attention(q, k, v) == a.output);
}

TEST_CASE("scores are the bilinear form, one pair at a time") {
  const Matrix q = random_matrix(4, 3, 1.0, 1);
  const Matrix k = random_matrix(6, 2, 1.0, 2);
  AttentionOptions o;
  o.metric = random_matrix(3, 2, 1.0, 3);
  o.relative = random_matrix(9, 2, 1.0, 4);
  const Matrix s = attention_scores(q, k, o);
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 6; ++j) {
      const Matrix key = k.row(j) + o.relative.row(i - j + 5);
      const double expected = (q.row(i) * o.metric * key.transpose())(0, 0);
      CHECK(std::fabs(s(i, j) - expected) <= 1e-14);
    }
  }
  AttentionOptions scaled;
  scaled.scale = 0.25;
  const Matrix same = random_matrix(6, 3, 1.0, 5);
  CHECK(distance(attention_scores(q, same, scaled), 0.25 * q * same.transpose()) <= 1e-15);
  const Matrix plain = attention_scores(q, same);
  CHECK(distance(plain, q * same.transpose() / std::sqrt(3.0)) <= 1e-15);
}

TEST_CASE("each row of weights is the softmax of what counts, over the keys that are there") {
  const AttentionOptions o = all_options();
  const Matrix s = random_matrix(4, 6, 3.0, 6);
  const Matrix weights = attention_weights(s, o);
  for (Index i = 0; i < 4; ++i) {
    std::vector<double> counted;
    std::vector<Index> keys;
    for (Index j = 0; j <= i && j < 5; ++j) {
      if (!o.allowed(i, j) || o.bias(i, j) == -kInfinity) continue;
      counted.push_back(2.0 * std::tanh(s(i, j) / 2.0) + o.bias(i, j));
      keys.push_back(j);
    }
    const Vector a =
        softmax(Eigen::Map<Vector>(counted.data(), static_cast<Index>(counted.size())), 0.7);
    Vector expected = Vector::Zero(6);
    for (std::size_t n = 0; n < keys.size(); ++n) expected(keys[n]) = a(static_cast<Index>(n));
    CHECK(largest(weights.row(i).transpose() - expected) <= 1e-15);
  }
}

TEST_CASE("a row whose keys are all excluded gives zeros, by every way to exclude") {
  const Matrix q = random_matrix(3, 2, 1.0, 7);
  const Matrix k = random_matrix(4, 2, 1.0, 8);
  const Matrix v = random_matrix(4, 5, 1.0, 9);
  std::vector<AttentionOptions> ways(4);
  ways[0].key_length = 0;
  ways[1].allowed = Mask::Constant(3, 4, false);
  ways[2].bias = Matrix::Constant(3, 4, -kInfinity);
  ways[3].causal = true;  // query 0 has key 0 alone
  ways[3].allowed = Mask::Constant(3, 4, true);
  ways[3].allowed.col(0).setConstant(false);
  for (AttentionOptions& o : ways) {
    for (const double t : {0.0, 0.5, kInfinity}) {
      o.temperature = t;
      const Attention a = attention_forward(q, k, v, o);
      CHECK(largest(a.weights.row(0)) == 0.0);
      CHECK(largest(a.output.row(0)) == 0.0);
      CHECK(attention_entropy(a.weights)(0) == 0.0);
      CHECK(a.scores.allFinite());
    }
  }
  const Attention last = attention_forward(q, k, v, ways[3]);
  CHECK(std::fabs(last.weights.row(1).sum() - 1.0) <= 1e-15);
}

TEST_CASE("keys beyond the length count for nothing, whatever they hold") {
  const Matrix q = random_matrix(3, 2, 1.0, 10);
  Matrix k = random_matrix(5, 2, 1.0, 11);
  Matrix v = random_matrix(5, 2, 1.0, 12);
  AttentionOptions o;
  o.key_length = 3;
  const Matrix padded = attention(q, k, v, o);
  CHECK(padded == attention(q, k.topRows(3), v.topRows(3)));
  k.bottomRows(2).setConstant(50.0);
  v.bottomRows(2).setConstant(-50.0);
  CHECK(padded == attention(q, k, v, o));
}

TEST_CASE("causal attention is aligned at the first query and the first key") {
  for (const Index n_k : {2, 5, 9}) {
    const Matrix q = random_matrix(5, 3, 1.0, 13);
    const Matrix k = random_matrix(n_k, 3, 1.0, 14);
    const Matrix v = random_matrix(n_k, 2, 1.0, 15);
    AttentionOptions o;
    o.causal = true;
    const Attention a = attention_forward(q, k, v, o);
    for (Index i = 0; i < 5; ++i) {
      const Index seen = std::min(i + 1, n_k);
      const Matrix alone = attention(q.row(i), k.topRows(seen), v.topRows(seen));
      CHECK(distance(a.output.row(i), alone) <= 1e-15);
      CHECK(a.weights.row(i).tail(n_k - seen).isZero(0.0));
    }
  }
}

TEST_CASE(
    "temperatures 0 and Infinity are limits of those between, among the keys that are there") {
  Matrix s(2, 4);
  s << 1, 3, 3, 9, 0, -1, 0, 9;
  AttentionOptions o;
  o.key_length = 3;
  o.temperature = 0.0;
  Matrix hard(2, 4);
  hard << 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0;
  CHECK(attention_weights(s, o) == hard);
  o.temperature = 1e-3;
  CHECK(distance(attention_weights(s, o), hard) <= 1e-15);
  o.temperature = kInfinity;
  Matrix uniform = Matrix::Constant(2, 4, 1.0 / 3.0);
  uniform.col(3).setZero();
  CHECK(attention_weights(s, o) == uniform);
  o.temperature = 1e15;
  CHECK(distance(attention_weights(s, o), uniform) <= 1e-14);
}

TEST_CASE("a soft cap keeps scores within its bound, before bias and masks") {
  const Matrix s = random_matrix(3, 3, 1e4, 16);
  AttentionOptions capped;
  capped.softcap = 2.0;
  const Matrix a = attention_weights(s, capped);
  CHECK(lowest(a) >= std::exp(-4.0) / 3.0 - 1e-15);
  // The bias is not capped: it decides.
  capped.bias = Matrix::Zero(3, 3);
  capped.bias.col(1).setConstant(100.0);
  CHECK(lowest(attention_weights(s, capped).col(1)) >= 1.0 - 1e-15);
  // A cap far above the scores does nothing.
  AttentionOptions wide;
  wide.softcap = 1e9;
  const Matrix small = random_matrix(3, 3, 1.0, 17);
  CHECK(distance(attention_weights(small, wide), attention_weights(small)) <= 1e-15);
}

TEST_CASE("the output does not change when queries and keys turn together, or all keys move") {
  const Matrix q = random_matrix(4, 2, 1.0, 18);
  const Matrix k = random_matrix(5, 2, 1.0, 19);
  const Matrix v = random_matrix(5, 3, 1.0, 20);
  Matrix turn(2, 2);
  turn << 0.6, -0.8, 0.8, 0.6;
  const Matrix plain = attention(q, k, v);
  CHECK(distance(attention(q * turn, k * turn, v), plain) <= 1e-14);
  const Matrix moved = k.rowwise() + Eigen::RowVector2d(3.0, -2.0);
  CHECK(distance(attention(q, moved, v), plain) <= 1e-13);
}

TEST_CASE("huge and tiny inputs give finite outputs, or an error that says why") {
  const Matrix v = random_matrix(3, 2, 1e300, 21);
  for (const double size : {0.0, 5e-324, 1e-300, 1e4, 1e75, 1e150}) {
    const Matrix q = random_matrix(3, 3, size, 22);
    const Attention a = attention_forward(q, q, v);
    CHECK(a.output.allFinite());
    CHECK(std::fabs(a.weights.row(1).sum() - 1.0) <= 1e-15);
  }
  const Matrix huge = Matrix::Constant(3, 3, 1e300);
  CHECK(message_of([&] { return attention(huge, huge, v); }) ==
        "attention: a score is too large for a double");
}

TEST_CASE("the entropy of weights is that of each row") {
  const Matrix a = softmax_rows(random_matrix(3, 5, 2.0, 23));
  const Vector h = attention_entropy(a);
  for (Index i = 0; i < 3; ++i) CHECK(h(i) == entropy(Vector(a.row(i))));
  CHECK(message_of([] { return attention_entropy(Matrix::Constant(1, 2, 0.4)); }) ==
        "attention_entropy: a row of weights is a vector with the sum 0.8, expected the sum 1");
}

TEST_CASE("attention refuses what does not fit, by name") {
  const Matrix q = random_matrix(2, 3, 1.0, 24);
  const Matrix k = random_matrix(4, 3, 1.0, 25);
  const Matrix v = random_matrix(4, 2, 1.0, 26);
  const auto refusal = [&](const AttentionOptions& o) {
    return message_of([&] { return attention_forward(q, k, v, o); });
  };
  AttentionOptions o;
  CHECK(message_of([&] { return attention(q, k.leftCols(2), v); }) ==
        "attention: k has 2 columns, expected 3 (the columns of q)");
  CHECK(message_of([&] { return attention(q, k, v.topRows(3)); }) ==
        "attention: v has 3 rows, expected 4 (the rows of k)");
  CHECK(message_of([&] { return attention(Matrix(0, 3), k, v); }) ==
        "attention: q is 0 x 3, expected at least 1 x 1");
  o.metric = Matrix::Identity(2, 3);
  CHECK(refusal(o) == "attention_forward: options.metric is 2 x 3, expected 3 x 3");
  o.metric = Matrix::Identity(3, 3);
  o.scale = 1.0;
  CHECK(refusal(o) == "attention_forward: options.scale is given, expected none beside a metric");
  o = {};
  o.scale = kInfinity;
  CHECK(refusal(o) == "attention_forward: options.scale is Infinity, expected a finite number");
  o = {};
  o.relative = Matrix::Zero(4, 3);
  CHECK(refusal(o) == "attention_forward: options.relative is 4 x 3, expected 5 x 3");
  o = {};
  o.softcap = -1.0;
  CHECK(refusal(o) == "attention_forward: options.softcap is -1, expected a finite number >= 0");
  o = {};
  o.temperature = -kInfinity;
  CHECK(refusal(o) ==
        "attention_forward: options.temperature is -Infinity, expected a number >= 0, or "
        "Infinity");
  o = {};
  o.key_length = 5;
  CHECK(refusal(o) ==
        "attention_forward: options.key_length is 5, expected a whole number from 0 to 4");
  o = {};
  o.bias = Matrix::Zero(2, 4);
  o.bias(1, 2) = kInfinity;
  CHECK(refusal(o) ==
        "attention_forward: options.bias[1, 2] is Infinity, expected a finite number or -Infinity");
  o = {};
  o.allowed = Mask::Constant(4, 2, true);
  CHECK(refusal(o) == "attention_forward: options.allowed is 4 x 2, expected 2 x 4");
}
