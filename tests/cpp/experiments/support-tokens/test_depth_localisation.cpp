#include "experiments/support-tokens/depth_localisation.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

DepthLocalisationFrame frame_of(bool first, bool second, bool third, std::uint64_t seed,
                                double scale = 1.0) {
  DepthLocalisationParams p;
  p.asks << first, second, third;
  p.seed = seed;
  p.scale = scale;
  return DepthLocalisation(p).frame();
}

}  // namespace

TEST_CASE("depth_localisation: a stack that asks below has no term, in forty of forty draws",
          "[draws]") {
  int first = 0;
  int second = 0;
  int third = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto plain = frame_of(false, false, false, seed);
    CHECK(plain.total == 0.0);
    CHECK(plain.sum_error < 1e-12);
    const auto all = frame_of(true, true, true, seed);
    CHECK(all.above == 0.0);
    CHECK(all.sum_error < 1e-12);
    CHECK(all.difference_error < 1e-6);
    first += std::fabs(all.layers(0)) > 0.05;
    second += std::fabs(all.layers(1)) > 0.05;
    third += std::fabs(all.layers(2)) > 0.05;
  }
  // What the text says of the default's seed is so in nearly all draws.
  CHECK(first >= 34);
  CHECK(second >= 34);
  CHECK(third >= 34);
}

TEST_CASE("depth_localisation: the Jacobian is that of differences, in three hundred draws",
          "[draws]") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    // The figure's bound is 1e-6.
    CHECK(frame_of(true, false, false, seed, 2.0).difference_error <= 2e-7);
    CHECK(frame_of(true, true, true, seed, 2.0).difference_error <= 2e-7);
  }
  CHECK(frame_of(true, false, false, 587, 2.0).difference_error <= 2e-7);
}

TEST_CASE("depth_localisation: whether a layer asks itself changes its own term alone") {
  const auto one = frame_of(true, false, false, 2);
  const auto two = frame_of(true, true, false, 2);
  const auto three = frame_of(true, false, true, 2);
  CHECK(one.layers(1) == 0.0);
  CHECK(one.layers(2) == 0.0);
  CHECK(two.layers(0) == one.layers(0));
  CHECK(two.layers(2) == 0.0);
  CHECK(three.layers(1) == 0.0);
  for (const double term : {one.layers(0), two.layers(1), three.layers(2)}) {
    CHECK(std::fabs(term) > 0.2);
  }
}

TEST_CASE("depth_localisation says what is wrong with its arguments") {
  DepthLocalisationParams p;
  p.asks = Mask::Constant(1, 2, true);
  CHECK(message_of([&] { DepthLocalisation{p}; }) ==
        "depth_localisation: asks is 1 x 2, expected 1 x 3");
  p = {};
  p.scale = 3.0;
  CHECK(message_of([&] { DepthLocalisation{p}; }).find("scale") != std::string::npos);
}
