// As much of JSON as the header of .safetensors has: texts, sizes, and the marks between them.
// Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace attn::head_io {

/// Goes through a text once. Throws Error, which calls the text `what`, for what JSON is not.
class JsonReader {
 public:
  JsonReader(std::string what, std::string_view text) : what_(std::move(what)), text_(text) {}

  /// Passes blanks and then `mark`, where that comes next.
  bool accept(char mark);
  /// Passes it, or refuses the text.
  void expect(char mark);
  /// A text with its escapes replaced, in UTF-8.
  std::string string();
  /// A whole number >= 0 below 10^18, without sign, point or exponent.
  std::uint64_t whole();
  /// Nothing but blanks is left.
  void expect_end();

 private:
  [[noreturn]] void refuse() const;
  void skip_blanks();
  std::uint32_t four_digits();
  std::uint32_t escaped();

  std::string what_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace attn::head_io
