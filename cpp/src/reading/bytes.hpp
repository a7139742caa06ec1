// Bytes of a head file where they lie, and the whole numbers among them. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn::head_io {

/// Most bytes of all files together, and of all that is unpacked.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26U;
/// Most bytes of a header.
inline constexpr std::uint64_t kMostHeader = std::uint64_t{1} << 20U;
/// Most arrays of a head file.
inline constexpr std::uint64_t kMostArrays = 32;

/// Bytes of others, to be read.
struct Bytes {
  const unsigned char* data = nullptr;  ///< the first
  std::size_t size = 0;                 ///< how many
};

/// `size` of the bytes from `from` on. Precondition: they are there.
inline Bytes part(Bytes whole, std::size_t from, std::size_t size) {
  return {whole.data + from, size};
}

/// The whole number of `size` <= 8 bytes at `at`, which are there.
inline std::uint64_t whole_at(const unsigned char* at, std::size_t size, bool big_endian = false) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < size; ++i) {
    out = (out << 8U) | at[big_endian ? i : size - 1 - i];
  }
  return out;
}

}  // namespace attn::head_io
