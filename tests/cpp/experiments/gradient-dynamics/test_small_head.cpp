#include "experiments/gradient-dynamics/small_head.hpp"

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

using namespace attn;
using experiments::draw_toy;
using experiments::SmallHead;
using experiments::Toy;

namespace {

TrainerOptions options(bool normalise, double dropout) {
  TrainerOptions out;
  out.eta = {0.1, 0.05, 0.02};
  out.normalise_values = normalise;
  out.dropout = dropout;
  return out;
}

double difference(const ClassifierWeights& a, const ClassifierWeights& b) {
  double out = largest(a.heads[0].w_q - b.heads[0].w_q);
  out = larger(out, largest(a.heads[0].w_k - b.heads[0].w_k));
  out = larger(out, largest(a.heads[0].w_v - b.heads[0].w_v));
  out = larger(out, largest(a.w_o - b.w_o));
  return larger(out, largest(a.b - b.b));
}

}  // namespace

TEST_CASE("SmallHead: steps are those of HeadTrainer, with normalised values and with dropout") {
  for (const bool normalise : {false, true}) {
    for (const double dropout : {0.0, 0.4}) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Toy toy = draw_toy(seed, 0.5);
        const TrainerOptions o = options(normalise, dropout);
        HeadTrainer slow(toy.x, toy.targets, toy.weights, o, seed);
        SmallHead fast(toy.x, toy.targets, toy.weights, o, seed);
        slow.step(15);
        for (int i = 0; i < 15; ++i) CHECK(fast.step());
        CHECK(difference(fast.weights(), slow.weights()) <= 1e-11);
        const ClassifierForward& pass = slow.forward();
        CHECK(largest(fast.attention() - pass.heads[0].routing.weights) <= 1e-11);
        CHECK(largest(fast.values() - pass.heads[0].values) <= 1e-11);
        CHECK(largest(fast.keys() - pass.heads[0].k) <= 1e-11);
        CHECK(fast.loss() == Approx(pass.prediction.loss).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("SmallHead: the divergence is the loss less the entropy of soft targets") {
  Toy toy = draw_toy(4, 0.5);
  toy.targets = 0.7 * toy.targets + Matrix::Constant(5, 3, 0.1);
  const SmallHead head(toy.x, toy.targets, toy.weights, options(false, 0.0));
  const ClassifierForward pass = classifier_forward(toy.x, toy.weights, toy.targets);
  CHECK(head.divergence() == Approx(pass.prediction.divergences.sum()).epsilon(1e-13));
  CHECK(head.divergence() < head.loss());
}

TEST_CASE("SmallHead: a step whose loss is above the limit is not taken, nor any after it") {
  const Toy toy = draw_toy(2, 0.5);
  TrainerOptions o = options(false, 0.0);
  o.eta = {50.0, 50.0, 50.0};
  o.loss_limit = 20.0;
  HeadTrainer slow(toy.x, toy.targets, toy.weights, o);
  SmallHead fast(toy.x, toy.targets, toy.weights, o);
  int taken = 0;
  while (taken < 50 && fast.step()) ++taken;
  slow.step(50);
  REQUIRE(slow.diverged());
  CHECK(slow.steps() == taken);
  CHECK(fast.loss() <= 20.0);
  CHECK(fast.loss() == Approx(slow.forward().prediction.loss).epsilon(1e-9));
  CHECK_FALSE(fast.step());
  CHECK(difference(fast.weights(), slow.weights()) <= 1e-9);
}
