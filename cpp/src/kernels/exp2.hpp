// Float exponentials with SIMD. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn::kernels {

/// The instruction sets that the kernels of this build are compiled for, as bits of Highway's.
std::int64_t instruction_sets();

/// out[i] <- exp(x[i]) for x[i] <= 0, relative error 3e-7; below -87.3, where the normal floats
/// end, as for -87.3.
void exp_not_positive(const float* x, std::size_t n, float* out);

/// out[i] <- 2^x[i] for x[i] <= 0, relative error 3e-7; below -126 as for -126. The sums over pairs
/// take their weights from the same polynomial; it is less work than the other.
void exp2_not_positive(const float* x, std::size_t n, float* out);

/// Largest relative error of exp_not_positive over some arguments, a number that is no multiple of
/// a vector's length: what a SIMD unit that miscalculates would get wrong.
double exp_error();

/// Largest relative error of what was computed for exp(x[i]), i < n; NaN where one of them is NaN.
double exp_error_of(const float* x, std::size_t n, const float* computed);

/// Defined in a file of their own, so that they are read from memory: WebAssembly engines build a
/// constant that stands in the code anew each time it is used.
struct Exp2Constants {
  float c0, c1, c2, c3, c4;  // kExp2Scale 2^f = f^5 + c4 f^4 + ... + c0 for |f| <= 1/2
  float largest;             // the least power of 2 is 2^-largest
  float round;               // adding it leaves the nearest integer in the low bits
  float inverse_scale;       // 1 / kExp2Scale
  float largest_natural;     // largest times ln 2
  float log2e;               // 1 / ln 2
  float ln2_head, ln2_tail;  // ln 2; the head times a whole number up to 2^7 is exact
};
extern const Exp2Constants kExp2;

/// The factor that weights have, see Weight in exp2-inl.hpp.
inline constexpr float kExp2Scale = 753.212085F;

}  // namespace attn::kernels
