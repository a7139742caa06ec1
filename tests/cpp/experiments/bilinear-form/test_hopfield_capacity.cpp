#include "experiments/bilinear-form/hopfield_capacity.hpp"

#include <cmath>

#include "attn/memory/capacity.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

// Of softmax: 8, 10, ... 28 signs.
constexpr Index kTwenty = 6;
constexpr Index kTwentyFour = 8;

HopfieldCapacityFrame all(double damage, double beta, CapacityCriterion criterion) {
  HopfieldCapacityParams p;
  p.damage = damage;
  p.beta = beta;
  p.criterion = criterion;
  HopfieldCapacity experiment(p);
  while (!experiment.refine(1000)) {
  }
  return experiment.frame();
}

}  // namespace

TEST_CASE(
    "hopfield capacity: from damaged queries softmax holds e to a share of d, the classical rule a "
    "share of N",
    "[draws]") {
  const auto f = all(0.1, 1.0, CapacityCriterion::kSigns);
  CHECK(f.progress == 1.0);
  CHECK(f.trials == HopfieldCapacity::kTrials);
  CHECK(std::log(f.modern_median(kTwentyFour)) == Approx(10.22).margin(0.4));
  CHECK(std::log(f.theory(kTwentyFour)) == Approx(9.59).margin(0.01));
  // From 10 to 20 signs, whose number of turned ones is exact.
  CHECK((std::log(f.modern_median(kTwenty)) - std::log(f.modern_median(1))) / 10.0 ==
        Approx(0.37).margin(0.06));
  CHECK(f.classical_median(6) / 512.0 == Approx(0.15).margin(0.03));
  CHECK(f.classical_median(0) / 8.0 > 0.2);
}

TEST_CASE("hopfield capacity: from undamaged queries comparing signs cannot fail") {
  HopfieldCapacityParams p;
  p.damage = 0.0;
  HopfieldCapacity experiment(p);
  // It opens with a trial of all eighteen sizes; a second one.
  experiment.refine(18);
  const auto f = experiment.frame();
  CHECK(f.trials == 2);
  for (Index i = 0; i < f.modern_sizes.size(); ++i) CHECK(f.modern_unfailed(i) == 2.0);
}

TEST_CASE("hopfield capacity: half of the weight is a test that can fail, at exp(0.57 d)") {
  const auto f = all(0.0, 1.0, CapacityCriterion::kWeight);
  CHECK(std::log(f.modern_median(kTwenty)) == Approx(11.4).margin(0.2));
  CHECK(std::log(f.theory(kTwenty)) == Approx(11.32).margin(0.01));
}

TEST_CASE("hopfield capacity: a warm softmax holds next to nothing", "[draws]") {
  CHECK(all(0.1, 0.05, CapacityCriterion::kSigns).modern_median(kTwenty) < 8.0);
  CHECK(std::log(all(0.1, 0.5, CapacityCriterion::kSigns).modern_median(kTwentyFour)) < 8.5);
}

TEST_CASE("hopfield capacity: a trial is what the functions give") {
  const HopfieldCapacity experiment({});
  CHECK(experiment.frame().trials == 1);
  Rng rng(7 * 4096 + 2);
  CHECK(
      experiment.frame().modern(2, 0) ==
      static_cast<double>(
          modern_first_failure({12, 1, Index{1} << 18}, 1.0, ModernFailure::kSigns, rng).value()));
  Rng classical(7 * 4096 + 11);
  CHECK(experiment.frame().classical(0, 0) ==
        static_cast<double>(classical_first_failure({8, 1, 32}, 0.975, false, classical).value()));
  CHECK(experiment.frame().classical(1, 0) > 0.0);
  CHECK(experiment.frame().classical(1, 1) == 0.0);
}

TEST_CASE("hopfield capacity refuses parameters out of range, by name") {
  HopfieldCapacityParams p;
  p.damage = 0.5;
  CHECK_THAT(message_of([&] { HopfieldCapacity{p}; }),
             contains("hopfield_capacity: damage is 0.5"));
}
