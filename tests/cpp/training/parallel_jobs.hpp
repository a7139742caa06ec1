// Ways to run jobs that must give the bits of one job after the other.
#pragma once

#include <functional>
#include <thread>

#include "attn/training/fast_gpt.hpp"

/// From the last to the first: none knows of another.
inline void jobs_backwards(attn::Index jobs, const std::function<void(attn::Index)>& job) {
  for (attn::Index i = jobs; i-- > 0;) job(i);
}

/// On two threads, in turns.
inline void jobs_on_two(attn::Index jobs, const std::function<void(attn::Index)>& job) {
  std::thread other([&] {
    for (attn::Index i = 1; i < jobs; i += 2) job(i);
  });
  for (attn::Index i = 0; i < jobs; i += 2) job(i);
  other.join();
}
