#include "attn/support/token_process.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

// The residual of the second token, as the header says it, and nothing of how it is computed.
double second_residual(double a, double x, double y) {
  const double to_first = 1.0 / (1.0 + std::exp(a * y * (y - x)));
  return y - 0.5 * (to_first * x + (1.0 - to_first) * y);
}

}  // namespace

TEST_CASE("a process whose map does not fold and looks back is consistent to twelve digits") {
  for (const double a : {-0.5, -0.25, 0.0}) {
    const TokenProcess p = token_process(a, ProcessMask::kPast);
    CHECK(std::fabs(p.mass - 1.0) < 1e-12);
    CHECK(std::fabs(p.signed_mass - 1.0) < 1e-12);
    CHECK(std::fabs(p.summed - p.alone) < 1e-12);
  }
}

TEST_CASE("looking ahead breaks consistency without a fold") {
  const TokenProcess p = token_process(-0.5, ProcessMask::kAll);
  CHECK(std::fabs(p.mass - 1.0) < 1e-6);
  CHECK(p.alone - p.summed == Approx(0.0498).margin(5e-5));
}

TEST_CASE("a fold breaks it without looking ahead, and dividing by the mass does not mend it") {
  const TokenProcess p = token_process(1.0, ProcessMask::kPast, 901);
  CHECK(p.mass == Approx(1.06835).margin(2e-5));
  CHECK(p.alone == Approx(0.32383).margin(5e-6));
  CHECK(p.summed == Approx(0.35760).margin(1e-5));
  CHECK(p.summed / p.mass - p.alone == Approx(0.0109).margin(5e-5));
  CHECK(std::fabs(p.signed_mass - 1.0) < 1e-9);
  CHECK(token_process(0.1, ProcessMask::kPast).mass - 1.0 == Approx(3.83e-5).margin(2e-7));
}

TEST_CASE("the length 1 law is the logistic function under N(0, 4)") {
  double expected = 0.0;
  const double h = 1e-3;
  for (int i = -20000; i <= 20000; ++i) {
    const double x = i * h;
    expected += h * std::exp(-x * x / 8.0) / (2.0 * std::sqrt(2.0 * M_PI)) /
                (1.0 + std::exp(-2.0 * (x - 1.0)));
  }
  CHECK(token_process(0.7, ProcessMask::kAll).alone == Approx(expected).margin(1e-12));
}

TEST_CASE("over all of a, for both masks, each grid is as near as the header promises", "[draws]") {
  constexpr std::array<Index, 3> kPoints = {301, 601, 901};
  constexpr std::array<std::array<double, 3>, 4> kAtMost = {
      {{5e-4, 2e-5, 2e-7}, {1e-12, 1e-12, 1e-12}, {5e-4, 1e-4, 5e-5}, {3e-3, 3e-4, 1e-4}}};
  Rng rng(29);
  std::vector<double> couplings = {-4.0, -3.97,  -0.5, 0.0,  1.65, 1.662,
                                   1.92, 1.9265, 2.0,  2.89, 3.8,  4.0};
  for (int i = 0; i < 24; ++i) couplings.push_back(8.0 * rng.uniform() - 4.0);
  for (const double a : couplings) {
    const std::size_t part = a < -0.5 ? 0 : a <= 0.0 ? 1 : a <= 2.0 ? 2 : 3;
    for (const ProcessMask mask : {ProcessMask::kPast, ProcessMask::kAll}) {
      const TokenProcess finest = token_process(a, mask, 1801);
      for (std::size_t k = 0; k < kPoints.size(); ++k) {
        // Of an even number of points none is at 0.
        for (const Index points : {kPoints[k], kPoints[k] + 1}) {
          INFO(a << " with " << points);
          const TokenProcess p = token_process(a, mask, points);
          CHECK(std::fabs(p.mass - finest.mass) <= kAtMost[part][k]);
          CHECK(std::fabs(p.summed - finest.summed) <= kAtMost[part][k]);
          CHECK(std::fabs(p.alone - finest.alone) <= 1e-12);
        }
      }
    }
  }
}

TEST_CASE("an odd and an even number of points find the same where nothing folds") {
  for (const ProcessMask mask : {ProcessMask::kPast, ProcessMask::kAll}) {
    const TokenProcess odd = token_process(-0.4, mask, 401);
    const TokenProcess even = token_process(-0.4, mask, 400);
    CHECK(std::fabs(odd.summed - even.summed) < 1e-11);
    CHECK(std::fabs(odd.alone - even.alone) < 1e-12);
  }
}

TEST_CASE("mass and summed law count the pairs of tokens that each pair of noises has") {
  for (const double a : {-0.5, 1.0, 2.0}) {
    const TokenProcess p = token_process(a, ProcessMask::kPast);
    Rng rng(5);
    constexpr int kDraws = 5000;
    double pairs = 0.0;
    double squares = 0.0;
    double ones = 0.0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = 2.0 * rng.normal();
      const double eps = rng.normal();
      double count = 0.0;
      double before = second_residual(a, x, -24.0);
      for (int j = 1; j <= 240; ++j) {
        const double here = second_residual(a, x, -24.0 + 0.2 * j);
        if ((before < eps) != (here < eps)) count += 1.0;
        before = here;
      }
      pairs += count;
      squares += count * count;
      ones += count / (1.0 + std::exp(-2.0 * (x - 1.0)));
    }
    const double mean = pairs / kDraws;
    const double error = std::sqrt((squares / kDraws - mean * mean) / kDraws);
    CHECK(std::fabs(mean - p.mass) <= 4.0 * error + 1e-9);
    CHECK(ones / kDraws == Approx(p.summed).margin(0.025));
  }
}

TEST_CASE("token_process refuses what is out of range") {
  CHECK(message_of([] { (void)token_process(4.5, ProcessMask::kPast); }) ==
        "token_process: a is 4.5, expected a number from -4 to 4");
  CHECK(message_of([] { (void)token_process(1.0, ProcessMask::kPast, 32); }).find("points") !=
        std::string::npos);
}
