#include <limits>

#include "attn/reading/head_file.hpp"
#include "catch.hpp"
#include "reading/head_file_bytes.hpp"

using namespace attn;
using namespace head_files;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// n numbers, none of which is special.
std::string some(std::size_t n) { return doubles(std::vector<double>(n, 0.5)); }

std::string array(std::size_t rows, std::size_t cols) {
  return npy("<f8", "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")",
             some(rows * cols));
}

std::vector<File> direct() {
  return {{"Q.npy", array(3, 2)}, {"K.npy", array(3, 2)}, {"V.npy", array(3, 2)}};
}

std::vector<File> projected() {
  return {{"X.npy", array(3, 4)},
          {"W_Q.npy", array(2, 4)},
          {"W_K.npy", array(2, 4)},
          {"W_V.npy", array(5, 4)}};
}

std::vector<File> and_also(std::vector<File> files, const File& file) {
  for (File& one : files) {
    if (one.name != file.name) continue;
    one = file;
    return files;
  }
  files.push_back(file);
  return files;
}

std::vector<File> with(const std::string& name, const std::string& bytes) {
  return and_also(direct(), {name, bytes});
}

// Q.npy of this dictionary.
std::vector<File> headed(const std::string& dictionary) {
  return {{"Q.npy", npy_of(dictionary, some(6))}};
}

std::vector<File> npz(const std::vector<Entry>& entries) { return {{"head.npz", zip(entries)}}; }

std::vector<File> npz_with(std::uint64_t method, const std::string& packed,
                           const std::string& file) {
  return npz({{"Q.npy", file, packed, method}});
}

std::vector<File> safetensors(const std::string& header, const std::string& data = "") {
  return {{"head.safetensors", tensors(header, data)}};
}

// A zip of Q and K, whose bytes from `at` before its end on are replaced.
std::vector<File> broken_zip(std::size_t before_end, const std::string& by) {
  std::string bytes = zip({{"Q.npy", array(3, 2)}, {"K.npy", array(3, 2)}});
  bytes.replace(bytes.size() - before_end, by.size(), by);
  return {{"head.npz", bytes}};
}

void check_one(const std::string& name, const std::vector<File>& files,
               const std::string& sentence) {
  INFO(name);
  CHECK(message_of([&] { (void)read(files); }) == sentence);
}

void check_all(const std::vector<std::tuple<const char*, std::vector<File>, const char*>>& cases) {
  for (const auto& [name, files, sentence] : cases) check_one(name, files, sentence);
}

const char* const kAnyName =
    ": X, W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, Q, K, V, U, scale, mask, tokens";

}  // namespace

TEST_CASE("files that make no head together are refused with a sentence") {
  check_all({
      {"none", {}, "head file: no file; give one .npz or .safetensors, or several .npy and .csv"},
      {"empty",
       {{"", ""}},
       "head file: a file without a name is none of .npz, .npy, .csv and .safetensors"},
      {"another ending",
       {{"heads/X.txt", "1"}},
       "head file: X.txt is none of .npz, .npy, .csv and .safetensors"},
      {"no letters that can be printed",
       {{"\xC3\xA9\n.pt", "1"}},
       "head file: ???.pt holds pickled objects, as torch.save writes them, and nothing of a file "
       "is "
       "run; save arrays by np.savez"},
      {"mixed",
       {{"Q.npy", array(3, 2)}, {"head.npz", zip({})}},
       "head file: head.npz has to come alone; give one .npz or .safetensors, or several .npy and "
       ".csv"},
      {"an .npz that is none",
       {{"head.npz", "a,b"}},
       "head file: head.npz is not a zip, which an .npz is"},
      {"an .npy that is none",
       {{"Q.npy", "1,2"}},
       "head file: array \"Q\" does not begin as a .npy does"},
      {"nothing in it", npz({}), "head file: has no head; give either Q, K, V or X, W_Q, W_K, W_V"},
      {"twice", {{"Q.npy", array(3, 2)}, {"a/Q.csv", "1"}}, "head file: \"Q\" is there twice"},
  });
  check_one("too many", std::vector<File>(33, {"Q.npy", array(1, 1)}),
            "head file: 33 files, at most 32");
  check_one("too large", {{"Q.csv", std::string((std::size_t{1} << 26U) + 1, ' ')}},
            "head file: more than 67108864 bytes (64 MiB)");
}

TEST_CASE("a name that is not known is answered with the one that is like it") {
  const auto refused = [](const std::string& name, const std::string& answer) {
    check_one(name, {{name + ".npy", array(1, 1)}},
              "head file: \"" + name + "\" is not a name it knows" + answer);
  };
  refused("WQ", "; did you mean \"W_Q\"?");
  refused("w_k", "; did you mean \"W_K\"?");
  refused("x", "; did you mean \"X\"?");
  refused("Tokens", "; did you mean \"tokens\"?");
  refused("b_v", "; did you mean \"b_V\"?");
  refused("W.V", "; did you mean \"W_V\"?");
  refused("scales", "; did you mean \"scale\"?");
  refused("maks", "; did you mean \"mask\"?");
  refused("Z", kAnyName);
  refused("query", kAnyName);
  refused("", kAnyName);
  const std::string deep = "model.layers.3.self_attn.q_proj.weight.model.layers.3.self_attn.q";
  check_one("long", {{deep + ".npy", array(1, 1)}},
            "head file: \"" + deep.substr(0, 60) + "...\" is not a name it knows" + kAnyName);
}

TEST_CASE("shapes, forms and numbers that no head has are refused in the names of the file") {
  check_all({
      {"transposed", and_also(projected(), {"W_Q.npy", array(4, 2)}),
       "head file: W_Q is 4 x 2, expected 2 x 4 (d_k x d, d = 4 columns of X): transpose it"},
      {"both forms", and_also(projected(), {"Q.npy", array(3, 2)}),
       "head file: has Q and W_Q; give either Q, K, V or X, W_Q, W_K, W_V"},
      {"NaN", with("K.npy", npy("<f8", "(3, 2)", doubles({1, 2, 3, 4, 5, kNaN}))),
       "head file: K has a number that is not finite in row 3, column 2"},
      {"infinity of a half",
       with("K.npy", npy("<f2", "(3, 2)", whole(0x7C00, 2) + std::string(10, '\0'))),
       "head file: K has a number that is not finite in row 1, column 1"},
      {"empty row",
       with("mask.npy", npy("|b1", "(3, 3)", std::string(3, '\1') + std::string(6, '\0'))),
       "head file: mask leaves row 2 nothing to look at"},
      {"shape of the mask", with("mask.npy", array(2, 3)),
       "head file: mask is 2 x 3, expected 3 x 3 (a row for each query, a column for each key)"},
      {"too much",
       {{"Q.npy", array(600, 1)}, {"K.npy", array(1, 1)}, {"V.npy", array(1, 1)}},
       "head file: 600 tokens, at most 512; take the first ones"},
      {"labels", with("tokens.npy", npy("<U1", "(2,)", wide({U"a", U"b"}, 1))),
       "head file: has 2 labels in tokens, expected 3 (one for each token)"},
      {"no token", with("Q.npy", npy("<f8", "(0, 2)", "")), "head file: \"Q\" is empty (0 x 2)"},
      {"three dimensions", with("Q.npy", npy("<f8", "(1, 3, 2)", some(6))),
       "head file: \"Q\" has 3 dimensions, expected 2"},
      {"one dimension", with("Q.npy", npy("<f8", "(6,)", some(6))),
       "head file: \"Q\" has 1 dimension, expected 2"},
      {"a bias with rows", and_also(projected(), {"b_Q.npy", array(2, 1)}),
       "head file: \"b_Q\" has 2 dimensions, expected 1"},
      {"a bias that is a table", and_also(projected(), {"b_Q.csv", "1,2\n3,4"}),
       "head file: \"b_Q\" is 2 x 2, expected one row or one column"},
      {"two scales", with("scale.npy", npy("<f8", "(2,)", some(2))),
       "head file: \"scale\" is 2 of type \"<f8\", expected one number of at most 1 dimension"},
      {"scale of two dimensions", with("scale.npy", array(1, 1)),
       "head file: \"scale\" is 1 x 1 of type \"<f8\", expected one number of at most 1 dimension"},
      {"scale that is infinite", with("scale.npy", npy("<f8", "()", doubles({kInfinity}))),
       "head file: scale is Infinity, expected a finite number"},
      {"scale that no double is", with("scale.npy", npy("<i8", "()", whole((1ULL << 53U) + 2, 8))),
       "head file: scale is 9.0072e15, expected at most 2^53 of integers"},
      {"integers", with("Q.npy", npy("<i4", "(3, 2)", std::string(24, '\0'))),
       "head file: \"Q\" has type \"<i4\"; save it as float32 or float64"},
      {"text", with("Q.npy", npy("<U1", "()", wide({U"a"}, 1))),
       "head file: \"Q\" is text, expected numbers"},
      {"numbers for labels", with("tokens.npy", npy("<f8", "(3,)", some(3))),
       "head file: \"tokens\" has type \"<f8\"; save it as text (<U)"},
      {"one label without dimension", with("tokens.npy", npy("<U1", "()", wide({U"a"}, 1))),
       "head file: \"tokens\" has 0 dimensions, expected 1"},
      {"a mask of counts", with("mask.npy", npy("|i1", "(3, 3)", std::string(8, '\1') + '\xFE')),
       "head file: mask has -2 in row 3, column 3, expected 0 or 1 of integers (1 = visible)"},
      {"another word", with("mask.npy", npy("<U6", "()", wide({U"Causal"}, 6))),
       "head file: mask is \"Causal\", expected \"causal\", \"none\" or numbers"},
      {"words", with("mask.npy", npy("<U4", "(1,)", wide({U"none"}, 4))),
       "head file: mask is several texts, expected \"causal\", \"none\" or numbers"},
  });
  std::vector<File> window = projected();
  window[0].bytes = npy("|i1", "(1000000, 8)", std::string(8000000, '\0'));
  check_one("integers, too many", window,
            "head file: \"X\" has type \"|i1\"; save it as float32 or float64");
  window[0].bytes = npy("<f2", "(1000, 8192)", std::string(16384000, '\0'));
  check_one("a window", window, "head file: 1000 tokens, at most 512; take the first ones");
  window[0].bytes = npy("<f2", "(500, 10000)", std::string(10000000, '\0'));
  check_one("wide", window, "head file: \"X\" is 500 x 10000, at most 4194304 numbers");
}

TEST_CASE("an .npy that is not what NumPy writes is refused with a sentence") {
  const std::string good = array(3, 2);
  const auto replaced = [&](std::size_t at, char by) {
    std::string bytes = good;
    bytes[at] = by;
    return std::vector<File>{{"Q.npy", bytes}};
  };
  const std::string pickled = "\x80\x04K\x01.";
  check_all({
      {"pickled",
       {{"X.npy", npy("|O", "(1,)", pickled)}},
       "head file: \"X\" is a pickled object; save it as floats"},
      {"fields", headed("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3, 2), }"),
       "head file: \"Q\" has fields; save it as floats"},
      {"complex",
       {{"Q.npy", npy("<c16", "(3,)", some(6))}},
       "head file: \"Q\" has type \"<c16\"; save it as float32 or float64"},
      {"80 bits",
       {{"Q.npy", npy("<f16", "(3,)", some(6))}},
       "head file: \"Q\" has type \"<f16\"; save it as float32 or float64"},
      {"bytes",
       {{"tokens.npy", npy("|S2", "(3,)", "abcdef")}},
       "head file: \"tokens\" has type \"|S2\"; save it as text (<U)"},
      {"no order of bytes",
       {{"Q.npy", npy("|f8", "(3, 2)", some(6))}},
       "head file: \"Q\" has type \"|f8\"; save it as float32 or float64"},
      {"version", replaced(6, '\4'),
       "head file: array \"Q\" is a .npy of version 4.0, expected 1.0, 2.0 or 3.0"},
      {"cut",
       {{"Q.npy", good.substr(0, good.size() - 1)}},
       "head file: Q.npy ends before array \"Q\" does"},
      {"goes on", {{"Q.npy", good + good}}, "head file: 176 bytes stand behind array \"Q\""},
      {"overflow",
       {{"Q.npy", npy("<f8", "(4294967296, 4294967296)", some(6))}},
       "head file: \"Q\" is 4294967296 x 4294967296: more than there is room for"},
      {"labels without end",
       {{"tokens.npy", npy("<U0", "(99999999999,)", "")}},
       "head file: 99999999999 tokens, at most 512; take the first ones"},
      {"surrogate",
       {{"tokens.npy", npy("<U1", "(1,)", whole(0xD800, 4))}},
       "head file: \"tokens\" has a text with a number that is no character"},
      {"no end of line",
       {{"Q.npy", "\x93NUMPY" + whole(1, 2) + whole(2, 2) + "{}" + some(6)}},
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 2 of it"},
      {"a key twice", headed("{'descr': '<f8', 'descr': '<f8', 'shape': (3, 2), }"),
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 25 of it"},
      {"a key too many", headed("{'descr': '<f8', 'a': 1}"),
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 21 of it"},
      {"an expression", headed("{'descr': '<f8', 'fortran_order': 1 == 1, 'shape': (3, 2), }"),
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 34 of it"},
      {"a number in brackets", headed("{'descr': '<f8', 'fortran_order': False, 'shape': (6), }"),
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 52 of it"},
      {"a negative size", headed("{'descr': '<f8', 'fortran_order': False, 'shape': (-3, 2), }"),
       "head file: the header of array \"Q\" is not what NumPy writes, at byte 51 of it"},
  });
  check_one("a long header", {{"Q.npy", npy_of("{" + std::string(1 << 20, ' ') + "}", "", 2)}},
            "head file: the header of array \"Q\" has 1048630 bytes, at most 1048576");
}

TEST_CASE("a zip that is damaged, or of another kind, is refused with a sentence") {
  const std::string q = array(3, 2);
  const std::string stored = "\1" + whole(q.size(), 2) + whole(~q.size(), 2) + q;
  const std::string two = zip({{"Q.npy", q}, {"K.npy", q}});
  const std::string local(two.substr(0, 35 + q.size()));
  const std::string later = two.substr(local.size());
  check_all({
      {"no table",
       {{"head.npz", local + local.substr(0, 100)}},
       "head file: head.npz ends before array \"Q\" does"},
      {"only headers",
       {{"head.npz", local}},
       "head file: head.npz ends before its table of contents does"},
      {"bytes before it",
       {{"head.npz", "PK\3\4" + two}},
       "head file: the table of contents of head.npz is damaged"},
      {"CRC", npz({{"Q.npy", q, {}, 0, 0, q.size(), false, true}}),
       "head file: array \"Q\" is damaged: its check sum (CRC-32) is another"},
      {"no deflate stream", npz_with(8, "", q),
       "head file: array \"Q\" is damaged: it unpacks to less than 176 bytes"},
      {"neither", npz_with(8, "\7" + stored, q),
       "head file: array \"Q\" is damaged: it does not unpack"},
      {"a copy of what is not there", npz_with(8, "\3\2", q),
       "head file: array \"Q\" is damaged: it does not unpack"},
      {"cut within", npz_with(8, stored.substr(0, 100), q),
       "head file: array \"Q\" is damaged: it does not unpack"},
      {"bytes behind it", npz_with(8, stored + "a", q),
       "head file: array \"Q\" is damaged: it does not unpack"},
      {"less than announced", npz_with(8, stored, q + "a"),
       "head file: array \"Q\" is damaged: it unpacks to less than 177 bytes"},
      {"more than announced", npz_with(8, stored, q.substr(1)),
       "head file: array \"Q\" is damaged: it unpacks to more than 175 bytes"},
      {"bomb", npz({{"Q.npy", q, stored, 8, 0, (1U << 26U) + 1U}}),
       "head file: the arrays of head.npz take more than 67108864 bytes (64 MiB) unpacked"},
      {"two bombs", npz({{"Q.npy", q, stored, 8, 0, 1U << 26U}, {"K.npy", q}}),
       "head file: the arrays of head.npz take more than 67108864 bytes (64 MiB) unpacked"},
      {"announced for nothing", npz({{"Q.npy", q, stored, 8, 0, 1U << 26U}}),
       "head file: array \"Q\" is damaged: it unpacks to less than 67108864 bytes"},
      {"method", npz({{"Q.npy", q, {}, 12}}),
       "head file: array \"Q\" is packed by method 12, expected 0 (stored) or 8 (deflate)"},
      {"encrypted", npz({{"Q.npy", q, {}, 0, 1}}), "head file: array \"Q\" is encrypted"},
      {"sizes that differ", npz({{"Q.npy", q, {}, 0, 0, q.size() + 1}}),
       "head file: the header before array \"Q\" and the table of contents differ"},
      {"another name before it",
       {{"head.npz", "PK\3\4" + two.substr(4, 26) + "W" + two.substr(31)}},
       "head file: the header before array \"Q\" and the table of contents differ"},
      {"overlap", broken_zip(22 + 9, whole(0, 4)),
       "head file: the header before array \"K\" and the table of contents differ"},
      {"beyond the end", broken_zip(22 + 9, whole(0xFFFFFF, 4)),
       "head file: array \"K\" does not begin where the table of contents of head.npz says"},
      {"beyond 32 bits", broken_zip(22 + 9, whole(0xFFFFFFFF, 4)),
       "head file: the table of contents of head.npz is damaged"},
      {"longer than it is", broken_zip(22 + 51 - 20, whole(0xFFFFFF, 4)),
       "head file: head.npz ends before array \"K\" does"},
      {"parts", broken_zip(18, whole(1, 2)),
       "head file: head.npz is one of several parts of a zip"},
      {"zip64", broken_zip(6, whole(0xFFFFFFFF, 4)),
       "head file: head.npz is a zip for more files or bytes than a head has"},
      {"the table elsewhere", broken_zip(6, whole(0xFFFF, 4)),
       "head file: the table of contents of head.npz is damaged"},
      {"one file fewer", broken_zip(14, whole(1, 2) + whole(1, 2)),
       "head file: the table of contents of head.npz is damaged"},
      {"another file", npz({{"read me.txt", "text"}}),
       "head file: \"read me.txt\" of head.npz is not an array (.npy)"},
      {"a model of PyTorch",
       {{"model.npz", zip({{"archive/data.pkl", "text"}})}},
       "head file: \"archive/data.pkl\" of model.npz is not an array (.npy)"},
      {"a model of PyTorch by its name",
       {{"model.PT", zip({{"archive/data.pkl", "text"}})}},
       "head file: model.PT holds pickled objects, as torch.save writes them, and nothing of a "
       "file "
       "is run; save arrays by np.savez"},
      {"twice", npz({{"Q.npy", q}, {"Q.npy", q}}), "head file: \"Q\" is there twice"},
      {"an .npy that is cut", npz({{"Q.npy", q.substr(0, 150)}}),
       "head file: Q.npy ends before array \"Q\" does"},
  });
  check_one("many", npz(std::vector<Entry>(33, {"Q.npy", "a"})),
            "head file: head.npz has 33 arrays, at most 32");
}

TEST_CASE("arrays of a zip that overlap are refused with a sentence") {
  // K's header and array lie within Q's, and each is right by itself.
  const std::string inner = zip({{"K.npy", array(3, 2)}});
  const std::size_t local = 30 + 5 + array(3, 2).size();
  std::string bytes = zip({{"Q.npy", inner.substr(0, local)}});
  const std::size_t end = bytes.size() - 22, table = end - 51;
  std::string second = inner.substr(local, 51);
  second.replace(42, 4, whole(35, 4));
  const std::string both = bytes.substr(table, 51) + second;
  bytes = bytes.substr(0, table) + both + whole(0x06054B50, 4) + whole(0, 4) + whole(2, 2) +
          whole(2, 2) + whole(both.size(), 4) + whole(table, 4) + whole(0, 2);
  check_one("within", {{"head.npz", bytes}},
            "head file: arrays \"Q\" and \"K\" of head.npz overlap");
}

TEST_CASE("a .safetensors that is not one is refused with a sentence") {
  const std::string q = tensor("Q", "F64", "[1,2]", 0, 16);
  check_all({
      {"empty",
       {{"head.safetensors", ""}},
       "head file: head.safetensors ends before its header does"},
      {"cut",
       {{"head.safetensors", whole(100, 8) + "{"}},
       "head file: head.safetensors ends before its header does"},
      {"a long header",
       {{"head.safetensors", whole((1U << 20U) + 1U, 8)}},
       "head file: the header of head.safetensors has 1048577 bytes, at most 1048576"},
      {"a header without end",
       {{"head.safetensors", whole(~0ULL, 8)}},
       "head file: the header of head.safetensors has 18446744073709551615 bytes, at most 1048576"},
      {"cut numbers", safetensors("{" + q + "}", some(1)),
       "head file: head.safetensors ends before array \"Q\" does"},
      {"bytes at the end", safetensors("{" + q + "}", some(3)),
       "head file: head.safetensors has 8 bytes at its end that belong to no array"},
      {"bytes between", safetensors("{" + tensor("Q", "F64", "[1,2]", 8, 24) + "}", some(3)),
       "head file: head.safetensors has 8 bytes before array \"Q\" that belong to none"},
      {"overlap", safetensors("{" + q + "," + tensor("K", "F64", "[1,2]", 8, 24) + "}", some(3)),
       "head file: arrays \"Q\" and \"K\" of head.safetensors overlap"},
      {"the end first", safetensors("{" + tensor("Q", "F64", "[1,2]", 16, 0) + "}", some(2)),
       "head file: array \"Q\" ends before it begins, at 0 and 16"},
      {"size", safetensors("{" + tensor("Q", "F32", "[1,2]", 0, 16) + "}", some(2)),
       "head file: array \"Q\" has 16 bytes, expected 8 (1 x 2 of type F32)"},
      {"type", safetensors("{" + tensor("Q", "F8_E4M3", "[2,8]", 0, 16) + "}", some(2)),
       "head file: \"Q\" has type \"F8_E4M3\"; save it as float32 or float64"},
      {"sizes that overflow",
       safetensors("{" + tensor("Q", "F64", "[4294967296,4294967296]", 0, 0) + "}"),
       "head file: \"Q\" is 4294967296 x 4294967296: more than there is room for"},
      {"a number that overflows",
       safetensors("{" + tensor("Q", "F64", "[18446744073709551617]", 0, 8) + "}"),
       "head file: the header of head.safetensors is not as it should be at byte 47 of it"},
      {"a name twice", safetensors("{" + q + "," + q + "}", some(2)),
       "head file: \"Q\" is there twice"},
      {"a name not known", safetensors("{" + tensor("w_q", "F64", "[1,2]", 0, 16) + "}", some(2)),
       "head file: \"w_q\" is not a name it knows; did you mean \"W_Q\"?"},
      {"no shape", safetensors(R"({"Q":{"dtype":"F64","data_offsets":[0,16]}})", some(2)),
       "head file: \"Q\" of head.safetensors needs dtype, shape and data_offsets, each once, and "
       "nothing else"},
      {"type twice", safetensors(R"({"Q":{"dtype":"F64","dtype":"F64"}})"),
       "head file: \"Q\" of head.safetensors needs dtype, shape and data_offsets, each once, and "
       "nothing else"},
      {"no JSON", safetensors("{Q}"),
       "head file: the header of head.safetensors is not as it should be at byte 1 of it"},
      {"a comma", safetensors("{" + q + ",}", some(2)),
       "head file: the header of head.safetensors is not as it should be at byte 57 of it"},
      {"something behind it", safetensors("{}{}"),
       "head file: the header of head.safetensors is not as it should be at byte 2 of it"},
      {"half a character", safetensors(R"({"\ud83d":1})"),
       "head file: the header of head.safetensors is not as it should be at byte 8 of it"},
      {"an escape", safetensors(R"({"\x":1})"),
       "head file: the header of head.safetensors is not as it should be at byte 3 of it"},
      {"no UTF-8", safetensors("{\"\xFF\":1}"),
       "head file: the header of head.safetensors has a text that is not UTF-8"},
      {"metadata twice", safetensors(R"({"__metadata__":{},"__metadata__":{}})"),
       "head file: \"__metadata__\" is there twice"},
      {"a text twice", safetensors(R"({"__metadata__":{"a":"","a":""}})"),
       "head file: \"a\" is there twice in __metadata__"},
      {"an array in words", safetensors(R"({"__metadata__":{"scale":"0.125"}})"),
       "head file: \"scale\" is a text of __metadata__; save it as an array"},
      {"tokens that are no list", safetensors(R"({"__metadata__":{"tokens":"a b"}})"),
       "head file: \"tokens\" of __metadata__ is not as it should be at byte 0 of it"},
      {"a mask in words and in numbers",
       safetensors(
           "{\"__metadata__\":{\"mask\":\"none\"}," + tensor("mask", "U8", "[1,1]", 0, 1) + "}",
           "a"),
       "head file: \"mask\" is there twice"},
  });
}

TEST_CASE("a .csv that cannot be read is refused with its line") {
  std::string rows;
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < (i == 6 ? 31 : 32); ++j) rows += j == 0 ? "1" : ",1";
    rows += "\n";
  }
  const auto csv = [](const std::string& text) {
    return std::vector<File>{{"folder/X.csv", text}};
  };
  check_all({
      {"a line too short", csv(rows), "X.csv, line 7: 31 numbers, expected 32"},
      {"a line too long", csv("1\n2,3"), "X.csv, line 2: 2 numbers, expected 1"},
      {"one number", csv("1,2\n3\n"), "X.csv, line 2: 1 number, expected 2"},
      {"nothing", csv(""), "X.csv, line 1: no number, expected at least one"},
      {"empty lines", csv("\r\n\n"), "X.csv, line 1: no number, expected at least one"},
      {"an empty line within", csv("1\n\n2"), "X.csv, line 2: no number, expected at least one"},
      {"no number", csv("1,2\n1, ,2"), "X.csv, line 2: number 2 is missing"},
      {"a comma at the end", csv("1,2,\n"), "X.csv, line 1: number 3 is missing"},
      {"a word", csv("# of a head\n1"), "X.csv, line 1: \"# of a head\" is not a number"},
      {"other separators", csv("1;2"), "X.csv, line 1: \"1;2\" is not a number"},
      {"hexadecimal", csv("0x10"), "X.csv, line 1: \"0x10\" is not a number"},
      {"a point", csv("."), "X.csv, line 1: \".\" is not a number"},
      {"no exponent", csv("1e"), "X.csv, line 1: \"1e\" is not a number"},
      {"a sign", csv("1e+"), "X.csv, line 1: \"1e+\" is not a number"},
      {"two signs", csv("--1"), "X.csv, line 1: \"--1\" is not a number"},
      {"too large", csv("1\n1.7976931348623159e308"),
       "X.csv, line 2: \"1.7976931348623159e308\" is too large for a double"},
      {"not finite",
       {{"Q.csv", "1,-inf"}, {"K.csv", "1,2"}, {"V.csv", "1"}},
       "head file: Q has a number that is not finite in row 1, column 2"},
      {"what cannot be printed", csv("\xC3\xA9"), "X.csv, line 1: \"??\" is not a number"},
      {"labels", {{"tokens.csv", "a\n\xC3"}}, "head file: \"tokens\" has a text that is not UTF-8"},
      {"no labels", {{"tokens.csv", ""}}, "head file: \"tokens\" is empty"},
      {"a mask of a word",
       {{"mask.csv", "sliding"}},
       "head file: mask is \"sliding\", expected \"causal\", \"none\" or numbers"},
  });
  std::string labels;
  for (int i = 0; i < 513; ++i) labels += "a\n";
  check_one("many labels", {{"tokens.csv", labels}},
            "tokens.csv, line 513: more than 512 tokens; take the first ones");
  std::string numbers = "1";
  for (int i = 0; i < 4194304; ++i) numbers += ",1";
  check_one("many numbers", csv(numbers), "X.csv, line 1: more than 4194304 numbers");
}
