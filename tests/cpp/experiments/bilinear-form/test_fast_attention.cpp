#include "experiments/bilinear-form/fast_attention.hpp"

#include "attention/scores.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::FastAttention;
using experiments::FastAttentionParams;

TEST_CASE("the float experiment agrees with the double path, masks and all") {
  FastAttentionParams p;
  p.q = random_matrix(37, 5, 1.0, 19).cast<float>();
  p.k = random_matrix(41, 5, 1.0, 20).cast<float>();
  p.v = random_matrix(41, 3, 1.0, 21).cast<float>();
  const FastAttention plain(p);
  CHECK(plain.frame().output_error <= 1e-5);
  CHECK(plain.frame().output_error > 0.0);
  CHECK(plain.frame().memory_bytes > 0.0);
  CHECK(plain.frame().gradients.d_q.size() == 0);
  p.options.causal = true;
  p.options.bias = random_matrix(37, 41, 1.0, 22);
  p.options.allowed = Mask::Constant(37, 41, true);
  p.options.allowed(1, 0) = false;
  p.d_output = random_matrix(37, 3, 1.0, 23).cast<float>();
  const FastAttention masked(p);
  CHECK(masked.frame().output_error <= 1e-5);
  CHECK(masked.frame().gradients.d_k.rows() == 41);
}

TEST_CASE("the self-test of the float attention measures an error of rounding, not of nothing") {
  CHECK(FastAttention::self_test() > 0.0);
  CHECK(FastAttention::self_test() <= 1e-5);
}
