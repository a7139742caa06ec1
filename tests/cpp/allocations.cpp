#include "allocations.hpp"

#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define ATTN_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTN_SANITIZED
#endif
#endif

namespace {
thread_local std::size_t count = 0;
}  // namespace

std::size_t allocations() { return count; }

bool sanitized() {
#ifdef ATTN_SANITIZED
  return true;
#else
  return false;
#endif
}

#ifndef ATTN_SANITIZED
void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif
