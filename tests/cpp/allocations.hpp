// Whether anything is allocated while a function runs, and what else of the build a test may ask:
// cases are compiled once for two.
#pragma once

#include <cstddef>

#include "attn/numerics/types.hpp"

/// How often this thread has called operator new; always 0 with the sanitizers, which need their
/// own.
std::size_t allocations();

/// Whether the library has been compiled with the sanitizers, which see in a few draws what they
/// see in many of the same.
bool sanitized();

/// How often f does. Eigen, which allocates otherwise, is forbidden to where it can be, in debug
/// builds.
template <typename F>
std::size_t allocations_of(const F& f) {
#ifdef EIGEN_RUNTIME_NO_MALLOC
  Eigen::internal::set_is_malloc_allowed(false);
#endif
  const std::size_t before = allocations();
  f();
  const std::size_t after = allocations();
#ifdef EIGEN_RUNTIME_NO_MALLOC
  Eigen::internal::set_is_malloc_allowed(true);
#endif
  return after - before;
}
