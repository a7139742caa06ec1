#include "experiments/incremental-patterns/dataset_size.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::DatasetSize;
using experiments::DatasetSizeFrame;
using experiments::DatasetSizeParams;
using experiments::StopAt;

namespace {

constexpr std::uint64_t kDraws = 12;

DatasetSizeParams with(Index n, Index lags = 12, StopAt stop = StopAt::kExcess) {
  DatasetSizeParams p;
  p.sequences = n;
  p.lags = lags;
  p.stop = stop;
  return p;
}

/// Over the draws: how many there are, and the mean of a number.
std::uint64_t count(DatasetSizeParams p,
                    const std::function<bool(const DatasetSizeFrame&)>& holds) {
  std::uint64_t sum = 0;
  for (p.seed = 1; p.seed <= kDraws; ++p.seed) sum += holds(DatasetSize(p).frame()) ? 1U : 0U;
  return sum;
}

double mean(DatasetSizeParams p, const std::function<double(const DatasetSizeFrame&)>& of) {
  double sum = 0.0;
  for (p.seed = 1; p.seed <= kDraws; ++p.seed) sum += of(DatasetSize(p).frame());
  return sum / static_cast<double>(kDraws);
}

double best(const DatasetSizeFrame& f) { return f.best; }

}  // namespace

TEST_CASE(
    "dataset_size: little data is best left on the first stair, more on the second and the last",
    "[draws]") {
  // The storyboard: nearest 1 in 33 of 34 at 150, 2 or more in 20 of 20 at 600; .21 +- .02, .095 +-
  // .017, .058 +- .016.
  CHECK(count(with(150), [](const auto& f) { return f.nearest == 1; }) >= kDraws - 1);
  CHECK(count(with(600), [](const auto& f) { return f.nearest >= 2; }) == kDraws);
  CHECK(mean(with(150), best) == Approx(0.21).margin(0.02));
  CHECK(mean(with(600), best) == Approx(0.085).margin(0.015));
  CHECK(mean(with(1000), best) == Approx(0.058).margin(0.015));
}

TEST_CASE(
    "dataset_size: what is not stopped is lost, and what is held out finds nearly the best stop",
    "[draws]") {
  CHECK(count(with(60), [](const auto& f) { return f.end > 3.0; }) == kDraws);
  CHECK(count(with(150), [](const auto& f) { return f.end < 3.0; }) == kDraws);
  const double held_out = mean(with(200, 12, StopAt::kHeldOut), best);
  const double known = mean(with(200), best);
  CHECK(held_out >= known);
  CHECK(held_out < known + 0.06);
}

TEST_CASE("dataset_size: who cannot read the second group does not get past the first stair",
          "[draws]") {
  CHECK(count(with(1000, 4), [](const auto& f) { return f.best > 0.15; }) == kDraws);
  CHECK(count(with(1000), [](const auto& f) { return f.best < 0.12; }) == kDraws);
  // At 200 all do about equally well: stopping chooses, and gains nothing over who could read no
  // more.
  const double four = mean(with(200, 4), best), all = mean(with(200), best);
  CHECK(std::fabs(four - all) < 0.03);
}

TEST_CASE("dataset_size: sizes are computed one after the other, and the chosen one among them") {
  DatasetSize run(with(150));
  CHECK(run.progress() == 0.0);
  CHECK(run.frame().sizes.size() == 0);
  CHECK_FALSE(run.refine(4 * DatasetSize::kPieces - 1));
  CHECK(run.frame().sizes.size() == 3);
  CHECK_FALSE(run.refine(1));
  CHECK(run.frame().sizes.size() == 4);
  // Contexts of a size are the first of those of a larger one: the same 150.
  CHECK(run.frame().bests(3) == run.frame().best);
  CHECK(run.frame().steps(3) == static_cast<double>(run.frame().step));
  CHECK(run.refine(100));
  CHECK(run.progress() == 1.0);
  const DatasetSizeFrame& f = run.frame();
  CHECK(f.sizes.size() == 9);
  CHECK(f.ends(8) < f.ends(0));
  CHECK(f.best == f.curves(f.step / 5, 3));
  CHECK(f.best == lowest(f.curves.col(3)));
  CHECK(f.lowest_kl > -1e-5);
  CHECK(f.loss_error < 1e-5);
  CHECK(f.stairs(1) == Approx(0.154).margin(0.01));
  CHECK(f.stairs(2) == Approx(0.030).margin(0.003));
}

TEST_CASE("dataset_size: refuses parameters out of range, by name") {
  CHECK_THAT(message_of([] { DatasetSize{with(29)}; }), contains("dataset_size: sequences is 29"));
  CHECK(message_of([] { DatasetSize{with(100, 5)}; }) ==
        "dataset_size: lags is 5, expected 4, 8 or 12");
}
