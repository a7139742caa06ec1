#include "experiments/models/least_squares.hpp"

#include "catch.hpp"
#include "experiments/array_sink.hpp"
#include "experiments/catalogue.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

LeastSquaresParams small(Index steps = 60) {
  LeastSquaresParams p;
  p.size = 3;
  p.steps = steps;
  return p;
}

std::unique_ptr<Run> opened(const LeastSquaresParams& params = small()) {
  return runs::of<LeastSquares>(params);
}

std::string bits(const Run& run) { return hash_text(arrays_of(run)); }

double number(const Run& run, const char* name) { return arrays_of(run).at(name).data[0]; }

}  // namespace

TEST_CASE("training makes the residuals small, to what the noise leaves") {
  const auto run = opened(LeastSquaresParams{});
  const double before = number(*run, "loss");
  CHECK(run->seek(5000, 5000));
  const Arrays f = arrays_of(*run);
  CHECK(before > 0.2);
  CHECK(f.at("loss").data[0] < 0.004);
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(std::abs(f.at("weights").data[i] - f.at("truth").data[i]) < 0.1);
  }
}

TEST_CASE("a frame says how far it was trained, with at most 500 points of the curve") {
  const auto run = opened(LeastSquaresParams{});
  CHECK(run->opens() == 600);
  CHECK(number(*run, "frontier") == 0.0);
  CHECK(arrays_of(*run).at("batch_loss").data.empty());
  CHECK_FALSE(run->seek(600, 400));
  CHECK(run->seek(600, 400));
  CHECK(number(*run, "frontier") == 600.0);
  CHECK(number(*run, "every") == 2.0);
  const std::vector<double> early = arrays_of(*run).at("batch_loss").data;
  CHECK(early.size() == 300);
  CHECK_FALSE(run->refine(2000));
  CHECK(run->refine(2400));
  CHECK(run->progress() == 1.0);
  const Arrays f = arrays_of(*run);
  CHECK(f.at("step").data[0] == 600.0);
  CHECK(f.at("frontier").data[0] == 5000.0);
  CHECK(f.at("batch_loss").data.size() == 500);
  CHECK(f.at("batch_loss").data[1] == early[5]);
}

TEST_CASE("where not all states fit, scrubbing shows the same bits as going there at once") {
  LeastSquaresParams p = small(1100);
  p.size = 4000;  // 32 KB a state: every second is kept
  LeastSquares run(p);
  CHECK(run.refine(5000));
  CHECK(run.states().stride() == 2);
  CHECK(run.states().bytes() <= std::size_t{32} << 20);
  CHECK(run.states().bytes() > std::size_t{16} << 20);
  const auto weights = [&](Index t) {
    CHECK(run.seek(t, 1));
    return run.frame().weights;
  };
  const Vector late = weights(1099);
  const Vector early = weights(203);
  CHECK(weights(1099) == late);
  LeastSquares other(p);
  CHECK(other.seek(203, 5000));
  CHECK(other.frame().weights == early);
}

TEST_CASE("a run that is saved goes on elsewhere with the same bits") {
  const auto whole = opened();
  whole->seek(40, 100);
  const auto first = opened();
  first->seek(10, 100);
  first->refine(15);
  const Bytes bytes = first->training()->save();
  const auto second = opened();
  second->training()->restore(bytes);
  CHECK(second->training()->frontier() == 25);
  CHECK(number(*second, "step") == 25.0);
  CHECK(second->training()->save() == bytes);
  CHECK(second->seek(40, 100));
  CHECK(bits(*second) == bits(*whole));
  CHECK(second->training()->save() == whole->training()->save());
  // And back, before what was saved.
  CHECK(second->seek(7, 100));
  CHECK(whole->seek(7, 100));
  CHECK(bits(*second) == bits(*whole));
}

TEST_CASE("bytes that are refused leave a run as it was") {
  const auto run = opened();
  run->seek(12, 100);
  const std::string before = bits(*run);
  const auto refusal = [&](const Bytes& bytes) {
    return message_of([&] { run->training()->restore(bytes); });
  };
  const auto other = opened(small(61));
  CHECK(refusal(other->training()->save()) == "least_squares: the saved run has other parameters");
  Bytes cut = run->training()->save();
  cut.pop_back();
  CHECK(refusal(cut) == "least_squares: the saved run is damaged or cut off");
  // Whole, and yet of no run: what no process of ours has written.
  const std::uint64_t params = hash_of_params(small());
  const auto crafted = [&](const LeastSquaresState& state) {
    return refusal(save_state(LeastSquares::kName, params, state));
  };
  LeastSquaresState state = LeastSquares(small()).state();
  state.step = 61;
  CHECK(crafted(state) ==
        "least_squares: the saved step is 61, expected a whole number from 0 to 60");
  state.step = 2;
  CHECK(crafted(state) == "least_squares: the saved loss is 0 numbers, expected 2");
  state.step = 0;
  state.weights.resize(2);
  CHECK(crafted(state).find("least_squares: the saved weights") == 0);
  CHECK(bits(*run) == before);
  CHECK(run->seek(13, 1));
}

TEST_CASE("what does not train has nothing to save") {
  CHECK(opened()->training() != nullptr);
  CHECK(all().front().settings().front().run->training() == nullptr);
}

TEST_CASE("the settings and a saved run have the same bits everywhere") {
  std::vector<std::string> hashes;
  for (OpenSetting& setting : catalogue::settings<LeastSquares>()) {
    hashes.push_back(hash_text(arrays_of(setting)));
  }
  CHECK(hashes ==
        std::vector<std::string>{"fcc73c757f10fb31", "67ae5591345488ea", "df266390d1017ef5"});
  const auto run = opened(LeastSquaresParams{});
  run->seek(1000, 5000);
  CHECK(saving::hash(run->training()->save()) == 0xe43fde989b601d3u);
}

TEST_CASE("the catalogue, and with it the command and the pages, does not have it") {
  for (const Experiment& e : all()) CHECK(e.name != LeastSquares::kName);
}
