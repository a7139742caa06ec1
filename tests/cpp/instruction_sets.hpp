// For the tests of kernels that Highway compiles once for each instruction set.
#pragma once

#include <hwy/targets.h>

#include <cstdint>

#include "catch.hpp"
#include "kernels/exp2.hpp"

// Of the kernels, which another compiler may have made than these tests.
#ifdef HWY_COMPILE_ONLY_STATIC

/// The one that the kernels use now.
inline std::int64_t instruction_set() { return attn::kernels::instruction_sets(); }

/// Calls f: there is one instruction set.
template <typename F>
void on_each_instruction_set(const F& f) {
  INFO(hwy::TargetName(instruction_set()));
  f();
}

#else

/// The one that the kernels use now.
inline std::int64_t instruction_set() { return hwy::SupportedTargets(); }

/// Calls f once for every instruction set that is compiled in and that this machine has.
template <typename F>
void on_each_instruction_set(const F& f) {
  const std::int64_t all = hwy::SupportedTargets() & attn::kernels::instruction_sets();
  for (std::int64_t left = all; left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest(left & -left);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    INFO(hwy::TargetName(instruction_set()));
    f();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

#endif

/// The same without the one that takes a float after the other.
template <typename F>
void on_each_simd_instruction_set(const F& f) {
  on_each_instruction_set([&] {
    if (instruction_set() != HWY_SCALAR) f();
  });
}
