// For the tests of kernels that Highway compiles once for each instruction set.
#pragma once

#include <hwy/targets.h>

#include "catch.hpp"

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

/// The same without the one that takes a float after the other.
template <typename F>
void on_each_simd_instruction_set(const F& f) {
  on_each_instruction_set([&] {
    if (hwy::SupportedTargets() != HWY_SCALAR) f();
  });
}
