#include "reading/csv.hpp"

#include <cstring>
#include <string_view>

#include "attn/numerics/check.hpp"
#include "reading/decimal.hpp"
#include "reading/head_names.hpp"

namespace attn::head_io {
namespace {

// More than any array of a head has.
constexpr std::size_t kMostCsvNumbers = std::size_t{kMostHeadTokens} * kMostHeadWidth;

std::string_view csv_trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string_view csv_without_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// The lines of a text, of which those at the end that are empty are none.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text) : left_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (left_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      left_.remove_prefix(kByteOrderMark.size());
    }
    left_ = left_.substr(0, left_.find_last_not_of("\r\n") + 1);
    ended_ = left_.empty();
  }

  bool next(std::string_view& line) {
    if (ended_) return false;
    const std::size_t end = left_.find('\n');
    line = csv_without_return(left_.substr(0, end));
    ended_ = end == std::string_view::npos;
    if (!ended_) left_.remove_prefix(end + 1);
    ++number_;
    return true;
  }

  std::size_t number() const { return number_; }

 private:
  std::string_view left_;
  std::size_t number_ = 0;
  bool ended_ = false;
};

class CsvTable {
 public:
  CsvTable(const std::string& file, HeadArray& array, std::vector<unsigned char>& memory)
      : file_(file), array_(array), memory_(memory) {}

  void read(std::string_view text) {
    CsvLines lines(text);
    std::string_view line;
    std::size_t columns = 0;
    while (lines.next(line)) {
      const std::size_t found = read_line(line, lines.number());
      if (columns == 0) columns = found;
      if (found != columns) {
        check::fail({file_, ", line ", lines.number(), ": ", found, " number",
                     found == 1 ? "" : "s", ", expected ", columns});
      }
    }
    if (columns == 0) check::fail({file_, ", line 1: no number, expected at least one"});
    if (array_.name == "mask" && only_bits_) {
      array_.type = NumberType::kUnsigned;
      array_.item = 1;
      memory_ = bits_;
    }
    array_.shape = {lines.number(), columns};
    array_.data = {memory_.data(), memory_.size()};
  }

 private:
  std::size_t read_line(std::string_view line, std::size_t number) {
    if (csv_trimmed(line).empty()) {
      check::fail({file_, ", line ", number, ": no number, expected at least one"});
    }
    std::size_t found = 0;
    for (;;) {
      const std::size_t comma = line.find(',');
      read_number(csv_trimmed(line.substr(0, comma)), number, ++found);
      if (comma == std::string_view::npos) return found;
      line.remove_prefix(comma + 1);
    }
  }

  void read_number(std::string_view text, std::size_t line, std::size_t column) {
    double number = 0.0;
    if (text.empty()) check::fail({file_, ", line ", line, ": number ", column, " is missing"});
    switch (read_decimal(text, number)) {
      case Decimal::kNumber:
        break;
      case Decimal::kTooLarge:
        check::fail(
            {file_, ", line ", line, ": \"", printable(text), "\" is too large for a double"});
      case Decimal::kNone:
        check::fail({file_, ", line ", line, ": \"", printable(text), "\" is not a number"});
    }
    if (memory_.size() / array_.item == kMostCsvNumbers) {
      check::fail({file_, ", line ", line, ": more than ", kMostCsvNumbers, " numbers"});
    }
    only_bits_ = only_bits_ && (text == "0" || text == "1");
    if (only_bits_ && array_.name == "mask") {
      bits_.push_back(text == "1" ? 1 : 0);
    }
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    for (unsigned shift = 0; shift < 64; shift += 8) {
      memory_.push_back(static_cast<unsigned char>(bits >> shift));
    }
  }

  const std::string& file_;
  HeadArray& array_;
  std::vector<unsigned char>& memory_;
  bool only_bits_ = true;
  std::vector<unsigned char> bits_;
};

void csv_tokens(const std::string& file, std::string_view text, HeadArray& array) {
  CsvLines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (lines.number() > std::size_t{kMostHeadTokens}) {
      check::fail({file, ", line ", lines.number(), ": more than ", kMostHeadTokens,
                   " tokens; take the first ones"});
    }
    array.texts.push_back(checked_text(array.name, line));
  }
  array.shape = {array.texts.size()};
}

// A mask that is one word.
bool csv_word(std::string_view text, HeadArray& array) {
  CsvLines lines(text);
  std::string_view line, other;
  if (!lines.next(line) || lines.next(other)) return false;
  line = csv_trimmed(line);
  double number = 0.0;
  if (line.find(',') != std::string_view::npos || read_decimal(line, number) != Decimal::kNone) {
    return false;
  }
  array.texts.push_back(checked_text(array.name, line));
  return true;
}

}  // namespace

HeadArray csv_array(const std::string& file, const std::string& name, Bytes bytes,
                    std::vector<unsigned char>& memory) {
  HeadArray array;
  array.name = name;
  array.type_name = "text";
  array.table = true;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data), bytes.size);
  if (name == "tokens" || (name == "mask" && csv_word(text, array))) {
    array.type = NumberType::kText;
    if (name == "tokens") csv_tokens(file, text, array);
    return array;
  }
  memory.clear();
  CsvTable(file, array, memory).read(text);
  return array;
}

}  // namespace attn::head_io
