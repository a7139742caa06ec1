#include "experiments/checkpoints.hpp"

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

// A state from which one sees every step that led to it.
struct Trail {
  ATTN_DESCRIBED(Trail);
  ATTN_FIELD(std::uint64_t, mixed, "steps") = 1;
  ATTN_FIELD(Vector, ballast, "bytes");
};

Trail first(Index ballast) { return {1, Vector::Zero(ballast)}; }

// What it does, and how often.
struct Stepper {
  mutable Index calls = 0;

  void operator()(Trail& state, Index t) const {
    ++calls;
    state.mixed = state.mixed * 6364136223846793005u + static_cast<std::uint64_t>(t);
    if (state.ballast.size() > 0) state.ballast(t % state.ballast.size()) += 1.0;
  }
};

std::uint64_t after(Index steps) {
  Trail state = first(0);
  for (Index t = 0; t < steps; ++t) Stepper{}(state, t);
  return state.mixed;
}

}  // namespace

TEST_CASE("training goes on in slices and ends at the last step") {
  Checkpoints<Trail> states(first(3));
  const Stepper step;
  CHECK(states.frontier() == 0);
  CHECK_FALSE(states.train(10, 4, step));
  CHECK(states.frontier() == 4);
  CHECK(states.at() == 0);
  CHECK_FALSE(states.train(10, 5, step));
  CHECK(states.train(10, 1, step));
  CHECK(states.train(10, 5, step));
  CHECK(step.calls == 10);
  CHECK(states.newest().mixed == after(10));
  CHECK(states.shown().mixed == after(0));
}

TEST_CASE("a seek past the frontier trains up to it, in slices, and shows it on arrival") {
  Checkpoints<Trail> states(first(3));
  const Stepper step;
  CHECK_FALSE(states.seek(10, 4, step));
  CHECK(states.frontier() == 4);
  CHECK(states.at() == 0);
  CHECK_FALSE(states.seek(10, 4, step));
  CHECK(states.seek(10, 4, step));
  CHECK(states.frontier() == 10);
  CHECK(states.at() == 10);
  CHECK(states.shown().mixed == after(10));
  CHECK(step.calls == 10);
}

TEST_CASE("where all states are kept every step up to the frontier is shown without a step") {
  Checkpoints<Trail> states(first(3));
  const Stepper step;
  CHECK(states.train(200, 1000, step));
  CHECK(states.stride() == 1);
  for (const Index t : {200, 0, 199, 7, 8, 6, 100}) {
    CHECK(states.seek(t, 1, step));
    CHECK(states.at() == t);
    CHECK(states.shown().mixed == after(t));
  }
  CHECK(step.calls == 200);
  CHECK(states.frontier() == 200);
}

TEST_CASE(
    "where not all fit some are kept, within the bound, and the others come by the same bits") {
  const std::size_t most = 20000;
  Checkpoints<Trail> states(first(100), most);
  const Stepper step;
  for (Index t = 1; t <= 1000; ++t) {
    states.train(t, 1, step);
    CHECK(states.bytes() <= most);
  }
  CHECK(states.stride() == 64);
  for (const Index t : {1000, 0, 999, 63, 64, 65, 500, 501, 440, 1000}) {
    step.calls = 0;
    CHECK(states.seek(t, 1000, step));
    CHECK(step.calls < 64);
    CHECK(states.shown().mixed == after(t));
    CHECK(states.shown().ballast.sum() == static_cast<double>(t));
    CHECK(states.bytes() <= most);
  }
  CHECK(states.frontier() == 1000);
}

TEST_CASE(
    "a run that is to keep less lets states go at once, and shows every step by the same bits") {
  Checkpoints<Trail> states(first(100));
  const Stepper step;
  states.seek(500, 1000, step);
  states.train(1000, 1000, step);
  CHECK(states.stride() == 1);
  CHECK(states.bytes() > 900000);
  for (const std::size_t most : {std::size_t{200000}, std::size_t{20000}, std::size_t{4000}}) {
    states.keep_within(most);
    CHECK(states.bytes() <= most);
    CHECK(states.frontier() == 1000);
    CHECK(states.at() == 500);
    CHECK(states.shown().mixed == after(500));
    for (const Index t : {1000, 0, 999, 321, 500}) {
      CHECK(states.seek(t, 1000, step));
      CHECK(states.shown().mixed == after(t));
      CHECK(states.bytes() <= most);
    }
  }
}

TEST_CASE("a bound that is raised again is never above that of the beginning") {
  const std::size_t most = 20000;
  Checkpoints<Trail> states(first(100), most);
  const Stepper step;
  states.keep_within(5000);
  states.train(200, 1000, step);
  CHECK(states.bytes() <= 5000);
  const Index thin = states.stride();
  states.keep_within(10 * most);
  CHECK(states.stride() == thin);
  states.train(2000, 10000, step);
  CHECK(states.bytes() > 5000);
  CHECK(states.bytes() <= most);
  states.seek(1999, 1000, step);
  CHECK(states.shown().mixed == after(1999));
}

TEST_CASE("a seek goes on from the step on show where that is nearer, and back in slices") {
  Checkpoints<Trail> states(first(100), 20000);
  const Stepper step;
  states.train(1000, 1000, step);
  step.calls = 0;
  CHECK(states.seek(70, 6, step));
  CHECK(states.seek(75, 5, step));
  CHECK(step.calls == 11);
  CHECK_FALSE(states.seek(127, 30, step));
  CHECK(states.at() == 105);
  CHECK_FALSE(states.seek(100, 30, step));
  CHECK(states.at() == 94);
  CHECK(states.seek(100, 6, step));
  CHECK(states.shown().mixed == after(100));
}

TEST_CASE("whatever the bound, the first state, the newest and the one on show are there") {
  Checkpoints<Trail> states(first(100), 1);
  const Stepper step;
  CHECK(states.seek(300, 1000, step));
  CHECK(states.seek(299, 1000, step));
  CHECK(states.shown().mixed == after(299));
  CHECK(states.newest().mixed == after(300));
  CHECK(states.bytes() < 4 * 1100);
}

TEST_CASE("a run that is gone on with trains on, and shows what was before by the same bits") {
  Checkpoints<Trail> trained(first(3));
  const Stepper step;
  trained.train(50, 50, step);
  Checkpoints<Trail> states(first(3));
  states.resume(50, trained.newest());
  CHECK(states.frontier() == 50);
  CHECK(states.at() == 50);
  step.calls = 0;
  CHECK(states.seek(60, 100, step));
  CHECK(states.shown().mixed == after(60));
  CHECK(step.calls == 10);
  CHECK_FALSE(states.seek(30, 20, step));
  CHECK(states.seek(30, 10, step));
  CHECK(states.shown().mixed == after(30));
  CHECK(step.calls == 40);
  // What was shown on the way is kept.
  CHECK(states.seek(11, 1, step));
  CHECK(states.seek(55, 1, step));
  CHECK(step.calls == 40);
  CHECK(states.frontier() == 60);
}

TEST_CASE("a run may be set back to where it was saved, and trains to the same bits again") {
  Checkpoints<Trail> states(first(3));
  const Stepper step;
  states.train(20, 20, step);
  const Trail saved = states.newest();
  states.seek(40, 100, step);
  states.resume(20, saved);
  CHECK(states.frontier() == 20);
  CHECK(states.at() == 20);
  CHECK(states.seek(35, 100, step));
  CHECK(states.shown().mixed == after(35));
}
