#include "experiments/support-tokens/gpt_noise.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "experiments/support-tokens/gpt_pair.hpp"

using attn::GptPriorKind;
using attn::Index;
using attn::experiments::GptNoise;
using attn::experiments::GptNoiseFrame;
using attn::experiments::GptNoiseParams;
using attn::experiments::GptPair;
using attn::experiments::GptPairParams;
using attn::experiments::made_up_text;

namespace {

GptNoiseParams small(GptPriorKind first, GptPriorKind second) {
  GptNoiseParams out;
  out.first = first;
  out.second = second;
  out.run.text = made_up_text(1500);
  out.run.updates = 40;
  return out;
}

GptNoiseFrame ended(const GptNoiseParams& params) {
  GptNoise noise(params);
  noise.refine(1000);
  return noise.frame();
}

}  // namespace

TEST_CASE("gpt_noise: without noise both models are those of gpt_pair at its end", "[draws]") {
  const GptNoiseParams p = small(GptPriorKind::kNone, GptPriorKind::kPublished);
  const GptNoiseFrame f = ended(p);
  GptPairParams same;
  same.run = p.run;
  GptPair pair(same);
  pair.seek(2, 100);
  CHECK(f.updates == 40);
  CHECK(f.levels == 11);
  CHECK(f.fixed.col(0) == pair.frame().bpc.col(2));
  CHECK(f.relative.col(0) == f.fixed.col(0));
  CHECK(f.rms == pair.frame().rms.col(2));
}

TEST_CASE("gpt_noise: noise costs bits, more of it more", "[draws]") {
  const GptNoiseFrame f = ended(small(GptPriorKind::kNone, GptPriorKind::kPlacebo));
  for (Index m = 0; m < 2; ++m) {
    CHECK(f.fixed(m, 5) > f.fixed(m, 0));
    CHECK(f.relative(m, 4) > f.relative(m, 1));
  }
}

TEST_CASE("gpt_noise: the same term twice is the same model twice", "[draws]") {
  const GptNoiseFrame f = ended(small(GptPriorKind::kBarrier, GptPriorKind::kBarrier));
  CHECK(f.fixed.row(0) == f.fixed.row(1));
  CHECK(f.relative.row(0) == f.relative.row(1));
}

TEST_CASE("gpt_noise: in slices as at once, and levels count what has been evaluated", "[bits]") {
  const GptNoiseParams p = small(GptPriorKind::kNone, GptPriorKind::kResidual);
  GptNoise slices(p);
  CHECK(slices.progress() == 0.0);
  for (Index i = 0; i < 2 * 40 - 1; ++i) CHECK(!slices.refine(1));
  CHECK(slices.frame().updates == 39);
  CHECK(!slices.refine(1));
  CHECK(slices.frame().updates == 40);
  CHECK(slices.frame().levels == 0);
  // Without noise each model is one piece, with it two.
  for (Index i = 0; i < 6; ++i) CHECK(!slices.refine(1));
  CHECK(slices.frame().levels == 2);
  for (Index i = 0; i < 3; ++i) CHECK(!slices.refine(1));
  CHECK(slices.frame().levels == 2);
  CHECK(slices.frame().fixed(0, 1) > 0.0);
  CHECK(slices.frame().fixed(0, 2) == 0.0);
  CHECK(slices.refine(1000));
  CHECK(slices.progress() == 1.0);
  CHECK(slices.frame().fixed == ended(p).fixed);
}
