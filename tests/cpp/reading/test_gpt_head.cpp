#include "attn/reading/gpt_head.hpp"

#include "attn/numerics/largest.hpp"
#include "attn/training/gpt_touch.hpp"
#include "catch.hpp"
#include "training/gpt_models.hpp"

using namespace attn;

namespace {
constexpr GptShape kModel{7, 6, 6, 2, 2};
}

TEST_CASE("a head of the model is what complete_head makes of its projections") {
  const Vector w = gpt_weights(kModel, 1);
  const GptBatch batch = gpt_batch(3, 5, 7, 2);
  const GptForward forward = gpt_forward(kModel, w, batch);
  const std::vector<Matrix> u = gpt_head_gradients(kModel, w, batch, forward);
  for (Index block = 0; block < 2; ++block) {
    for (Index h = 0; h < 2; ++h) {
      const Head head = gpt_head(kModel, w, batch, forward, {block, h, 1}, u);
      Head parts = head;
      parts.q = parts.k = parts.v = {};
      parts.scale = {};
      const Head complete = complete_head(parts);
      CHECK(largest(complete.q - head.q) < 1e-13);
      CHECK(largest(complete.k - head.k) < 1e-13);
      CHECK(largest(complete.v - head.v) < 1e-13);
      const Attention& own = forward.blocks[static_cast<std::size_t>(block)]
                                 .heads[1]
                                 .heads[static_cast<std::size_t>(h)];
      const Attention attention = head_attention(head);
      CHECK(attention.weights == own.weights);
      CHECK(attention.output == own.output);
      CHECK(largest(head.u) > 0.0);
    }
  }
}

TEST_CASE("blocks of a head of the model are how its row of the stream moves with the stream") {
  const Vector w = gpt_weights(kModel, 3, 0.5);
  const GptBatch batch = gpt_batch(1, 5, 7, 4);
  const GptForward forward = gpt_forward(kModel, w, batch);
  const GptHeadPlace place{0, 1, 0};
  const Head head = gpt_head(kModel, w, batch, forward, place);
  const NormOfInput norm = gpt_head_norm(kModel, w, batch, forward, place);
  const HeadBlocks blocks(head, BlockOf::kWhole, &norm);
  const double h = 1e-5;
  const Index t = 3;
  for (Index c = 0; c < 6; ++c) {
    Matrix noise = Matrix::Zero(5, 6);
    noise(t, c) = h;
    const auto said = [&](const Matrix& added) {
      const GptForward moved = gpt_forward(kModel, w, batch, added);
      return Vector(head.w_o * moved.blocks[0].heads[0].heads[1].output.row(t).transpose());
    };
    CHECK(largest(blocks.whole(t).col(c) - (said(noise) - said(-noise)) / (2.0 * h)) < 1e-8);
  }
}

TEST_CASE("heads that the model does not have are refused") {
  const Vector w = gpt_weights(kModel, 1);
  const GptBatch batch = gpt_batch(1, 5, 7, 2);
  const GptForward forward = gpt_forward(kModel, w, batch);
  CHECK_THROWS_AS(gpt_head(kModel, w, batch, forward, {2, 0, 0}), Error);
  CHECK_THROWS_AS(gpt_head(kModel, w, batch, forward, {0, 2, 0}), Error);
  CHECK_THROWS_AS(gpt_head(kModel, w, batch, forward, {0, 0, 1}), Error);
  CHECK_THROWS_AS(gpt_head_norm(kModel, w, batch, forward, {-1, 0, 0}), Error);
  CHECK_THROWS_AS(gpt_head(kModel, w.head(5), batch, forward, {}), Error);
  CHECK_THROWS_AS(gpt_head(kModel, w, batch, forward, {}, {Matrix::Zero(5, 6)}), Error);
  CHECK_THROWS_AS(gpt_head(kModel, w, gpt_batch(2, 5, 7, 2), forward, {}), Error);
}

TEST_CASE("a head and its norm are not taken out of a pass that was emptied") {
  const Vector w = gpt_weights(kModel, 1);
  const GptBatch batch = gpt_batch(1, 5, 7, 2);
  const GptForward forward = gpt_forward(kModel, w, batch);
  GptForward without = forward;
  without.blocks[0].output = Matrix();
  CHECK(message_of([&] {
          (void)gpt_head_norm(kModel, w, batch, without, {1, 0, 0});
        }) == "gpt_head_norm: forward.blocks.output is 0 x 0, expected 5 x 6");
  without = forward;
  without.blocks[1].first.output = Matrix();
  CHECK(message_of([&] {
          (void)gpt_head(kModel, w, batch, without, {1, 0, 0});
        }) == "gpt_head: forward.blocks.first.output is 0 x 0, expected 5 x 6");
}
