#include "experiments/bilinear-form/norm.hpp"

#include "attention/scores.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Norm;
using experiments::NormFrame;
using experiments::NormParams;

TEST_CASE("the norm experiment has gradients of both norms and does not see the scale") {
  NormParams p;
  p.x = random_matrix(3, 4, 1.0, 13);
  p.scale = random_scores(4, 1.0, 14);
  p.bias = random_scores(4, 1.0, 15);
  p.d_output = random_matrix(3, 4, 1.0, 16);
  for (const bool rms : {false, true}) {
    p.rms = rms;
    const NormFrame f = Norm(p).frame();
    CHECK(f.gradients.d_x.rows() == 3);
    CHECK(f.gradients.d_bias.size() == (rms ? 0 : 4));
    CHECK(f.invariance_error <= 1e-14);
  }
}

TEST_CASE("the norm experiment refuses parameters out of range, by name") {
  CHECK(message_of([] { Norm(NormParams{}); }) ==
        "layer_norm_forward: x is 0 x 0, expected at least 1 x 1");
  NormParams p;
  p.epsilon = 0.0;
  CHECK(message_of([&] { Norm{p}; }) == "norm: epsilon is 0, expected a finite number > 0");
}
