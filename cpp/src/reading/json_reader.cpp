#include "reading/json_reader.hpp"

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"

namespace attn::head_io {

void JsonReader::refuse() const {
  check::fail({"head file: ", what_, " is not as it should be at byte ", at_, " of it"});
}

void JsonReader::skip_blanks() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
    ++at_;
  }
}

bool JsonReader::accept(char mark) {
  skip_blanks();
  if (at_ == text_.size() || text_[at_] != mark) return false;
  ++at_;
  return true;
}

void JsonReader::expect(char mark) {
  if (!accept(mark)) refuse();
}

void JsonReader::expect_end() {
  skip_blanks();
  if (at_ != text_.size()) refuse();
}

std::uint64_t JsonReader::whole() {
  constexpr std::size_t kMostDigits = 18;
  skip_blanks();
  const std::size_t begin = at_;
  std::uint64_t out = 0;
  for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
    if (at_ - begin == kMostDigits) refuse();
    out = 10 * out + static_cast<std::uint64_t>(text_[at_] - '0');
  }
  if (at_ == begin || (at_ - begin > 1 && text_[begin] == '0')) refuse();
  return out;
}

std::uint32_t JsonReader::four_digits() {
  std::uint32_t out = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = at_ < text_.size() ? text_[at_] : ' ';
    const char small = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(small >= 'a' && small <= 'f')) refuse();
    out = 16 * out + static_cast<std::uint32_t>(digit ? c - '0' : small - 'a' + 10);
  }
  return out;
}

// The character that an escape stands for; the backslash has been passed.
std::uint32_t JsonReader::escaped() {
  constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  const char c = at_ < text_.size() ? text_[at_] : ' ';
  const std::size_t found = kLetters.find(c);
  if (found != std::string_view::npos) {
    ++at_;
    return static_cast<unsigned char>(kMeant[found]);
  }
  if (c != 'u') refuse();
  ++at_;
  const std::uint32_t first = four_digits();
  if (first < 0xD800 || first >= 0xE000) return first;
  // Two that make one character beyond 0xFFFF.
  if (first >= 0xDC00 || text_.substr(at_, 2) != "\\u") refuse();
  at_ += 2;
  const std::uint32_t second = four_digits();
  if (second < 0xDC00 || second >= 0xE000) refuse();
  return 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
}

std::string JsonReader::string() {
  expect('"');
  std::string out;
  for (;;) {
    if (at_ == text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) refuse();
    const char c = text_[at_++];
    if (c == '"') break;
    if (c == '\\') {
      out += utf8_text({static_cast<char32_t>(escaped())});
    } else {
      out += c;
    }
  }
  try {
    (void)utf8_characters(out);
  } catch (const Error&) {
    check::fail({"head file: ", what_, " has a text that is not UTF-8"});
  }
  return out;
}

}  // namespace attn::head_io
