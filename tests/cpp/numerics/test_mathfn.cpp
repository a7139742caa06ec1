#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "numerics/inline_exp.hpp"

namespace {

namespace mathfn = attn::mathfn;
using mathfn::detail::from_bits;
using mathfn::detail::to_bits;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kHalfPi = 0x1.921fb54442d18p+0;
constexpr std::uint64_t kNan = 0x7ff8000000000000u;

struct Function {
  const char* name;
  double (*evaluate)(double);
  double bound;  // in ulp, as the header promises
};

const std::array<Function, 5> kFunctions = {
    {{"exp", [](double x) { return mathfn::exp(x); }, 0.52},
     {"log", [](double x) { return mathfn::log(x); }, 0.52},
     {"sin", [](double x) { return mathfn::sin(x); }, 0.7},
     {"cos", [](double x) { return mathfn::cos(x); }, 0.7},
     {"tanh", [](double x) { return mathfn::tanh(x); }, 4.0}}};

double number(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  const auto text = value.get<std::string>();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  return text == "Infinity" ? kInfinity : -kInfinity;
}

std::vector<double> numbers(const nlohmann::json& array) {
  std::vector<double> values;
  for (const auto& value : array.at("data")) values.push_back(number(value));
  return values;
}

nlohmann::json reference() {
  std::ifstream file(ATTN_REFERENCE_DIR "/mathfn.json");
  REQUIRE(file.good());
  return nlohmann::json::parse(file);
}

/// The distance from |x| to the next larger double.
double ulp(double x) {
  const double magnitude = std::fabs(x);
  return from_bits(to_bits(magnitude) + 1) - magnitude;
}

/// The double `steps` places further from zero (nearer when negative).
double neighbour(double x, int steps) {
  return from_bits(to_bits(x) + static_cast<std::uint64_t>(static_cast<std::int64_t>(steps)));
}

/// Any finite double, exponents uniform.
double any_double(attn::Rng& rng) {
  while (true) {
    const double x = from_bits(rng.next());
    if (std::isfinite(x)) return x;
  }
}

double between(attn::Rng& rng, double low, double high) {
  return low + (high - low) * rng.uniform();
}

/// evaluate(x) never decreases over the `width` doubles on each side of x.
bool rises_around(double (*evaluate)(double), double x, int width) {
  const int direction = x < 0 ? -1 : 1;  // the order of bits is that of magnitudes
  for (int step = -width; step < width; ++step) {
    const double low = neighbour(x, direction * step);
    const double high = neighbour(x, direction * (step + 1));
    if (!(low < high) || !(evaluate(low) <= evaluate(high))) return false;
  }
  return true;
}

/// FNV-1a over the bytes of a double, least significant first.
std::uint64_t hashed(std::uint64_t hash, double value) {
  const std::uint64_t bits = to_bits(value);
  for (unsigned shift = 0; shift < 64; shift += 8) {
    hash = (hash ^ ((bits >> shift) & 0xffu)) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace

TEST_CASE("mathfn is as close to the true values as its header says", "[mathfn]") {
  const nlohmann::json file = reference();
  for (const Function& function : kFunctions) {
    const std::string name = function.name;
    const auto arguments = numbers(file.at("inputs").at("x_" + name));
    const auto expected = numbers(file.at("expected").at(name));
    const auto residual = numbers(file.at("residual").at(name));
    REQUIRE(arguments.size() >= 2000);
    REQUIRE(arguments.size() == expected.size());
    REQUIRE(arguments.size() == residual.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const double value = function.evaluate(arguments[i]);
      INFO(name << " of " << nlohmann::json(arguments[i]).dump() << ", entry " << i);
      if (std::isnan(expected[i])) {
        REQUIRE(to_bits(value) == kNan);
      } else if (std::isinf(expected[i])) {
        REQUIRE(value == expected[i]);
      } else {
        REQUIRE(std::isfinite(value));
        const double error = (value - expected[i]) / ulp(expected[i]) - residual[i];
        REQUIRE(std::fabs(error) <= function.bound);
        worst = attn::larger(worst, std::fabs(error));
      }
    }
    CHECK(worst > 0.45);  // the residuals were used: a value rounded once is up to half an ulp away
  }
}

TEST_CASE("tanh is furthest off just below a power of two, and within what its header says there",
          "[mathfn]") {
  double worst = 0.0;
  for (const double x : {0x1.ff8b4cca895d9p-11, 0x1.ff13ae996b78ap-10, 0x1.fffc66fb21396p-14}) {
    // Of such small arguments the difference from x is a short series; y - x is exact.
    const double y = mathfn::tanh(x), x2 = x * x;
    const double error = (y - x) + x * x2 * (1.0 / 3.0 - x2 * (2.0 / 15.0 - x2 * (17.0 / 315.0)));
    worst = attn::larger(worst, std::fabs(error) / ulp(y));
  }
  CHECK(worst > 3.7);
  CHECK(worst <= 4.0);
}

TEST_CASE("NaN in gives the one quiet NaN out, whatever its sign and payload", "[mathfn]") {
  for (const Function& function : kFunctions) {
    for (const std::uint64_t bits :
         {std::uint64_t{0x7ff8000000000000u}, std::uint64_t{0xfff8000000000000u},
          std::uint64_t{0x7ff0000000000001u}, std::uint64_t{0xffffffffffffffffu}}) {
      INFO(function.name);
      CHECK(to_bits(function.evaluate(from_bits(bits))) == kNan);
    }
  }
}

TEST_CASE("exp is exact where it can be and ends at zero and infinity", "[mathfn]") {
  CHECK(mathfn::exp(0.0) == 1.0);
  CHECK(mathfn::exp(-0.0) == 1.0);
  CHECK(mathfn::exp(5e-324) == 1.0);
  CHECK(mathfn::exp(kInfinity) == kInfinity);
  CHECK(to_bits(mathfn::exp(-kInfinity)) == 0u);
  CHECK(std::isfinite(mathfn::exp(0x1.62e42fefa39efp+9)));  // the last argument below the overflow
  CHECK(mathfn::exp(neighbour(0x1.62e42fefa39efp+9, 1)) == kInfinity);
  CHECK(mathfn::exp(1e308) == kInfinity);
  CHECK(mathfn::exp(-0x1.74910d52d3051p+9) == 5e-324);  // the last argument that does not vanish
  CHECK(to_bits(mathfn::exp(neighbour(-0x1.74910d52d3051p+9, 1))) == 0u);
  CHECK(to_bits(mathfn::exp(-1e308)) == 0u);
}

TEST_CASE("log is exact at 1 and ends at minus infinity and infinity", "[mathfn]") {
  CHECK(to_bits(mathfn::log(1.0)) == 0u);
  CHECK(mathfn::log(0.0) == -kInfinity);
  CHECK(mathfn::log(-0.0) == -kInfinity);
  CHECK(mathfn::log(kInfinity) == kInfinity);
  for (const double x : {-5e-324, -1.0, -1e308, -kInfinity}) CHECK(to_bits(mathfn::log(x)) == kNan);
}

TEST_CASE("sin and cos keep the sign of zero and have no value at infinity", "[mathfn]") {
  CHECK(to_bits(mathfn::sin(0.0)) == 0u);
  CHECK(to_bits(mathfn::sin(-0.0)) == to_bits(-0.0));
  CHECK(mathfn::cos(0.0) == 1.0);
  CHECK(mathfn::cos(-0.0) == 1.0);
  for (const double x : {kInfinity, -kInfinity}) {
    CHECK(to_bits(mathfn::sin(x)) == kNan);
    CHECK(to_bits(mathfn::cos(x)) == kNan);
  }
}

TEST_CASE("sin is odd and cos is even, to the bit", "[mathfn]") {
  attn::Rng rng(2);
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 2 == 0 ? any_double(rng) : between(rng, 0.0, 1000.0);
    INFO(nlohmann::json(x).dump());
    REQUIRE(to_bits(mathfn::sin(-x)) == to_bits(-mathfn::sin(x)));
    REQUIRE(to_bits(mathfn::cos(-x)) == to_bits(mathfn::cos(x)));
  }
}

TEST_CASE("the squares of sin and cos add up to one", "[mathfn]") {
  attn::Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const double x = any_double(rng);
    const double s = mathfn::sin(x);
    const double c = mathfn::cos(x);
    INFO(nlohmann::json(x).dump());
    REQUIRE(std::fabs(s * s + c * c - 1.0) <= 4 * 0x1p-53);
  }
}

TEST_CASE("sin and cos of neighbouring arguments agree where the reduction changes", "[mathfn]") {
  for (const double seam : {0.5 * kHalfPi, 0x1p20, 0x1p-27}) {
    for (int step = -20; step < 20; ++step) {
      const double low = neighbour(seam, step);
      const double high = neighbour(seam, step + 1);
      const double tolerance = 1.4 * 0x1p-53 * (1.0 + 1e-6);  // 0.7 ulp of each, both below 1
      CHECK(std::fabs(mathfn::sin(high) - mathfn::sin(low) - (high - low) * mathfn::cos(low)) <=
            tolerance);
      CHECK(std::fabs(mathfn::cos(high) - mathfn::cos(low) + (high - low) * mathfn::sin(low)) <=
            tolerance);
    }
  }
}

TEST_CASE("exp undoes log", "[mathfn]") {
  attn::Rng rng(4);
  for (int i = 0; i < 20000; ++i) {
    const double x = std::fabs(any_double(rng));
    const double log = mathfn::log(x);
    // The error of log is magnified by |log x|; at the top of the range exp could round to
    // infinity.
    if (x < 0x1p-1022 || log > 709.0) continue;
    INFO(nlohmann::json(x).dump());
    REQUIRE(std::fabs(mathfn::exp(log) / x - 1.0) <= 0.52 * ulp(log) + 4 * 0x1p-53);
  }
}

TEST_CASE("tanh is odd to the bit, ends at one, and is what it is made of", "[mathfn]") {
  CHECK(mathfn::tanh(kInfinity) == 1.0);
  CHECK(mathfn::tanh(-kInfinity) == -1.0);
  CHECK(mathfn::tanh(1e308) == 1.0);
  CHECK(to_bits(mathfn::tanh(0.0)) == 0u);
  CHECK(to_bits(mathfn::tanh(-0.0)) == to_bits(-0.0));
  CHECK(mathfn::tanh(5e-324) == 5e-324);
  attn::Rng rng(6);
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 2 == 0 ? any_double(rng) : between(rng, 0.0, 22.0);
    INFO(nlohmann::json(x).dump());
    REQUIRE(to_bits(mathfn::tanh(-x)) == to_bits(-mathfn::tanh(x)));
    // tanh 2x = 2 tanh x / (1 + tanh^2 x).
    const double t = mathfn::tanh(x);
    REQUIRE(std::fabs(mathfn::tanh(2.0 * x) - 2.0 * t / (1.0 + t * t)) <=
            12 * 0x1p-53 * std::fabs(t) + 5e-324);
  }
}

TEST_CASE("exp of x and of minus x are reciprocal", "[mathfn]") {
  attn::Rng rng(5);
  for (int i = 0; i < 20000; ++i) {
    const double x = between(rng, -708.0, 708.0);
    INFO(nlohmann::json(x).dump());
    REQUIRE(std::fabs(mathfn::exp(x) * mathfn::exp(-x) - 1.0) <= 5 * 0x1p-53);
  }
}

TEST_CASE("exp rises over neighbouring doubles at the seams of its table", "[mathfn]") {
  for (int k = -1000; k <= 1000; ++k) {
    INFO("seam " << k);
    CHECK(rises_around(kFunctions[0].evaluate, (k + 0.5) * (kLn2 / 128.0), 8));
  }
  for (const double seam : {700.0, -700.0, -0x1.6232bdd7abcd2p+9}) {  // the last is log(2^-1022)
    CHECK(rises_around(kFunctions[0].evaluate, seam, 8));
  }
}

TEST_CASE("log rises over neighbouring doubles at the seams of its table and of binades",
          "[mathfn]") {
  for (const double binade : {0x1p-1022, 0x1p-40, 0.5, 1.0, 2.0, 0x1p300}) {
    for (int j = 0; j < 128; ++j) {
      INFO("seam " << j << " in the binade of " << binade);
      CHECK(rises_around(kFunctions[1].evaluate, binade * (1.0 + (2 * j + 1) / 256.0), 8));
    }
    CHECK(rises_around(kFunctions[1].evaluate, binade, 8));
  }
}

TEST_CASE("125 000 values have the same bits on every platform", "[mathfn][determinism]") {
  attn::Rng rng(1);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < 5000; ++i) {
    const double anywhere = from_bits(rng.next());  // also NaN and infinities, now and then
    const double unit = rng.uniform();
    const double near_one = 0.9 + 0.2 * rng.uniform();
    const double score = between(rng, -745.0, 709.0);
    const double angle = between(rng, -1e6, 1e6);
    for (const double x : {anywhere, unit, near_one, score, angle}) {
      for (const Function& function : kFunctions) hash = hashed(hash, function.evaluate(x));
    }
  }
  CHECK(hash == 0x5b544e48a528e46bu);
}
