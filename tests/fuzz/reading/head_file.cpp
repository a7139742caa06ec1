#include "attn/reading/head_file.hpp"

#include <string_view>

#include "fuzz_input.hpp"

namespace {

using attn::Head;

struct File {
  std::string name;
  std::string bytes;
};

std::string low(std::uint64_t number, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>((number >> (8 * i)) & 0xFFU);
  return out;
}

std::uint32_t check_sum(const std::string& bytes) {
  std::uint32_t out = 0xFFFFFFFF;
  for (const char c : bytes) {
    out ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) out = (out >> 1U) ^ ((out & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~out;
}

// A zip with the right check sums; where `packed`, what stands there is a deflate stream of one
// stored block, or this one.
std::string zip(const std::vector<File>& files, bool packed, const std::string& stream = "") {
  std::string out, table;
  for (const File& file : files) {
    const std::string name = file.name + ".npy";
    const std::string data = !stream.empty() ? stream
                             : packed        ? "\1" + low(file.bytes.size(), 2) +
                                            low(~std::uint64_t{file.bytes.size()}, 2) + file.bytes
                                      : file.bytes;
    const std::string common = low(20, 2) + low(0, 2) + low(packed ? 8 : 0, 2) + low(0, 4) +
                               low(check_sum(file.bytes), 4) + low(data.size(), 4) +
                               low(file.bytes.size(), 4) + low(name.size(), 2) + low(0, 2);
    table += low(0x02014B50, 4) + low(20, 2) + common + std::string(10, '\0') + low(out.size(), 4) +
             name;
    out += low(0x04034B50, 4) + common + name + data;
  }
  const std::string count = low(files.size(), 2);
  return out + table + low(0x06054B50, 4) + low(0, 4) + count + count + low(table.size(), 4) +
         low(out.size(), 4) + low(0, 2);
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return "\x93NUMPY" + low(1, 2) + low(header.size(), 2) + header + data;
}

// Bytes of a number that is ordinary in all types.
std::string numbers(std::size_t bytes) { return std::string(bytes, '\x3C'); }

// A deflate stream of zlib's with codes of its own, which unpacks to an .npy of 3 x 2 doubles.
constexpr std::array<std::uint8_t, 125> kDynamic = {
    0x05, 0xC1, 0x31, 0x0E, 0xC1, 0x60, 0x18, 0x80, 0xE1, 0xD7, 0x26, 0x4E, 0xF1, 0x6E, 0x1F, 0xC9,
    0x3F, 0xB1, 0x48, 0x23, 0xD1, 0xC9, 0x46, 0x2C, 0x06, 0x93, 0x34, 0xDA, 0xC6, 0x20, 0x2A, 0x7F,
    0xC5, 0x22, 0x4E, 0xE1, 0x40, 0xAE, 0x62, 0x74, 0x00, 0x07, 0xF0, 0x3C, 0xAF, 0xCD, 0x6E, 0xBD,
    0xDD, 0x0F, 0xB8, 0xF3, 0x88, 0xBA, 0xE9, 0x8F, 0x39, 0x0A, 0x63, 0xD1, 0xCE, 0x23, 0x19, 0x6D,
    0x97, 0x6F, 0xB9, 0xBA, 0x1C, 0xBA, 0x5C, 0x37, 0x39, 0x0A, 0x57, 0xD5, 0xB9, 0x6F, 0x92, 0xD1,
    0x9F, 0xAA, 0x6B, 0x13, 0x85, 0xE3, 0x59, 0x72, 0x3A, 0x49, 0x3E, 0x55, 0x55, 0x55, 0x55, 0x55,
    0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x75, 0x04, 0x00, 0x9F, 0x25, 0x00, 0xFC,
    0xDE, 0x00, 0x40, 0x09, 0x00, 0x00, 0x00, 0xDF, 0x37, 0x00, 0x0C, 0xCB, 0x3F};

// What is changed: files that make a head.
std::vector<File> npy_seeds(bool projected) {
  const std::string mask = npy("|b1", "(2, 2)", "\1\1\1\1");
  const std::string tokens = npy("<U1", "(2,)", low('a', 4) + low(0x1F600, 4));
  if (projected) {
    return {{"X", npy("<f4", "(2, 3)", numbers(24))},
            {"W_Q", npy(">f2", "(1, 3)", numbers(6))},
            {"W_K", npy("<f2", "(1, 3)", numbers(6))},
            {"W_V", npy("<f8", "(2, 3)", numbers(48))},
            {"b_Q", npy("<f4", "(1,)", numbers(4))},
            {"scale", npy("<f4", "()", numbers(4))},
            {"tokens", tokens},
            {"mask", mask}};
  }
  return {
      {"Q", npy("<f4", "(2, 1)", numbers(8))},
      {"K", npy("<f2", "(2, 1)", numbers(4))},
      {"V", npy(">f8", "(2, 2)", numbers(32))},
      {"U", npy("<f4", "(2, 2)", numbers(16))},
      {"mask", npy("<U6", "()", low('n', 4) + low('o', 4) + low('n', 4) + low('e', 4) + low(0, 8))},
      {"tokens", tokens}};
}

std::vector<File> csv_seeds() {
  return {{"Q", "1,2\n3,4\n"},  {"K", "-1, 2e-1\r\n.5,6\r\n"}, {"V", "1\n2\n"},
          {"mask", "1,0\n1,1"}, {"tokens", "a\nb\n"},          {"scale", "0.70710678118654757"}};
}

std::string tensors_seed() {
  const std::string header = R"({"__metadata__":{"mask":"causal","tokens":"[\"a\",\"\\u00e9\"]"},)"
                             R"("Q":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                             R"("K":{"dtype":"BF16","shape":[2,1],"data_offsets":[8,12]},)"
                             R"("V":{"dtype":"F64","shape":[2,1],"data_offsets":[12,28]},)"
                             R"("scale":{"dtype":"F16","shape":[1],"data_offsets":[28,30]}})";
  return low(header.size(), 8) + header + numbers(30);
}

// Replaces, puts in and takes out a few bytes.
void mutate(fuzz::Input& input, std::string& bytes) {
  for (attn::Index i = input.size(0, 3); i > 0; --i) {
    const std::size_t at = (256U * input.byte() + input.byte()) % (bytes.size() + 1);
    const auto by = static_cast<char>(input.byte());
    switch (input.byte() % 6) {
      case 0:
        bytes.erase(at, 1 + input.byte() % 8);
        break;
      case 1:
        bytes.insert(at, 1 + input.byte() % 4, by);
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes += bytes.substr(at, input.byte());
        break;
      default:
        if (at < bytes.size()) bytes[at] = by;
    }
  }
}

// All the bytes that are left, as they are.
std::string rest(fuzz::Input& input, std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>(input.byte());
  return out;
}

std::vector<File> several(fuzz::Input& input, std::vector<File> files, const char* ending) {
  const std::size_t changed = input.byte() % files.size();
  mutate(input, files[changed].bytes);
  if (input.byte() % 8 == 0) mutate(input, files[input.byte() % files.size()].name);
  for (File& file : files) file.name += ending;
  return files;
}

std::vector<File> files_of(fuzz::Input& input, std::size_t size) {
  constexpr const char* kEndings[] = {".npz", ".npy", ".csv", ".safetensors"};
  switch (input.byte() % 9) {
    case 0:
      return {{std::string("Q") + kEndings[input.byte() % 4], rest(input, size)}};
    case 1:
      return {{"head.npz", "PK\3\4" + rest(input, size)}};
    case 2:
      return {{"X.npy", npy("<f8", "(2, 2)", rest(input, 32))}};
    case 3:
      return several(input, csv_seeds(), ".csv");
    case 4: {
      File file{"head.safetensors", tensors_seed()};
      mutate(input, file.bytes);
      return {file};
    }
    case 5:
      return several(input, npy_seeds(input.flip()), ".npy");
    case 6: {
      // Damage within an array that the zip itself says is right.
      std::vector<File> files = several(input, npy_seeds(input.flip()), "");
      return {{"head.npz", zip(files, input.flip())}};
    }
    case 7: {
      std::string stream =
          input.flip() ? rest(input, 64) : std::string(kDynamic.begin(), kDynamic.end());
      mutate(input, stream);
      return {{"head.npz", zip({{"Q", npy("<f8", "(3, 2)", numbers(48))}}, true, stream + '\0')}};
    }
    default: {
      File file{"head.npz", zip(npy_seeds(input.flip()), input.flip())};
      mutate(input, file.bytes);
      return {file};
    }
  }
}

// As the header says, messages begin with `head file: ` or with a file and a line.
void check_message(const std::string& message) {
  if (message.rfind("head file: ", 0) != 0 && message.find(", line ") == std::string::npos) {
    fuzz::fail("read_head: the message is '" + message + "'");
  }
  for (const char c : message) {
    if (c < ' ' || c > '~') fuzz::fail("read_head: a message that cannot be printed");
  }
}

void check_head(const Head& head) {
  constexpr const char* kName = "read_head";
  fuzz::expect_finite(kName, head.x, head.w_q, head.w_k, head.w_v, head.w_o, head.q, head.k, head.v,
                      head.u, *head.scale);
  fuzz::expect(head.q.rows() > 0 && head.k.rows() == head.v.rows(), kName, "a head");
  // What was read is written, and read again to the last bit.
  const auto same = [](const auto& a, const auto& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           (a.size() == 0 ||
            std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * 8) == 0);
  };
  std::string bytes;
  if (!fuzz::returns("head_npz", [&] { bytes = attn::head_npz(head); })) return;
  const Head again =
      attn::read_head({{"", reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}});
  fuzz::expect(same(again.q, head.q) && same(again.k, head.k) && same(again.v, head.v) &&
                   same(again.x, head.x) && same(again.w_o, head.w_o) && same(again.u, head.u) &&
                   same(again.mask, head.mask) && again.tokens == head.tokens &&
                   again.scale == head.scale,
               "head_npz", "the head again");
}

}  // namespace

FUZZ_TARGET(head_file) {
  fuzz::Input input(data, size);
  const std::vector<File> files = files_of(input, size);
  std::vector<attn::NamedBytes> all;
  all.reserve(files.size());
  for (const File& file : files) {
    all.push_back(
        {file.name, reinterpret_cast<const std::byte*>(file.bytes.data()), file.bytes.size()});
  }
  Head head;
  try {
    head = attn::read_head(all);
  } catch (const attn::Error& error) {
    check_message(error.what());
    return 0;
  }
  check_head(head);
  return 0;
}
