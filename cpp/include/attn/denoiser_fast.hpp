// The all-pairs step of Stage 1 in single precision with SIMD: for clouds too large for the
// reference path.
#pragma once

#include <vector>

#include "attn/types.hpp"

namespace attn {

/// One layer of Stage 1, as stage1_step, in float. Source: seed 004, eq 1.
///
/// z and the result hold n particles of dimension d, row-major (n d floats); finite, n, d >= 1,
/// n d <= 2^28, sizes of entries at most 1e15; beta > 0 and a normal float; 0 <= eta <= 1.
/// Throws Error otherwise.
///
/// Within 1e-6 of stage1_step relative to the extent of the cloud (its largest coordinate range),
/// plus the rounding of coordinates to float; measured in tests/cpp/test_denoiser_fast.cpp over
/// clustered, uniform, equal and far-apart points. The last bits depend on the width of the
/// machine's vectors: use stage1_step where the same bits are wanted everywhere.
///
/// Time O(n^2 d), memory O(n d). Pure; any thread.
std::vector<float> stage1_step_fast(const std::vector<float>& z, Index n, Index d, double beta,
                                    double eta);

}  // namespace attn
