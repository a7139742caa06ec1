#include "experiments/bilinear-form/temperature.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("temperature: the table has worked example 2, row by row") {
  const auto f = Temperature({}).frame();
  const double printed_right[5][4] = {{0.9817, 0.0180, 0.0003, 0.0930},
                                      {0.8668, 0.1173, 0.0159, 0.4411},
                                      {0.6652, 0.2447, 0.0900, 0.8324},
                                      {0.5065, 0.3072, 0.1863, 1.0202},
                                      {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 1.0986}};
  REQUIRE(f.table_weights.rows() == 5);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 3; ++j) {
      CHECK(f.table_weights(i, j) == Approx(printed_right[i][j]).margin(5e-5));
    }
    CHECK(f.table_entropy(i) == Approx(printed_right[i][3]).margin(5e-5));
  }
  CHECK(f.table_temperatures(4) == std::numeric_limits<double>::infinity());
}

TEST_CASE(
    "temperature: the curves are softmax at each temperature, from the coldest to the hottest") {
  TemperatureParams p;
  p.scores << -1.0, 0.5, 3.0;
  p.temperature = 0.7;
  const auto f = Temperature(p).frame();
  REQUIRE(f.temperatures.size() == Temperature::kTemperatures);
  CHECK(f.temperatures(0) == 0.05);
  CHECK(f.temperatures(80) == 20.0);
  for (const Index i : {0, 31, 80}) {
    CHECK(f.curves.row(i).transpose() == softmax(p.scores, f.temperatures(i)));
    if (i > 0) CHECK(f.temperatures(i) > f.temperatures(i - 1));
  }
  CHECK(f.weights == softmax(p.scores, 0.7));
}

TEST_CASE("temperature: F is <E> - T H, and its slope over T is -H") {
  for (const double t : {0.05, 0.25, 1.0, 20.0}) {
    TemperatureParams p;
    p.temperature = t;
    const auto f = Temperature(p).frame();
    CHECK(f.identity_error <= 1e-14 * (1.0 + t));
    CHECK(f.slope_error <= 1e-9);
    CHECK(f.normalised_entropy == Approx(f.entropy / std::log(3.0)).margin(1e-15));
  }
}

TEST_CASE("temperature: the same added to all scores moves F and <E> by it, and no weight") {
  TemperatureParams p;
  const auto before = Temperature(p).frame();
  p.scores.array() += 5.0;
  const auto after = Temperature(p).frame();
  CHECK(largest(after.weights - before.weights) <= 1e-15);
  CHECK(after.mean_energy == Approx(before.mean_energy - 5.0).epsilon(1e-14));
  CHECK(after.free_energy == Approx(before.free_energy - 5.0).epsilon(1e-14));
}

TEST_CASE("temperature: bad parameters are refused by name") {
  TemperatureParams p;
  p.temperature = 0.0;
  CHECK_THAT(message_of([&] { Temperature{p}; }), contains("temperature: temperature is 0"));
  p.temperature = 1.0;
  p.scores(1) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(message_of([&] { Temperature{p}; }), contains("scores"));
  p.scores.resize(0);
  CHECK_THAT(message_of([&] { Temperature{p}; }), contains("scores is empty"));
}
