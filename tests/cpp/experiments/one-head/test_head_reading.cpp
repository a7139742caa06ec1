#include "experiments/one-head/head_reading.hpp"

#include <cmath>
#include <thread>

#include "attn/numerics/largest.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/training/gpt_touch.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

HeadReadingParams params_of(Index layer, double temperature) {
  HeadReadingParams out;
  out.source = made_up_source(7);
  out.layer = layer;
  out.head = 2;
  out.token = 20;
  out.temperature = temperature;
  return out;
}

HeadReadingFrame read(const HeadReadingParams& params, Index windows = 100) {
  HeadReading reading(params);
  reading.refine(windows);
  return reading.frame();
}

}  // namespace

TEST_CASE("head_reading: a row's instruments agree with one another at any temperature") {
  for (const Index layer : {1, 2}) {
    for (const double temperature : {0.25, 1.0, 4.0}) {
      const HeadReadingFrame f = read(params_of(layer, temperature));
      CHECK(f.weights.size() == 20);
      CHECK(f.weight_error <= 1e-14);
      CHECK(f.routing_error <= 1e-13);
      CHECK(f.capacity_error <= 1e-6);
      CHECK(f.distance_error <= 1e-13);
      CHECK(f.block_error <= 1e-10);
      CHECK(f.windows == 2);
      // Scores over the temperature are what weights are made of.
      CHECK(std::log(f.weights(3) / f.weights(4)) ==
            Approx((f.scores(3) - f.scores(4)) / temperature));
      CHECK(f.lag_row(0) == f.weights(19));
      CHECK(f.lag_row.sum() + f.weights.head(4).sum() == Approx(1.0));
    }
  }
}

TEST_CASE("head_reading: advantage is what a nudge of the score does to the loss of the window") {
  const HeadReadingParams params = params_of(1, 2.0);
  const HeadReadingFrame f = read(params, 1);
  const ReadingSource source = reading_source("mine", params.source);
  const GptBatch batch = window_of(source, 0);
  const GptForward clean = gpt_forward(source.shape, source.weights, batch);
  const double h = 1e-4;
  for (const Index j : {0, 7, 19}) {
    const auto loss = [&](double by) {
      GptTouch touch;
      touch.head = 1;
      touch.temperature = 2.0;
      touch.scores = Matrix::Zero(32, 32);
      touch.scores(19, j) = by;
      return 32.0 * gpt_touched(source.shape, source.weights, batch, clean, touch).loss;
    };
    const double slope = (loss(h) - loss(-h)) / (2.0 * h);
    CHECK(slope == Approx(-f.weights(j) * f.advantage(j) / 2.0).epsilon(1e-4).margin(1e-9));
  }
}

TEST_CASE("head_reading: the own temperature costs nothing, and any other is felt") {
  CHECK(read(params_of(1, 1.0)).bits_lost == 0.0);
  CHECK(read(params_of(1, 4.0)).bits_lost != 0.0);
  const HeadReadingFrame hot = read(params_of(1, 4.0)), cold = read(params_of(1, 0.25));
  CHECK(hot.relative_entropy > cold.relative_entropy);
  CHECK(hot.top_weight < cold.top_weight);
  CHECK(hot.scores == cold.scores);
  CHECK(hot.peak == cold.peak);
}

TEST_CASE("head_reading: what was asked before, or is asked between, moves no bit", "[bits]") {
  // What is kept from earlier questions is each thread's own.
  const auto alone = [](const HeadReadingParams& params) {
    HeadReadingFrame out;
    std::thread([&] { out = read(params); }).join();
    return out;
  };
  const auto same = [](const HeadReadingFrame& a, const HeadReadingFrame& b) {
    return a.relative_entropy == b.relative_entropy && a.effective_tokens == b.effective_tokens &&
           a.top_weight == b.top_weight && a.lag_text == b.lag_text &&
           a.position_share == b.position_share && a.distance_share == b.distance_share &&
           a.distance_slope == b.distance_slope && a.bits_lost == b.bits_lost &&
           a.weights == b.weights && a.advantage == b.advantage && a.eigen_query == b.eigen_query;
  };
  std::vector<HeadReadingParams> asked(6, params_of(1, 1.0));
  asked[1].token = 9;
  asked[2].temperature = 2.0;
  asked[3].head = 3;
  asked[4].layer = 2;
  asked[5].source = made_up_source(8);
  for (const HeadReadingParams& before : asked) {
    for (const HeadReadingParams& params : asked) {
      (void)read(before, 1);
      CHECK(same(read(params), alone(params)));
    }
  }
  HeadReading one(asked[1]), other(asked[2]);
  for (int i = 0; i < 2; ++i) {
    one.refine(1);
    other.refine(1);
  }
  CHECK(same(one.frame(), alone(asked[1])));
  CHECK(same(other.frame(), alone(asked[2])));
  CHECK_FALSE(same(one.frame(), other.frame()));
}

TEST_CASE("head_reading: windows that the text does not have are refused") {
  HeadReadingParams params = params_of(1, 1.0);
  params.window = 3;
  CHECK_THROWS_AS(HeadReading(params), Error);
}
