#include "attn/attention/online_softmax.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Keys {
  Vector scores;
  Matrix values;
};

Keys random_keys(Index n, double size, std::uint64_t seed) {
  Rng rng(seed);
  Keys keys{Vector(n), Matrix(n, 3)};
  for (Index i = 0; i < n; ++i) {
    keys.scores(i) = size * rng.normal();
    for (Index k = 0; k < 3; ++k) keys.values(i, k) = rng.normal();
  }
  return keys;
}

OnlineSoftmax over(const Keys& keys, Index from, Index to) {
  OnlineSoftmax state(3);
  for (Index i = from; i < to; ++i) state.add(keys.scores(i), keys.values.row(i).transpose());
  return state;
}

}  // namespace

TEST_CASE("key by key it is the softmax of all, over scales of the scores") {
  for (const double size : {0.0, 1.0, 50.0, 1e4, 1e300}) {
    const Keys keys = random_keys(40, size, 3);
    const OnlineSoftmax state = over(keys, 0, 40);
    CHECK(state.max() == highest(keys.scores));
    const Vector mean = keys.values.transpose().lazyProduct(softmax(keys.scores));
    CHECK(largest(state.mean() - mean) <= 1e-14);
    CHECK(std::fabs(state.log_normaliser() - log_sum_exp(keys.scores)) <=
          1e-14 * (1.0 + std::fabs(state.max())));
  }
}

TEST_CASE("pieces merge to the whole, wherever it is cut and in both orders") {
  const Keys keys = random_keys(30, 5.0, 4);
  const OnlineSoftmax whole = over(keys, 0, 30);
  for (Index cut = 0; cut <= 30; cut += 5) {
    OnlineSoftmax front = over(keys, 0, cut);
    OnlineSoftmax back = over(keys, cut, 30);
    OnlineSoftmax turned = back;
    turned.merge(front);
    front.merge(back);
    for (const OnlineSoftmax& state : {front, turned}) {
      CHECK(state.max() == whole.max());
      CHECK(largest(state.mean() - whole.mean()) <= 1e-15);
      CHECK(std::fabs(state.sum() - whole.sum()) <= 1e-14 * whole.sum());
    }
  }
}

TEST_CASE("masked keys change nothing, and without any key the mean is zero") {
  OnlineSoftmax state(2);
  CHECK(state.mean() == Vector::Zero(2));
  CHECK(state.log_normaliser() == -kInfinity);
  state.add(-kInfinity, Vector::Constant(2, 5.0));
  state.merge(OnlineSoftmax(2));
  CHECK(state.sum() == 0.0);
  CHECK(state.mean() == Vector::Zero(2));
  state.add(1.0, Vector::Constant(2, 3.0));
  state.add(-kInfinity, Vector::Constant(2, 5.0));
  CHECK(state.sum() == 1.0);
  CHECK(state.mean() == Vector::Constant(2, 3.0));
}

TEST_CASE("scores alone give the maximum and the normaliser") {
  OnlineSoftmax state;
  for (const double score : {1.0, 3.0, 2.0}) state.add(score);
  Vector s(3);
  s << 1.0, 3.0, 2.0;
  CHECK(state.log_normaliser() == log_sum_exp(s));
  CHECK(state.mean().size() == 0);
}

TEST_CASE("what cannot be taken in is refused, and the state stays") {
  OnlineSoftmax state(2);
  state.add(1.0, Vector::Constant(2, 3.0));
  CHECK(message_of([&] { state.add(kInfinity, Vector::Zero(2)); }) ==
        "OnlineSoftmax::add: score is Infinity, expected a finite number or -Infinity");
  CHECK(message_of([&] { state.add(std::nan(""), Vector::Zero(2)); }) ==
        "OnlineSoftmax::add: score is NaN, expected a finite number or -Infinity");
  CHECK(message_of([&] { state.add(1.0, Vector::Zero(3)); }) ==
        "OnlineSoftmax::add: value is 3 long, expected 2");
  CHECK(message_of([&] { state.add(5.0, Vector::Constant(2, kInfinity)); }) ==
        "OnlineSoftmax::add: value[0] is Infinity, expected a finite number");
  CHECK(message_of([&] { state.add(5.0); }) == "OnlineSoftmax::add: value is 0 long, expected 2");
  CHECK(message_of([&] { state.merge(OnlineSoftmax(1)); }) ==
        "OnlineSoftmax::merge: the mean of other is 1 long, expected 2");
  CHECK(message_of([] { OnlineSoftmax(-1); }) ==
        "OnlineSoftmax: values is -1, expected a whole number from 0 to 1000000000");
  CHECK(state.sum() == 1.0);
  CHECK(state.max() == 1.0);
}

TEST_CASE("a weighted sum that no double holds is refused, and the state stays") {
  const Vector huge = Vector::Constant(1, 1e308);
  OnlineSoftmax state(1);
  state.add(0.0, huge);
  const OnlineSoftmax other = state;
  CHECK(message_of([&] { state.add(0.0, huge); }) ==
        "OnlineSoftmax::add: the weighted sum of values is too large for a double");
  CHECK(message_of([&] { state.merge(other); }) ==
        "OnlineSoftmax::merge: the weighted sum of values is too large for a double");
  CHECK(state.mean() == huge);
  CHECK(state.sum() == 1.0);
  // Beside a larger score the sum is smaller.
  state.add(100.0, huge);
  CHECK(state.mean().allFinite());
}

TEST_CASE("what is merged with itself has the same mean") {
  OnlineSoftmax state = over(random_keys(5, 1.0, 8), 0, 5);
  const Vector mean = state.mean();
  const double sum = state.sum();
  state.merge(state);
  CHECK(state.mean() == mean);
  CHECK(state.sum() == 2.0 * sum);
}
