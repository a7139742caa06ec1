// Stage 1 and Stage 2 in single precision with SIMD: for clouds too large for the reference path.
//
// Sums over pairs of particles are taken in one of two ways. All pairs: O(n^2 d), any dimension.
// Fast Gauss transform: O(n) for a cloud of fixed extent, dimensions 1 and 2; its cost grows with
// (extent sqrt(beta))^d, not counting wide gaps, and its memory is at most about 150 bytes a point
// and 10 MB. Both stay within the same bound of the reference path.
//
// Points are rows (n x d): finite, entries at most kMaxFloatCoordinate in size. The last bits
// depend on the width of the machine's vectors: use the functions of denoiser.hpp where the same
// bits are wanted everywhere. All functions are pure; any thread.
#pragma once

#include <cstddef>
#include <memory>

#include "attn/numerics/types.hpp"

namespace attn {

/// Largest size of a coordinate, so that squared distances stay finite in float.
inline constexpr double kMaxFloatCoordinate = 1e15;

/// How sums over pairs are taken.
enum class PairSum {
  kAutomatic,  ///< the one that is estimated to be cheaper
  kAllPairs,   ///< O(n^2 d), for any d
  kTransform,  ///< d = 1 or 2; all pairs where it would take more memory than the header says
};

/// What the functions below work in. One that is used again and again takes memory only when sizes
/// grow. Not shared between threads without a lock.
class DenoiserWorkspace {
 public:
  DenoiserWorkspace();
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  DenoiserWorkspace(DenoiserWorkspace&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  DenoiserWorkspace& operator=(DenoiserWorkspace&& other) noexcept;
  ~DenoiserWorkspace();

  /// Its memory in bytes.
  [[nodiscard]] std::size_t bytes() const;

  /// What the memory is made of; not for callers.
  struct Work;
  /// For the functions of this header alone.
  Work& work() { return *work_; }

 private:
  std::unique_ptr<Work> work_;
};

/// What `kAutomatic` is for one layer of Stage 1 on these points: kAllPairs or kTransform. Depends
/// on the build and the machine's vectors too. Arguments as in stage1_step_fast.
[[nodiscard]] PairSum cheaper_pair_sum(const FloatMatrixRef& z, double beta);

/// One layer of Stage 1, as stage1_step, in float. (n x d) Source: seed 004, eq 1.
///
/// n, d >= 1, n d <= 2^28; beta > 0 and a normal float; 0 <= eta <= 1. Throws Error otherwise, also
/// where the transform is asked for and d > 2.
///
/// Within 1e-6 of stage1_step relative to the extent of the cloud (its largest coordinate range),
/// plus the rounding of coordinates to float; measured in
/// tests/cpp/denoising/test_denoiser_fast.cpp over clustered, uniform, equal and far-apart points.
/// By all pairs in fewer than 8 dimensions, some points that are equal to one another and far from
/// all others stay where they are; in more they move within that bound. Memory O(n d).
[[nodiscard]] FloatMatrix stage1_step_fast(const FloatMatrixRef& z, double beta, double eta,
                                           PairSum how = PairSum::kAutomatic);

/// One layer of Stage 1 from and to the caller's memory: for points that lie in larger buffers, and
/// for loops, since nothing is allocated once the workspace has met the size (n >= 256 where d >
/// 65536). out (n x d) may be z itself, else the two must not overlap. Else as the function above;
/// out is untouched when this throws.
void stage1_step_fast(const FloatView& z, double beta, double eta, PairSum how,
                      DenoiserWorkspace& workspace, const FloatSpan& out);

/// Stage 2, as posterior_mean, in float. (m x d) Source: seed 004, eq 2.
///
/// queries (m x d) and z (n x d) as in stage1_step_fast; beta_c > 0 and a normal float. Throws
/// Error otherwise. Queries so far from every particle that float loses the weights are computed in
/// double, exactly, which takes O(n d) each. Within the bound of stage1_step_fast, where the extent
/// is that of particles and queries together. Memory O((m + n) d).
[[nodiscard]] FloatMatrix posterior_mean_fast(const FloatMatrixRef& queries,
                                              const FloatMatrixRef& z, double beta_c,
                                              PairSum how = PairSum::kAutomatic);

/// Posterior means from and to the caller's memory, with the conditions of stage1_step_fast for
/// that: out (m x d) must overlap neither queries nor z.
void posterior_mean_fast(const FloatView& queries, const FloatView& z, double beta_c, PairSum how,
                         DenoiserWorkspace& workspace, const FloatSpan& out);

}  // namespace attn
