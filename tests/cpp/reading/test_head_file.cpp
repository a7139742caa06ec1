#include "attn/reading/head_file.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "reading/head_file_bytes.hpp"

using namespace attn;
using namespace head_files;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename M>
bool same_matrix(const M& a, const M& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * 8) == 0);
}

// To the last bit, the queries, keys and values that follow from the rest among them.
bool same_head(const Head& a, const Head& b) {
  for (Matrix Head::*m : {&Head::x, &Head::w_q, &Head::w_k, &Head::w_v, &Head::w_o, &Head::q,
                          &Head::k, &Head::v, &Head::u, &Head::mask}) {
    if (!same_matrix(a.*m, b.*m)) return false;
  }
  for (Vector Head::*v : {&Head::b_q, &Head::b_k, &Head::b_v}) {
    if (!same_matrix(a.*v, b.*v)) return false;
  }
  return a.scale && b.scale && bits_of_double(*a.scale) == bits_of_double(*b.scale) &&
         a.tokens == b.tokens;
}

Matrix matrix(Index rows, Index cols, const std::vector<double>& numbers) {
  return Eigen::Map<const Matrix>(numbers.data(), rows, cols);
}

std::vector<double> numbers_of(const Matrix& m) { return {m.data(), m.data() + m.size()}; }

// Numbers that a half float has, so that all types hold them.
const std::vector<double> kQ = {0.5, -1.25, 2, 0, -0.75, 3};
const std::vector<double> kK = {1, 0.5, -2, 0.25, 0.125, -1};
const std::vector<double> kV = {1, 2, 3, -4, 5, -6, 7, 8, 0.5};

Head direct_head() {
  Head parts;
  parts.q = matrix(3, 2, kQ);
  parts.k = matrix(3, 2, kK);
  parts.v = matrix(3, 3, kV);
  parts.mask = causal_mask(3, 3);
  return complete_head(parts);
}

Head projected_head() {
  Head parts;
  parts.x = matrix(3, 4, {1, 0, 2, -1, 0.5, 1, 0, 0, -2, 4, 1, 0.25});
  parts.w_q = matrix(2, 4, {1, 2, 0.5, 0, -1, 0, 0, 4});
  parts.w_k = matrix(2, 4, {0, 1, 1, 0, 2, 0, -1, 1});
  parts.w_v = matrix(3, 4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1});
  parts.w_o = matrix(4, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  parts.b_q = Vector::Constant(2, 0.5);
  parts.b_k = Vector::Constant(2, -1.0);
  parts.b_v = Vector::Constant(3, 2.0);
  parts.u = matrix(3, 3, {0, -1, 1, 2, 0, 0.5, -0.25, 1, 8});
  parts.mask = matrix(3, 3, {0, -kInfinity, 1, 0.5, 0, -kInfinity, -2, 0, 0});
  parts.scale = 0.25;
  parts.tokens = {"a", "b\xC3\xA9", "\xF0\x9F\x98\x80"};
  return complete_head(parts);
}

std::string shape_of(const Matrix& m) {
  return "(" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + ")";
}

using Encode = std::string (*)(const std::vector<double>&);

const std::vector<std::pair<const char*, Matrix Head::*>> kMatrices = {
    {"X", &Head::x},     {"W_Q", &Head::w_q}, {"W_K", &Head::w_k},  {"W_V", &Head::w_v},
    {"W_O", &Head::w_o}, {"U", &Head::u},     {"mask", &Head::mask}};
const std::vector<std::pair<const char*, Vector Head::*>> kVectors = {
    {"b_Q", &Head::b_q}, {"b_K", &Head::b_k}, {"b_V", &Head::b_v}};

// The files of projected_head as .npy.
std::vector<File> npy_files(const Head& head, const std::string& type, Encode encode,
                            bool fortran) {
  std::vector<File> out;
  for (const auto& [name, member] : kMatrices) {
    const Matrix& m = head.*member;
    const Matrix transposed = m.transpose();
    out.push_back({std::string(name) + ".npy",
                   npy(type, shape_of(m), encode(numbers_of(fortran ? transposed : m)), fortran)});
  }
  for (const auto& [name, member] : kVectors) {
    const Vector& v = head.*member;
    out.push_back({std::string(name) + ".npy", npy(type, "(" + std::to_string(v.size()) + ",)",
                                                   encode({v.data(), v.data() + v.size()}))});
  }
  out.push_back({"scale.npy", npy(type, "()", encode({*head.scale}))});
  out.push_back({"tokens.npy", npy("<U2", "(3,)", wide({U"a", U"b\u00e9", U"\U0001F600"}, 2))});
  return out;
}

File npz_of(const std::vector<File>& files, bool zip64 = false) {
  std::vector<Entry> entries;
  for (const File& file : files) {
    entries.push_back({file.name, file.bytes});
    entries.back().zip64 = zip64;
  }
  return {"head.npz", zip(entries)};
}

File tensors_of(const Head& head, const std::string& type, std::size_t item, Encode encode) {
  std::string header =
      R"({"__metadata__":{"tokens":"[\"a\", \"b\\u00e9\",\"\\ud83d\\uDE00\"]","format":"pt"})";
  std::string data;
  const auto add = [&](const std::string& name, const std::string& shape,
                       const std::vector<double>& numbers) {
    const std::size_t end = data.size() + item * numbers.size();
    header += "," + tensor(name, type, shape, data.size(), end);
    data += encode(numbers);
  };
  for (const auto& [name, member] : kMatrices) {
    const Matrix& m = head.*member;
    const std::string shape = shape_of(m);
    add(name, "[" + shape.substr(1, shape.size() - 2) + "]", numbers_of(m));
  }
  for (const auto& [name, member] : kVectors) {
    const Vector& v = head.*member;
    add(name, "[" + std::to_string(v.size()) + "]", {v.data(), v.data() + v.size()});
  }
  add("scale", "[1]", {*head.scale});
  return {"head.safetensors", tensors(header + "}  ", data)};
}

std::string text_of(const Matrix& m, const std::string& comma, const std::string& end) {
  std::string out;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) {
      if (j > 0) out += comma;
      // Quarters, which two decimals have.
      out += std::isinf(m(i, j)) ? "-inf" : std::to_string(m(i, j));
    }
    out += end;
  }
  return out;
}

std::vector<File> direct_files() {
  return {{"Q.npy", npy("<f8", "(3, 2)", doubles(kQ))},
          {"K.npy", npy("<f8", "(3, 2)", doubles(kK))},
          {"V.npy", npy("<f8", "(3, 3)", doubles(kV))}};
}

// direct_head with another file among its own.
Head with(const File& file) {
  std::vector<File> files = direct_files();
  files.push_back(file);
  return read(files);
}

}  // namespace

TEST_CASE("a head is the same in every format, type and order, to the last bit") {
  const Head head = projected_head();
  const auto big = [](const std::vector<double>& x) { return doubles(x, true); };
  const auto big_floats = [](const std::vector<double>& x) { return floats(x, true); };
  const auto big_halves = [](const std::vector<double>& x) { return halves(x, true); };
  const Encode small = [](const std::vector<double>& x) { return doubles(x); };
  const Encode small_floats = [](const std::vector<double>& x) { return floats(x); };
  const Encode small_halves = [](const std::vector<double>& x) { return halves(x); };
  const std::vector<std::pair<const char*, Encode>> types = {
      {"<f8", small},      {">f8", big},          {"<f4", small_floats},
      {">f4", big_floats}, {"<f2", small_halves}, {">f2", big_halves}};
  for (const auto& [type, encode] : types) {
    for (const bool fortran : {false, true}) {
      const std::vector<File> files = npy_files(head, type, encode, fortran);
      CHECK(same_head(read(files), head));
      CHECK(same_head(read({npz_of(files)}), head));
      CHECK(same_head(read({npz_of(files, true)}), head));
    }
  }
  CHECK(same_head(read({tensors_of(head, "F64", 8, small)}), head));
  CHECK(same_head(read({tensors_of(head, "F32", 4, small_floats)}), head));
  CHECK(same_head(read({tensors_of(head, "F16", 2, small_halves)}), head));
  CHECK(same_head(read({tensors_of(head, "BF16", 2, bfloats)}), head));
}

TEST_CASE(
    "a head in text is the same, with blanks, either end of lines and bias in a row or a column") {
  const Head head = projected_head();
  for (const auto& [comma, end] : {std::pair(",", "\n"), std::pair(" ,\t", "\r\n")}) {
    std::vector<File> files;
    for (const auto& [name, member] : kMatrices) {
      files.push_back({std::string(name) + ".csv", text_of(head.*member, comma, end)});
    }
    files.push_back({"b_Q.csv", "0.5,.5"});
    files.push_back({"b_K.csv", std::string("-1") + end + "-1.0" + end + end});
    files.push_back({"b_V.npy", npy("<f8", "(3,)", doubles({2, 2, 2}))});
    files.push_back({"scale.csv", "\xEF\xBB\xBF+2.5e-1"});
    files.push_back(
        {"tokens.csv", std::string("a") + end + "b\xC3\xA9" + end + "\xF0\x9F\x98\x80" + end});
    CHECK(same_head(read(files), head));
  }
}

TEST_CASE("both forms of a head have the same queries, keys, values and scores") {
  const Head head = projected_head();
  Head parts;
  parts.q = head.q;
  parts.k = head.k;
  parts.v = head.v;
  parts.u = head.u;
  parts.mask = head.mask;
  parts.scale = head.scale;
  parts.tokens = head.tokens;
  const File file{"head.npz", head_npz(complete_head(parts))};
  const Head read_again = read({file});
  CHECK(same_matrix(read_again.q, head.q));
  CHECK(same_matrix(read_again.k, head.k));
  CHECK(same_matrix(read_again.v, head.v));
  CHECK(same_matrix(head_scores(read_again), head_scores(head)));
}

// Written by NumPy 1.24: np.savez_compressed("head.npz", Q=Q.astype("f2"), K=K.astype("f4"), V=V,
// mask="causal", scale=0.25, tokens=["a", "b\u00e9", "\U0001F600"]).
const char* const kOfNumpy =
    "504b030414000000080000002100a484528a520000008c00000005001400512e6e7079010010008c0000000000"
    "000052000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a4aea3a09e965f54529498"
    "179f5f94920a12774bcc294e058a17672416a402f91ac63a0a469a3a0ab50a64032e060b86bd0c0e0c0c0cbb18"
    "9c00504b030414000000080000002100306743cc5800000098000000050014004b2e6e70790100100098000000"
    "0000000058000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f5452"
    "9498179f5f94920a12774bcc294e058a17672416a402f91ac63a0a469a3a0ab50a64032e0686067b060606103e"
    "0064db0169206ed80f00504b030414000000080000002100feb48a0a63000000c800000005001400562e6e7079"
    "01001000c80000000000000063000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a1"
    "aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91ac63a0ac69a3a0ab50a64032e06"
    "30f8600fa1191c20140794163800a145a07c09285f06ca5780d20fec01504b0304140000000800000021006bd2"
    "6e4c5000000098000000080014006d61736b2e6e707901001000980000000000000050000000000000009bec17"
    "ea1b10c9c850c650ad9e925a9c5ca46ea5a06e136aa6aea3a09e965f54529498179f5f94920a12774bcc294e05"
    "8a17672416a402f91a9a3a0ab50a1401ae6406068644202e05e262283b078801504b0304140000000800000021"
    "0083d8d4b64700000088000000090014007363616c652e6e707901001000880000000000000047000000000000"
    "009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a1aea3a09e965f54529498179f5f94920a12774b"
    "cc294e058a17672416a402f91a9a3a0ab50a14012e0630b8600f00504b03041400000008000000210067fba924"
    "51000000980000000a001400746f6b656e732e6e707901001000980000000000000051000000000000009bec17"
    "ea1b10c9c850c650ad9e925a9c5ca46ea5a06e136aa4aea3a09e965f54529498179f5f94920a12774bcc294e05"
    "8a17672416a402f91ac63a9a3a0ab50a1400ae4406084802e29720c63746301f00504b01021403140000000800"
    "00002100a484528a520000008c000000050000000000000000000000800100000000512e6e7079504b01021403"
    "14000000080000002100306743cc58000000980000000500000000000000000000008001890000004b2e6e7079"
    "504b0102140314000000080000002100feb48a0a63000000c80000000500000000000000000000008001180100"
    "00562e6e7079504b01021403140000000800000021006bd26e4c50000000980000000800000000000000000000"
    "008001b20100006d61736b2e6e7079504b010214031400000008000000210083d8d4b647000000880000000900"
    "0000000000000000000080013c0200007363616c652e6e7079504b010214031400000008000000210067fba924"
    "51000000980000000a00000000000000000000008001be020000746f6b656e732e6e7079504b05060000000006"
    "0006003e0100004b0300000000";

TEST_CASE("an .npz that NumPy compressed is the head that went into it") {
  Head head = direct_head();
  head.scale = 0.25;
  head.tokens = {"a", "b\xC3\xA9", "\xF0\x9F\x98\x80"};
  CHECK(same_head(read({{"any name", from_hex(kOfNumpy)}}), head));
}

TEST_CASE("deflated blocks of each kind unpack to the same array") {
  const std::string array = npy("<f8", "(3, 2)", doubles(kQ));
  // Written by zlib 1.2.13: with fixed codes and copies, and with codes of its own and no copies.
  const std::string fixed = from_hex(
      "9bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a1aea3a09e965f54529498179f5f94920a12774bcc"
      "294e058a17672416a402f91ac63a0a469a3a0ab50a64032e063078600fa1bfec87d00c0e0c28e005549cc30100");
  const std::string dynamic = from_hex(
      "05c1310ec1601880e1d7264ef16e1fc93fb14823d1c9462c069334dac6202a7fc5224ee140ae62740007f03caf"
      "cd6ebddd0fb8f388bae98f390a63d1ce23196d976fb9ba1cba5c37390a57d5b96f92d19faa6b1385e359723a49"
      "3e55555555555555555555555555557504009f2500fcde004009000000df37000ccb3f");
  const auto stored = [](const std::string& bytes, bool last) {
    return whole(last ? 1 : 0, 1) + whole(bytes.size(), 2) + whole(~bytes.size(), 2) + bytes;
  };
  const std::string whole_block = stored(array, true);
  const std::string three =
      stored(array.substr(0, 60), false) + stored("", false) + stored(array.substr(60), true);
  const std::string mixed = stored(array.substr(0, 0), false) + fixed;
  for (const std::string& packed : {fixed, dynamic, whole_block, three, mixed}) {
    const std::vector<File> files = direct_files();
    const File file{
        "head.npz",
        zip({{"Q.npy", array, packed, 8}, {"K.npy", files[1].bytes}, {"V.npy", files[2].bytes}})};
    CHECK(same_head(read({file}), direct_head()));
  }
}

TEST_CASE("zips may have a comment, bytes between files, and sizes behind them") {
  const std::vector<File> files = direct_files();
  std::vector<Entry> entries;
  for (const File& file : files) entries.push_back({file.name, file.bytes});
  CHECK(same_head(read({{"head.npz", zip(entries, "made by hand")}}), direct_head()));
  for (Entry& entry : entries) entry.flags = 8;
  CHECK(same_head(read({{"head.npz", zip(entries, "", "between")}}), direct_head()));
}

TEST_CASE("headers of versions 2 and 3, in any order and with either quotes, are the same array") {
  const std::string data = doubles(kQ);
  const std::vector<std::string> all = {
      npy("<f8", "(3, 2)", data, false, 2), npy("<f8", "(3, 2)", data, false, 3),
      npy_of("{'shape': (3, 2), 'fortran_order': False, 'descr': '<f8'}", data),
      npy_of("{\"descr\":\"<f8\",\"fortran_order\":False,\"shape\":(3,2,)}", data)};
  for (const std::string& bytes : all) {
    std::vector<File> files = direct_files();
    files[0].bytes = bytes;
    CHECK(same_head(read(files), direct_head()));
  }
}

TEST_CASE("the smallest and largest numbers of 16 bits become the doubles of the same value") {
  const std::string halves_of_k = whole(0x0001, 2) + whole(0x83FF, 2) + whole(0x0400, 2) +
                                  whole(0x7BFF, 2) + whole(0x8000, 2) + whole(0x3C01, 2);
  std::vector<File> files = direct_files();
  files[1].bytes = npy("<f2", "(3, 2)", halves_of_k);
  const std::vector<double> expected = {
      std::ldexp(1, -24),    std::ldexp(-1023, -24), std::ldexp(1, -14), 65504, -0.0,
      1 + std::ldexp(1, -10)};
  CHECK(same_matrix(read(files).k, matrix(3, 2, expected)));
  const std::string bfloats_of_k = whole(0x0001, 2) + whole(0x807F, 2) + whole(0x0080, 2) +
                                   whole(0x7F7F, 2) + whole(0x8000, 2) + whole(0x3F81, 2);
  const std::string header = "{" + tensor("K", "BF16", "[3,2]", 0, 12) + "," +
                             tensor("Q", "F64", "[3,2]", 12, 60) + "," +
                             tensor("V", "F64", "[3,1]", 60, 84) + "}";
  const File file{"a.safetensors",
                  tensors(header, bfloats_of_k + doubles(kQ) + doubles({1, 2, 3}))};
  const std::vector<double> as_doubles = {
      std::ldexp(1, -133),  std::ldexp(-127, -133), std::ldexp(1, -126), std::ldexp(255, 120), -0.0,
      1 + std::ldexp(1, -7)};
  CHECK(same_matrix(read({file}).k, matrix(3, 2, as_doubles)));
}

TEST_CASE("a mask of integers says what is visible, one of floats is added") {
  const Matrix bits = matrix(3, 3, {0, -kInfinity, 0, 0, 0, -kInfinity, -kInfinity, 0, 0});
  const std::vector<int> visible = {1, 0, 1, 1, 1, 0, 0, 1, 1};
  for (const auto& [type, size] : {std::pair("|b1", 1), std::pair("|u1", 1), std::pair("|i1", 1),
                                   std::pair("<i4", 4), std::pair(">i8", 8), std::pair(">u2", 2)}) {
    std::string data;
    for (const int one : visible) {
      data +=
          whole(static_cast<std::uint64_t>(one), static_cast<std::size_t>(size), type[0] == '>');
    }
    CHECK(same_matrix(with({"mask.npy", npy(type, "(3, 3)", data)}).mask, bits));
  }
  CHECK(same_matrix(with({"mask.csv", "1,0,1\n1,1, 0\n0,1,1\n"}).mask, bits));
  const Matrix added = matrix(3, 3, {1, 0, 1, 1, 1, 0, 0, 1, 1});
  CHECK(same_matrix(with({"mask.npy", npy("<f8", "(3, 3)", doubles(numbers_of(added)))}).mask,
                    added));
  CHECK(same_matrix(with({"mask.csv", "1,0,1\n1,1,0\n0,1,1.0\n"}).mask, added));
}

TEST_CASE("what frameworks add to hide a key hides it") {
  for (const double hidden : {-1e4, -65504.0, -1e9, -3.4028234663852886e38}) {
    const std::vector<double> added = {-9999, hidden, hidden, 0.5, 0, hidden, 0, 0, 0};
    CHECK(same_matrix(with({"mask.npy", npy("<f8", "(3, 3)", doubles(added))}).mask,
                      matrix(3, 3, {-9999, -kInfinity, -kInfinity, 0.5, 0, -kInfinity, 0, 0, 0})));
  }
}

TEST_CASE("without a mask, and with one in words, keys are those up to the token, or all") {
  const Matrix causal = causal_mask(3, 3);
  CHECK(same_matrix(read(direct_files()).mask, causal));
  CHECK(same_matrix(with({"mask.npy", npy("<U6", "()", wide({U"causal"}, 6))}).mask, causal));
  CHECK(same_matrix(with({"mask.npy", npy(">U9", "()", wide({U"causal"}, 9, true))}).mask, causal));
  CHECK(same_matrix(with({"mask.csv", "causal\n"}).mask, causal));
  CHECK(with({"mask.npy", npy("<U4", "()", wide({U"none"}, 4))}).mask.size() == 0);
  CHECK(with({"mask.csv", " none"}).mask.size() == 0);
  // Fewer queries than keys: nothing says which of them those are.
  std::vector<File> files = direct_files();
  files[0].bytes = npy("<f8", "(2, 2)", doubles({1, 2, 3, 4}));
  CHECK(read(files).mask.size() == 0);
  files.push_back({"mask.csv", "causal"});
  CHECK(same_matrix(read(files).mask, causal_mask(2, 3)));
}

TEST_CASE("a mask in the words of a .safetensors is read, with escapes") {
  const std::string header =
      "{\"__metadata__\":{\"mask\":\"n\\u006Fne\",\"\\t\\b\\f\\n\\r\\\\\\/\":\"\"}," +
      tensor("Q", "F64", "[3,2]", 0, 48) + "," + tensor("K", "F64", "[3,2]", 48, 96) + "," +
      tensor("V", "F64", "[3,3]", 96, 168) + "}";
  const Head head =
      read({{"a.SafeTensors", tensors(header, doubles(kQ) + doubles(kK) + doubles(kV))}});
  CHECK(head.mask.size() == 0);
  CHECK(same_matrix(head.v, direct_head().v));
}

TEST_CASE("numbers of a text become the nearest doubles") {
  const auto number = [](const std::string& text) { return *with({"scale.csv", text}).scale; };
  // Half way between two, a little beside it, the smallest, the largest, and what NumPy writes.
  CHECK(number("9007199254740993") == 9007199254740992.0);
  CHECK(number("9007199254740995") == 9007199254740996.0);
  CHECK(number("9007199254740993." + std::string(900, '0') + "1") == 9007199254740994.0);
  CHECK(number("0." + std::string(400, '0') + "1" + "e401") == 1.0);
  CHECK(number("1" + std::string(400, '0') + "e-400") == 1.0);
  CHECK(number("2.4703282292062327e-324") == 0.0);
  CHECK(number("2.4703282292062328e-324") == 5e-324);
  CHECK(number("-4.9406564584124654e-324") == -5e-324);
  CHECK(number("2.2250738585072011e-308") == 2.2250738585072011e-308);
  CHECK(number("1.7976931348623158e308") == std::numeric_limits<double>::max());
  CHECK(number("1e-999999999999") == 0.0);
  CHECK(number("0e999999999999") == 0.0);
  CHECK(number("5.000000000000000277e-01") == 0.5);
  CHECK(number("1.") == 1.0);
  CHECK(number(".1E+1") == 1.0);
  CHECK(std::signbit(number("-0")));
  // The C library rounds to the nearest too; the locale is that of C.
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text = rng.uniform() < 0.5 ? "-" : "";
    const int digits = 1 + static_cast<int>(rng.uniform() * 30);
    for (int j = 0; j < digits; ++j)
      text += static_cast<char>('0' + static_cast<int>(rng.uniform() * 10));
    if (rng.uniform() < 0.5) text.insert(text.size() / 2, ".");
    text += "e" + std::to_string(static_cast<int>(rng.uniform() * 600) - 330);
    const double expected = std::strtod(text.c_str(), nullptr);
    if (std::isinf(expected)) continue;
    CAPTURE(text);
    CHECK(bits_of_double(number(text)) == bits_of_double(expected));
  }
}

TEST_CASE("folders before a name and capitals of its ending do not matter") {
  std::vector<File> files = direct_files();
  files[0].name = "/some/folder.d/Q.NPY";
  files[1].name = "C:\\heads\\K.bin";  // it begins as a .npy
  files[2] = {"V.Csv", "1,2,3\n-4,5,-6\n7,8,0.5"};
  CHECK(same_head(read(files), direct_head()));
}

TEST_CASE("a head comes back from its .npz to the last bit") {
  CHECK(same_head(read({{"", head_npz(direct_head())}}), direct_head()));
  CHECK(same_head(read({{"", head_npz(projected_head())}}), projected_head()));
  Head parts = direct_head();
  parts.mask = Matrix();
  parts.tokens = {"", "two words", "\xE2\x82\xAC"};
  CHECK(same_head(read({{"", head_npz(parts)}}), parts));
  parts.mask = Matrix::Zero(3, 3);
  CHECK(same_head(read({{"", head_npz(parts)}}), parts));
  // As causal_mask, but for a sign that a zero has.
  parts.mask = causal_mask(3, 3);
  parts.mask(1, 0) = -0.0;
  CHECK(same_head(read({{"", head_npz(parts)}}), parts));
  Rng rng(7);
  for (int i = 0; i < 20; ++i) {
    const auto size = [&] { return 1 + static_cast<Index>(rng.uniform() * 6); };
    const auto random = [&](Index rows, Index cols) {
      Matrix m(rows, cols);
      for (Index at = 0; at < m.size(); ++at) {
        m.data()[at] = rng.normal() * std::ldexp(1, static_cast<int>(rng.uniform() * 60) - 30);
      }
      return m;
    };
    const Index n = size(), m = size(), d = size(), d_k = size(), d_v = size();
    Head head;
    if (rng.uniform() < 0.5) {
      head.x = random(n, d);
      head.w_q = random(d_k, d);
      head.w_k = random(d_k, d);
      head.w_v = random(d_v, d);
    } else {
      head.q = random(n, d_k);
      head.k = random(m, d_k);
      head.v = random(m, d_v);
    }
    if (rng.uniform() < 0.5) head.u = random(n, d_v);
    const Head whole = complete_head(head);
    CHECK(same_head(read({{"", head_npz(whole)}}), whole));
  }
}

TEST_CASE("what an .npz cannot hold is refused when it is written") {
  CHECK_THAT(message_of([] { (void)head_npz(Head()); }), contains("head_npz: "));
  Head head = direct_head();
  head.tokens = {"a", "\xFF", "c"};
  CHECK(message_of([&] { (void)head_npz(head); }) ==
        "head_npz: tokens[1] is not UTF-8, expected a text");
  head.tokens[1] = std::string("a\0", 2);
  CHECK(message_of([&] { (void)head_npz(head); }) ==
        "head_npz: tokens[1] is a text that ends with the character 0, expected another end, since "
        "this one is dropped");
  head.tokens[1] = std::string(std::size_t{6} << 20U, 'a');
  CHECK(message_of([&] { (void)head_npz(head); }) ==
        "head_npz: tokens is 75497472 bytes, expected at most 67108864 (64 MiB)");
}

TEST_CASE("every beginning of a file but the whole is an error") {
  const Head head = projected_head();
  const Encode encode = [](const std::vector<double>& x) { return halves(x); };
  const std::vector<File> arrays = npy_files(head, "<f2", encode, false);
  const std::vector<File> whole_files = {npz_of(arrays),
                                         npz_of(arrays, true),
                                         {"head.npz", from_hex(kOfNumpy)},
                                         tensors_of(head, "F16", 2, encode)};
  for (const File& file : whole_files) {
    for (std::size_t size = 0; size < file.bytes.size(); ++size) {
      const std::string message = message_of([&] {
        (void)read({{file.name, file.bytes.substr(0, size)}});
      });
      CAPTURE(size, message);
      REQUIRE(message.rfind("head file: ", 0) == 0);
    }
  }
  const std::vector<File> files = direct_files();
  for (std::size_t size = 0; size < files[0].bytes.size(); ++size) {
    std::vector<File> cut = files;
    cut[0].bytes.resize(size);
    CAPTURE(size);
    REQUIRE(message_of([&] { (void)read(cut); }) ==
            "head file: Q.npy ends before array \"Q\" does");
  }
}
