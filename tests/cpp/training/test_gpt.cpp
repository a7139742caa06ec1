#include "attn/training/gpt.hpp"

#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"
#include "training/gpt_models.hpp"

using namespace attn;

namespace {

constexpr GptShape kSmall{7, 5, 6, 2, 2};

const GptPart& part(const std::vector<GptPart>& parts, const std::string& name) {
  for (const GptPart& p : parts) {
    if (p.name == name) return p;
  }
  throw std::runtime_error("no part " + name);
}

}  // namespace

TEST_CASE("the parts of a model lie one after the other and fill it") {
  Index next = 0;
  for (const GptPart& p : gpt_parts(kSmall)) {
    CHECK(p.first == next);
    next += p.rows * p.cols;
  }
  CHECK(next == gpt_size(kSmall));
  CHECK(gpt_size(GptShape{}) == 30461);
}

TEST_CASE("where training begins, every token is about as likely") {
  Rng rng(1);
  const Vector start = gpt_start(GptShape{}, rng);
  const std::vector<GptPart> parts = gpt_parts(GptShape{});
  const GptPart& qkv = part(parts, "blocks.1.qkv.weight");
  const auto numbers = start.segment(qkv.first, qkv.rows * qkv.cols);
  CHECK(std::fabs(std::sqrt(numbers.squaredNorm() / static_cast<double>(numbers.size())) - 0.02) <
        0.001);
  CHECK(start.segment(part(parts, "last.scale").first, 32) == Vector::Ones(32));
  CHECK(largest(start.segment(part(parts, "blocks.0.qkv.bias").first, 96)) == 0.0);
  const GptForward f = gpt_forward(GptShape{}, start, gpt_batch(4, 32, 61, 2));
  CHECK(std::fabs(f.loss - std::log(61.0)) < 0.05);
}

TEST_CASE("gradients of all weights and of the embeddings agree with differences") {
  const GptBatch batch = gpt_batch(2, 4, kSmall.vocabulary, 1);
  const Vector w = gpt_weights(kSmall, 2);
  const GptForward forward = gpt_forward(kSmall, w, batch);
  const Vector d = gpt_backward(kSmall, w, batch, forward);
  const auto loss = [&](const Vector& at) { return gpt_forward(kSmall, at, batch).loss; };
  for (const GptPart& p : gpt_parts(kSmall)) {
    INFO(p.name);
    const Matrix numeric = central_differences(
        [&](const Matrix& m) {
          Vector at = w;
          at.segment(p.first, m.size()) = m.col(0);
          return loss(at);
        },
        w.segment(p.first, p.rows * p.cols), 0.1);
    CHECK(gradient_error(d.segment(p.first, p.rows * p.cols), numeric, 1e-3) <= 1e-8);
  }
}

TEST_CASE("a gradient that comes to the embeddings goes on to tokens and places") {
  const GptBatch batch = gpt_batch(2, 3, kSmall.vocabulary, 3);
  const Vector w = gpt_weights(kSmall, 4);
  const Matrix d_x = layouts::matrix(6, 6, 5);
  const GptForward forward = gpt_forward(kSmall, w, batch);
  const Vector both = gpt_backward(kSmall, w, batch, forward, d_x);
  const Vector alone = gpt_backward(kSmall, w, batch, forward);
  std::vector<Index> read;
  for (Index s = 0; s < 2; ++s) {
    for (Index t = 0; t < 3; ++t) read.push_back(batch.tokens[static_cast<std::size_t>(4 * s + t)]);
  }
  const EmbedGradients g = embed_backward(read, 3, 7, 5, d_x);
  CHECK(largest(both.head(42) - alone.head(42) - Eigen::Map<const Vector>(g.d_tokens.data(), 42)) <=
        1e-14);
  CHECK(largest(both.segment(42, 30) - alone.segment(42, 30) -
                Eigen::Map<const Vector>(g.d_positions.data(), 30)) <= 1e-14);
  CHECK(both.tail(both.size() - 72) == alone.tail(alone.size() - 72));
}

TEST_CASE("noise is added to the embeddings, and none of it leaves the model as it is") {
  const GptBatch batch = gpt_batch(1, 5, kSmall.vocabulary, 6);
  const Vector w = gpt_weights(kSmall, 7);
  const GptForward clean = gpt_forward(kSmall, w, batch);
  CHECK(gpt_forward(kSmall, w, batch, Matrix::Zero(5, 6)).logits == clean.logits);
  const Matrix noise = layouts::matrix(5, 6, 8);
  const GptForward noisy = gpt_forward(kSmall, w, batch, noise);
  CHECK(noisy.x == clean.x + noise);
  CHECK(largest(noisy.logits - clean.logits) > 0.01);
}

TEST_CASE("no token is told by what comes after it, and sequences know nothing of each other") {
  const Vector w = gpt_weights(kSmall, 8);
  GptBatch batch = gpt_batch(2, 5, kSmall.vocabulary, 9);
  const Matrix before = gpt_forward(kSmall, w, batch).logits;
  batch.tokens[3] = (batch.tokens[3] + 1) % kSmall.vocabulary;
  const Matrix after = gpt_forward(kSmall, w, batch).logits;
  CHECK(after.topRows(3) == before.topRows(3));
  CHECK(largest(after.row(3) - before.row(3)) > 1e-3);
  CHECK(largest(after.row(4) - before.row(4)) > 1e-6);
  CHECK(after.bottomRows(5) == before.bottomRows(5));
}

TEST_CASE("names of tokens do not matter: a model with rows exchanged says the same of them") {
  const Vector w = gpt_weights(kSmall, 10);
  const GptBatch batch = gpt_batch(2, 5, kSmall.vocabulary, 11);
  Vector renamed = w;
  GptBatch other = batch;
  for (Index& t : other.tokens) t = kSmall.vocabulary - 1 - t;
  const std::vector<GptPart> parts = gpt_parts(kSmall);
  const Index head = part(parts, "head.weight").first, bias = part(parts, "head.bias").first;
  for (Index v = 0; v < 7; ++v) {
    renamed.segment(v * 6, 6) = w.segment((6 - v) * 6, 6);
    renamed(bias + v) = w(bias + 6 - v);
    for (Index i = 0; i < 6; ++i) renamed(head + i * 7 + v) = w(head + i * 7 + 6 - v);
  }
  const GptForward a = gpt_forward(kSmall, w, batch), b = gpt_forward(kSmall, renamed, other);
  CHECK(std::fabs(a.loss - b.loss) <= 1e-14);
  CHECK(largest(a.losses - b.losses) <= 1e-14);
}

TEST_CASE("a language model refuses what does not fit") {
  const Vector w = gpt_weights(kSmall, 1);
  const GptBatch batch = gpt_batch(1, 5, kSmall.vocabulary, 1);
  const auto forward = [&](const GptShape& s, const Vector& at, const GptBatch& b,
                           const Matrix& noise = {}) {
    return message_of([&] { (void)gpt_forward(s, at, b, noise); });
  };
  CHECK(forward({7, 5, 6, 4, 2}, w, batch) ==
        "gpt_forward: shape.heads is 4, expected a divisor of the width, 6");
  CHECK_THAT(forward({7, 5, 6, 2, 0}, w, batch), contains("shape.blocks is 0"));
  CHECK_THAT(forward(kSmall, Vector::Zero(5), batch), contains("weights is 5 long"));
  Vector bad = w;
  bad(100) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(forward(kSmall, bad, batch), contains("gpt_forward: weights"));
  GptBatch other = batch;
  other.tokens[2] = 7;
  CHECK_THAT(forward(kSmall, w, other), contains("a token of the batch is 7"));
  other = batch;
  other.tokens.pop_back();
  CHECK_THAT(forward(kSmall, w, other), contains("the number of batch.tokens is 5"));
  other = batch;
  other.length = 6;
  CHECK_THAT(forward(kSmall, w, other), contains("batch.length is 6"));
  CHECK_THAT(forward(kSmall, w, batch, Matrix::Zero(4, 6)), contains("noise is 4 x 6"));
  CHECK_THAT(forward(kSmall, 1e200 * w, batch), contains("gpt_forward: "));
  CHECK_THAT(message_of([] {
               (void)gpt_size({1 << 20, 1, 1 << 20, 1, 1});
             }),
             contains("the embeddings"));
  CHECK_THAT(message_of([] {
               (void)gpt_parts({10, 10, 1 << 12, 1, 100});
             }),
             contains("the blocks' weights"));
  Rng rng(1);
  CHECK_THAT(message_of([&] { (void)gpt_start(kSmall, rng, -1.0); }), contains("std_dev is -1"));
  CHECK(message_of([&] { (void)gpt_start(kSmall, rng, 1.7e308); }) ==
        "gpt_start: a weight is too large for a double");
  CHECK(rng.next() == Rng(1).next());
  CHECK_THAT(message_of([&] {
               (void)gpt_backward(kSmall, w, batch, gpt_forward(kSmall, w, batch),
                                  Matrix::Zero(1, 6));
             }),
             contains("gpt_backward: d_x is 1 x 6"));
}
