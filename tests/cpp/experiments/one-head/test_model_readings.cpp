#include "experiments/one-head/model_readings.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/training/gpt_touch.hpp"
#include "catch.hpp"
#include "training/gpt_models.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

constexpr GptShape kRead{9, 8, 8, 2, 2};

Index column(const std::vector<ReadingColumn>& columns, const std::string& name) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].name == name) return static_cast<Index>(c);
  }
  throw Error("no column " + name);
}

}  // namespace

TEST_CASE("readings of a model are finite, and those of its heads one by one") {
  const Vector w = gpt_weights(kRead, 1, 0.6);
  const GptBatch batch = gpt_batch(3, 8, 9, 2);
  ReadingOptions options;
  options.touch = true;
  const ModelReadings found = read_model(kRead, w, batch, options);
  REQUIRE(found.readings.rows() == 4);
  REQUIRE(found.touches.rows() == 4);
  CHECK(std::isfinite(found.readings.sum()));
  CHECK(lowest(found.touches) > 0.0);
  const GptForward forward = gpt_forward(kRead, w, batch);
  CHECK(found.bits == Approx(forward.loss / std::log(2.0)));
  // |u (g - mean g)| of the last head over the rows that count.
  const std::vector<Matrix> u = gpt_head_gradients(kRead, w, batch, forward);
  Matrix said(12, 4), error(12, 4);
  double top = 0.0;
  for (Index s = 0; s < 3; ++s) {
    const Head head = gpt_head(kRead, w, batch, forward, {1, 1, s}, u);
    const attn::Attention attention = head_attention(head);
    said.middleRows(4 * s, 4) = attention.output.bottomRows(4);
    error.middleRows(4 * s, 4) = head.u.bottomRows(4);
    for (Index t = 4; t < 8; ++t) top += highest(attention.weights.row(t)) / 12.0;
  }
  const auto& columns = reading_columns();
  CHECK(found.readings(3, column(columns, "routed_error")) ==
        Approx(routed_error(said, error)).epsilon(1e-11));
  CHECK(found.readings(3, column(columns, "top_weight")) == Approx(top).epsilon(1e-12));
  // What is left where the mean stands in place of the head.
  GptTouch touch;
  touch.block = 1;
  touch.head = 1;
  touch.output = said.colwise().mean().replicate(24, 1);
  const GptForward without = gpt_touched(kRead, w, batch, forward, touch);
  double bits = 0.0;
  for (Index i = 0; i < 24; ++i) {
    if (i % 8 < 4) continue;
    Vector p = forward.logits.row(i).array().exp(), q = without.logits.row(i).array().exp();
    p /= p.sum();
    q /= q.sum();
    bits += (p.array() * (p.array() / q.array()).log()).sum() / 12.0 / std::log(2.0);
  }
  CHECK(found.touches(3, column(touch_columns(), "removed")) == Approx(bits).epsilon(1e-9));
}

TEST_CASE("ranks within blocks do not see in which block a head is, those of all heads do") {
  ModelReadings found;
  found.readings.resize(4, 1);
  found.touches.resize(4, 1);
  // The second block has more of both; within a block they go opposite ways.
  found.readings << 1.0, 2.0, 11.0, 12.0;
  found.touches << 2.0, 1.0, 22.0, 21.0;
  CHECK(ranks_within_blocks(found, 2)(0, 0) == Approx(-1.0));
  CHECK(ranks_of_all(found)(0, 0) == Approx(0.6));
}

TEST_CASE("a reading that is stopped says so, and short windows are refused") {
  const Vector w = gpt_weights(kRead, 3);
  const auto stop = [](double) { return false; };
  CHECK(message_of([&] { read_model(kRead, w, gpt_batch(1, 8, 9, 4), {}, stop); }) ==
        "read_model: stopped");
  CHECK_THROWS_AS(read_model(kRead, w, gpt_batch(2, 4, 9, 4)), Error);
}
