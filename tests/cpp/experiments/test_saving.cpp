#include "experiments/saving.hpp"

#include <cstring>

#include "catch.hpp"
#include "experiments/run.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

enum class Kind { kOne, kOther };

struct Inner {
  ATTN_DESCRIBED(Inner);
  ATTN_FIELD(Index, a, "a") = 3;
  ATTN_FIELD(Matrix, m, "m") = Matrix::Constant(2, 3, 0.1);
};

struct Everything {
  ATTN_DESCRIBED(Everything);
  ATTN_FIELD(double, d, "d") = 0.1;
  ATTN_FIELD(Index, n, "n") = -5;
  ATTN_FIELD(std::uint64_t, u, "u") = 0xfedcba9876543210u;
  ATTN_FIELD(bool, b, "b") = true;
  ATTN_FIELD(std::string, s, "s") = "a \0 b";
  ATTN_FIELD(Vector, v, "v") = Vector::LinSpaced(4, 0.0, 1.0);
  ATTN_FIELD(FloatMatrix, f, "f") = FloatMatrix::Constant(1, 2, 0.3F);
  ATTN_FIELD(Mask, mask, "mask") = Mask::Constant(2, 2, true);
  ATTN_FIELD(std::vector<double>, list, "list") = {1.0, 2.0};
  ATTN_FIELD(std::vector<Inner>, inners, "inners") = {Inner{}, Inner{}};
  ATTN_FIELD(std::vector<Matrix>, matrices, "matrices") = {Matrix::Ones(1, 2)};
  ATTN_FIELD(std::optional<double>, given, "given") = 4.0;
  ATTN_FIELD(std::optional<Index>, absent, "absent");
  ATTN_GROUP(Inner, inner);
  ATTN_FIELD(Rng::State, rng, "rng"){};
};

// The same members, one of them with another name.
struct Renamed {
  ATTN_DESCRIBED(Renamed);
  ATTN_FIELD(double, e, "e") = 0.1;
};

struct Number {
  ATTN_DESCRIBED(Number);
  ATTN_FIELD(double, d, "d") = 0.1;
};

struct OtherParams {
  ATTN_DESCRIBED(OtherParams);
  ATTN_PARAM(double, x, "x") = 1.0;
  ATTN_CHOICE(Kind, kind, "kind", "one", "other") = Kind::kOne;
  ATTN_PARAM(Index, count, "count") = 2;
};

Everything odd() {
  Everything e;
  e.d = -0.0;
  e.v(1) = std::numeric_limits<double>::infinity();
  const std::uint64_t payload = 0x7ff8000000000abcu;
  std::memcpy(&e.v(2), &payload, sizeof payload);
  e.v(3) = std::numeric_limits<double>::denorm_min();
  e.inner.m.resize(0, 3);
  e.matrices.clear();
  Rng rng(4);
  rng.normal();
  e.rng = rng.save();
  return e;
}

std::string refusal(const Bytes& bytes) {
  return message_of([&] { saved_state<Number>("cake", 7, bytes); });
}

Bytes saved(const char* name = "cake", std::uint64_t params = 7) {
  return save_state(name, params, Number{0.25});
}

}  // namespace

TEST_CASE("a state comes back from its bytes as it was, bit for bit") {
  for (const Everything& state : {Everything{}, odd()}) {
    const Bytes bytes = save_state("cake", 7, state);
    const auto back = saved_state<Everything>("cake", 7, bytes);
    CHECK(save_state("cake", 7, back) == bytes);
    CHECK(back.s == state.s);
    CHECK(back.u == state.u);
    CHECK(back.n == -5);
    CHECK(back.inner.m.rows() == state.inner.m.rows());
    CHECK(back.inner.m.cols() == 3);
    CHECK(back.mask.all());
    CHECK(back.given == state.given);
    CHECK_FALSE(back.absent.has_value());
    CHECK(std::memcmp(back.v.data(), state.v.data(), 4 * sizeof(double)) == 0);
    CHECK(std::signbit(back.d) == std::signbit(state.d));
    CHECK(back.rng.kept_normal == state.rng.kept_normal);
  }
}

TEST_CASE("a saved run is the same bytes everywhere: from the low byte up, counts with eight") {
  const Bytes bytes = saved();
  REQUIRE(bytes.size() == 8 + 8 + 4 + 8 + 8 + 8 + 8);
  CHECK(std::string(bytes.begin(), bytes.begin() + 7) == "attnrun");
  CHECK(bytes[7] == 1);
  CHECK(bytes[8] == 4);
  CHECK(std::string(bytes.begin() + 16, bytes.begin() + 20) == "cake");
  CHECK(bytes[20] == 7);
  CHECK(bytes[42] == 0xd0);  // 0.25 is 0x3fd0000000000000
  CHECK(bytes[43] == 0x3f);
  CHECK(saving::hash(bytes) == 0x90fe37022963726au);
}

TEST_CASE("what is no whole saved run of the same experiment and parameters is refused") {
  CHECK(refusal(saved()) == "(no attn::Error)");
  CHECK(refusal({}) == "cake: these bytes are no saved run");
  CHECK(refusal(Bytes(100, 0)) == "cake: these bytes are no saved run");
  Bytes format = saved();
  format[7] = 9;
  CHECK(refusal(format) == "cake: the saved run is of format 9, expected 1");
  CHECK(refusal(saved("pie")) == "cake: the saved run is one of pie");
  CHECK(refusal(saved("cake", 8)) == "cake: the saved run has other parameters");
  CHECK(refusal(save_state("cake", 7, Renamed{})) ==
        "cake: the saved run is of another version of the experiment");
}

TEST_CASE("a saved run that is cut off anywhere, longer, or with any bit turned is refused") {
  const Bytes whole = saved();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CAPTURE(size);
    CHECK(refusal(cut) == (size < 8 ? "cake: these bytes are no saved run"
                                    : "cake: the saved run is damaged or cut off"));
  }
  Bytes longer = whole;
  longer.push_back(0);
  CHECK(refusal(longer) == "cake: the saved run is damaged or cut off");
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes turned = whole;
    turned[bit / 8] = static_cast<unsigned char>(turned[bit / 8] ^ (1U << (bit % 8)));
    CAPTURE(bit);
    CHECK(refusal(turned) != "(no attn::Error)");
  }
}

TEST_CASE("sizes that the bytes do not have are refused before memory is reserved for them") {
  const auto unpacked = [](const auto& put, auto value) {
    Packer packer;
    put(packer);
    return message_of([&] {
      Unpacker unpacker("cake", packer.bytes, 0, packer.bytes.size());
      unpacker.get(value);
      unpacker.finish();
    });
  };
  const std::string refused = "cake: the saved run holds something else";
  const Index huge = std::numeric_limits<Index>::max();
  const auto sizes = [](Index rows, Index cols) {
    return [=](Packer& p) {
      p.put(rows);
      p.put(cols);
      p.put(0.0);
    };
  };
  CHECK(unpacked(sizes(1, 1), Matrix()) == "(no attn::Error)");
  CHECK(unpacked(sizes(huge, huge), Matrix()) == refused);
  CHECK(unpacked(sizes(huge, 1), Matrix()) == refused);
  CHECK(unpacked(sizes(-1, 1), Matrix()) == refused);
  CHECK(unpacked(sizes(1, -1), Matrix()) == refused);
  CHECK(unpacked(sizes(2, 1), Vector()) == refused);
  CHECK(unpacked(sizes(1, 2), Vector()) == refused);
  CHECK(unpacked(sizes(0, 1), Vector()) == refused);  // and something is left over
  CHECK(unpacked([=](Packer& p) { p.put(huge); }, std::vector<double>()) == refused);
  CHECK(unpacked([=](Packer& p) { p.put(huge); }, std::vector<Matrix>()) == refused);
  CHECK(unpacked([=](Packer& p) { p.put(huge); }, std::string()) == refused);
  CHECK(unpacked([](Packer& p) { p.put(true); }, 0.0) == refused);
}

TEST_CASE("the hash of parameters tells every one of them") {
  OtherParams p;
  const std::uint64_t same = hash_of_params(p);
  CHECK(hash_of_params(OtherParams{}) == same);
  p.kind = Kind::kOther;
  CHECK(hash_of_params(p) != same);
  p = {};
  p.count = 3;
  CHECK(hash_of_params(p) != same);
  p = {};
  p.x = std::nextafter(1.0, 2.0);
  CHECK(hash_of_params(p) != same);
}
