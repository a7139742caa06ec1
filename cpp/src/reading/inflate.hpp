// What a deflate stream unpacks to (RFC 1951). Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "reading/bytes.hpp"

namespace attn::head_io {

/// How it went.
enum class Inflated {
  kWhole,    ///< as many bytes as were announced
  kDamaged,  ///< no deflate stream, or bytes behind one
  kShorter,  ///< fewer bytes than were announced
  kLonger    ///< more
};

/// Unpacks `packed` to `size` bytes, which replace those of `out`. Takes no more memory than
/// deflate can make of as many bytes, whatever `size` says; `out` is of no use unless kWhole.
[[nodiscard]] Inflated inflate(Bytes packed, std::uint64_t size, std::vector<unsigned char>& out);

}  // namespace attn::head_io
