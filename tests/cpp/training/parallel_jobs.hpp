// Ways to run jobs that must give the bits of one job after the other.
#pragma once

#include <functional>
#include <future>

#include "attn/training/fast_gpt.hpp"

/// From the last to the first: none knows of another.
inline void jobs_backwards(attn::Index jobs, const std::function<void(attn::Index)>& job) {
  for (attn::Index i = jobs; i-- > 0;) job(i);
}

/// On two threads, in turns. What a job throws comes back when all have ended: a future of
/// std::async waits for its thread.
inline void jobs_on_two(attn::Index jobs, const std::function<void(attn::Index)>& job) {
  std::future<void> other = std::async(std::launch::async, [&] {
    for (attn::Index i = 1; i < jobs; i += 2) job(i);
  });
  for (attn::Index i = 0; i < jobs; i += 2) job(i);
  other.get();
}
