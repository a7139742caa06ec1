// Stage 1 and Stage 2 in single precision with SIMD: for clouds too large for the reference path.
//
// Sums over pairs of particles are taken in one of two ways. All pairs: O(n^2 d), any dimension.
// Fast Gauss transform: O(n) for a cloud of fixed extent, dimensions 1 and 2; its cost grows with
// (extent sqrt(beta))^d, not counting wide gaps, and its memory is at most about 150 bytes a point
// and 10 MB. Both stay within the same bound of the reference path.
//
// Points are rows (n x d): finite, entries at most kMaxFloatCoordinate in size. The last bits depend
// on the width of the machine's vectors: use the functions of denoiser.hpp where the same bits are
// wanted everywhere. All functions are pure; any thread.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// Largest size of a coordinate, so that squared distances stay finite in float.
inline constexpr double kMaxFloatCoordinate = 1e15;

/// How sums over pairs are taken.
enum class PairSum {
  automatic,  ///< the one that is estimated to be cheaper
  all_pairs,
  transform,  ///< d = 1 or 2; all pairs where it would take more memory than the header says
};

/// What `automatic` is for one layer of Stage 1 on these points: all_pairs or transform. Depends on
/// the build and the machine's vectors too. Arguments as in stage1_step_fast.
PairSum cheaper_pair_sum(const FloatMatrixRef& z, double beta);

/// One layer of Stage 1, as stage1_step, in float. (n x d) Source: seed 004, eq 1.
///
/// n, d >= 1, n d <= 2^28; beta > 0 and a normal float; 0 <= eta <= 1. Throws Error otherwise, also
/// where the transform is asked for and d > 2.
///
/// Within 1e-6 of stage1_step relative to the extent of the cloud (its largest coordinate range),
/// plus the rounding of coordinates to float; measured in tests/cpp/denoising/test_denoiser_fast.cpp over
/// clustered, uniform, equal and far-apart points. Memory O(n d).
FloatMatrix stage1_step_fast(const FloatMatrixRef& z, double beta, double eta,
                             PairSum how = PairSum::automatic);

/// Stage 2, as posterior_mean, in float. (m x d) Source: seed 004, eq 2.
///
/// queries (m x d) and z (n x d) as above; beta_c > 0 and a normal float. Throws Error otherwise.
/// Queries so far from every particle that float loses the weights are computed in double, exactly,
/// which takes O(n d) each.
/// The same bound; the extent is that of particles and queries together. Memory O((m + n) d).
FloatMatrix posterior_mean_fast(const FloatMatrixRef& queries, const FloatMatrixRef& z,
                                double beta_c, PairSum how = PairSum::automatic);

}  // namespace attn
