#include "experiments/one-head/base64.hpp"

#include <array>

#include "attn/numerics/check.hpp"

namespace attn::experiments {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t there = bytes.size() - i < 3 ? bytes.size() - i : 3;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < there ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= there ? kLetters[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

std::vector<std::uint8_t> from_base64(const char* function, const char* argument,
                                      const char* wanted, const std::string& text) {
  static constexpr const char* kOther = "text of another kind";
  std::array<int, 256> values{};
  values.fill(-1);
  for (int i = 0; i < 64; ++i) values[static_cast<unsigned char>(kLetters[i])] = i;
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '=') --end;
  if (text.size() % 4 != 0 || text.size() - end > 2) {
    check::refuse(function, argument, kOther, wanted);
  }
  std::vector<std::uint8_t> out;
  out.reserve(end / 4 * 3 + 2);
  std::uint32_t group = 0;
  int bits = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const int value = values[static_cast<unsigned char>(text[i])];
    if (value < 0) check::refuse(function, argument, kOther, wanted);
    group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push_back(static_cast<std::uint8_t>(group >> bits & 255));
  }
  return out;
}

}  // namespace attn::experiments
