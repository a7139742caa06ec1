#include "experiments/run.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "allocations.hpp"
#include "catch.hpp"
#include "experiments/array_sink.hpp"
#include "experiments/catalogue.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

struct CounterParams {
  ATTN_DESCRIBED(CounterParams);
  ATTN_PARAM(Index, last, "step", within(1, 100)) = 10;
};

struct CounterFrame {
  ATTN_DESCRIBED(CounterFrame);
  ATTN_FIELD(Index, at, "step") = 0;
  ATTN_FIELD(Index, refined, "units") = 0;
};

// Has everything that a run may have.
class Counter {
 public:
  using Params = CounterParams;
  using Frame = CounterFrame;
  static constexpr const char* kName = "counter";

  explicit Counter(const Params& params) : last_(checked(kName, params).last) {}
  Index steps() const { return last_; }
  Index opens() const { return 2; }
  bool seek(Index t, Index budget) {
    frame_.at += std::clamp<Index>(t - frame_.at, -budget, budget);
    return frame_.at == t;
  }
  bool refine(Index budget) {
    frame_.refined = std::min<Index>(frame_.refined + budget, 4);
    return frame_.refined == 4;
  }
  double progress() const { return static_cast<double>(frame_.refined) / 4.0; }
  const Frame& frame() const { return frame_; }

 private:
  Index last_;
  Frame frame_;
};

// Steps, and no more.
class Stepper {
 public:
  using Params = CounterParams;
  using Frame = CounterFrame;
  static constexpr const char* kName = "stepper";

  explicit Stepper(const Params& params) : last_(params.last) {}
  Index steps() const { return last_; }
  bool seek(Index t, Index) {
    frame_.at = t;
    return true;
  }
  const Frame& frame() const { return frame_; }

 private:
  Index last_;
  Frame frame_;
};

// Answers one question.
class Answer {
 public:
  using Params = CounterParams;
  using Frame = CounterFrame;
  static constexpr const char* kName = "answer";

  explicit Answer(const Params& params) { frame_.at = params.last; }
  const Frame& frame() const { return frame_; }

 private:
  Frame frame_;
};

// A source without anything but a number `last`.
class Last final : public Source {
 public:
  explicit Last(double last) : Source("counter"), last_(last) {}
  bool number(const char* name, double& out) const override {
    out = last_;
    return std::string(name) == "last";
  }
  bool flag(const char*, bool&) const override { return false; }
  bool text(const char*, std::string&) const override { return false; }
  bool array(const char*, Array&) const override { return false; }

 private:
  double last_;
};

double at(const Run& run, const char* name) { return arrays_of(run).at(name).data[0]; }

}  // namespace

TEST_CASE("a step is one from 0 to the last, and a budget at least 1") {
  const auto step = [](Index t, Index last, Index budget) {
    return message_of([&] { check_step("cake", t, last, budget); });
  };
  const std::string fine = "(no attn::Error)";
  CHECK(step(0, 0, 1) == fine);
  CHECK(step(7, 7, check::kMaxBudget) == fine);
  CHECK(step(8, 7, 1) == "cake: t is 8, expected a whole number from 0 to 7");
  CHECK(step(-1, 7, 1) == "cake: t is -1, expected a whole number from 0 to 7");
  CHECK(step(1, 0, 1) == "cake: t is 1, expected a whole number from 0 to 0");
  const std::string budget = ", expected a whole number from 1 to 1000000000";
  CHECK(step(3, 7, 0) == "cake: budget is 0" + budget);
  CHECK(step(3, 7, -5) == "cake: budget is -5" + budget);
  CHECK(message_of([] { check_budget("cake", 0); }) == "cake: budget is 0" + budget);
  CHECK(message_of([] { check_budget("cake", check::kMaxBudget + 1); }) ==
        "cake: budget is 1000000001" + budget);
  CHECK(message_of([] { check_budget("cake", 1); }) == fine);
}

TEST_CASE("a run of an experiment with everything hands it all on") {
  runs::RunOf<Counter> run({});
  CHECK(run.steps() == 10);
  CHECK(run.opens() == 2);
  CHECK(run.refines());
  CHECK_FALSE(run.seek(5, 3));
  CHECK(at(run, "at") == 3.0);
  CHECK(run.seek(5, 3));
  CHECK(at(run, "at") == 5.0);
  CHECK(run.progress() == 0.0);
  CHECK_FALSE(run.refine(3));
  CHECK(run.progress() == 0.75);
  CHECK(run.refine(3));
  CHECK(run.progress() == 1.0);
  CHECK(at(run, "refined") == 4.0);
}

TEST_CASE("a run of an experiment that only steps opens at the last step and is always refined") {
  runs::RunOf<Stepper> run({});
  CHECK(run.steps() == 10);
  CHECK(run.opens() == 10);
  CHECK_FALSE(run.refines());
  CHECK(run.refine(1));
  CHECK(run.progress() == 1.0);
  CHECK(run.seek(4, 1));
  CHECK(at(run, "at") == 4.0);
}

TEST_CASE("a run of an experiment with one state has the step 0 alone") {
  runs::RunOf<Answer> run({});
  CHECK(run.steps() == 0);
  CHECK(run.opens() == 0);
  CHECK_FALSE(run.refines());
  CHECK(run.seek(0, 1));
  CHECK(run.refine(1));
  CHECK(run.progress() == 1.0);
  CHECK(at(run, "at") == 10.0);
  CHECK(message_of([&] { run.seek(1, 1); }) ==
        "answer: t is 1, expected a whole number from 0 to 0");
}

TEST_CASE("a run refuses steps and budgets out of range by itself, and changes nothing then") {
  runs::RunOf<Counter> run({});
  run.seek(4, 10);
  run.refine(2);
  CHECK(message_of([&] { run.seek(11, 1); }) ==
        "counter: t is 11, expected a whole number from 0 to 10");
  CHECK_THAT(message_of([&] { run.seek(-1, 1); }), contains("counter: t is -1"));
  CHECK_THAT(message_of([&] { run.seek(5, 0); }), contains("counter: budget is 0"));
  CHECK_THAT(message_of([&] { run.refine(0); }), contains("counter: budget is 0"));
  CHECK(at(run, "at") == 4.0);
  CHECK(at(run, "refined") == 2.0);
  runs::RunOf<Stepper> stepper({});
  CHECK_THAT(message_of([&] { stepper.refine(0); }), contains("stepper: budget is 0"));
}

TEST_CASE("an experiment is opened with what a source has, and refuses it in its own name") {
  CHECK(open<Counter>(Last(3))->steps() == 3);
  CHECK(message_of([] { open<Counter>(Last(101)); }) ==
        "counter: last is 101, expected a whole number from 1 to 100");
  CHECK_THAT(message_of([] { open<Counter>(Last(2.5)); }), contains("counter: last is 2.5"));
}

TEST_CASE("every experiment opens at a step it has, and refuses what is out of range by name") {
  for (const Experiment& e : all()) {
    CAPTURE(e.name);
    const std::vector<OpenSetting> settings = e.settings();
    Run& run = *settings.back().run;
    CHECK(run.steps() >= 0);
    CHECK(run.opens() >= 0);
    CHECK(run.opens() <= run.steps());
    const std::string before = hash_text(arrays_of(run));
    CHECK(message_of([&] { run.seek(run.steps() + 1, 1); }) ==
          e.name + ": t is " + std::to_string(run.steps() + 1) +
              ", expected a whole number from 0 to " + std::to_string(run.steps()));
    CHECK_THAT(message_of([&] { run.seek(0, 0); }), contains(e.name + ": budget is 0"));
    CHECK_THAT(message_of([&] { run.refine(0); }), contains(e.name + ": budget is 0"));
    CHECK(hash_text(arrays_of(run)) == before);
  }
}

TEST_CASE("every experiment gives the same bits in slices as at once, there and back") {
  for (const Experiment& e : all()) {
    CAPTURE(e.name);
    const std::vector<OpenSetting> first = e.settings();
    const std::vector<OpenSetting> second = e.settings();
    Run& at_once = *first.back().run;
    Run& in_slices = *second.back().run;
    // Of a million passes over the same, hundreds tell as much; of what is done to memory, dozens.
    const Index last = std::min(at_once.steps(), Index{sanitized() ? 20 : 500});
    const std::set<std::string> long_ones = {"edge_cuts", "gpt_noise", "linear_attention"};
    const bool whole = !sanitized() || long_ones.count(e.name) == 0;
    const Index refinements = whole ? check::kMaxBudget : 24;
    CHECK(at_once.seek(last, check::kMaxBudget));
    CHECK(at_once.refine(refinements) == whole);
    CHECK((at_once.progress() == 1.0) == whole);
    while (!in_slices.seek(0, 1)) {
      // What takes long opens first.
    }
    // A step is a unit of work, but for a layer of many particles, for updates of a language model
    // and for methods that are held against each other.
    const std::map<std::string, Index> of_a_step = {
        {"million_particles", 20}, {"gpt_pair", 44}, {"ngram_ladder", 25}, {"em_vs_sgd", 7}};
    const auto found = of_a_step.find(e.name);
    const Index each = found == of_a_step.end() ? 1 : found->second;
    const Index units = last * each;
    Index calls = 1;
    while (!in_slices.seek(last, 1)) {
      if (calls == 2) in_slices.refine(3);
      ++calls;
    }
    CHECK(calls <= (units > 0 ? units : 1));
    for (Index i = 0; i < refinements && !in_slices.refine(1); ++i) {
    }
    CHECK(hash_text(arrays_of(in_slices)) == hash_text(arrays_of(at_once)));
    for (const Index t : {last / 2, Index{0}, last}) {
      while (!in_slices.seek(t, 2)) {
      }
      at_once.seek(t, check::kMaxBudget);
      CHECK(hash_text(arrays_of(in_slices)) == hash_text(arrays_of(at_once)));
    }
  }
}
