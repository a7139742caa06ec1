// What the functions and classes of the float denoiser share. Internal.
#pragma once

#include "attn/denoising/denoiser_fast.hpp"
#include "kernels/gauss_transform.hpp"
#include "numerics/float_view.hpp"

namespace attn::fast {

/// At least one row and one column, at most 2^28 entries, none larger than kMaxFloatCoordinate.
void check_points(const char* function, const char* argument, const FloatView& z);

/// A normal float > 0.
void check_beta(const char* function, const char* argument, double beta);

/// No transform where d > 2.
void check_method(const char* function, PairSum how, Index d);

/// The points as kernels take them.
kernels::Points points_of(const FloatView& z);

/// Where kernels write them.
kernels::MovedPoints moved_of(const FloatSpan& out);

/// Plans the transform (no targets: the sources are) and says whether it is what `how` means here:
/// there are boxes enough, and it is asked for or the cheaper.
bool takes_transform(PairSum how, const kernels::Points& sources, const kernels::Points& targets,
                     double least, kernels::GaussTransform& transform);

}  // namespace attn::fast
