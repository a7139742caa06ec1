#include "attn/numerics/rng.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace {

using attn::Index;
using attn::Rng;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// FNV-1a over the bytes of a word, least significant first.
std::uint64_t hashed(std::uint64_t hash, std::uint64_t word) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    hash = (hash ^ ((word >> shift) & 0xffu)) * 0x100000001b3u;
  }
  return hash;
}

/// The counter from which next() makes `bits`: splitmix64 is a bijection, undone step by step.
std::uint64_t counter_before(std::uint64_t bits) {
  bits ^= (bits >> 31) ^ (bits >> 62);
  bits *= 0x319642b2d24d8ec3u;  // inverse of the second multiplier modulo 2^64
  bits ^= (bits >> 27) ^ (bits >> 54);
  bits *= 0x96de1b173f119089u;  // inverse of the first
  bits ^= (bits >> 30) ^ (bits >> 60);
  return bits - 0x9e3779b97f4a7c15u;
}

}  // namespace

TEST_CASE("the first numbers of seed 1 are those of the reference file", "[rng]") {
  std::ifstream file(ATTN_REFERENCE_DIR "/rng_splitmix64_seed1.json");
  REQUIRE(file.good());
  const auto reference = nlohmann::json::parse(file);
  const auto seed = reference.at("inputs").at("seed").at("data").at(0).get<std::uint64_t>();
  const auto raw = reference.at("params").at("raw_hex").get<std::vector<std::string>>();
  const auto uniform = reference.at("expected").at("uniform").at("data").get<std::vector<double>>();
  const auto normal = reference.at("expected").at("normal").at("data").get<std::vector<double>>();
  REQUIRE(raw.size() >= 8);
  REQUIRE(uniform.size() >= 8);
  REQUIRE(normal.size() >= 8);
  Rng bits(seed);
  for (const std::string& word : raw) CHECK(bits.next() == std::stoull(word, nullptr, 16));
  Rng uniforms(seed);
  for (const double expected : uniform) CHECK(uniforms.uniform() == expected);
  Rng normals(seed);
  for (const double expected : normal)
    CHECK(std::fabs(normals.normal() - expected) <= 1e-15 * (1.0 + std::fabs(expected)));
}

TEST_CASE("uniform stays inside the open interval, at its two ends too", "[rng]") {
  Rng rng(0);
  rng.restore({counter_before(0x7ffu), 0.0, false});
  CHECK(rng.uniform() == 0x1p-54);
  rng.restore({counter_before(0xffffffffffffffffu), 0.0, false});
  CHECK(rng.uniform() == 1.0 - 0x1p-53);
  rng.restore({counter_before(0xffffffffffffffffu), 0.0, false});
  CHECK(rng.next() == 0xffffffffffffffffu);
}

TEST_CASE("normal is finite when its uniforms are the smallest and the largest", "[rng]") {
  Rng rng(0);
  rng.restore({counter_before(0u), 0.0, false});
  const double first = rng.normal();
  const double second = rng.normal();
  const double radius = std::sqrt(108.0 * 0.6931471805599453);  // sqrt(-2 log(2^-54))
  CHECK(std::fabs(std::sqrt(first * first + second * second) - radius) < 1e-14 * radius);
  rng.restore({counter_before(0xffffffffffffffffu), 0.0, false});
  const double small = rng.normal();
  CHECK(std::fabs(small) <= 1.5e-8);
  CHECK(small != 0.0);
}

TEST_CASE("uniform has the moments of the uniform distribution", "[rng]") {
  Rng rng(11);
  const int n = 200000;
  double sum = 0.0;
  double squares = 0.0;
  double products = 0.0;
  double previous = 0.5;
  for (int i = 0; i < n; ++i) {
    const double u = rng.uniform();
    sum += u - 0.5;
    squares += (u - 0.5) * (u - 0.5);
    products += (u - 0.5) * (previous - 0.5);
    previous = u;
  }
  const double root = std::sqrt(static_cast<double>(n));  // four standard errors each
  CHECK(std::fabs(sum / n) < 4.0 * std::sqrt(1.0 / 12.0) / root);
  CHECK(std::fabs(squares / n - 1.0 / 12.0) < 4.0 * std::sqrt(1.0 / 180.0) / root);
  CHECK(std::fabs(products / n) < 4.0 / 12.0 / root);
}

TEST_CASE("normal has the moments of the standard normal distribution", "[rng]") {
  Rng rng(12);
  const int n = 200000;
  std::vector<double> moment(5, 0.0);
  double pairs = 0.0;
  double previous = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    double power = 1.0;
    for (double& m : moment) {
      m += power / n;
      power *= x;
    }
    pairs += x * previous / n;
    previous = x;
  }
  const double root = std::sqrt(static_cast<double>(n));  // four standard errors each
  CHECK(std::fabs(moment[1]) < 4.0 / root);
  CHECK(std::fabs(moment[2] - 1.0) < 4.0 * std::sqrt(2.0) / root);
  CHECK(std::fabs(moment[3]) < 4.0 * std::sqrt(15.0) / root);
  CHECK(std::fabs(moment[4] - 3.0) < 4.0 * std::sqrt(96.0) / root);
  CHECK(std::fabs(pairs) < 4.0 / root);
}

TEST_CASE("save and restore continue to the bit, also between the two normals of a pair", "[rng]") {
  for (int drawn = 0; drawn < 4; ++drawn) {
    Rng rng(5);
    for (int i = 0; i < drawn; ++i) rng.normal();
    const Rng::State state = rng.save();
    CHECK(state.has_kept_normal == (drawn % 2 == 1));
    Rng other(999);
    other.normal();
    other.restore(state);
    for (int i = 0; i < 7; ++i) CHECK(bits_of(rng.normal()) == bits_of(other.normal()));
    CHECK(rng.next() == other.next());
  }
}

TEST_CASE("other draws between two normals of a pair leave the kept one alone", "[rng]") {
  Rng plain(6);
  plain.normal();
  const double kept = plain.normal();
  Rng mixed(6);
  mixed.normal();
  mixed.uniform();
  mixed.permutation(3);
  CHECK(mixed.normal() == kept);
}

TEST_CASE("a different seed is a different stream and a copy is the same one", "[rng]") {
  Rng one(1);
  Rng two(2);
  CHECK(one.next() != two.next());
  Rng copy = one;
  for (int i = 0; i < 10; ++i) CHECK(copy.next() == one.next());
}

TEST_CASE("categorical is the first index whose cumulative sum exceeds u times the sum", "[rng]") {
  const std::vector<double> weights = {0.5, 0.0, 2.0, 1.25, 0.25, 0.0};
  Rng rng(7);
  Rng shadow(7);
  for (int i = 0; i < 5000; ++i) {
    const double threshold = 4.0 * shadow.uniform();
    Index expected = 0;
    for (double sum = weights[0]; !(sum > threshold);)
      sum += weights[static_cast<std::size_t>(++expected)];
    REQUIRE(rng.categorical(weights) == expected);
  }
  CHECK(rng.next() == shadow.next());
}

TEST_CASE("categorical passes over an index whose cumulative sum equals u times the sum", "[rng]") {
  Rng rng(0);
  rng.restore({counter_before(0x8000000000000000u), 0.0, false});
  CHECK(rng.categorical({1.0, 1.0}) == 1);
  rng.restore({counter_before(0x8000000000000000u), 0.0, false});
  CHECK(rng.uniform() == 0.5);
}

TEST_CASE("categorical draws each index as often as its weight says", "[rng]") {
  const std::vector<double> weights = {1.0, 0.0, 3.0, 6.0};
  Rng rng(8);
  const int n = 100000;
  std::vector<int> count(weights.size(), 0);
  for (int i = 0; i < n; ++i) ++count[static_cast<std::size_t>(rng.categorical(weights.data(), 4))];
  CHECK(count[1] == 0);
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
    const double p = weights[i] / 10.0;
    CHECK(std::fabs(count[i] - n * p) < 4.0 * std::sqrt(n * p * (1.0 - p)));
  }
}

TEST_CASE("categorical draws no index of weight zero at either end of u, however small the weights",
          "[rng]") {
  for (const std::vector<double>& weights :
       {std::vector<double>{0.0, 0.25, 0.75, 0.0}, std::vector<double>{0.0, 5e-324, 5e-324, 0.0},
        std::vector<double>{0.0, 0.1, 0.2, 0.0}, std::vector<double>{0.0, 1e308, 7e307, 0.0}}) {
    Rng rng(0);
    rng.restore({counter_before(0u), 0.0, false});
    CHECK(rng.categorical(weights) == 1);
    rng.restore({counter_before(0xffffffffffffffffu), 0.0, false});
    CHECK(rng.categorical(weights) == 2);
  }
}

TEST_CASE("categorical refuses weights that are no distribution and then draws nothing", "[rng]") {
  Rng rng(9);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refusal = [&rng](const std::vector<double>& weights) {
    return message_of([&] { rng.categorical(weights); });
  };
  CHECK(refusal({1.0, 2.0, -1.0}) ==
        "Rng::categorical: weights[2] is -1, expected a finite number >= 0");
  CHECK(refusal({nan, 1.0}) ==
        "Rng::categorical: weights[0] is NaN, expected a finite number >= 0");
  CHECK(refusal({1.0, kInfinity}) ==
        "Rng::categorical: weights[1] is Infinity, expected a finite number >= 0");
  CHECK(refusal({}) == "Rng::categorical: weights is empty, expected at least one entry");
  CHECK(refusal({0.0, 0.0}) ==
        "Rng::categorical: the sum of weights is 0, expected a finite number > 0");
  CHECK(refusal({1e308, 1e308}) ==
        "Rng::categorical: the sum of weights is Infinity, expected a finite number > 0");
  CHECK(rng.next() == Rng(9).next());
}

TEST_CASE("permutation contains every number once", "[rng]") {
  Rng rng(10);
  for (const Index n : {Index{0}, Index{1}, Index{2}, Index{17}, Index{1000}}) {
    std::vector<Index> order = rng.permutation(n);
    REQUIRE(order.size() == static_cast<std::size_t>(n));
    std::sort(order.begin(), order.end());
    for (Index i = 0; i < n; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
  }
}

TEST_CASE("permutation exchanges from the end with floor(u (i + 1))", "[rng]") {
  Rng rng(13);
  Rng shadow(13);
  std::vector<Index> expected = {0, 1, 2, 3, 4, 5, 6};
  for (std::size_t i = 6; i > 0; --i) {
    const double place = std::floor(shadow.uniform() * static_cast<double>(i + 1));
    std::swap(expected[i], expected[static_cast<std::size_t>(place)]);
  }
  CHECK(rng.permutation(7) == expected);
  CHECK(rng.next() == shadow.next());
}

TEST_CASE("permutation gives each of the six orders of three numbers equally often", "[rng]") {
  Rng rng(14);
  const int n = 60000;
  std::vector<int> count(27, 0);
  for (int i = 0; i < n; ++i) {
    const std::vector<Index> order = rng.permutation(3);
    ++count[static_cast<std::size_t>(9 * order[0] + 3 * order[1] + order[2])];
  }
  const double p = 1.0 / 6.0;
  int orders = 0;
  for (const int c : count) {
    if (c == 0) continue;
    ++orders;
    CHECK(std::fabs(c - n * p) < 4.0 * std::sqrt(n * p * (1.0 - p)));
  }
  CHECK(orders == 6);
}

TEST_CASE("permutation and restore refuse what they cannot use and change nothing", "[rng]") {
  Rng rng(15);
  CHECK(message_of([&] { return rng.permutation(-1); }) ==
        "Rng::permutation: n is -1, expected a whole number from 0 to 2^53");
  // One more is no double.
  CHECK(message_of([&] { return rng.permutation((Index{1} << 53) + 1); }) ==
        "Rng::permutation: n is 9007199254740993, expected a whole number from 0 to 2^53");
  const Rng::State broken{0, kInfinity, true};
  CHECK(message_of([&] { rng.restore(broken); }) ==
        "Rng::restore: state.kept_normal is Infinity, expected a finite number");
  CHECK(rng.next() == Rng(15).next());
}

TEST_CASE("a long mixed stream has the same bits on every platform", "[rng][determinism]") {
  Rng rng(1);
  std::uint64_t hash = 0xcbf29ce484222325u;
  const std::vector<double> weights = {0.1, 0.2, 0.3, 0.4};
  for (int i = 0; i < 20000; ++i) {
    hash = hashed(hash, rng.next());
    hash = hashed(hash, bits_of(rng.uniform()));
    for (int j = 0; j < 3; ++j) hash = hashed(hash, bits_of(rng.normal()));
    hash = hashed(hash, static_cast<std::uint64_t>(rng.categorical(weights)));
  }
  for (const Index place : rng.permutation(1000))
    hash = hashed(hash, static_cast<std::uint64_t>(place));
  CHECK(hash == 0x1b7cf23e7a65bd63u);
}
