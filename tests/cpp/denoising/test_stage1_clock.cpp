#include "attn/denoising/stage1_clock.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;

TEST_CASE("the two times are l eta / beta and l eta, and lead back to the layers") {
  const Stage1Clock clock(20.0, 0.1);
  CHECK(clock.diffusion_time(50.0) == Approx(0.25).epsilon(1e-15));
  CHECK(clock.attention_time(50.0) == Approx(5.0).epsilon(1e-15));
  for (const double layers : {0.0, 1.0, 2.5, 1e6}) {
    CHECK(clock.layers_at_diffusion_time(clock.diffusion_time(layers)) ==
          Approx(layers).epsilon(1e-14));
    CHECK(clock.layers_at_attention_time(clock.attention_time(layers)) ==
          Approx(layers).epsilon(1e-14));
    CHECK(attention_from_diffusion_time(20.0, clock.diffusion_time(layers)) ==
          Approx(clock.attention_time(layers)).epsilon(1e-14));
    CHECK(diffusion_from_attention_time(20.0, clock.attention_time(layers)) ==
          Approx(clock.diffusion_time(layers)).epsilon(1e-14));
  }
}

TEST_CASE("the matched depth is one instant on every clock: L*, T* and T_beta") {
  for (const double beta : {0.3, 5.0, 1000.0}) {
    for (const double eta : {0.01, 0.1, 1.0}) {
      for (const double sigma2 : {0.0, 0.25, 3.0}) {
        const Stage1Clock clock(beta, eta);
        const double layers = matched_layers(beta, eta, sigma2);
        CHECK(clock.diffusion_time(layers) == Approx(matched_diffusion_time(sigma2)));
        CHECK(clock.attention_time(layers) == Approx(matched_attention_time(beta, sigma2)));
      }
    }
  }
  CHECK(matched_layers(20.0, 0.1, 0.5) == Approx(50.0));
  CHECK(matched_step(20.0, 50.0, 0.5) == Approx(0.1));
  CHECK(matched_step(20.0, 2.0, 0.5) == 1.0);
  CHECK(matched_diffusion_time(0.25) == 0.125);
  CHECK(matched_attention_time(20.0, 0.5) == 5.0);
}

TEST_CASE("the clocks refuse bad input and name it") {
  const std::string positive = ", expected a finite number > 0";
  const std::string not_negative = ", expected a finite number >= 0";
  CHECK(message_of([] { Stage1Clock(0.0, 0.1); }) == "Stage1Clock: beta is 0" + positive);
  CHECK(message_of([] { Stage1Clock(1.0, -0.1); }) == "Stage1Clock: eta is -0.1" + positive);
  const Stage1Clock clock(1.0, 1.0);
  CHECK(message_of([&] { return clock.diffusion_time(-1.0); }) ==
        "diffusion_time: layers is -1" + not_negative);
  CHECK(message_of([&] { return clock.attention_time(std::nan("")); }) ==
        "attention_time: layers is NaN" + not_negative);
  CHECK(message_of([&] { return clock.layers_at_diffusion_time(-2.0); }) ==
        "layers_at_diffusion_time: t is -2" + not_negative);
  CHECK(message_of([&] { return clock.layers_at_attention_time(-2.0); }) ==
        "layers_at_attention_time: t_prime is -2" + not_negative);
  CHECK(message_of([] { return attention_from_diffusion_time(0.0, 1.0); }) ==
        "attention_from_diffusion_time: beta is 0" + positive);
  CHECK(message_of([] { return attention_from_diffusion_time(1.0, -1.0); }) ==
        "attention_from_diffusion_time: t is -1" + not_negative);
  CHECK(message_of([] { return diffusion_from_attention_time(-1.0, 1.0); }) ==
        "diffusion_from_attention_time: beta is -1" + positive);
  CHECK(message_of([] { return diffusion_from_attention_time(1.0, -1.0); }) ==
        "diffusion_from_attention_time: t_prime is -1" + not_negative);
  CHECK(message_of([] { return matched_diffusion_time(-1.0); }) ==
        "matched_diffusion_time: sigma2 is -1" + not_negative);
  CHECK(message_of([] { return matched_attention_time(0.0, 1.0); }) ==
        "matched_attention_time: beta is 0" + positive);
  CHECK(message_of([] { return matched_attention_time(1.0, -1.0); }) ==
        "matched_attention_time: sigma2 is -1" + not_negative);
  CHECK(message_of([] { return matched_layers(0.0, 0.1, 0.5); }) ==
        "matched_layers: beta is 0" + positive);
  CHECK(message_of([] { return matched_layers(1.0, 0.0, 0.5); }) ==
        "matched_layers: eta is 0" + positive);
  CHECK(message_of([] { return matched_step(1.0, 0.0, 0.5); }) ==
        "matched_step: layers is 0" + positive);
  CHECK(message_of([] { return matched_step(0.0, 1.0, 0.5); }) ==
        "matched_step: beta is 0" + positive);
  CHECK(message_of([] { return matched_step(1.0, 1.0, -1.0); }) ==
        "matched_step: sigma2 is -1" + not_negative);
  CHECK(message_of([] { return matched_layers(1.0, 1.0, -1.0); }) ==
        "matched_layers: sigma2 is -1" + not_negative);
}

TEST_CASE("a time or a depth that is too large for a double is an error") {
  const Stage1Clock clock(1e-200, 1e200);
  CHECK_THROWS_WITH(clock.diffusion_time(1.0),
                    "diffusion_time: the time is too large for a double");
  CHECK_THROWS_WITH(clock.attention_time(1e200),
                    "attention_time: the time is too large for a double");
  const Stage1Clock slow(1e200, 1e-200);
  CHECK_THROWS_WITH(slow.layers_at_diffusion_time(1.0),
                    "layers_at_diffusion_time: the depth is too large for a double");
  CHECK_THROWS_WITH(slow.layers_at_attention_time(1e200),
                    "layers_at_attention_time: the depth is too large for a double");
  CHECK_THROWS_WITH(attention_from_diffusion_time(1e200, 1e200),
                    "attention_from_diffusion_time: the time is too large for a double");
  CHECK_THROWS_WITH(diffusion_from_attention_time(1e-200, 1e200),
                    "diffusion_from_attention_time: the time is too large for a double");
  CHECK_THROWS_WITH(matched_attention_time(1e200, 1e200),
                    "matched_attention_time: the time is too large for a double");
  CHECK_THROWS_WITH(matched_layers(1e200, 1.0, 1e200),
                    "matched_layers: the depth is too large for a double");
  CHECK_THROWS_WITH(matched_step(1e200, 1.0, 1e200),
                    "matched_step: beta sigma2 is too large for a double");
}
