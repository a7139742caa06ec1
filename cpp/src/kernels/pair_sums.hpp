// Stage 1 and Stage 2 summed over all pairs of points, in float with SIMD. Internal: the arguments
// have been checked. Points are rows; there is at least one, of at least one dimension.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/gauss_boxes.hpp"

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
  // Of a layer that is on its way: the next block of rows, 0 before it; what coordinates are
  // multiplied by.
  std::size_t next = 0;
  double scale = 0.0;

  /// Memory that they hold.
  std::size_t bytes() const;
};

/// A piece of one layer of Stage 1 applied to z, with the same z for all of its pieces. True with
/// the last, which alone writes out; out may be z itself.
bool stage1_pairs_piece(const Points& z, double beta, double eta, PairBuffers& buffers,
                        const MovedPoints& out);

/// All of its pieces, whatever layer was on its way.
void stage1_all_pairs(const Points& z, double beta, double eta, PairBuffers& buffers,
                      const MovedPoints& out);

/// out <- the posterior means of queries under the particles z; out is neither of them.
void stage2_all_pairs(const Points& queries, const Points& z, double beta, PairBuffers& buffers,
                      const MovedPoints& out);

/// The posterior means of the queries in buffers.lost alone, with distances in double, relative to
/// that of the nearest particle: as good as posterior_mean, however far away they are.
void stage2_of_lost(const Points& queries, const Points& z, double beta, PairBuffers& buffers,
                    const MovedPoints& out);

}  // namespace attn::kernels
