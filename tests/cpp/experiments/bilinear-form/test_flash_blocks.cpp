#include "experiments/bilinear-form/flash_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

FlashBlocksParams sorted(bool rising) {
  FlashBlocksParams p;
  std::sort(p.scores.data(), p.scores.data() + 8);
  if (!rising) std::reverse(p.scores.data(), p.scores.data() + 8);
  return p;
}

}  // namespace

TEST_CASE("flash_blocks: after the last block o / l is the mean under softmax, for any block") {
  const FlashBlocksParams defaults;
  const double exact = softmax(defaults.scores).dot(defaults.values);
  for (Index block = 1; block <= 9; ++block) {
    FlashBlocksParams p;
    p.block = block;
    const auto f = FlashBlocks(p).frame();
    CHECK(f.block == std::min<Index>(block, 8));
    CHECK(f.blocks == (8 - 1) / f.block + 1);
    CHECK(f.output(f.blocks) == Approx(exact).epsilon(1e-14));
    CHECK(f.output_error <= 1e-14);
    CHECK(f.printed_error <= 1e-14);
  }
}

TEST_CASE("flash_blocks: what is carried is scaled down exactly where m rises") {
  const auto count = [](const FlashBlocksParams& p) { return FlashBlocks(p).frame().rescaled; };
  CHECK(count({}) == 1);
  CHECK(count(sorted(true)) == 3);
  CHECK(count(sorted(false)) == 0);
  const auto f = FlashBlocks({}).frame();
  CHECK(f.max(0) == -kInfinity);
  CHECK(f.max(1) == 1.2);
  for (Index b = 2; b <= 4; ++b) CHECK(f.max(b) == 2.1);
  CHECK(f.factor(1) == 1.0);
  CHECK(f.factor(2) == Approx(std::exp(1.2 - 2.1)).epsilon(1e-15));
  CHECK(f.factor(3) == 1.0);
  for (Index b = 1; b <= 4; ++b) {
    CHECK(f.sum(b) == Approx(f.factor(b) * f.sum(b - 1) + f.sum_of_block(b)).epsilon(1e-15));
    CHECK(f.weighted(b) ==
          Approx(f.factor(b) * f.weighted(b - 1) + f.weighted_of_block(b)).margin(1e-15));
  }
  // What the first block brings, by hand.
  CHECK(f.sum(1) == Approx(1.0 + std::exp(-1.6)).epsilon(1e-15));
  CHECK(f.weighted(1) == Approx(2.0 - std::exp(-1.6)).epsilon(1e-15));
}

TEST_CASE("flash_blocks: the plain formula fails for large scores, m, l and o do not") {
  FlashBlocksParams p;
  CHECK(FlashBlocks(p).frame().plain_fails == Vector::Zero(5));
  for (const double by : {400.0, -400.0}) {
    p.scores = by * FlashBlocksParams{}.scores;
    const auto f = FlashBlocks(p).frame();
    CHECK(f.plain_fails(4) == (by > 0.0 ? 1.0 : 0.0));
    CHECK(f.printed_fails == Vector::Zero(5));
    CHECK(f.output_error <= 1e-14);
  }
  p.scores = Vector::Constant(8, -1000.0);  // all exponentials are 0
  CHECK(FlashBlocks(p).frame().plain_fails(1) == 1.0);
  CHECK(FlashBlocks(p).frame().output(4) == Approx(p.values.mean()).margin(1e-15));
}

TEST_CASE(
    "flash_blocks: a first block that is masked breaks the update as printed, and only that") {
  FlashBlocksParams p;
  p.mask = Vector::Ones(8);
  p.mask.head(2).setZero();
  const auto f = FlashBlocks(p).frame();
  CHECK(f.printed_fails(0) == 0.0);
  for (Index b = 1; b <= 4; ++b) CHECK(f.printed_fails(b) == 1.0);
  CHECK(f.max(1) == -kInfinity);
  CHECK(f.sum(1) == 0.0);
  CHECK(f.output(1) == 0.0);
  CHECK(f.factor(2) == 1.0);
  CHECK(f.plain_fails(4) == 0.0);
  CHECK(f.rescaled == 0);
  CHECK(f.output(4) ==
        Approx(softmax(Vector(p.scores.tail(6))).dot(p.values.tail(6))).epsilon(1e-14));
  // One key of it that counts is enough for the printed one too.
  p.mask(1) = 1.0;
  CHECK(FlashBlocks(p).frame().printed_fails == Vector::Zero(5));
  // And a masked block later does no harm.
  p.mask = Vector::Ones(8);
  p.mask.segment(2, 2).setZero();
  CHECK(FlashBlocks(p).frame().printed_fails == Vector::Zero(5));
  CHECK(FlashBlocks(p).frame().output_error <= 1e-14);
}

TEST_CASE("flash_blocks: of a row that is masked altogether nothing is carried") {
  FlashBlocksParams p;
  p.mask = Vector::Zero(8);
  const auto f = FlashBlocks(p).frame();
  CHECK(f.output == Vector::Zero(5));
  CHECK(f.sum == Vector::Zero(5));
  CHECK(f.output_error == 0.0);
  CHECK(f.plain_fails(4) == 1.0);
}

TEST_CASE("flash_blocks: a step shows the blocks so far") {
  FlashBlocks run({});
  CHECK(run.steps() == 4);
  CHECK(run.frame().step == 4);
  CHECK(run.seek(1, 1));
  CHECK(run.frame().step == 1);
  CHECK(run.frame().rescaled == 0);
  CHECK(run.seek(2, 1));
  CHECK(run.frame().rescaled == 1);
}

TEST_CASE("flash_blocks: bad parameters are refused by name") {
  FlashBlocksParams p;
  p.block = 0;
  CHECK_THAT(message_of([&] { FlashBlocks{p}; }), contains("flash_blocks: block is 0"));
  p.block = 2;
  p.values.resize(7);
  p.values.setZero();
  CHECK_THAT(message_of([&] { FlashBlocks{p}; }), contains("values"));
  p.values.setZero(8);
  p.mask = Vector::Ones(3);
  CHECK_THAT(message_of([&] { FlashBlocks{p}; }), contains("mask"));
  p.mask.resize(0);
  p.scores(1) = kInfinity;
  CHECK_THAT(message_of([&] { FlashBlocks{p}; }), contains("scores"));
  p.scores.resize(0);
  CHECK_THAT(message_of([&] { FlashBlocks{p}; }), contains("scores is empty"));
}
