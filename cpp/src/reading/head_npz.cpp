// head_npz: the other way of read_head.
#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "attn/numerics/check.hpp"
#include "attn/reading/head_file.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "reading/bytes.hpp"
#include "reading/head_checks.hpp"
#include "reading/head_names.hpp"
#include "reading/zip.hpp"

namespace attn {
namespace head_io {
namespace {

constexpr const char* kHeadNpz = "head_npz";

void npz_append(std::string& to, std::uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) to += static_cast<char>((number >> (8 * i)) & 0xFFU);
}

// Writes a zip whose files are stored.
class NpzWriter {
 public:
  // `numbers` in the type and shape that a tuple of Python says.
  void add(const std::string& name, const std::string& type, const std::string& shape,
           const std::string& numbers) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    constexpr std::size_t kBefore = 10, kAligned = 64;
    // Ten bytes and the line are a multiple of 64, so that what is mapped is aligned.
    header.append(kAligned - 1 - (kBefore + header.size()) % kAligned, ' ');
    header += '\n';
    std::string file = "\x93NUMPY";
    npz_append(file, 1, 2);
    npz_append(file, header.size(), 2);
    file += header;
    // Before memory is taken for both together.
    check_room(file.size() + std::uint64_t{numbers.size()});
    file += numbers;
    add_file(name + ".npy", file);
  }

  std::string finish() {
    const std::size_t begin = out_.size();
    out_ += table_;
    npz_append(out_, 0x06054B50, 4);
    npz_append(out_, 0, 4);
    npz_append(out_, files_, 2);
    npz_append(out_, files_, 2);
    npz_append(out_, table_.size(), 4);
    npz_append(out_, begin, 4);
    npz_append(out_, 0, 2);
    return std::move(out_);
  }

 private:
  void check_room(std::uint64_t more) const {
    // As much as the table of contents can take for all arrays.
    constexpr std::uint64_t kTable = 4096;
    if (out_.size() + more + kTable > kMostBytes) {
      check::refuse(kHeadNpz, "the file", {"more than ", kMostBytes - kTable, " bytes"},
                    {"at most ", kMostBytes, " (64 MiB)"});
    }
  }

  void add_file(const std::string& name, const std::string& file) {
    constexpr std::uint64_t kVersion = 20, kFirstOfJanuary1980 = 0x21;
    std::string common;
    npz_append(common, kVersion, 2);
    npz_append(common, 0, 2);
    npz_append(common, 0, 2);
    npz_append(common, kFirstOfJanuary1980 << 16U, 4);
    npz_append(common, crc_32({reinterpret_cast<const unsigned char*>(file.data()), file.size()}),
               4);
    npz_append(common, file.size(), 4);
    npz_append(common, file.size(), 4);
    npz_append(common, name.size(), 2);
    npz_append(common, 0, 2);
    npz_append(table_, 0x02014B50, 4);
    npz_append(table_, kVersion, 2);
    table_ += common;
    // No comment, the first disk, no attributes.
    table_.append(10, '\0');
    npz_append(table_, out_.size(), 4);
    table_ += name;
    npz_append(out_, 0x04034B50, 4);
    out_ += common;
    out_ += name;
    out_ += file;
    ++files_;
  }

  std::string out_, table_;
  std::uint64_t files_ = 0;
};

std::string npz_whole(std::uint64_t number) {
  std::string out;
  check::Piece(number).append_to(out);
  return out;
}

std::string npz_numbers(const double* numbers, Index n) {
  std::string out;
  out.reserve(static_cast<std::size_t>(n) * 8);
  for (Index i = 0; i < n; ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, numbers + i, sizeof bits);
    npz_append(out, bits, 8);
  }
  return out;
}

void add_matrix(NpzWriter& npz, const char* name, const Matrix& m) {
  if (m.size() == 0) return;
  const auto rows = static_cast<std::uint64_t>(m.rows()),
             cols = static_cast<std::uint64_t>(m.cols());
  npz.add(name, "<f8", "(" + npz_whole(rows) + ", " + npz_whole(cols) + ")",
          npz_numbers(m.data(), m.size()));
}

void add_vector(NpzWriter& npz, const char* name, const Vector& v) {
  if (v.size() == 0) return;
  npz.add(name, "<f8", "(" + npz_whole(static_cast<std::uint64_t>(v.size())) + ",)",
          npz_numbers(v.data(), v.size()));
}

// Texts of one length, that of the longest; behind the others there are zeros.
void add_texts(NpzWriter& npz, const char* name, const std::vector<std::string>& texts,
               const std::string& shape) {
  std::vector<std::vector<char32_t>> all;
  std::size_t longest = 1;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    try {
      all.push_back(utf8_characters(texts[i]));
    } catch (const Error&) {
      check::refuse(kHeadNpz, {name, "[", i, "]"}, "not UTF-8", "a text");
    }
    if (!all.back().empty() && all.back().back() == 0) {
      check::refuse(kHeadNpz, {name, "[", i, "]"}, "a text that ends with the character 0",
                    "another end, since this one is dropped");
    }
    longest = std::max(longest, all.back().size());
  }
  const std::uint64_t room = std::uint64_t{longest} * 4 * all.size();
  if (room > kMostBytes) {
    check::refuse(kHeadNpz, name, {room, " bytes"}, {"at most ", kMostBytes, " (64 MiB)"});
  }
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(room));
  for (const std::vector<char32_t>& text : all) {
    for (const char32_t c : text) npz_append(bytes, c, 4);
    bytes.append(4 * (longest - text.size()), '\0');
  }
  npz.add(name, "<U" + npz_whole(longest), shape, bytes);
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void add_mask(NpzWriter& npz, const Head& head) {
  const Index n = head.q.rows(), m = head.k.rows();
  if (head.mask.size() == 0) {
    add_texts(npz, "mask", {"none"}, "()");
  } else if (n == m && same_bits(head.mask, causal_mask(n, m))) {
    add_texts(npz, "mask", {"causal"}, "()");
  } else {
    add_matrix(npz, "mask", head.mask);
  }
}

}  // namespace
}  // namespace head_io

std::string head_npz(const Head& head) {
  using head_io::add_matrix;
  check_complete(head_io::kHeadNpz, head);
  head_io::NpzWriter npz;
  const bool projected = head.x.size() > 0;
  for (const head_io::KnownName& known : head_io::kKnownNames) {
    const bool direct =
        known.matrix == &Head::q || known.matrix == &Head::k || known.matrix == &Head::v;
    if (known.role == head_io::Role::kMatrix && !(direct && projected)) {
      add_matrix(npz, known.name, head.*known.matrix);
    } else if (known.role == head_io::Role::kVector) {
      head_io::add_vector(npz, known.name, head.*known.vector);
    }
  }
  npz.add("scale", "<f8", "()", head_io::npz_numbers(&*head.scale, 1));
  head_io::add_mask(npz, head);
  if (!head.tokens.empty()) {
    const std::string n = head_io::npz_whole(head.tokens.size());
    head_io::add_texts(npz, "tokens", head.tokens, "(" + n + ",)");
  }
  return npz.finish();
}

}  // namespace attn
