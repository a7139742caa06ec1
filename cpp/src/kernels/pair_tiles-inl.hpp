// Sums over the pairs of a few points, the rows, with a few others, the columns. Compiled once for
// each instruction set, as Highway's own headers.
//
// A pair has the weight 2^(-|z_j - z_i|^2), times kExp2Scale. Points come in blocks of kPoints:
// coordinate k of point x of a block is at k kPoints + x, so that a vector holds the same
// coordinate of neighbouring points. What is summed for each point comes in blocks of the same kind
// with one number more, the mass.
#if defined(ATTN_KERNELS_PAIR_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PAIR_TILES_INL_HPP
#undef ATTN_KERNELS_PAIR_TILES_INL_HPP
#else
#define ATTN_KERNELS_PAIR_TILES_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"
#include "kernels/tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kVectors = 4;
constexpr size_t kPoints = kVectors * kLanes;
// The weights of this many rows with a block stay in registers, of which there are 16, or 32 where
// vectors have 64 bytes. More rows are fewer loads and stores of the columns' sums.
constexpr size_t kRows = HWY_MAX_BYTES >= 64 ? 4 : 2;

constexpr size_t kFewCoordinates = 16;

struct PairTile {
  const float* rows;
  size_t row_blocks;
  const float* columns;
  size_t column_blocks;
  size_t d;
  float* row_sums;     // room for a block's
  double* row_totals;  // added to
  float* column_sums;  // added to; SumTile<false> has no use for them
};

using Weights = Floats[kRows][kVectors];

HWY_INLINE void SetZero(Weights& e) {
  for (auto& row : e) {
    for (Floats& one : row) one = hn::Zero(FloatTag());
  }
}

// Adds the squares of the differences in coordinates [first, end) to e.
HWY_INLINE void AddSquares(const float* HWY_RESTRICT row, const float* HWY_RESTRICT columns,
                           size_t first, size_t end, Weights& e) {
  const FloatTag df;
  for (size_t k = first; k < end; ++k) {
    Floats z[kRows];
    for (size_t r = 0; r < kRows; ++r) z[r] = hn::Set(df, row[k * kPoints + r]);
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats column = hn::LoadU(df, columns + k * kPoints + v * kLanes);
      for (size_t r = 0; r < kRows; ++r) {
        const Floats u = hn::Sub(column, z[r]);
        e[r][v] = hn::MulAdd(u, u, e[r][v]);
      }
    }
  }
}

// The same for the coordinates from `first` on, some at a time and with what rounding loses between
// those, so that a distance is as good in any dimension as it is in kFewCoordinates.
HWY_INLINE void AddMoreSquares(const float* HWY_RESTRICT row, const float* HWY_RESTRICT columns,
                               size_t first, size_t d, Weights& e) {
  Weights lost;
  SetZero(lost);
  for (size_t k = first; k < d; k += kFewCoordinates) {
    Weights part;
    SetZero(part);
    AddSquares(row, columns, k, d - k < kFewCoordinates ? d : k + kFewCoordinates, part);
    for (size_t r = 0; r < kRows; ++r) {
      for (size_t v = 0; v < kVectors; ++v) {
        const Floats sum = hn::Add(e[r][v], part[r][v]);
        lost[r][v] = hn::Add(lost[r][v], hn::Sub(part[r][v], hn::Sub(sum, e[r][v])));
        e[r][v] = sum;
      }
    }
  }
  for (size_t r = 0; r < kRows; ++r) {
    for (size_t v = 0; v < kVectors; ++v) e[r][v] = hn::Add(e[r][v], lost[r][v]);
  }
}

// The weights of kRows rows with a block of columns. row: the first row's first coordinate.
HWY_INLINE void FindWeights(const Weight<FloatTag>& weight, const float* row, const float* columns,
                            size_t d, Weights& e) {
  SetZero(e);
  AddSquares(row, columns, 0, d < kFewCoordinates ? d : kFewCoordinates, e);
  if (d > kFewCoordinates) AddMoreSquares(row, columns, kFewCoordinates, d, e);
  for (auto& of_row : e) {
    for (Floats& one : of_row) one = weight(one);
  }
}

HWY_INLINE void AddTo(float* sum, Floats terms) {
  const FloatTag df;
  hn::StoreU(hn::Add(hn::LoadU(df, sum), terms), df, sum);
}

// Adds sum_j e_ij (z_j - z_i) and sum_j e_ij to the rows' sums and, with kBoth, the same with i and
// j exchanged to the columns'. Sums of few terms are added to longer ones: floats then lose less.
template <bool kBoth>
HWY_INLINE void AddPulls(const Weights& e, const float* HWY_RESTRICT row,
                         const float* HWY_RESTRICT columns, size_t d, float* HWY_RESTRICT row_sums,
                         float* HWY_RESTRICT column_sums) {
  const FloatTag df;
  for (size_t k = 0; k < d; ++k) {
    Floats z[kRows], row_sum[kRows];
    for (size_t r = 0; r < kRows; ++r) z[r] = hn::Set(df, row[k * kPoints + r]);
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats column = hn::LoadU(df, columns + k * kPoints + v * kLanes);
      Floats column_sum = hn::Zero(df);
      for (size_t r = 0; r < kRows; ++r) {
        const Floats u = hn::Sub(column, z[r]);
        row_sum[r] = v == 0 ? hn::Mul(e[r][v], u) : hn::MulAdd(e[r][v], u, row_sum[r]);
        if (kBoth) column_sum = r == 0 ? hn::Mul(e[r][v], u) : hn::MulAdd(e[r][v], u, column_sum);
      }
      if (kBoth) {
        float* sum = column_sums + k * kPoints + v * kLanes;
        hn::StoreU(hn::Sub(hn::LoadU(df, sum), column_sum), df, sum);
      }
    }
    for (size_t r = 0; r < kRows; ++r) AddTo(row_sums + (k * kRows + r) * kLanes, row_sum[r]);
  }
  for (size_t r = 0; r < kRows; ++r) {
    const Floats mass = hn::Add(hn::Add(e[r][0], e[r][1]), hn::Add(e[r][2], e[r][3]));
    AddTo(row_sums + (d * kRows + r) * kLanes, mass);
  }
  if (!kBoth) return;
  for (size_t v = 0; v < kVectors; ++v) {
    Floats mass = hn::Add(e[0][v], e[1][v]);
    for (size_t r = 2; r < kRows; ++r) mass = hn::Add(mass, e[r][v]);
    AddTo(column_sums + d * kPoints + v * kLanes, mass);
  }
}

// A function of its own that is called often: WebAssembly engines exchange their first, slow code
// for fast code at the next call, not in the middle of a loop.
template <bool kBoth>
HWY_NOINLINE void SumTile(const PairTile& tile) {
  const FloatTag df;
  const Weight<FloatTag> weight(df);
  const size_t d = tile.d;
  for (size_t i = 0; i < tile.row_blocks * kPoints; i += kRows) {
    const float* row = tile.rows + i / kPoints * kPoints * d + i % kPoints;
    for (size_t k = 0; k < kRows * (d + 1); ++k) {
      hn::StoreU(hn::Zero(df), df, tile.row_sums + k * kLanes);
    }
    for (size_t b = 0; b < tile.column_blocks; ++b) {
      const float* columns = tile.columns + b * kPoints * d;
      Weights e;
      FindWeights(weight, row, columns, d, e);
      AddPulls<kBoth>(e, row, columns, d, tile.row_sums,
                      kBoth ? tile.column_sums + b * kPoints * (d + 1) : nullptr);
    }
    double* totals = tile.row_totals + i / kPoints * kPoints * (d + 1) + i % kPoints;
    for (size_t k = 0; k <= d; ++k) {
      for (size_t r = 0; r < kRows; ++r) {
        const Floats sum = hn::LoadU(df, tile.row_sums + (k * kRows + r) * kLanes);
        totals[k * kPoints + r] += static_cast<double>(hn::GetLane(hn::SumOfLanes(df, sum)));
      }
    }
  }
}

// ---- In two passes

// From so many dimensions on a tile takes two passes: weights go to memory, then sums of weighted
// points are products of matrices, without a difference for each pair and with fewer loads. A pull
// that is much shorter than its point is far from the origin has fewer digits so, but the point
// that is moved, a float, has no room for them.
constexpr size_t kTwoPasses = 8;

// sums (rows x kPanel) += points (rows x kPanel) weights (kPanel x kPanel), kMost rows or fewer.
template <size_t kMost = kTileRows>
HWY_INLINE void AddRows(size_t rows, Left points, const float* HWY_RESTRICT weights,
                        float* HWY_RESTRICT sums, size_t stride) {
  if constexpr (kMost > 1) {
    if (rows < kMost) return AddRows<kMost - 1>(rows, points, weights, sums, stride);
  }
  Floats tile[kMost][kMostVectors];
  BeginTile(nullptr, 0, tile);
  AddTile<true, false>(points.numbers, points.stride, weights, kPanel, tile);
  for (size_t r = 0; r < kMost; ++r) {
    for (size_t v = 0; v < kMostVectors; ++v) AddTo(sums + r * stride + v * kLanes, tile[r][v]);
  }
}

// Adds sum_i e_ij z_i and sum_i e_ij, of kPanel points i of a block, to the sums of kPanel points
// j. Tiles are as equal in height as can be.
inline HWY_NOINLINE void AddWeighted(const float* z, const float* HWY_RESTRICT weights, size_t d,
                                     float* HWY_RESTRICT sums, size_t stride) {
  const FloatTag df;
  size_t k = 0;
  for (size_t tiles = (d + kTileRows - 1) / kTileRows; tiles > 0; --tiles) {
    const size_t rows = (d - k + tiles - 1) / tiles;
    AddRows(rows, {z + k * kPoints, kPoints}, weights, sums + k * stride, stride);
    k += rows;
  }
  for (size_t v = 0; v < kPanel; v += kLanes) {
    Floats mass = hn::Zero(df);
    for (const float* e = weights + v; e < weights + kPanel * kPanel; e += 4 * kPanel) {
      const Floats two = hn::Add(hn::LoadU(df, e), hn::LoadU(df, e + kPanel));
      const Floats more = hn::Add(hn::LoadU(df, e + 2 * kPanel), hn::LoadU(df, e + 3 * kPanel));
      mass = hn::Add(mass, hn::Add(two, more));
    }
    AddTo(sums + d * stride + v, mass);
  }
}

// What SumTile sums, with z_j in place of z_j - z_i: for the columns, and for the rows where they
// have totals.
inline HWY_NOINLINE void SumWeighted(const PairTile& tile) {
  const FloatTag df;
  const Weight<FloatTag> weight(df);
  const size_t d = tile.d;
  const bool both = tile.row_totals != nullptr;
  HWY_ALIGN float weights[kPanel * kPoints];  // in panels of kPanel columns
  HWY_ALIGN float turned[kPanel * kPoints];
  for (size_t i = 0; i < tile.row_blocks * kPoints; i += kPanel) {
    const float* rows = tile.rows + i / kPoints * kPoints * d + i % kPoints;
    if (both) std::fill_n(tile.row_sums, kPanel * (d + 1), 0.0F);
    for (size_t b = 0; b < tile.column_blocks; ++b) {
      const float* columns = tile.columns + b * kPoints * d;
      for (size_t r = 0; r < kPanel; r += kRows) {
        Weights e;
        FindWeights(weight, rows + r, columns, d, e);
        for (size_t v = 0; v < kVectors; ++v) {
          float* panel = weights + v / kMostVectors * kMostVectors * kLanes * kPanel;
          for (size_t x = 0; x < kRows; ++x) {
            hn::StoreU(e[x][v], df, panel + (r + x) * kPanel + v % kMostVectors * kLanes);
          }
        }
      }
      for (size_t j = 0; j < kPoints; j += kPanel) {
        const float* panel = weights + j * kPanel;
        AddWeighted(rows, panel, d, tile.column_sums + b * kPoints * (d + 1) + j, kPoints);
        if (!both) continue;
        Turn(panel, kPanel, kPanel, kPanel, 1.0F, turned + j * kPanel, kPanel);
      }
      for (size_t j = 0; both && j < kPoints; j += kPanel) {
        AddWeighted(columns + j, turned + j * kPanel, d, tile.row_sums, kPanel);
      }
    }
    if (!both) continue;
    double* totals = tile.row_totals + i / kPoints * kPoints * (d + 1) + i % kPoints;
    for (size_t k = 0; k <= d; ++k) {
      for (size_t r = 0; r < kPanel; ++r) {
        totals[k * kPoints + r] += static_cast<double>(tile.row_sums[k * kPanel + r]);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
