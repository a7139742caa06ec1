#include "kernels/pair_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/denoising/denoiser.hpp"
#include "kernels/exp2.hpp"

#define HWY_TARGET_INCLUDE "kernels/pair_sums.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/pair_query-inl.hpp"
#include "kernels/pair_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// A tile is small enough that floats lose little in its sums, which are then added up in double:
// for the columns of tiles in two passes, whose sums are of whole panels of rows, that is after
// more rows.
constexpr size_t kTileRowBlocks = kPoints < 64 ? 64 / kPoints : 1;
constexpr size_t kMoreRowBlocks = 256 / kPoints;
constexpr size_t kMostColumnBlocks = 16;
constexpr size_t kLeastColumnBlocks = HWY_MAX(size_t{4}, kTileRowBlocks);
constexpr size_t kTileBytes = 24576;  // columns and their sums, in the first-level cache
// Coordinates of pairs in a piece of work, of a few milliseconds; a weight counts as so many.
constexpr size_t kPiece = size_t{1} << 25;
constexpr size_t kOfWeight = 4;

size_t BlockLength() { return kPoints; }

// The most columns of a tile, in blocks.
size_t ColumnBlocks(size_t d) {
  const size_t fitting = kTileBytes / (2 * sizeof(float) * kPoints * d);
  return std::min(std::max(fitting, kLeastColumnBlocks), kMostColumnBlocks);
}

void MoveTo(double* HWY_RESTRICT totals, float* HWY_RESTRICT sums, size_t n) {
  for (size_t x = 0; x < n; ++x) {
    totals[x] += static_cast<double>(sums[x]);
    sums[x] = 0.0F;
  }
}

// Pulls from sums of weighted points, of which the point itself is taken, times the mass.
void TakeOwn(const float* points, size_t blocks, size_t d, double* totals) {
  for (size_t b = 0; b < blocks; ++b, totals += kPoints) {
    double* pulls = totals;
    for (totals += d * kPoints; pulls < totals; pulls += kPoints, points += kPoints) {
      for (size_t x = 0; x < kPoints; ++x) pulls[x] -= totals[x] * static_cast<double>(points[x]);
    }
  }
}

// Each pair once: some rows with themselves, then with all columns after them, which get their
// share at the same time. column_sums are zero, and totals before the first rows. From row block
// `first` to the one that is returned, after which a piece of work is done.
size_t SumPairs(const float* points, size_t blocks, size_t first, size_t d, float* row_sums,
                float* column_sums, double* totals) {
  const bool two = d >= kTwoPasses;
  const size_t most_rows = two ? kMoreRowBlocks : kTileRowBlocks;
  const size_t most_columns = ColumnBlocks(d);
  const auto point = [=](size_t block) { return points + block * kPoints * d; };
  const auto total = [=](size_t block) { return totals + block * kPoints * (d + 1); };
  // Rows [r, rows_end) with columns [c, end), which come after them.
  const auto both = [=](size_t r, size_t rows_end, size_t c, size_t end) {
    for (; c < end; c += most_columns) {
      const size_t columns = std::min(most_columns, end - c);
      (two ? SumWeighted : SumTile<true>)({point(r), rows_end - r, point(c), columns, d, row_sums,
                                           total(r), column_sums});
      MoveTo(total(c), column_sums, columns * kPoints * (d + 1));
    }
  };
  size_t r = first;
  for (size_t done = 0; r < blocks && done < kPiece; r += most_rows) {
    const size_t end = std::min(r + most_rows, blocks);
    done += (end - r) * kPoints * (blocks - r) * kPoints * (d + kOfWeight);
    for (size_t t = r; t < end; t += kTileRowBlocks) {
      const size_t rows = std::min(kTileRowBlocks, end - t);
      (two ? SumWeighted : SumTile<false>)({point(t), rows, point(t), rows, d, row_sums,
                                            two ? nullptr : total(t), column_sums});
      if (two) MoveTo(total(t), column_sums, rows * kPoints * (d + 1));
      both(t, t + rows, t + rows, end);
    }
    both(r, end, end, blocks);
  }
  if (two && r >= blocks) TakeOwn(points, blocks, d, totals);
  return std::min(r, blocks);
}

// The sums of every query over all points. totals and column_sums are zero. In two passes queries
// are the columns.
void SumQueries(const float* queries, size_t query_blocks, const float* points, size_t blocks,
                size_t d, float* row_sums, float* column_sums, double* totals) {
  const bool two = d >= kTwoPasses;
  const size_t rows_end = two ? blocks : query_blocks;
  const size_t columns_end = two ? query_blocks : blocks;
  const size_t most_columns = ColumnBlocks(d);
  for (size_t c = 0; c < columns_end; c += most_columns) {
    const size_t columns = std::min(most_columns, columns_end - c);
    for (size_t r = 0; r < rows_end; r += kTileRowBlocks) {
      (two ? SumWeighted
           : SumTile<false>)({(two ? points : queries) + r * kPoints * d,
                              std::min(kTileRowBlocks, rows_end - r),
                              (two ? queries : points) + c * kPoints * d, columns, d, row_sums,
                              two ? nullptr : totals + r * kPoints * (d + 1), column_sums});
      if (two) MoveTo(totals + c * kPoints * (d + 1), column_sums, columns * kPoints * (d + 1));
    }
  }
  if (two) TakeOwn(queries, query_blocks, d, totals);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(BlockLength);
HWY_EXPORT(ColumnBlocks);
HWY_EXPORT(SumPairs);
HWY_EXPORT(SumQueries);
HWY_EXPORT(MeanOfQuery);
}  // namespace

namespace kernels {
namespace {

// Below, points are in the blocks of pair_tiles-inl.hpp: number k of the x-th point of a block
// whose first point is i is at i count + k block + x, where each point has `count` numbers.

constexpr double kLog2E = 1.4426950408889634;

// Queries with less mass are computed anew: the weights that make it up are then of distances whose
// rounding counts. Errors of those that are kept are measured in test_denoiser_fast.cpp.
constexpr double kLeastMass = 1.0 / 64.0;

std::size_t whole_blocks(std::size_t n) {
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  return (n + block - 1) / block;
}

void start_range(const float* z, std::size_t d, PairBuffers& buffers) {
  buffers.least.assign(z, z + d);
  buffers.largest.assign(z, z + d);
}

void extend_range(const Points& z, PairBuffers& buffers) {
  for (std::size_t i = 0; i < z.count; ++i) {
    const float* from = z.row(i);
    for (std::size_t k = 0; k < z.dimensions; ++k) {
      buffers.least[k] = std::min(buffers.least[k], from[k]);
      buffers.largest[k] = std::max(buffers.largest[k], from[k]);
    }
  }
}

double extent(const PairBuffers& buffers) {
  double widest = 0.0;
  for (std::size_t k = 0; k < buffers.least.size(); ++k) {
    widest = std::max(
        widest, static_cast<double>(buffers.largest[k]) - static_cast<double>(buffers.least[k]));
  }
  return widest;
}

// What coordinate k is counted from: the number of its range that is nearest to 0. No digits of a
// float are then spent on where the cloud is.
double origin(const PairBuffers& buffers, std::size_t k) {
  const float inside = std::min(std::max(0.0F, buffers.least[k]), buffers.largest[k]);
  return static_cast<double>(inside);
}

// The factor to coordinates that makes weights 2^(-|z_j - z_i|^2), kept to where floats can have
// it. Beyond, nothing changes: all weights are 1 to 2^-28, or 0 for pairs that floats tell apart.
double scale_of(double beta, double widest, std::size_t d) {
  const double lowest = std::ldexp(1.0, -14) / (widest * std::sqrt(static_cast<double>(d)));
  const double highest = std::ldexp(1.0, 50) / widest;
  return std::min(std::max(std::sqrt(0.5 * kLog2E * beta), lowest), highest);
}

// points <- (z - origin) scale in blocks, each coordinate rounded once. What fills up the last
// block is too far from all that is within the range to count.
void arrange(const Points& z, double scale, const PairBuffers& buffers,
             std::vector<float>& points) {
  const std::size_t n = z.count;
  const std::size_t d = z.dimensions;
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  const auto away = static_cast<float>(2.0 * extent(buffers) * scale + 16.0);
  points.assign(whole_blocks(n) * block * d, away);
  for (std::size_t first = 0; first < n; first += block) {
    for (std::size_t k = 0; k < d; ++k) {
      const double from = origin(buffers, k);
      float* out = points.data() + first * d + k * block;
      for (std::size_t i = first; i < std::min(first + block, n); ++i) {
        out[i - first] = static_cast<float>((static_cast<double>(z.row(i)[k]) - from) * scale);
      }
    }
  }
}

// points <- z in blocks, as it is; copies of the last point fill up the last block.
void arrange_unscaled(const Points& z, std::vector<float>& points) {
  const std::size_t n = z.count;
  const std::size_t d = z.dimensions;
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  const std::size_t room = whole_blocks(n) * block;
  points.resize(room * d);
  for (std::size_t first = 0; first < room; first += block) {
    for (std::size_t k = 0; k < d; ++k) {
      float* out = points.data() + first * d + k * block;
      for (std::size_t x = 0; x < block; ++x) out[x] = z.row(std::min(first + x, n - 1))[k];
    }
  }
}

// For sums of `rows` blocks of points over `columns` blocks.
void make_room(std::size_t rows, std::size_t columns, std::size_t d, PairBuffers& buffers) {
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  const std::size_t tile = std::min(std::max(rows, columns), HWY_DYNAMIC_DISPATCH(ColumnBlocks)(d));
  buffers.row_sums.resize(block * (d + 1));
  buffers.column_sums.assign(tile * block * (d + 1), 0.0F);
  buffers.totals.assign(rows * block * (d + 1), 0.0);
}

// out <- points + share pull / mass, from the totals.
void add_pulls(const Points& points, double share, const PairBuffers& buffers,
               const MovedPoints& out) {
  const std::size_t m = points.count;
  const std::size_t d = points.dimensions;
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  for (std::size_t first = 0; first < m; first += block) {
    for (std::size_t i = first; i < std::min(first + block, m); ++i) {
      const double* totals = buffers.totals.data() + first * (d + 1) + (i - first);
      const double factor = share / totals[d * block];
      for (std::size_t k = 0; k < d; ++k) {
        const double from = static_cast<double>(points.row(i)[k]);
        out.row(i)[k] = static_cast<float>(from + factor * totals[k * block]);
      }
    }
  }
}

// Few points in very many dimensions: to fill up blocks would take a multiple of their memory.
bool too_few(std::size_t n, std::size_t d) { return n < 256 && d > 65536; }

using Stride = Eigen::OuterStride<>;

Matrix widened(const Points& z) {
  const Eigen::Map<const FloatMatrix, 0, Stride> map(z.data, static_cast<Index>(z.count),
                                                     static_cast<Index>(z.dimensions),
                                                     Stride(static_cast<Index>(z.stride)));
  return map.cast<double>();
}

void narrow(const Matrix& z, const MovedPoints& out) {
  Eigen::Map<FloatMatrix, 0, Stride>(out.data, z.rows(), z.cols(),
                                     Stride(static_cast<Index>(out.stride))) = z.cast<float>();
}

void copy(const Points& z, const MovedPoints& out) {
  if (out.data == z.data) return;
  for (std::size_t i = 0; i < z.count; ++i) std::copy_n(z.row(i), z.dimensions, out.row(i));
}

// The queries whose mass is too small, in buffers.lost.
void find_lost(std::size_t m, std::size_t d, PairBuffers& buffers) {
  const std::size_t block = HWY_DYNAMIC_DISPATCH(BlockLength)();
  const double least = kLeastMass * static_cast<double>(kExp2Scale);
  buffers.lost.clear();
  for (std::size_t i = 0; i < m; ++i) {
    const std::size_t first = i / block * block;
    const double mass = buffers.totals[first * (d + 1) + d * block + (i - first)];
    if (mass < least) buffers.lost.push_back(i);
  }
}

}  // namespace

std::size_t PairBuffers::bytes() const {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return of(least) + of(largest) + of(origin) + of(points) + of(queries) + of(row_sums) +
         of(column_sums) + of(totals) + of(lost) + of(distances) + of(mean) + of(weights);
}

bool stage1_pairs_piece(const Points& z, double beta, double eta, PairBuffers& buffers,
                        const MovedPoints& out) {
  const std::size_t d = z.dimensions;
  if (too_few(z.count, d)) {
    narrow(stage1_step(widened(z), beta, eta), out);
    return true;
  }
  const std::size_t blocks = whole_blocks(z.count);
  if (buffers.next == 0) {
    start_range(z.data, d, buffers);
    extend_range(z, buffers);
    const double widest = extent(buffers);
    if (widest == 0.0) {
      copy(z, out);
      return true;
    }
    buffers.scale = scale_of(beta, widest, d);
    arrange(z, buffers.scale, buffers, buffers.points);
    make_room(blocks, blocks, d, buffers);
  }
  buffers.next = HWY_DYNAMIC_DISPATCH(SumPairs)(buffers.points.data(), blocks, buffers.next, d,
                                                buffers.row_sums.data(), buffers.column_sums.data(),
                                                buffers.totals.data());
  if (buffers.next < blocks) return false;
  buffers.next = 0;
  add_pulls(z, eta / buffers.scale, buffers, out);
  return true;
}

void stage1_all_pairs(const Points& z, double beta, double eta, PairBuffers& buffers,
                      const MovedPoints& out) {
  buffers.next = 0;
  while (!stage1_pairs_piece(z, beta, eta, buffers, out)) {
  }
}

void stage2_all_pairs(const Points& queries, const Points& z, double beta, PairBuffers& buffers,
                      const MovedPoints& out) {
  const std::size_t d = z.dimensions;
  if (too_few(z.count, d)) return narrow(posterior_mean(widened(queries), widened(z), beta), out);
  start_range(z.data, d, buffers);
  extend_range(z, buffers);
  extend_range(queries, buffers);
  const double widest = extent(buffers);
  if (widest == 0.0) return copy(queries, out);
  const double scale = scale_of(beta, widest, d);
  arrange(z, scale, buffers, buffers.points);
  arrange(queries, scale, buffers, buffers.queries);
  const std::size_t blocks = whole_blocks(z.count);
  const std::size_t query_blocks = whole_blocks(queries.count);
  make_room(query_blocks, blocks, d, buffers);
  HWY_DYNAMIC_DISPATCH(SumQueries)
  (buffers.queries.data(), query_blocks, buffers.points.data(), blocks, d, buffers.row_sums.data(),
   buffers.column_sums.data(), buffers.totals.data());
  add_pulls(queries, 1.0 / scale, buffers, out);
  find_lost(queries.count, d, buffers);
  stage2_of_lost(queries, z, beta, buffers, out);
}

void stage2_of_lost(const Points& queries, const Points& z, double beta, PairBuffers& buffers,
                    const MovedPoints& out) {
  if (buffers.lost.empty()) return;
  const std::size_t d = z.dimensions;
  const std::size_t room = whole_blocks(z.count) * HWY_DYNAMIC_DISPATCH(BlockLength)();
  arrange_unscaled(z, buffers.points);
  buffers.distances.resize(room);
  buffers.weights.resize(room);
  buffers.mean.resize(d);
  for (const std::size_t i : buffers.lost) {
    HWY_DYNAMIC_DISPATCH(MeanOfQuery)
    (queries.row(i), buffers.points.data(), z.count, d, 0.5 * kLog2E * beta,
     buffers.distances.data(), buffers.weights.data(), buffers.mean.data());
    for (std::size_t k = 0; k < d; ++k) out.row(i)[k] = static_cast<float>(buffers.mean[k]);
  }
}

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
