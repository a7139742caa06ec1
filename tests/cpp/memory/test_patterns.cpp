#include "attn/memory/patterns.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("random patterns are signs, as often + as -, and different patterns are unrelated") {
  Rng rng(1);
  const Index n = 200, count = 100;
  const Matrix p = random_patterns(count, n, rng);
  CHECK(p.cwiseAbs() == Matrix::Ones(count, n));
  const double spread = 1.0 / std::sqrt(static_cast<double>(n));
  // Five standard deviations of a mean of 20 000 signs, and of the mean square of 4950 overlaps.
  CHECK(std::fabs(p.mean()) <= 5.0 / std::sqrt(20000.0));
  double squares = 0.0;
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < i; ++j) squares += std::pow(overlap(p.row(i), p.row(j)) / spread, 2);
  }
  CHECK(std::fabs(squares / 4950.0 - 1.0) <= 5.0 * std::sqrt(2.0 / 4950.0));
}

TEST_CASE("signs are the bits of the generator, from the lowest, 64 to a number") {
  Rng rng(7), bits(7);
  const Matrix p = random_patterns(2, 70, rng);
  for (Index mu = 0; mu < 2; ++mu) {
    const std::uint64_t first = bits.next(), second = bits.next();
    for (Index i = 0; i < 70; ++i) {
      const std::uint64_t word = i < 64 ? first : second;
      CHECK((p(mu, i) > 0.0) == ((word >> (i % 64)) % 2 == 1));
    }
  }
}

TEST_CASE("as many signs are turned as asked for, and overlap counts them") {
  Rng rng(2);
  const Vector x = random_patterns(1, 50, rng).row(0);
  for (const Index flips : {0, 1, 17, 50}) {
    const Vector y = flip_signs(x, flips, rng);
    CHECK((x - y).cwiseAbs().sum() == 2.0 * static_cast<double>(flips));
    CHECK(overlap(x, y) == Approx(1.0 - 2.0 * static_cast<double>(flips) / 50.0));
  }
  // Each place is as likely as any other: 2000 draws of 5 of 50.
  Vector often = Vector::Zero(50);
  for (int draw = 0; draw < 2000; ++draw) often += (x - flip_signs(x, 5, rng)).cwiseAbs() / 2.0;
  CHECK(largest(often.array() - 200.0) <= 5.0 * std::sqrt(180.0));
}

TEST_CASE("patterns refuse sizes out of range") {
  Rng rng(1);
  const Vector x = Vector::Ones(3);
  CHECK(message_of([&] { return random_patterns(0, 3, rng); }) ==
        "random_patterns: count is 0, expected a whole number from 1 to 1000000000");
  CHECK(message_of([&] { return flip_signs(x, 4, rng); }) ==
        "flip_signs: count is 4, expected a whole number from 0 to 3");
  CHECK(message_of([&] { return overlap(x, Vector::Ones(2)); }) ==
        "overlap: y is 2 long, expected 3");
  CHECK(message_of([&] { return overlap(x, Vector::Constant(3, std::nan(""))); }) ==
        "overlap: y[0] is NaN, expected a finite number");
}
