#include "attn/attention/attention_batch.hpp"

#include "attention/scores.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

// Three sequences of 4 queries and 5 keys, four heads that share two.
struct Batch {
  BatchShape shape{3, 4, 2};
  Matrix q = random_matrix(48, 2, 1.0, 1);
  Matrix k = random_matrix(30, 2, 1.0, 2);
  Matrix v = random_matrix(30, 3, 1.0, 3);
  Matrix d_output = random_matrix(48, 3, 1.0, 4);

  Matrix q_of(Index sequence, Index head) const {
    return q.middleRows((sequence * 4 + head) * 4, 4);
  }
  Matrix k_of(Index sequence, Index head) const {
    return k.middleRows((sequence * 2 + head / 2) * 5, 5);
  }
  Matrix v_of(Index sequence, Index head) const {
    return v.middleRows((sequence * 2 + head / 2) * 5, 5);
  }
};

std::vector<AttentionOptions> padded(Index a, Index b, Index c) {
  std::vector<AttentionOptions> out(3);
  out[0].key_length = a;
  out[1].key_length = b;
  out[2].key_length = c;
  return out;
}

}  // namespace

TEST_CASE("a batch is attention of each sequence and head, in the order of ONNX's tensors") {
  const Batch b;
  const auto options = padded(5, 2, 0);
  const AttentionBatch y = attention_batch_forward(b.q, b.k, b.v, b.shape, options);
  REQUIRE(y.heads.size() == 12);
  for (Index s = 0; s < 3; ++s) {
    for (Index h = 0; h < 4; ++h) {
      const Matrix alone =
          attention(b.q_of(s, h), b.k_of(s, h), b.v_of(s, h), options[static_cast<std::size_t>(s)]);
      CHECK(Matrix(y.output.middleRows((s * 4 + h) * 4, 4)) == alone);
    }
  }
  CHECK(y.output.bottomRows(16).isZero(0.0));
}

TEST_CASE("options are for all, for each sequence, or for each sequence and head") {
  const Batch b;
  AttentionOptions causal;
  causal.causal = true;
  const Matrix all = attention_batch_forward(b.q, b.k, b.v, b.shape, {causal}).output;
  const auto twelve = std::vector<AttentionOptions>(12, causal);
  CHECK(all == attention_batch_forward(b.q, b.k, b.v, b.shape, twelve).output);
  CHECK(all != attention_batch_forward(b.q, b.k, b.v, b.shape).output);
}

TEST_CASE("gradients of a batch are those of its heads, added up where keys are shared") {
  const Batch b;
  const auto options = padded(5, 2, 4);
  const AttentionBatch y = attention_batch_forward(b.q, b.k, b.v, b.shape, options);
  const AttentionBatchGradients g =
      attention_batch_backward(b.q, b.k, b.v, b.shape, options, y, b.d_output);
  for (Index s = 0; s < 3; ++s) {
    Matrix d_v = Matrix::Zero(5, 3);
    for (Index h = 2; h < 4; ++h) {
      const AttentionOptions& o = options[static_cast<std::size_t>(s)];
      const Matrix q = b.q_of(s, h);
      const Matrix k = b.k_of(s, h);
      const Matrix v = b.v_of(s, h);
      const AttentionGradients alone = attention_backward(
          q, k, v, o, attention_forward(q, k, v, o), b.d_output.middleRows((s * 4 + h) * 4, 4));
      CHECK(Matrix(g.d_q.middleRows((s * 4 + h) * 4, 4)) == alone.d_q);
      d_v += alone.d_v;
    }
    CHECK(Matrix(g.d_v.middleRows((s * 2 + 1) * 5, 5)) == d_v);
  }
}

TEST_CASE("a batch refuses rows and heads that do not go into each other") {
  const Batch b;
  const auto refusal = [&](const Matrix& q, const BatchShape& shape, std::size_t options) {
    return message_of([&] {
      return attention_batch_forward(q, b.k, b.v, shape, std::vector<AttentionOptions>(options));
    });
  };
  CHECK(refusal(b.q, {3, 4, 3}, 1) ==
        "attention_batch_forward: shape.key_heads is 3, expected a divisor of 4, the heads");
  CHECK(refusal(b.q.topRows(47), b.shape, 1) ==
        "attention_batch_forward: q is 47 rows, expected a multiple of 12, its sequences times its "
        "heads");
  CHECK(refusal(b.q, b.shape, 5) ==
        "attention_batch_forward: options is 5 long, expected 1, 3 (the sequences) or 12 (with "
        "their heads)");
  CHECK(message_of([&] {
          return attention_batch_backward(b.q, b.k, b.v, b.shape, {}, {}, b.d_output);
        }) == "attention_batch_backward: forward.heads is 0 long, expected 12");
}

TEST_CASE("a batch refuses gradients that are finite for each head and not for those that share") {
  const Matrix q = Matrix::Zero(2, 1);
  const Matrix k = Matrix::Zero(1, 1);
  const Matrix v = Matrix::Zero(1, 1);
  const BatchShape shape{1, 2, 1};
  const AttentionBatch forward = attention_batch_forward(q, k, v, shape);
  const Matrix d_output = Matrix::Constant(2, 1, 1e308);
  const auto backward = [&](const Matrix& d) {
    return attention_batch_backward(q, k, v, shape, {}, forward, d);
  };
  CHECK(backward(0.5 * d_output).d_v(0) == 1e308);
  CHECK_THAT(message_of([&] { backward(d_output); }),
             contains("attention_batch_backward: d_v is too large for a double"));
}
