#include "experiments/support-tokens/coupling_regimes.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using experiments::Beyond;
using experiments::CouplingRegimes;
using experiments::CouplingRegimesFrame;
using experiments::CouplingRegimesParams;

namespace {

CouplingRegimesFrame drawn(double a, Beyond beyond = Beyond::kExcluded,
                           std::uint64_t seed = CouplingRegimesParams{}.seed) {
  CouplingRegimesParams p;
  p.a = a;
  p.beyond = beyond;
  p.seed = seed;
  return CouplingRegimes(p).frame();
}

}  // namespace

TEST_CASE("coupling_regimes: the default draw is a typical one of figure 3.3") {
  const CouplingRegimesFrame f = drawn(0.2);
  CHECK(std::fabs(static_cast<double>(f.valid) - 3380.7) < f.standard_error);
  CHECK(f.standard_error == Approx(22.9).margin(0.5));
  CHECK(f.wall == 5.0);
  CHECK(f.widest_valid < 5.0);
  CHECK(drawn(-0.2).valid == 4000);
}

TEST_CASE("coupling_regimes: a sequence is excluded where its variance reaches the wall") {
  const CouplingRegimesFrame cut = drawn(0.2);
  const CouplingRegimesFrame folded = drawn(0.2, Beyond::kLog);
  for (Index i = 0; i < 4000; ++i) {
    const bool inside = cut.largest_variance(i) < cut.wall;
    CHECK((cut.least_margin(i) > 0.0) == inside);
    CHECK(std::isfinite(folded.log_density(i)));
    if (inside) CHECK(cut.log_density(i) == folded.log_density(i));
    if (!inside) CHECK(cut.log_density(i) < -1e300);
  }
  CHECK(cut.valid == folded.valid);
}

TEST_CASE("coupling_regimes: log p is what the tokens add one by one") {
  for (const double a : {-3.0, -0.2, 0.2, 1.0, 3.0}) {
    CHECK(drawn(a, Beyond::kLog).parts_error <= 1e-9);
    CHECK(drawn(a).parts_error <= 1e-9);
  }
}

TEST_CASE("coupling_regimes: what the variances reach has one law at a and at -a", "[draws]") {
  double up = 0.0;
  double down = 0.0;
  double cut = 0.0;
  constexpr int kTimes = 40;
  for (std::uint64_t seed = 1; seed <= kTimes; ++seed) {
    const CouplingRegimesFrame plus = drawn(0.2, Beyond::kExcluded, seed);
    up += plus.widest / kTimes;
    cut += plus.widest_valid / kTimes;
    down += drawn(-0.2, Beyond::kExcluded, 1000 + seed).widest / kTimes;
  }
  CAPTURE(up, down, cut);
  // Each has a spread of 3 and a half; the printed 16 against 5 is the cut.
  CHECK(up == Approx(23.0).margin(1.7));
  CHECK(down == Approx(23.0).margin(1.7));
  CHECK(cut == Approx(5.0).margin(0.02));
}

TEST_CASE("coupling_regimes: refuses parameters out of range, by name") {
  CHECK_THAT(message_of([] { (void)drawn(4.0); }), contains("coupling_regimes: a is 4"));
}
