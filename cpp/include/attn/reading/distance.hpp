// Whether a head compares by distance and cleans what it reads, as the denoiser of seed 004 does,
// whose scores are -beta |q - k|^2 / 2 and whose step is towards what is averaged. All functions
// are pure; any thread may call them; the same bits on every platform.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// What distance_share finds.
struct DistanceShare {
  double slope;  ///< of the scores over -scale |q - k|^2 / 2, 1 where keys have one length
  double share;  ///< of the scores' squares that this line explains, from 0 to 1
};

/// How far scores scale q k follow from distance: s = -scale |q - k|^2 / 2 + scale |q|^2 / 2 +
/// scale |k|^2 / 2, and the third term is no distance. Within rows, each centred over the keys that
/// it may see. Of queries q (n x d_k), keys k (m x d_k), finite; `mask` (n x m) hides a key by
/// -Infinity, empty: none. 0 and 0 where either is level. Throws Error otherwise, and for what is
/// too large for a double. Source: seed 004, eq 1; seed 001, eq 18.
[[nodiscard]] DistanceShare distance_share(const MatrixRef& q, const MatrixRef& k,
                                           const MatrixRef& mask, double scale);

/// What is left of the squared error |noisy - clean|^2, from 0 to 1, after the best step from noisy
/// towards target: of noisy + eta (target - noisy), eta >= 0, one eta for all tokens. 1 where no
/// step towards the target comes nearer. All (n x d), finite, noisy other than clean. Throws Error
/// otherwise. Source: seed 004, eq 1.
[[nodiscard]] double best_step_left(const MatrixRef& noisy, const MatrixRef& clean,
                                    const MatrixRef& target);

}  // namespace attn
