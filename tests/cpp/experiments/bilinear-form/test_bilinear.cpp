#include "experiments/bilinear-form/bilinear.hpp"

#include <cmath>
#include <limits>

#include "attention/projections.hpp"
#include "attention/scores.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

AttentionParams attention_params(std::uint64_t seed) {
  AttentionParams p;
  p.q = random_matrix(3, 2, 1.0, seed);
  p.k = random_matrix(4, 2, 1.0, seed + 1);
  p.v = random_matrix(4, 2, 1.0, seed + 2);
  p.d_output = random_matrix(3, 2, 1.0, seed + 3);
  return p;
}

FlashParams flash_params(std::uint64_t seed) {
  const AttentionParams p = attention_params(seed);
  FlashParams f{p.q, p.k, p.v, {}, 3};
  f.options.causal = true;
  f.options.temperature = 0.5;
  return f;
}

}  // namespace

TEST_CASE("the softmax experiment shows what the functions compute, and residuals near 0") {
  SoftmaxParams p;
  p.scores = random_scores(5, 2.0, 1);
  p.temperature = 0.7;
  p.weights = Vector::Constant(5, 0.2);
  const SoftmaxExperiment::Frame f = SoftmaxExperiment(p).frame();
  CHECK(f.weights == softmax(p.scores, 0.7));
  CHECK(f.jacobian == softmax_jacobian(f.weights, 0.7));
  CHECK(f.gap == variational_gap(p.weights, p.scores, 0.7));
  CHECK(std::fabs(f.other_free_energy - f.free_energy - f.gap) <= 1e-14);
  CHECK(f.gap > 0.1);
  CHECK(f.weight_error <= 1e-15);
  CHECK(f.identity_error <= 1e-14);
  CHECK(f.jacobian_error <= 1e-15);
}

TEST_CASE("at temperature 0 the softmax experiment is finite and has no Jacobian") {
  SoftmaxParams p;
  p.scores = random_scores(3, 1.0, 2);
  p.temperature = 0.0;
  const SoftmaxExperiment::Frame f = SoftmaxExperiment(p).frame();
  CHECK(f.jacobian.size() == 0);
  CHECK(f.entropy == 0.0);
  CHECK(f.free_energy == -highest(p.scores));
  CHECK(f.identity_error == 0.0);
}

TEST_CASE("the attention experiment verifies its gradients where there are few numbers") {
  const AttentionExperiment::Frame f = AttentionExperiment(attention_params(3)).frame();
  CHECK(f.verified);
  CHECK(f.gradient_error > 0.0);
  CHECK(f.gradient_error <= 1e-7);
  CHECK(f.weight_error <= 1e-15);
  CHECK(f.entropy == attention_entropy(f.forward.weights));
  AttentionParams large = attention_params(4);
  large.k = random_matrix(100, 2, 1.0, 5);
  large.v = random_matrix(100, 2, 1.0, 6);
  CHECK_FALSE(AttentionExperiment(large).frame().verified);
  AttentionParams none = attention_params(7);
  none.d_output.resize(0, 0);
  const AttentionExperiment::Frame forward = AttentionExperiment(none).frame();
  CHECK_FALSE(forward.verified);
  CHECK(forward.gradients.d_q.size() == 0);
  CHECK(forward.gradients.d_temperature == 0.0);
}

TEST_CASE("a row without a key counts for no weight error") {
  AttentionParams p = attention_params(8);
  p.options.key_length = 0;
  CHECK(AttentionExperiment(p).frame().weight_error == 0.0);
}

TEST_CASE(
    "the experiment with heads shows their diversity, and that heads side by side are a sum") {
  MultiHeadParams p{random_matrix(5, 3, 1.0, 9), random_projections({3, 3, 2, 2, 3}, 3, 1, 10), {}};
  const MultiHeadExperiment::Frame f = MultiHeadExperiment(p).frame();
  CHECK(f.diversity > 0.0);
  CHECK(f.diversity < 1.0);
  CHECK(f.sum_error <= 1e-14);
  CHECK(f.weight_error <= 1e-15);
}

TEST_CASE("after every block the flash experiment has the attention of the keys it has seen") {
  FlashExperiment flash(flash_params(11));
  for (const Index block : {0, 1, 2, 1, 0, 2}) {
    REQUIRE(flash.seek(block, 100));
    const FlashExperiment::Frame f = flash.frame();
    CHECK(f.block == block);
    CHECK(f.blocks == 2);
    CHECK(f.output_error <= 1e-15);
    CHECK(f.scores.cols() == std::vector<Index>{0, 3, 1}[static_cast<std::size_t>(block)]);
  }
  CHECK(flash.frame().numbers_held == 12.0);
  CHECK(flash.frame().numbers_saved == 12.0);
  // Query 1 has seen two keys.
  CHECK(flash.frame().sum(1) > 1.0);
  CHECK(flash.frame().sum(1) <= 2.0);
}

TEST_CASE("the flash experiment goes no further than its budget, and back to the same bits") {
  FlashParams p = flash_params(12);
  p.block = 1;
  FlashExperiment flash(p);
  CHECK_FALSE(flash.seek(4, 1));
  CHECK(flash.frame().block == 1);
  const Vector sum = flash.frame().sum;
  CHECK(flash.seek(4, 3));
  CHECK(flash.seek(1, 1));
  CHECK(flash.frame().sum == sum);
  p.options.key_length = 2;
  FlashExperiment padded(p);
  padded.seek(4, 10);
  CHECK(padded.frame().output_error <= 1e-15);
}

TEST_CASE("the float experiment agrees with the double path, masks and all") {
  FastAttentionParams p;
  p.q = random_matrix(37, 5, 1.0, 19).cast<float>();
  p.k = random_matrix(41, 5, 1.0, 20).cast<float>();
  p.v = random_matrix(41, 3, 1.0, 21).cast<float>();
  const FastAttentionExperiment plain(p);
  CHECK(plain.frame().output_error <= 1e-5);
  CHECK(plain.frame().output_error > 0.0);
  CHECK(plain.frame().memory_bytes > 0.0);
  CHECK(plain.frame().gradients.d_q.size() == 0);
  p.options.causal = true;
  p.options.bias = random_matrix(37, 41, 1.0, 22);
  p.options.allowed = Mask::Constant(37, 41, true);
  p.options.allowed(1, 0) = false;
  p.d_output = random_matrix(37, 3, 1.0, 23).cast<float>();
  const FastAttentionExperiment masked(p);
  CHECK(masked.frame().output_error <= 1e-5);
  CHECK(masked.frame().gradients.d_k.rows() == 41);
}

TEST_CASE("the norm experiment has gradients of both norms and does not see the scale") {
  NormParams p;
  p.x = random_matrix(3, 4, 1.0, 13);
  p.scale = random_scores(4, 1.0, 14);
  p.bias = random_scores(4, 1.0, 15);
  p.d_output = random_matrix(3, 4, 1.0, 16);
  for (const bool rms : {false, true}) {
    p.rms = rms;
    const NormExperiment::Frame f = NormExperiment(p).frame();
    CHECK(f.gradients.d_x.rows() == 3);
    CHECK(f.gradients.d_bias.size() == (rms ? 0 : 4));
    CHECK(f.invariance_error <= 1e-14);
  }
}

TEST_CASE("the experiments refuse parameters out of range, by name") {
  SoftmaxParams s;
  CHECK(message_of([&] { SoftmaxExperiment{s}; }) ==
        "softmax: scores is empty, expected at least one entry");
  s.scores = Vector::Zero(513);
  CHECK(message_of([&] { SoftmaxExperiment{s}; }) ==
        "softmax: the number of scores is 513, expected a whole number from 1 to 512");
  s.scores = Vector::Zero(2);
  s.temperature = std::numeric_limits<double>::infinity();
  CHECK(message_of([&] { SoftmaxExperiment{s}; }) ==
        "softmax: temperature is Infinity, expected a finite number >= 0");
  FlashParams f = flash_params(17);
  f.block = 0;
  CHECK(message_of([&] { FlashExperiment{f}; }) ==
        "flash: block is 0, expected a whole number from 1 to 1000000000");
  f.block = 1;
  CHECK(message_of([&] { FlashExperiment(f).seek(5, 1); }) ==
        "flash: block is 5, expected a whole number from 0 to 4");
  AttentionParams a = attention_params(18);
  a.d_output.resize(1, 1);
  a.d_output.setZero();
  CHECK(message_of([&] { AttentionExperiment{a}; }) ==
        "attention_backward: d_output is 1 x 1, expected 3 x 2");
  CHECK(message_of([] { NormExperiment(NormParams{}); }) ==
        "layer_norm_forward: x is 0 x 0, expected at least 1 x 1");
}
