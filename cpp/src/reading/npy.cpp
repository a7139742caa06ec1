#include "reading/npy.hpp"

#include <cstring>
#include <string_view>

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "reading/head_names.hpp"

namespace attn::head_io {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr std::size_t kMostNpyDimensions = 8;

[[noreturn]] void npy_ends(const std::string& name) {
  check::fail({"head file: ", name, ".npy ends before array \"", name, "\" does"});
}

// Reads the header: a dictionary of Python with three keys, as NumPy writes it.
class NpyHeader {
 public:
  NpyHeader(std::string_view text, HeadArray& array) : text_(text), array_(array) {}

  void read() {
    expect('{');
    while (!accept('}')) {
      const std::string_view key = string();
      expect(':');
      if (key == "descr") {
        once(descr_);
        read_type();
      } else if (key == "fortran_order") {
        once(order_);
        read_order();
      } else if (key == "shape") {
        once(shape_);
        read_shape();
      } else {
        refuse();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (text_.substr(at_) != "\n" || !descr_ || !order_ || !shape_) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    check::fail({"head file: the header of array \"", array_.name,
                 "\" is not what NumPy writes, at byte ", at_, " of it"});
  }

  void once(bool& there) const {
    if (there) refuse();
    there = true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) refuse();
  }

  bool accept_word(std::string_view word) {
    skip_blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  // NumPy's keys and types need no escapes.
  std::string_view string() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '\'' && quote != '"') refuse();
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse();
    const std::string_view out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (out.find('\\') != std::string_view::npos) refuse();
    return out;
  }

  std::uint64_t whole() {
    skip_blanks();
    const std::size_t begin = at_;
    std::uint64_t out = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      // What has more digits is refused as a size, too large rather than wrong.
      if (at_ - begin < 18) out = 10 * out + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    if (at_ == begin || (at_ - begin > 1 && text_[begin] == '0')) refuse();
    return out;
  }

  void read_order() {
    if (accept_word("True")) {
      array_.columns_first = true;
    } else if (!accept_word("False")) {
      refuse();
    }
  }

  void read_shape() {
    expect('(');
    while (!accept(')')) {
      if (array_.shape.size() == kMostNpyDimensions) refuse();
      array_.shape.push_back(whole());
      if (!accept(',')) {
        // One number in brackets is no list.
        if (array_.shape.size() == 1) refuse();
        expect(')');
        break;
      }
    }
  }

  void read_type() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '[') {
      check::fail({"head file: \"", array_.name, "\" has fields; save it as floats"});
    }
    const std::string_view type = string();
    array_.type_name = std::string(type);
    if (type == "|O") {
      check::fail({"head file: \"", array_.name, "\" is a pickled object; save it as ",
                   array_.name == "tokens" ? "text (<U)" : "floats"});
    }
    if (type.size() < 3 || !set_size(type.substr(2)) || !set_type(type[1])) refuse_type(type);
    // Of one byte there is no order, of all else there is one.
    const bool ordered = type[0] == '<' || type[0] == '>';
    if (array_.item == 1 && type[1] != 'U' ? type[0] != '|' : !ordered) refuse_type(type);
    array_.big_endian = type[0] == '>';
  }

  [[noreturn]] void refuse_type(std::string_view type) const {
    check::fail({"head file: \"", array_.name, "\" has type \"", printable(type), "\"; save it as ",
                 array_.name == "tokens" ? "text (<U)" : "float32 or float64"});
  }

  // The digits behind a type: bytes of a number, characters of a text.
  bool set_size(std::string_view digits) {
    array_.item = 0;
    if (digits.size() > 8 || (digits.size() > 1 && digits[0] == '0')) return false;
    for (const char c : digits) {
      if (c < '0' || c > '9') return false;
      array_.item = 10 * array_.item + static_cast<std::size_t>(c - '0');
    }
    return true;
  }

  bool set_type(char kind) {
    const std::size_t item = array_.item;
    const bool whole = item == 1 || item == 2 || item == 4 || item == 8;
    switch (kind) {
      case 'f':
        array_.type = item == 2   ? NumberType::kFloat16
                      : item == 4 ? NumberType::kFloat32
                                  : NumberType::kFloat64;
        return whole && item > 1;
      case 'i':
        array_.type = NumberType::kSigned;
        return whole;
      case 'u':
        array_.type = NumberType::kUnsigned;
        return whole;
      case 'b':
        array_.type = NumberType::kBool;
        return item == 1;
      case 'U':
        array_.type = NumberType::kText;
        return true;
      default:
        return false;
    }
  }

  std::string_view text_;
  HeadArray& array_;
  std::size_t at_ = 0;
  bool descr_ = false, order_ = false, shape_ = false;
};

// A text of <U: characters of four bytes each, behind which there are zeros.
std::string npy_text(const HeadArray& array, const unsigned char* from) {
  std::size_t length = array.item;
  while (length > 0 && whole_at(from + 4 * (length - 1), 4) == 0) --length;
  std::vector<char32_t> characters(length);
  for (std::size_t i = 0; i < length; ++i) {
    characters[i] = static_cast<char32_t>(whole_at(from + 4 * i, 4, array.big_endian));
  }
  try {
    return utf8_text(characters);
  } catch (const Error&) {
    check::fail({"head file: \"", array.name, "\" has a text with a number that is no character"});
  }
}

void read_texts(HeadArray& array, std::uint64_t count) {
  if (count > static_cast<std::uint64_t>(kMostHeadTokens)) {
    check::fail(
        {"head file: ", count, " tokens, at most ", kMostHeadTokens, "; take the first ones"});
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto from = static_cast<std::size_t>(i) * array.item * 4;
    array.texts.push_back(npy_text(array, array.data.data + from));
  }
}

}  // namespace

bool is_npy(Bytes file) {
  return file.size >= kNpyMagic.size() &&
         std::memcmp(file.data, kNpyMagic.data(), kNpyMagic.size()) == 0;
}

HeadArray npy_array(const std::string& name, Bytes file) {
  constexpr std::size_t kVersion = 6, kLength = 8;
  if (!is_npy(file)) {
    const std::string_view all(reinterpret_cast<const char*>(file.data), file.size);
    if (kNpyMagic.substr(0, file.size) == all) npy_ends(name);
    check::fail({"head file: array \"", name, "\" does not begin as a .npy does"});
  }
  if (file.size < kLength) npy_ends(name);
  const unsigned version = file.data[kVersion];
  if (version < 1 || version > 3 || file.data[kVersion + 1] != 0) {
    check::fail({"head file: array \"", name, "\" is a .npy of version ", version, ".",
                 unsigned{file.data[kVersion + 1]}, ", expected 1.0, 2.0 or 3.0"});
  }
  const std::size_t bytes_of_length = version == 1 ? 2 : 4;
  const std::size_t begin = kLength + bytes_of_length;
  if (file.size < begin) npy_ends(name);
  const std::uint64_t length = whole_at(file.data + kLength, bytes_of_length);
  if (length > kMostHeader) {
    check::fail({"head file: the header of array \"", name, "\" has ", length, " bytes, at most ",
                 kMostHeader});
  }
  if (length > file.size - begin) npy_ends(name);
  const auto header_size = static_cast<std::size_t>(length);
  HeadArray array;
  array.name = name;
  NpyHeader({reinterpret_cast<const char*>(file.data) + begin, header_size}, array).read();
  array.data = part(file, begin + header_size, file.size - begin - header_size);
  std::uint64_t count = 0;
  if (!count_numbers(array.shape, count)) {
    check::fail({"head file: \"", name, "\" is ", shape_words(array.shape),
                 ": more than there is room for"});
  }
  // Below 2^48 * 10^8 * 4 only of texts, whose count is bounded before it is multiplied.
  const bool text = array.type == NumberType::kText;
  if (text && count > static_cast<std::uint64_t>(kMostHeadTokens)) read_texts(array, count);
  const std::uint64_t size = count * array.item * (text ? 4U : 1U);
  if (size > array.data.size) npy_ends(name);
  if (size < array.data.size) {
    check::fail(
        {"head file: ", array.data.size - size, " bytes stand behind array \"", name, "\""});
  }
  if (text) read_texts(array, count);
  return array;
}

}  // namespace attn::head_io
