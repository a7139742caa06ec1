// Elementary functions that return the same bits on every platform with IEEE doubles: native or
// WebAssembly, g++ or clang++, with or without SIMD. The math libraries of these differ in the last
// place, which is enough to make a long simulation take another path. Everything here is made of +
// - * and integer operations on bits, rounding to nearest.
//
// All functions are pure, take any double, never throw and set no errno; a NaN argument gives the
// quiet NaN 0x7ff8000000000000, as does every undefined value, so that even NaNs have the same
// bits. Any thread may call them. They are compiled in the library, so that no option that the
// caller is compiled with reaches them; but linking a program with -ffast-math has the processor
// take denormal numbers for zero, wherever they are computed with.
#pragma once

namespace attn::mathfn {

/// e to the power x, within 0.52 ulp for every double (results below 2^-1022 included).
/// exp(0) = 1; exp(x) = infinity from x = 709.7827... on; exp(x) = 0 below x = -745.13...;
/// exp(-infinity) = 0.
[[nodiscard]] double exp(double x) noexcept;

/// Natural logarithm of x, within 0.52 ulp for every double.
/// log(1) = 0; log(+-0) = -infinity; log(infinity) = infinity; NaN for x < 0.
[[nodiscard]] double log(double x) noexcept;

/// Sine of x radians, within 0.7 ulp for every finite double, however large. Odd to the bit:
/// sin(-x) = -sin(x), sin(-0.0) = -0.0; NaN for x = +-infinity.
[[nodiscard]] double sin(double x) noexcept;

/// Cosine of x radians, within 0.7 ulp for every finite double, however large. Even to the bit:
/// cos(-x) = cos(x); NaN for x = +-infinity.
[[nodiscard]] double cos(double x) noexcept;

/// Hyperbolic tangent of x, within 4 ulp for every double. Odd to the bit: tanh(-x) = -tanh(x),
/// tanh(-0.0) = -0.0; 1 from x = 22 on, infinity included.
[[nodiscard]] double tanh(double x) noexcept;

}  // namespace attn::mathfn
