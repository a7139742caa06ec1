#include "experiments/denoising/token_run.hpp"

#include "attn/denoising/denoiser.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

TokenParams small() {
  TokenParams p;
  p.count = 20;
  p.layers = 12;
  return p;
}

}  // namespace

TEST_CASE("a token run: each row of the trail is one layer from the row before") {
  const TokenParams p = small();
  TokenRun run(p, Rng(p.seed));
  REQUIRE(run.seek("test", 12, 100));
  const Matrix trail = run.trail();
  REQUIRE(trail.rows() == 13);
  CHECK(Matrix(trail.row(0).transpose()) == run.tokens().noisy);
  CHECK(Matrix(trail.row(12).transpose()) == run.particles());
  for (Index l = 0; l < 12; ++l) {
    const Matrix next = stage1_step(trail.row(l).transpose(), p.beta, p.eta);
    CHECK(Matrix(trail.row(l + 1).transpose()) == next);
  }
}

TEST_CASE("a token run draws the tokens of its generator") {
  const TokenParams p = small();
  Rng rng(p.seed);
  const MixtureSample expected = draw_tokens(p, rng);
  const TokenRun run(p, Rng(p.seed));
  CHECK(run.tokens().noisy == expected.noisy);
  CHECK(run.tokens().clean == expected.clean);
  CHECK(run.layer() == 0);
  CHECK(run.layers() == 12);
}

TEST_CASE("a token run goes back and forth with the same bits, in any portions") {
  const TokenParams p = small();
  TokenRun straight(p, Rng(p.seed));
  straight.seek("test", 12, 100);
  TokenRun wandering(p, Rng(p.seed));
  int calls = 0;
  for (const Index t : {3, 0, 9, 5, 12}) {
    while (!wandering.seek("test", t, 2)) ++calls;
    CHECK(wandering.layer() == t);
  }
  CHECK(calls > 0);
  CHECK(wandering.trail() == straight.trail());
  wandering.seek("test", 4, 1);
  CHECK(wandering.trail() == straight.trail().topRows(5));
}

TEST_CASE("a token run refuses what it cannot reach, and stays where it is") {
  const TokenParams p = small();
  TokenRun run(p, Rng(p.seed));
  run.seek("test", 3, 100);
  CHECK_THAT(message_of([&] { run.seek("test", 13, 1); }),
             contains("test: t is 13, expected a whole number from 0 to 12"));
  CHECK_THAT(message_of([&] { run.seek("test", 5, 0); }), contains("test: budget is 0"));
  CHECK(run.layer() == 3);
}
