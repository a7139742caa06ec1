#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attn/numerics/check.hpp"
#include "catch.hpp"

using namespace attn;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");
}  // namespace

TEST_CASE("numbers in messages have six digits and no noise") {
  CHECK(check::format_number(0.0) == "0");
  CHECK(check::format_number(-0.0) == "0");
  CHECK(check::format_number(5.0) == "5");
  CHECK(check::format_number(-12.0) == "-12");
  CHECK(check::format_number(1e9) == "1000000000");
  CHECK(check::format_number(0.1) == "0.1");
  CHECK(check::format_number(-0.25) == "-0.25");
  CHECK(check::format_number(3.14159265) == "3.14159");
  CHECK(check::format_number(1234.5678) == "1234.57");
  CHECK(check::format_number(100.5) == "100.5");
  CHECK(check::format_number(0.00012345678) == "0.000123457");
  CHECK(check::format_number(0.0000123) == "1.23e-5");
  CHECK(check::format_number(9.9999999) == "10");
  CHECK(check::format_number(1.5e-7) == "1.5e-7");
  CHECK(check::format_number(1e150) == "1e150");
  CHECK(check::format_number(5e-324) == "4.94066e-324");
  CHECK(check::format_number(kNaN) == "NaN");
  CHECK(check::format_number(kInfinity) == "Infinity");
  CHECK(check::format_number(-kInfinity) == "-Infinity");
}

TEST_CASE("scalar checks name function, argument, value and what was expected") {
  CHECK(message_of([] { check::finite("f", "x", kNaN); }) ==
        "f: x is NaN, expected a finite number");
  CHECK(message_of([] { check::positive("f", "beta", 0.0); }) ==
        "f: beta is 0, expected a finite number > 0");
  CHECK(message_of([] { check::positive("f", "beta", kInfinity); }) ==
        "f: beta is Infinity, expected a finite number > 0");
  CHECK(message_of([] { check::not_negative("f", "eta", -0.5); }) ==
        "f: eta is -0.5, expected a finite number >= 0");
  CHECK(message_of([] { check::within("f", "eta", 1.5, 0.0, 1.0); }) ==
        "f: eta is 1.5, expected a number from 0 to 1");
  CHECK(message_of([] { check::within("f", "eta", kNaN, 0.0, 1.0); }) ==
        "f: eta is NaN, expected a number from 0 to 1");
}

TEST_CASE("scalar checks let good values through, ends of ranges among them") {
  CHECK_NOTHROW(check::finite("f", "x", -1e308));
  CHECK_NOTHROW(check::positive("f", "x", 5e-324));
  CHECK_NOTHROW(check::not_negative("f", "x", 0.0));
  CHECK_NOTHROW(check::within("f", "x", 0.0, 0.0, 1.0));
  CHECK_NOTHROW(check::within("f", "x", 1.0, 0.0, 1.0));
  CHECK(check::count("f", "n", 3.0, 1, 3) == 3);
  CHECK_NOTHROW(check::whole("f", "seed", check::kMaxWhole, 0.0, check::kMaxWhole));
}

TEST_CASE("counts refuse fractions, NaN, infinities and what is out of range") {
  const std::string expected = ", expected a whole number from 1 to 100";
  CHECK(message_of([] { check::count("f", "n", 1.5, 1, 100); }) == "f: n is 1.5" + expected);
  CHECK(message_of([] { check::count("f", "n", kNaN, 1, 100); }) == "f: n is NaN" + expected);
  CHECK(message_of([] { check::count("f", "n", -kInfinity, 1, 100); }) ==
        "f: n is -Infinity" + expected);
  CHECK(message_of([] { check::count("f", "n", 0.0, 1, 100); }) == "f: n is 0" + expected);
  CHECK(message_of([] { check::count("f", "n", 1e12, 1, 100); }) ==
        "f: n is 1000000000000" + expected);
  CHECK(message_of([] { check::count("f", "n", Index{101}, 1, 100); }) == "f: n is 101" + expected);
}

TEST_CASE("counts take integers of any type, and refuse what no index holds") {
  const std::string expected = ", expected a whole number from 1 to 100";
  const std::vector<int> three(3);
  CHECK(check::count("f", "n", 3, 1, 100) == 3);
  CHECK(check::count("f", "n", three.size(), 1, 100) == 3);
  CHECK(check::count("f", "n", std::int8_t{3}, 1, 100) == 3);
  CHECK(check::count("f", "n", std::uint64_t{3}, 1, 100) == 3);
  CHECK(check::count("f", "n", Index{3}, 1, 100) == 3);
  CHECK(check::count("f", "n", 3.0F, 1, 100) == 3);
  CHECK(message_of([] { check::count("f", "n", -3, 1, 100); }) == "f: n is -3" + expected);
  CHECK(message_of([] { check::count("f", "n", 4000000000U, 1, 100); }) ==
        "f: n is 4000000000" + expected);
  CHECK(message_of([] {
          check::count("f", "n", std::numeric_limits<std::uint64_t>::max(), 1, 100);
        }) == "f: n is 18446744073709551615" + expected);
  CHECK(message_of([] { check::count("f", "n", std::uint64_t{1} << 63U, 1, 100); }) ==
        "f: n is 9223372036854775808" + expected);
}

TEST_CASE("matrix checks name the first bad entry and the shape") {
  Matrix m = Matrix::Zero(2, 3);
  CHECK_NOTHROW(check::matrix("f", "m", m));
  m(1, 2) = kNaN;
  CHECK(message_of([&] { check::matrix("f", "m", m); }) ==
        "f: m[1, 2] is NaN, expected a finite number");
  m(1, 2) = 2e150;
  CHECK(message_of([&] { check::points("f", "m", m); }) ==
        "f: m[1, 2] is 2e150, expected a number from -1e150 to 1e150");
  CHECK(message_of([] { check::matrix("f", "m", Matrix(0, 3)); }) ==
        "f: m is 0 x 3, expected at least 1 x 1");
  CHECK(message_of([] { check::matrix("f", "m", Matrix(2, 0)); }) ==
        "f: m is 2 x 0, expected at least 1 x 1");
  CHECK(message_of([] { check::vector("f", "v", Vector()); }) ==
        "f: v is empty, expected at least one entry");
  CHECK(message_of([] { check::vector("f", "v", Vector::Constant(1, kInfinity)); }) ==
        "f: v[0] is Infinity, expected a finite number");
  CHECK(message_of([&] { check::columns("f", "m", m, 4, "the columns of q"); }) ==
        "f: m has 3 columns, expected 4 (the columns of q)");
  CHECK(message_of([&] { check::vector("f", "v", m.row(0).transpose(), 2); }) ==
        "f: v is 3 long, expected 2");
  CHECK(message_of([&] { check::distribution("f", "p", Vector::Constant(3, 0.25)); }) ==
        "f: p is a vector with the sum 0.75, expected the sum 1");
  check::distribution("f", "p", Vector::Constant(4, 0.25));
  CHECK(message_of([&] { check::shape("f", "m", m, 2, 2); }) == "f: m is 2 x 3, expected 2 x 2");
}

TEST_CASE("a result of one number is returned, or refused where it is none") {
  CHECK(check::result("f", "the sum", 1.5) == 1.5);
  CHECK_THROWS_WITH(check::result("f", "the sum", std::nan("")),
                    "f: the sum is too large for a double");
  CHECK_THROWS_WITH(check::result("f", "the sum", -1e308 * 10.0),
                    "f: the sum is too large for a double");
}

TEST_CASE("a size that is made of two does not wrap, however wide a size is") {
  CHECK(check::product("f", "m", 3, 4) == 12);
  CHECK(check::product("f", "m", 0, 1LL << 62) == 0);
  CHECK(check::product("f", "m", 1LL << 62, 0) == 0);
  // What WebAssembly's sizes hold: 65536 x 65536 would be 0 there.
  constexpr std::int64_t kMost32 = (1LL << 31) / 8 - 1;
  CHECK(check::product("f", "m", 16384, 16383, kMost32) == 16384 * 16383);
  CHECK_THROWS_WITH(check::product("attention", "q", 65536, 65536, kMost32),
                    "attention: q is 65536 x 65536, expected at most 268435455 numbers");
  CHECK_THROWS_WITH(check::product("f", "m", 1LL << 62, 4), contains("expected at most"));
  CHECK_THROWS_WITH(check::product("f", "m", (1LL << 62) + 1, (1LL << 62) + 1),
                    contains("f: m is"));
}

TEST_CASE("messages are made of texts and numbers of any kind") {
  const std::string text("a\0b", 3);
  const std::string said = message_of([&] {
    check::refuse("f", {"x[", -3, "]"}, {text, " of ", std::numeric_limits<long long>::min()},
                  {0.25, " or ", std::size_t{7}});
  });
  CHECK(said == std::string("f: x[-3] is a"));  // what() ends with a 0
  CHECK(message_of([] {
          check::fail({-1.5e-7, " ", std::numeric_limits<long long>::min()});
        }) == "-1.5e-7 -9223372036854775808");
  CHECK(message_of([] { check::fail("no"); }) == "no");
}
