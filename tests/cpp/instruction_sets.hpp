// For the tests of kernels that Highway compiles once for each instruction set.
#pragma once

#include <hwy/targets.h>

#include <cstdint>

#include "catch.hpp"

#ifdef HWY_COMPILE_ONLY_STATIC

/// The one that the kernels are compiled for.
inline std::int64_t instruction_set() { return HWY_STATIC_TARGET; }

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
  for (const auto target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    INFO(hwy::TargetName(target));
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
