#include "catch.hpp"

TEST_CASE("an attn::Error is an invalid_argument and keeps its message") {
  try {
    throw attn::Error("posterior_mean: z is empty");
  } catch (const std::invalid_argument& e) {
    REQUIRE(std::string(e.what()) == "posterior_mean: z is empty");
  }
}

TEST_CASE("matrices are row-major, so that the vectors of a sequence are contiguous") {
  attn::Matrix m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  REQUIRE(m.data()[2] == 3.0);
  REQUIRE(m.data()[3] == 4.0);
}
