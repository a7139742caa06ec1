#include "experiments/incremental-patterns/mixing.hpp"

#include <cmath>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Mixing;
using experiments::MixingFrame;
using experiments::MixingParams;

namespace {

MixingFrame of(double a1, double a2, double b1, double b2, double c1, double c2) {
  MixingParams p;
  p.r << a1, a2, b1, b2, c1, c2;
  return Mixing(p).frame();
}

}  // namespace

TEST_CASE("mixing: in the corners nothing is mixed") {
  const MixingFrame f = Mixing(MixingParams{}).frame();
  CHECK(largest(f.mixture - Matrix::Identity(3, 3)) == 0.0);
  CHECK(f.determinant == 1.0);
  CHECK(f.ratio == 1.0);
  CHECK(f.difference == 0.0);
  CHECK(f.share < 1e-30);
  CHECK(f.own_norms(0) == Approx(6.75 * std::sqrt(5.0)).epsilon(1e-14));
  CHECK(f.own_norms(2) == Approx(3.0 * std::sqrt(5.0)).epsilon(1e-14));
}

TEST_CASE("mixing: heads anywhere off a line say the same, the louder the nearer to it") {
  const MixingFrame trained = of(1, 0, 0, 1, 0.53, 0);
  CHECK(trained.determinant == Approx(0.47).margin(1e-15));
  CHECK(trained.ratio == Approx(1.206).margin(5e-4));
  const MixingFrame blurred = of(0.6, 0.2, 0.2, 0.6, 0.2, 0.2);
  CHECK(blurred.ratio == Approx(1.975).margin(5e-4));
  const MixingFrame nearly = of(0.4, 0.3, 0.3, 0.4, 0.3, 0.3);
  CHECK(nearly.determinant == Approx(0.01).margin(1e-15));
  CHECK(nearly.ratio == Approx(7.46).margin(5e-3));
  CHECK(largest(nearly.mixture.rowwise().sum() - Vector::Ones(3)) < 1e-15);
  for (const MixingFrame& f : {trained, blurred, nearly}) {
    CHECK(f.mixed);
    CHECK(f.difference < 1e-12);
    CHECK(f.share < 1e-20);
  }
}

TEST_CASE("mixing: on a line a share is out of reach") {
  const MixingFrame f = of(1, 0, 0, 1, 0.5, 0.5);
  CHECK_FALSE(f.mixed);
  CHECK(f.share == Approx(1.0 / (1.0 + 2.25 + 5.0625)).epsilon(1e-13));
  CHECK(largest(f.norms) == 0.0);
  // All in one corner: what the other two groups have.
  const MixingFrame one = of(1, 0, 1, 0, 1, 0);
  CHECK(one.share == Approx(3.25 / 8.3125).epsilon(1e-13));
}

TEST_CASE("mixing: wherever points of the grid go, it is a line or the difference is rounding") {
  Rng rng(6);
  Index lines = 0;
  for (int draw = 0; draw < 3000; ++draw) {
    MixingParams p;
    // Half of them close to each other, where lines are.
    const double reach = draw % 2 == 0 ? 100.0 : 5.0;
    for (Index k = 0; k < 3; ++k) {
      const double first = std::floor(reach * rng.uniform());
      p.r.row(k) << 0.01 * first, 0.01 * std::floor((100.0 - first + 1.0) * rng.uniform());
      if (draw % 2 != 0) p.r(k, 1) = 0.01 * std::floor(reach * rng.uniform());
    }
    const MixingFrame f = Mixing(p).frame();
    CHECK(f.difference_error < 1e-12);
    // Areas are multiples of 0.0001.
    CHECK(std::fabs(1e4 * f.determinant - std::round(1e4 * f.determinant)) < 1e-9);
    if (f.mixed) {
      CHECK(f.share < 1e-12);
      CHECK(f.ratio >= 1.0 - 1e-12);
    } else {
      ++lines;
      CHECK(f.share > 0.02);
    }
  }
  CHECK(lines > 50);
}

TEST_CASE("mixing: refuses shares that are none, by name") {
  MixingParams p;
  p.r(0, 1) = 0.2;
  CHECK_THAT(message_of([&] { Mixing{p}; }), contains("mixing: what r leaves of 1 is -0.2"));
  p = {};
  p.r(1, 0) = -0.1;
  CHECK_THAT(message_of([&] { Mixing{p}; }), contains("mixing: r is -0.1"));
  p.r(1, 0) = std::nan("");
  CHECK_THAT(message_of([&] { Mixing{p}; }), contains("mixing: r"));
  p.r = Matrix::Zero(2, 2);
  CHECK_THAT(message_of([&] { Mixing{p}; }), contains("mixing: r is 2 x 2, expected 3 x 2"));
}

TEST_CASE("mixing: heads that were trained end mixed, and less so where weights decay", "[draws]") {
  // Of the group that is read least purely, what its best head gives it; runs that are done.
  const auto purities = [](double decay) {
    std::vector<double> out;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Rng rng(seed);
      const PatternTask task = clue_task(12, 1.5, 3.0);
      PatternData data = uniform_contexts(task, 1500, PatternTargets::kLaws, rng);
      PatternTrainerOptions options;
      options.decay = decay;
      PatternTrainer trainer(data, minimal_heads(3, 5, 12, 0.1, rng), options);
      trainer.step(1200);
      const Matrix predicted = pattern_predictions(data, trainer.heads());
      CHECK(kl_divergences(data.laws, predicted).mean() < 0.002);
      const Matrix masses = pattern_masses(trainer.heads().logits, 3);
      double least = 1.0;
      for (Index k = 0; k < 3; ++k) least = -larger(-least, -highest(masses.col(k)));
      out.push_back(least);
    }
    return out;
  };
  for (const double purity : purities(0.0)) CHECK(purity == Approx(0.5).margin(0.05));
  for (const double purity : purities(0.1)) CHECK(purity > 0.6);
}
