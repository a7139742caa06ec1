#include "experiments/arrays.hpp"

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("the hash of bytes is FNV-1a, and that of a text in two halves that of the whole") {
  CHECK(hash_bytes("", 0) == 0xcbf29ce484222325u);
  CHECK(hash_bytes("a", 1) == 0xaf63dc4c8601ec8cu);
  CHECK(hash_bytes("foobar", 6) == 0x85944171f73967e8u);
  CHECK(hash_bytes("bar", 3, hash_bytes("foo", 3)) == hash_bytes("foobar", 6));
}

TEST_CASE("the hash of arrays knows names, shapes and every bit, and one NaN from no other") {
  const Arrays one = {{"x", {{2}, {1.0, 0.0}}}};
  const auto differs = [&](const Arrays& other) { return hash(one) != hash(other); };
  CHECK(differs({{"y", {{2}, {1.0, 0.0}}}}));
  CHECK(differs({{"x", {{2, 1}, {1.0, 0.0}}}}));
  CHECK(differs({{"x", {{2}, {1.0, -0.0}}}}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(hash({{"x", {{}, {nan}}}}) == hash({{"x", {{}, {-nan}}}}));
  CHECK(hash_text(one).size() == 16);
}
