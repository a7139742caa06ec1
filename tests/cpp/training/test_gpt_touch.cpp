#include "attn/training/gpt_touch.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"
#include "training/gpt_models.hpp"

using namespace attn;

namespace {

constexpr GptShape kTouched{7, 6, 6, 2, 3};
constexpr double kGone = -std::numeric_limits<double>::infinity();

struct Model {
  Vector weights = gpt_weights(kTouched, 1);
  GptBatch batch = gpt_batch(2, 5, 7, 2);
  GptForward clean = gpt_forward(kTouched, weights, batch);

  GptForward operator()(const GptTouch& touch) const {
    return gpt_touched(kTouched, weights, batch, clean, touch);
  }
};

}  // namespace

TEST_CASE("a touch that changes nothing gives the bits of the clean pass") {
  const Model model;
  for (Index block = 0; block < 3; ++block) {
    GptTouch touch;
    touch.block = block;
    touch.head = 1;
    CHECK(model(touch).logits == model.clean.logits);
    touch.queries = Matrix::Zero(10, 3);
    touch.scores = Matrix::Zero(10, 5);
    CHECK(model(touch).logits == model.clean.logits);
    touch.output = model.clean.blocks[static_cast<std::size_t>(block)].mixed.rightCols(3);
    CHECK(model(touch).logits == model.clean.logits);
    CHECK(model(touch).loss == model.clean.loss);
  }
}

TEST_CASE("gradients of what heads say agree with differences of the loss") {
  const Model model;
  const std::vector<Matrix> u =
      gpt_head_gradients(kTouched, model.weights, model.batch, model.clean);
  REQUIRE(u.size() == 3);
  const double h = 1e-5;
  for (Index block = 0; block < 3; ++block) {
    for (Index head = 0; head < 2; ++head) {
      const Matrix& mixed = model.clean.blocks[static_cast<std::size_t>(block)].mixed;
      for (const Index row : {0, 4, 7}) {
        for (Index c = 0; c < 3; ++c) {
          const auto loss = [&](double by) {
            GptTouch touch;
            touch.block = block;
            touch.head = head;
            touch.output = mixed.middleCols(3 * head, 3);
            touch.output(row, c) += by;
            return model(touch).loss;
          };
          CHECK(u[static_cast<std::size_t>(block)](row, 3 * head + c) ==
                Approx((loss(h) - loss(-h)) / (2.0 * h)).epsilon(1e-6).margin(1e-9));
        }
      }
    }
  }
}

TEST_CASE("temperature, queries and scores reach a head as its weights say") {
  const Model model;
  GptTouch hot;
  hot.block = 1;
  hot.head = 1;
  hot.temperature = 2.0;
  const Attention& clean = model.clean.blocks[1].heads[0].heads[1];
  const GptForward warmed = model(hot);
  const Attention& warm = warmed.blocks[1].heads[0].heads[1];
  CHECK(std::log(warm.weights(4, 2) / warm.weights(4, 1)) ==
        Approx(0.5 * std::log(clean.weights(4, 2) / clean.weights(4, 1))));
  // Half of the queries are half of the scores.
  GptTouch half;
  half.block = 1;
  half.head = 1;
  half.queries = -0.5 * model.clean.blocks[1].qkv.middleCols(3, 3);
  CHECK(largest(model(half).logits - warmed.logits) < 1e-12);
  // A cut edge has no weight, in the one sequence and row that it is of.
  GptTouch cut;
  cut.block = 1;
  cut.head = 1;
  cut.scores = Matrix::Zero(10, 5);
  cut.scores(5 + 3, 1) = kGone;
  cut.scores(2, 4) = kGone;  // hidden already
  const GptForward without = model(cut);
  const Attention& before = model.clean.blocks[1].heads[1].heads[1];
  const Attention& after = without.blocks[1].heads[1].heads[1];
  CHECK(after.weights(3, 1) == 0.0);
  CHECK(after.weights(3, 0) ==
        Approx(before.weights(3, 0) / (1.0 - before.weights(3, 1))).epsilon(1e-12));
  CHECK(without.logits.topRows(8) == model.clean.logits.topRows(8));
  CHECK(largest(without.logits.row(8) - model.clean.logits.row(8)) > 1e-6);
}

TEST_CASE("weights that are given are those that are read by") {
  const Model model;
  GptTouch given;
  given.block = 2;
  given.head = 0;
  given.weights = Matrix::Zero(10, 5);
  for (Index s = 0; s < 2; ++s) {
    given.weights.middleRows(5 * s, 5) =
        model.clean.blocks[2].heads[static_cast<std::size_t>(s)].heads[0].weights;
  }
  CHECK(largest(model(given).logits - model.clean.logits) < 1e-13);
  given.weights.setZero();
  GptTouch silent;
  silent.block = 2;
  silent.head = 0;
  silent.output = Matrix::Zero(10, 3);
  CHECK(model(given).logits == model(silent).logits);
}

TEST_CASE("touches that do not fit are refused by name") {
  const Model model;
  const auto refused = [&](const GptTouch& touch, const char* part) {
    const std::string message = message_of([&] { (void)model(touch); });
    CHECK_THAT(message, contains("gpt_touched: ") && contains(part));
  };
  GptTouch touch;
  touch.block = 3;
  refused(touch, "touch.block");
  touch = {};
  touch.head = 2;
  refused(touch, "touch.head");
  touch = {};
  touch.temperature = 0.0;
  refused(touch, "touch.temperature");
  touch = {};
  touch.queries = Matrix::Zero(10, 2);
  refused(touch, "touch.queries");
  touch = {};
  touch.output = Matrix::Constant(10, 3, std::nan(""));
  refused(touch, "touch.output");
  touch = {};
  touch.weights = Matrix::Zero(5, 5);
  refused(touch, "touch.weights");
  touch = {};
  touch.scores = Matrix::Zero(10, 5);
  touch.scores(1, 1) = std::nan("");
  refused(touch, "touch.scores[1, 1] is NaN, expected finite or -Infinity");
  touch.scores.row(1).setConstant(kGone);
  refused(touch, "row 1 of touch.scores is -Infinity, expected something to look at");
  GptForward other = model.clean;
  other.blocks.pop_back();
  CHECK_THROWS_AS(gpt_touched(kTouched, model.weights, model.batch, other, {}), Error);
  CHECK_THROWS_AS(gpt_head_gradients(kTouched, model.weights, model.batch, other), Error);
  // A pass of other heads, and of another batch.
  const GptShape four{7, 6, 8, 4, 3}, two{7, 6, 8, 2, 3};
  const Vector w = gpt_weights(four, 5);
  const GptForward of_four = gpt_forward(four, w, model.batch);
  CHECK_THROWS_AS(gpt_touched(two, w, model.batch, of_four, {}), Error);
  CHECK_THROWS_AS(gpt_head_gradients(two, w, model.batch, of_four), Error);
  GptBatch single = model.batch;
  single.sequences = 1;
  single.tokens.resize(6);
  CHECK_THROWS_AS(gpt_touched(kTouched, model.weights, single, model.clean, {}), Error);
}

TEST_CASE("passes of which a part was given up are refused by name") {
  const Model model;
  GptTouch touch;
  touch.block = 1;
  const auto refused = [&](const char* part, auto&& give_up) {
    GptForward without = model.clean;
    give_up(without);
    const std::string message = std::string(": forward.") + part + " is 0 x 0, expected ";
    CHECK_THAT(message_of([&] {
                 (void)gpt_touched(kTouched, model.weights, model.batch, without, touch);
               }),
               contains("gpt_touched" + message));
    CHECK_THAT(message_of([&] {
                 (void)gpt_head_gradients(kTouched, model.weights, model.batch, without);
               }),
               contains("gpt_head_gradients" + message));
    CHECK_THAT(
        message_of([&] { (void)gpt_backward(kTouched, model.weights, model.batch, without); }),
        contains("gpt_backward" + message));
  };
  refused("x", [](GptForward& f) { f.x = Matrix(); });
  refused("blocks.output", [](GptForward& f) { f.blocks[0].output = Matrix(); });
  refused("blocks.mixed", [](GptForward& f) { f.blocks[1].mixed = Matrix(); });
  refused("blocks.first.output", [](GptForward& f) { f.blocks[1].first.output = Matrix(); });
  refused("blocks.heads.output", [](GptForward& f) { f.blocks[1].heads[1].output = Matrix(); });
  GptForward wide = model.clean;
  wide.blocks[0].output = Matrix::Zero(10, 7);
  CHECK_THAT(
      message_of([&] { (void)gpt_touched(kTouched, model.weights, model.batch, wide, touch); }),
      contains("forward.blocks.output is 10 x 7, expected 10 x 6"));
}
