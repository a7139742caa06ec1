// Sums over the pairs of a few points, the rows, with a few others, the columns. Compiled once for
// each instruction set, as Highway's own headers.
//
// A pair has the weight 2^(-|z_j - z_i|^2), times kExp2Scale. Points come in blocks of kBlock:
// coordinate k of point x of a block is at k kBlock + x, so that a vector holds the same coordinate
// of neighbouring points. What is summed for each point comes in blocks of the same kind with one
// number more, the mass.
#if defined(ATTN_KERNELS_PAIR_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PAIR_TILES_INL_HPP
#undef ATTN_KERNELS_PAIR_TILES_INL_HPP
#else
#define ATTN_KERNELS_PAIR_TILES_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/exp2-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kVectors = 4;
constexpr size_t kBlock = kVectors * kLanes;
// The weights of this many rows with a block stay in registers, of which there are 16, or 32 where
// vectors have 64 bytes. More rows are fewer loads and stores of the columns' sums.
constexpr size_t kRows = HWY_MAX_BYTES >= 64 ? 4 : 2;

constexpr size_t kFewCoordinates = 16;

struct Tile {
  const float* rows;
  size_t row_blocks;
  const float* columns;
  size_t column_blocks;
  size_t d;
  float* row_sums;     // room for kRows (d + 1) vectors
  double* row_totals;  // added to
  float* column_sums;  // added to, with kBoth
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
    for (size_t r = 0; r < kRows; ++r) z[r] = hn::Set(df, row[k * kBlock + r]);
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats column = hn::LoadU(df, columns + k * kBlock + v * kLanes);
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
    for (size_t r = 0; r < kRows; ++r) z[r] = hn::Set(df, row[k * kBlock + r]);
    for (size_t v = 0; v < kVectors; ++v) {
      const Floats column = hn::LoadU(df, columns + k * kBlock + v * kLanes);
      Floats column_sum = hn::Zero(df);
      for (size_t r = 0; r < kRows; ++r) {
        const Floats u = hn::Sub(column, z[r]);
        row_sum[r] = v == 0 ? hn::Mul(e[r][v], u) : hn::MulAdd(e[r][v], u, row_sum[r]);
        if (kBoth) column_sum = r == 0 ? hn::Mul(e[r][v], u) : hn::MulAdd(e[r][v], u, column_sum);
      }
      if (kBoth) {
        float* sum = column_sums + k * kBlock + v * kLanes;
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
    AddTo(column_sums + d * kBlock + v * kLanes, mass);
  }
}

// A function of its own that is called often: WebAssembly engines exchange their first, slow code
// for fast code at the next call, not in the middle of a loop.
template <bool kBoth>
HWY_NOINLINE void SumTile(const Tile& tile) {
  const FloatTag df;
  const Weight<FloatTag> weight(df);
  const size_t d = tile.d;
  for (size_t i = 0; i < tile.row_blocks * kBlock; i += kRows) {
    const float* row = tile.rows + i / kBlock * kBlock * d + i % kBlock;
    for (size_t k = 0; k < kRows * (d + 1); ++k) {
      hn::StoreU(hn::Zero(df), df, tile.row_sums + k * kLanes);
    }
    for (size_t b = 0; b < tile.column_blocks; ++b) {
      const float* columns = tile.columns + b * kBlock * d;
      Weights e;
      FindWeights(weight, row, columns, d, e);
      AddPulls<kBoth>(e, row, columns, d, tile.row_sums,
                      kBoth ? tile.column_sums + b * kBlock * (d + 1) : nullptr);
    }
    double* totals = tile.row_totals + i / kBlock * kBlock * (d + 1) + i % kBlock;
    for (size_t k = 0; k <= d; ++k) {
      for (size_t r = 0; r < kRows; ++r) {
        const Floats sum = hn::LoadU(df, tile.row_sums + (k * kRows + r) * kLanes);
        totals[k * kBlock + r] += static_cast<double>(hn::GetLane(hn::SumOfLanes(df, sum)));
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
