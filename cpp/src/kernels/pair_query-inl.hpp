// The posterior mean of one query whose weights are lost in float: with distances in double,
// relative to that of the nearest point. Points as in pair_tiles-inl.hpp, but neither moved nor
// scaled; what fills up the last block are copies of the last point. Compiled once for each
// instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_PAIR_QUERY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PAIR_QUERY_INL_HPP
#undef ATTN_KERNELS_PAIR_QUERY_INL_HPP
#else
#define ATTN_KERNELS_PAIR_QUERY_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstring>
#include <limits>

#include "kernels/exp2-inl.hpp"
#include "kernels/pair_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE const float* PointAt(const float* points, size_t i, size_t d) {
  return points + i / kPoints * kPoints * d + i % kPoints;
}

// The point with the least distance to the query, as floats see it.
inline size_t NearestPoint(const float* query, const float* points, size_t n, size_t d) {
  const FloatTag df;
  const hn::RebindToSigned<FloatTag> di;
  Floats least[kVectors];
  hn::Vec<decltype(di)> where[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    least[v] = hn::Set(df, std::numeric_limits<float>::max());
    where[v] = hn::Zero(di);
  }
  const size_t blocks = (n + kPoints - 1) / kPoints;
  for (size_t b = 0; b < blocks; ++b) {
    Floats sums[kVectors];
    for (Floats& sum : sums) sum = hn::Zero(df);
    for (size_t k = 0; k < d; ++k) {
      const Floats q = hn::Set(df, query[k]);
      for (size_t v = 0; v < kVectors; ++v) {
        const Floats u = hn::Sub(hn::LoadU(df, points + (b * d + k) * kPoints + v * kLanes), q);
        sums[v] = hn::MulAdd(u, u, sums[v]);
      }
    }
    const auto block = hn::Set(di, static_cast<int32_t>(b));
    for (size_t v = 0; v < kVectors; ++v) {
      const auto nearer = hn::Lt(sums[v], least[v]);
      least[v] = hn::IfThenElse(nearer, sums[v], least[v]);
      where[v] = hn::IfThenElse(hn::RebindMask(di, nearer), block, where[v]);
    }
  }
  float distances[kPoints];
  int32_t found[kPoints];
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(least[v], df, distances + v * kLanes);
    hn::StoreU(where[v], di, found + v * kLanes);
  }
  size_t x = 0;
  for (size_t y = 1; y < kPoints; ++y) x = distances[y] < distances[x] ? y : x;
  const size_t nearest = static_cast<size_t>(found[x]) * kPoints + x;
  return nearest < n ? nearest : n - 1;
}

constexpr size_t kDoubleLanes = kLanes > 1 ? kLanes / 2 : 1;
constexpr size_t kParts = kPoints / kDoubleLanes;
using Doubles = double __attribute__((vector_size(kDoubleLanes * sizeof(double))));
using HalfFloats = float __attribute__((vector_size(kDoubleLanes * sizeof(float))));

// |q - z_j|^2 - |q - z_n|^2 = sum_k (z_jk - z_nk) (z_jk + z_nk - 2 q_k), which keeps its digits
// however far away q is; infinite for what only fills up the last block. Returns the least. Plain
// loops over a block, which compilers turn into vectors of doubles: Highway has none in wasm.
inline double CompareDistances(const float* HWY_RESTRICT query, const float* HWY_RESTRICT points,
                               size_t n, size_t d, size_t nth, double* HWY_RESTRICT distances) {
  const float* HWY_RESTRICT reference = PointAt(points, nth, d);
  double least[kPoints] = {};
  for (size_t b = 0; b * kPoints < n; ++b) {
    Doubles parts[kParts] = {};
    for (size_t k = 0; k < d; ++k) {
      const float* HWY_RESTRICT z = points + (b * d + k) * kPoints;
      const auto z_n = static_cast<double>(reference[k * kPoints]);
      const double rest = z_n - 2.0 * static_cast<double>(query[k]);
      for (size_t p = 0; p < kParts; ++p) {
        HalfFloats z_f;
        std::memcpy(&z_f, z + p * kPoints / kParts, sizeof z_f);
        const auto z_j = __builtin_convertvector(z_f, Doubles);
        parts[p] += (z_j - z_n) * (z_j + rest);
      }
    }
    double sums[kPoints];
    std::memcpy(sums, parts, sizeof sums);
    for (size_t x = n < (b + 1) * kPoints ? n - b * kPoints : kPoints; x < kPoints; ++x) {
      sums[x] = std::numeric_limits<double>::infinity();
    }
    for (size_t x = 0; x < kPoints; ++x) {
      distances[b * kPoints + x] = sums[x];
      least[x] = sums[x] < least[x] ? sums[x] : least[x];
    }
  }
  double least_of_all = 0.0;
  for (const double l : least) least_of_all = l < least_of_all ? l : least_of_all;
  return least_of_all;
}

// weights[j] <- kExp2Scale 2^(-sharpness (distances[j] - least)); returns their sum.
HWY_INLINE double LostWeights(const double* distances, size_t blocks, double least,
                              double sharpness, float* weights) {
  const FloatTag df;
  const Weight<FloatTag> weight(df);
  double mass = 0.0;
  for (size_t b = 0; b < blocks; ++b) {
    float* e = weights + b * kPoints;
    for (size_t x = 0; x < kPoints; ++x) {
      const double t = sharpness * (distances[b * kPoints + x] - least);
      e[x] = static_cast<float>(t < 126.0 ? t : 126.0);
    }
    Floats sum = hn::Zero(df);
    for (size_t x = 0; x < kPoints; x += kLanes) {
      const Floats w = weight(hn::LoadU(df, e + x));
      hn::StoreU(w, df, e + x);
      sum = hn::Add(sum, w);
    }
    mass += static_cast<double>(hn::GetLane(hn::SumOfLanes(df, sum)));
  }
  return mass;
}

// sum_j e_j (z_jk - z_nk) for one k. z: coordinate k of the first point.
HWY_INLINE double LostPull(const float* weights, const float* z, size_t blocks, size_t d,
                           float z_n) {
  const FloatTag df;
  double pull = 0.0;
  for (size_t b = 0; b < blocks; ++b) {
    Floats sum = hn::Zero(df);
    for (size_t x = 0; x < kPoints; x += kLanes) {
      const Floats u = hn::Sub(hn::LoadU(df, z + b * d * kPoints + x), hn::Set(df, z_n));
      sum = hn::MulAdd(hn::LoadU(df, weights + b * kPoints + x), u, sum);
    }
    pull += static_cast<double>(hn::GetLane(hn::SumOfLanes(df, sum)));
  }
  return pull;
}

// mean (d) <- the posterior mean of a query. distances and weights: room for all blocks.
inline void MeanOfQuery(const float* query, const float* points, size_t n, size_t d,
                        double sharpness, double* distances, float* weights, double* mean) {
  const size_t blocks = (n + kPoints - 1) / kPoints;
  const size_t near = NearestPoint(query, points, n, d);
  const double least = CompareDistances(query, points, n, d, near, distances);
  const double mass = LostWeights(distances, blocks, least, sharpness, weights);
  for (size_t k = 0; k < d; ++k) {
    const float z_n = PointAt(points, near, d)[k * kPoints];
    const double pull = LostPull(weights, points + k * kPoints, blocks, d, z_n);
    mean[k] = static_cast<double>(z_n) + pull / mass;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
