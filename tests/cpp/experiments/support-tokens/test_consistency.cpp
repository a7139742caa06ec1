#include "experiments/support-tokens/consistency.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using experiments::Consistency;
using experiments::ConsistencyFrame;
using experiments::ConsistencyParams;
using experiments::ProcessView;

namespace {

ConsistencyFrame shown(double a, ProcessView mask = ProcessView::kPast) {
  ConsistencyParams p;
  p.a = a;
  p.mask = mask;
  return Consistency(p).frame();
}

}  // namespace

TEST_CASE("consistency: it holds without a fold, and fails with one or when looking ahead") {
  const ConsistencyFrame past = shown(-0.5);
  CHECK(past.gap < 1e-12);
  CHECK(std::fabs(past.mass - 1.0) < 1e-12);
  const ConsistencyFrame ahead = shown(-0.5, ProcessView::kAll);
  CHECK(ahead.gap == Approx(0.0498).margin(5e-5));
  CHECK(ahead.mass - 1.0 < 1e-6);
  const ConsistencyFrame folds = shown(1.0);
  CHECK(folds.mass == Approx(1.06835).margin(5e-5));
  CHECK(folds.summed == Approx(0.35760).margin(2e-5));
  CHECK(folds.gap_rescaled == Approx(0.0109).margin(1e-4));
  const ConsistencyFrame hardly = shown(0.1);
  CHECK(hardly.mass - 1.0 == Approx(3.8e-5).margin(1e-6));
}

TEST_CASE("consistency: every positive coupling folds somewhere, and the more the stronger") {
  for (const ProcessView mask : {ProcessView::kPast, ProcessView::kAll}) {
    const ConsistencyFrame f = shown(2.0, mask);
    REQUIRE(f.couplings.size() == 25);
    for (Index i = 0; i < 25; ++i) {
      if (f.couplings(i) <= -0.25) CHECK(std::fabs(f.masses(i) - 1.0) < 1e-7);
      if (f.couplings(i) > 0.1) CHECK(f.masses(i) > f.masses(i - 1));
    }
    CHECK(std::fabs(f.masses(24) - f.mass) < 2.5e-4);
    CHECK(f.grid_error < 2.5e-4);
    CHECK(std::fabs(f.mass_signed - 1.0) < 1e-6);
  }
}

TEST_CASE("consistency: refuses parameters out of range, by name") {
  CHECK_THAT(message_of([] { (void)shown(2.5); }), contains("consistency: a is 2.5"));
}
