#include "experiments/bilinear-form/flash.hpp"

#include "attention/scores.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Flash;
using experiments::FlashFrame;
using experiments::FlashParams;

namespace {

FlashParams small(std::uint64_t seed) {
  FlashParams p;
  p.q = random_matrix(3, 2, 1.0, seed);
  p.k = random_matrix(4, 2, 1.0, seed + 1);
  p.v = random_matrix(4, 2, 1.0, seed + 2);
  p.options.causal = true;
  p.options.temperature = 0.5;
  p.block = 3;
  return p;
}

}  // namespace

TEST_CASE("after every block the flash experiment has the attention of the keys it has seen") {
  Flash flash(small(11));
  for (const Index block : {0, 1, 2, 1, 0, 2}) {
    REQUIRE(flash.seek(block, 100));
    const FlashFrame f = flash.frame();
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
  FlashParams p = small(12);
  p.block = 1;
  Flash flash(p);
  CHECK_FALSE(flash.seek(4, 1));
  CHECK(flash.frame().block == 1);
  const Vector sum = flash.frame().sum;
  CHECK(flash.seek(4, 3));
  CHECK(flash.seek(1, 1));
  CHECK(flash.frame().sum == sum);
  p.options.key_length = 2;
  Flash padded(p);
  padded.seek(4, 10);
  CHECK(padded.frame().output_error <= 1e-15);
}

TEST_CASE("the flash experiment refuses parameters out of range, by name") {
  FlashParams p = small(17);
  p.block = 0;
  CHECK(message_of([&] { Flash{p}; }) ==
        "flash: block is 0, expected a whole number from 1 to 1000000000");
  p.block = 1;
  CHECK(message_of([&] { Flash(p).seek(5, 1); }) ==
        "flash: t is 5, expected a whole number from 0 to 4");
  CHECK_THAT(message_of([&] { Flash(p).seek(4, 0); }), contains("flash: budget is 0"));
  p.options.temperature = 0.0;
  CHECK(message_of([&] { Flash{p}; }) == "flash: temperature is 0, expected a finite number > 0");
}
