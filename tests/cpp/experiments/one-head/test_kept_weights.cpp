#include "experiments/one-head/kept_weights.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

double rounded(double x) {
  return weights_from_text("f", weights_to_text(Vector::Constant(1, x)), 1)(0);
}

}  // namespace

TEST_CASE("halves are the nearest, ties go to the even, and what is one stays as it is") {
  CHECK(rounded(1.0) == 1.0);
  CHECK(rounded(-65504.0) == -65504.0);
  CHECK(rounded(1.0 + 0x1p-11) == 1.0);
  CHECK(rounded(1.0 + 3 * 0x1p-11) == 1.0 + 0x1p-9);
  CHECK(rounded(1.0 + 0x1.8p-11) == 1.0 + 0x1p-10);
  CHECK(rounded(2047.9) == 2048.0);
  CHECK(rounded(0x1p-14) == 0x1p-14);
  CHECK(rounded(0x1.ff8p-15) == 0x1.ff8p-15);
  CHECK(rounded(0x1.fffp-15) == 0x1p-14);
  CHECK(rounded(0x1p-24) == 0x1p-24);
  CHECK(rounded(0x1p-25) == 0.0);
  CHECK(rounded(-0x1.1p-25) == -0x1p-24);
  CHECK(std::signbit(rounded(-0.0)));
  for (const Index n : {1, 2, 3, 4, 5, 30}) {
    const Vector w = layouts::matrix(n, 1, static_cast<std::uint64_t>(n)).col(0);
    const Vector once = weights_from_text("f", weights_to_text(w), n);
    CHECK(largest(once - w) <= 0x1p-11 * largest(w));
    CHECK(weights_from_text("f", weights_to_text(once), n) == once);
  }
}

TEST_CASE("weights that halves do not reach, and texts that are none, are refused") {
  CHECK_THROWS_AS(weights_to_text(Vector::Constant(1, 65520.0)), Error);
  CHECK_THROWS_AS(weights_to_text(Vector::Constant(1, std::nan(""))), Error);
  CHECK_THROWS_AS(weights_to_text(Vector::Constant(1, std::numeric_limits<double>::infinity())),
                  Error);
  CHECK(
      message_of([] { weights_from_text("f", "AAA", 1); }) ==
      "f: weights is text of another kind, expected numbers of half or single precision in base64");
  CHECK_THROWS_AS(weights_from_text("f", "A-A=", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "A===", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "AAA=", 2), Error);
  CHECK_THROWS_AS(weights_from_text("f", "", 1), Error);
  // Infinity and NaN have bits too.
  CHECK_THROWS_AS(weights_from_text("f", "AHw=", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "AX4=", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "AACAfw==", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "AADAfw==", 1), Error);
  CHECK_THROWS_AS(weights_from_text("f", "AACA", 1), Error);
}

TEST_CASE("twice as many bytes are numbers of single precision, byte by byte") {
  CHECK(weights_from_text("f", "AACAPw==", 1)(0) == 1.0);
  CHECK(weights_from_text("f", "VlVFQA==", 1)(0) == 0x1.8aaaacp1);
  CHECK(weights_from_text("f", "AQAAgA==", 1)(0) == -0x1p-149);
  const Vector two = weights_from_text("f", "AAAAwP//f38=", 2);
  CHECK(two(0) == -2.0);
  CHECK(two(1) == static_cast<double>(std::numeric_limits<float>::max()));
}
