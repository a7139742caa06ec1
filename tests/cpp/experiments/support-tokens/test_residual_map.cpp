#include "experiments/support-tokens/residual_map.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using experiments::ResidualMap;
using experiments::ResidualMapFrame;
using experiments::ResidualMapParams;

namespace {

ResidualMapFrame coupled(double a, double eps = -0.9) {
  ResidualMapParams p;
  p.a = a;
  p.eps = eps;
  return ResidualMap(p).frame();
}

}  // namespace

TEST_CASE(
    "residual_map: the peaks of figure 3.2 are .3989, .3099 and .4948, and not the printed ones") {
  CHECK(coupled(0.0).peak == Approx(0.3989).margin(5e-5));
  CHECK(coupled(0.25).peak == Approx(0.3099).margin(5e-5));
  CHECK(coupled(-0.25).peak == Approx(0.4948).margin(5e-5));
  // The factor is printed right.
  CHECK(coupled(0.25).least_slope == Approx(0.75).epsilon(1e-14));
  CHECK(coupled(0.25).peak_at == Approx(1.397).margin(1e-3));
}

TEST_CASE("residual_map: no coupling of the figure's factor 1.25 or less makes .52 of .38") {
  // At most the factor times the largest normal density.
  double largest_factor = 0.0;
  const ResidualMapFrame f = coupled(-0.25);
  for (const double m : f.slope) largest_factor = m > largest_factor ? m : largest_factor;
  CHECK(largest_factor == Approx(1.25).epsilon(1e-12));
  CHECK(0.52 / 0.3989 > largest_factor);
}

TEST_CASE("residual_map: with the coupling the peak falls to .2945 at .37, and rises again") {
  double lowest = 1.0;
  double lowest_at = 0.0;
  for (int i = 0; i <= 100; ++i) {
    const double a = 0.01 * i;
    const double peak = coupled(a).peak;
    if (peak < lowest) {
      lowest = peak;
      lowest_at = a;
    }
  }
  CHECK(lowest == Approx(0.2945).margin(5e-5));
  CHECK(lowest_at == Approx(0.37).margin(0.011));
  CHECK(coupled(0.55).peak == Approx(0.3144).margin(5e-5));
}

TEST_CASE(
    "residual_map: on the verge at a = 1 the slope touches 0, past it one noise has three tokens") {
  const ResidualMapFrame verge = coupled(1.0);
  CHECK(std::fabs(verge.least_slope) < 1e-12);
  CHECK(verge.turns.size() == 0);
  CHECK(verge.mass_folded == 1.0);
  const ResidualMapFrame folds = coupled(2.0);
  CHECK(folds.roots.size() == 3);
  CHECK(folds.turns.size() == 2);
  CHECK(folds.mass_folded == Approx(1.2578).margin(5e-5));
  CHECK(folds.mass_cut == Approx(1.1289).margin(5e-5));
  CHECK(coupled(1.35).roots.size() == 1);
  CHECK(coupled(1.4).roots.size() == 3);
}

TEST_CASE(
    "residual_map: slope, masses and tokens agree with differences, quadrature and the curve") {
  for (const double a : {-3.0, -0.25, 0.0, 0.25, 1.0, 2.0, 3.0}) {
    for (const double sigma : {0.3, 1.0, 2.0}) {
      ResidualMapParams p;
      p.a = a;
      p.sigma = sigma;
      p.x1 = -4.0;
      p.x2 = 4.0;
      for (const double x2 : {4.0, 2.0, -4.0}) {
        p.x2 = x2;
        const ResidualMapFrame f = ResidualMap(p).frame();
        CHECK(f.slope_error <= 1e-7);
        CHECK(f.mass_error <= 1e-9);
        CHECK(std::fabs(f.mass_signed - 1.0) <= 1e-9);
        CHECK(f.root_error <= 1e-12);
      }
    }
  }
}

TEST_CASE("residual_map: 0 is on the grid, and parameters out of range are refused by name") {
  const ResidualMapFrame f = coupled(0.25);
  REQUIRE(f.x.size() == 481);
  CHECK(f.x(240) == 0.0);
  ResidualMapParams p;
  p.sigma = 0.1;
  CHECK_THAT(message_of([&] { ResidualMap{p}; }), contains("residual_map: sigma is 0.1"));
}
