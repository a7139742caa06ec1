// What a part that uses the float kernels of the denoiser is asked before a page trusts it.
#pragma once

namespace attn::experiments {

/// One step of a small cloud by the float kernel and by the double oracle: the largest difference,
/// NaN if there is one. The number of tokens is no multiple of a vector's length.
double denoiser_self_test();

}  // namespace attn::experiments
