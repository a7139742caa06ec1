#include "experiments/arrays.hpp"

#include <cstring>

namespace attn::experiments {
namespace {

class Fnv {
 public:
  void bytes(const void* data, std::size_t size) { value_ = hash_bytes(data, size, value_); }
  // Byte by byte from the low end, so that the hash does not depend on the machine's byte order.
  void word(std::uint64_t w) {
    for (int i = 0; i < 8; ++i) {
      const auto byte = static_cast<unsigned char>(w >> (8 * i));
      bytes(&byte, 1);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = hash_bytes(nullptr, 0);
};

}  // namespace

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t from) {
  const auto* p = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) from = (from ^ p[i]) * 0x100000001b3ULL;
  return from;
}

std::uint64_t hash(const Arrays& arrays) {
  Fnv fnv;
  for (const auto& [name, array] : arrays) {
    fnv.bytes(name.data(), name.size());
    for (const Index n : array.shape) fnv.word(static_cast<std::uint64_t>(n));
    for (const double x : array.data) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &x, sizeof bits);
      fnv.word(x != x ? 0x7ff8000000000000ULL : bits);
    }
  }
  return fnv.value();
}

std::string hash_text(const Arrays& arrays) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const std::uint64_t value = hash(arrays);
  std::string text(16, '0');
  for (int i = 0; i < 16; ++i)
    text[static_cast<std::size_t>(15 - i)] = kDigits[(value >> (4 * i)) & 15];
  return text;
}

}  // namespace attn::experiments
