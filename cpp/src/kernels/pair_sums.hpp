// Stage 1 and Stage 2 summed over all pairs of points, in float with SIMD. Internal: the arguments
// have been checked. Points are rows, row-major; d, n, m >= 1.
#pragma once

#include <cstddef>
#include <vector>

namespace attn::kernels {

/// What the functions below work in: made once and used for every layer, it is allocated once.
struct PairBuffers {
  std::vector<float> least, largest, origin;  // by coordinate
  std::vector<float> points, queries;         // in blocks, see pair_tiles-inl.hpp
  std::vector<float> row_sums, column_sums;   // of one tile
  std::vector<double> totals;                 // in blocks
  std::vector<std::size_t> lost;              // queries whose weights floats have lost
  std::vector<double> distances, mean;        // of one of those
  std::vector<float> weights;                 // of it

  /// Memory that they hold.
  std::size_t bytes() const;
};

/// out (n x d) <- one layer of Stage 1 applied to z (n x d); out may be z itself.
void stage1_all_pairs(const float* z, std::size_t n, std::size_t d, double beta, double eta,
                      PairBuffers& buffers, float* out);

/// out (m x d) <- the posterior means of queries (m x d) under the particles z (n x d); out is
/// neither of them.
void stage2_all_pairs(const float* queries, std::size_t m, const float* z, std::size_t n,
                      std::size_t d, double beta, PairBuffers& buffers, float* out);

/// The same for the queries in buffers.lost alone, with distances in double, relative to that of
/// the nearest particle: as good as posterior_mean, however far away they are.
void stage2_of_lost(const float* queries, const float* z, std::size_t n, std::size_t d, double beta,
                    PairBuffers& buffers, float* out);

}  // namespace attn::kernels
