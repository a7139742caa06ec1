#include "experiments/bilinear-form/attention_passes.hpp"

#include "catch.hpp"

using attn::experiments::AttentionPasses;
using attn::experiments::AttentionPassesParams;
using attn::experiments::PassMethod;

TEST_CASE("a pass computes what the double path does, to rounding, by both methods") {
  for (const PassMethod method : {PassMethod::kExact, PassMethod::kFeatures}) {
    AttentionPassesParams p;
    p.method = method;
    p.tokens = 301;
    const double error = AttentionPasses(p).frame().output_error;
    CHECK(error > 0.0);
    CHECK(error <= 1e-5);
  }
  CHECK(AttentionPasses::self_test() > 0.0);
  CHECK(AttentionPasses::self_test() <= 1e-5);
}

TEST_CASE("passes are counted, within a budget and backwards too") {
  AttentionPassesParams p;
  p.tokens = 8;
  p.size = 3;
  p.features = 5;
  AttentionPasses run(p);
  CHECK(run.frame().passes == 0);
  CHECK_FALSE(run.seek(7, 3));
  CHECK(run.frame().passes == 3);
  CHECK(run.seek(7, 100));
  CHECK(run.seek(2, 100));
  CHECK(run.frame().passes == 2);
}

TEST_CASE("multiplications grow with the square of the tokens, or with tokens times features") {
  AttentionPassesParams p;
  p.tokens = 64;
  p.size = 4;
  p.features = 32;
  CHECK(AttentionPasses(p).frame().multiplications == 2.0 * 64 * 64 * 4);
  p.method = PassMethod::kFeatures;
  CHECK(AttentionPasses(p).frame().multiplications == 4.0 * 64 * 32 * 4);
  p.tokens = 0;
  CHECK_THROWS_AS(AttentionPasses(p), attn::Error);
}
