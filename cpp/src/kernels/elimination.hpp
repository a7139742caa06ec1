// Internal: see elimination-inl.hpp.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/attention.hpp"

namespace attn::kernels {

/// What an elimination works in.
struct EliminationBuffers {
  AlignedFloats slab, pivot_rows;
  std::vector<std::size_t> exchanged;

  std::size_t bytes() const {
    return slab.bytes() + pivot_rows.bytes() + exchanged.capacity() * sizeof(std::size_t);
  }
};

}  // namespace attn::kernels
