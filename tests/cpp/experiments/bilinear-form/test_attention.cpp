#include "experiments/bilinear-form/attention.hpp"

#include "attention/scores.hpp"
#include "attn/attention/gibbs.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::AttentionFrame;
using experiments::AttentionParams;

namespace {

using Experiment = experiments::Attention;

AttentionParams small(std::uint64_t seed) {
  AttentionParams p;
  p.q = random_matrix(3, 2, 1.0, seed);
  p.k = random_matrix(4, 2, 1.0, seed + 1);
  p.v = random_matrix(4, 2, 1.0, seed + 2);
  p.d_output = random_matrix(3, 2, 1.0, seed + 3);
  return p;
}

}  // namespace

TEST_CASE("the attention experiment verifies its gradients where there are few numbers") {
  const AttentionFrame f = Experiment(small(3)).frame();
  CHECK(f.verified);
  CHECK(f.gradient_error > 0.0);
  CHECK(f.gradient_error <= 1e-7);
  CHECK(f.weight_error <= 1e-15);
  CHECK(f.entropy == attention_entropy(f.forward.weights));
  AttentionParams large = small(4);
  large.k = random_matrix(100, 2, 1.0, 5);
  large.v = random_matrix(100, 2, 1.0, 6);
  CHECK_FALSE(Experiment(large).frame().verified);
  AttentionParams none = small(7);
  none.d_output.resize(0, 0);
  const AttentionFrame forward = Experiment(none).frame();
  CHECK_FALSE(forward.verified);
  CHECK(forward.gradients.d_q.size() == 0);
  CHECK(forward.gradients.d_temperature == 0.0);
}

TEST_CASE("a row without a key counts for no weight error") {
  AttentionParams p = small(8);
  p.options.key_length = 0;
  CHECK(Experiment(p).frame().weight_error == 0.0);
}

TEST_CASE("the attention experiment refuses parameters out of range, by name") {
  AttentionParams p = small(18);
  p.d_output.resize(1, 1);
  p.d_output.setZero();
  CHECK(message_of([&] { Experiment{p}; }) ==
        "attention_backward: d_output is 1 x 1, expected 3 x 2");
}
