#include "experiments/support-tokens/gpt_pair.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using attn::GptPriorKind;
using attn::Index;
using attn::experiments::GptPair;
using attn::experiments::GptPairFrame;
using attn::experiments::GptPairParams;
using attn::experiments::made_up_text;

namespace {

GptPairParams small(GptPriorKind variant) {
  GptPairParams out;
  out.variant = variant;
  out.run.text = made_up_text(1500);
  out.run.updates = 60;
  return out;
}

GptPairFrame ended(const GptPairParams& params) {
  GptPair pair(params);
  pair.seek(pair.steps(), 1000);
  return pair.frame();
}

}  // namespace

TEST_CASE("gpt_pair: without a term both models are one", "[draws]") {
  const GptPairFrame f = ended(small(GptPriorKind::kNone));
  CHECK(f.bpc.row(0) == f.bpc.row(1));
  CHECK(f.rms.row(0) == f.rms.row(1));
  CHECK(f.bpc(0, 3) < f.bpc(0, 0));
  CHECK(attn::largest(f.log_det) == 0.0);
}

TEST_CASE("gpt_pair: a weight of 0 is no term", "[draws]") {
  GptPairParams p = small(GptPriorKind::kPublished);
  p.run.lambda = 0.0;
  const GptPairFrame f = ended(p);
  CHECK(f.bpc.row(0) == f.bpc.row(1));
}

TEST_CASE("gpt_pair: the published term goes away from its boundary, a barrier goes towards it",
          "[draws]") {
  const GptPairFrame published = ended(small(GptPriorKind::kPublished));
  const GptPairFrame barrier = ended(small(GptPriorKind::kBarrier));
  CHECK(published.bpc.row(0) == barrier.bpc.row(0));
  CHECK(published.log_det(3) > 0.0);
  CHECK(published.rms(1, 3) > published.rms(0, 3));
  CHECK(barrier.log_det(3) < 0.0);
  CHECK(published.negative == 0);
  CHECK(published.least_log_det(3) <= published.log_det(3));
  CHECK(published.gradient_error <= 1e-3);
}

TEST_CASE("gpt_pair: earlier steps are shown as they were", "[bits]") {
  const GptPairParams p = small(GptPriorKind::kResidual);
  GptPair pair(p), other(p);
  pair.seek(3, 1000);
  pair.seek(2, 1);
  other.seek(2, 1000);
  CHECK(pair.frame().bpc == other.frame().bpc);
  CHECK(pair.frame().samples == other.frame().samples);
  CHECK(pair.frame().frontier == 3);
  CHECK(pair.frame().bpc.cols() == 3);
}

TEST_CASE("gpt_pair: what was saved goes on as what was not") {
  const GptPairParams p = small(GptPriorKind::kPublished);
  GptPair whole(p), first(p), second(p);
  first.seek(2, 1000);
  // In the middle of the next step, in its updates or in what is measured after them, it is saved
  // as it was before.
  for (const Index pieces : {5, 37}) {
    first.seek(3, pieces);
    CHECK(first.frontier() == 2);
    second.restore(first.state());
    CHECK(second.state().plain.weights == first.state().plain.weights);
  }
  second.seek(3, 7);
  second.restore(first.state());
  CHECK(second.frontier() == 2);
  second.refine(1000);
  whole.refine(1000);
  second.seek(3, 1);
  whole.seek(3, 1);
  CHECK(second.frame().bpc == whole.frame().bpc);
  CHECK(second.frame().log_det == whole.frame().log_det);
  CHECK(second.frame().samples == whole.frame().samples);
  auto state = first.state();
  state.variant.weights.resize(7);
  CHECK(message_of([&] { second.restore(state); }).find("gpt_pair: ") == 0);
  CHECK(second.frontier() == 3);
  CHECK(second.state().plain.weights == whole.state().plain.weights);
  state = first.state();
  state.looks.resize(2, 2);
  CHECK(message_of([&] { second.restore(state); }).find("gpt_pair: what was measured") == 0);
}
