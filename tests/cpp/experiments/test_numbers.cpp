#include "experiments/numbers.hpp"

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("matrices and vectors that are written down hold their numbers, row by row") {
  const Matrix m = of_rows({{1, 2, 3}, {4, 5, 6}});
  REQUIRE(m.rows() == 2);
  REQUIRE(m.cols() == 3);
  CHECK(m(0, 2) == 3.0);
  CHECK(m(1, 0) == 4.0);
  const Vector v = of_numbers({7, 8, 9});
  REQUIRE(v.size() == 3);
  CHECK(v(2) == 9.0);
}

TEST_CASE("normal numbers are drawn row by row") {
  Rng rng(3);
  Rng again(3);
  const Matrix m = normal_rows(rng, 2, 3, 0.5);
  for (Index i = 0; i < 6; ++i) CHECK(m(i / 3, i % 3) == 0.5 * again.normal());
  CHECK(rng.next() == again.next());
}

TEST_CASE("a median is the number in the middle, or the mean of the two") {
  CHECK(median(of_numbers({5, 1, 3})) == 3.0);
  CHECK(median(of_numbers({5, 1, 3, 4})) == 3.5);
  CHECK(median(of_numbers({2})) == 2.0);
}
