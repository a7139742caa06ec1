// The first include after a kernel's source has named itself in HWY_TARGET_INCLUDE. Natively
// Highway compiles that source once for each instruction set and picks at run time; in wasm there
// is one target, chosen when compiling. The kernels keep vectors in arrays, which the sets with
// vectors of unknown length do not allow. A build may leave out more of them.
#pragma once

#ifndef ATTN_LEFT_OUT_TARGETS
#define ATTN_LEFT_OUT_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | ATTN_LEFT_OUT_TARGETS)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
