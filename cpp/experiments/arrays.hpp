// Named arrays of numbers: what a frame is made of, and what reference cases hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::experiments {

/// Row-major. An empty shape is a scalar.
struct Array {
  std::vector<Index> shape;
  std::vector<double> data;
};

using Arrays = std::map<std::string, Array>;

/// FNV-1a over bytes; going on from the hash of those before them, where that is given.
std::uint64_t hash_bytes(const void* data, std::size_t size,
                         std::uint64_t from = 0xcbf29ce484222325ULL);

/// FNV-1a over names, shapes and the bits of every number; every NaN counts as the same one. Equal
/// hashes on two platforms: equal bits.
std::uint64_t hash(const Arrays& arrays);

/// The hash as 16 hexadecimal digits.
std::string hash_text(const Arrays& arrays);

}  // namespace attn::experiments
