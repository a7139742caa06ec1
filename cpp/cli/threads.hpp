// Threads for jobs that share nothing.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::cli {

/// Threads that wait for jobs. Used by one thread at a time.
class Threads {
 public:
  /// `count` >= 1 at work at once, the one that asks included; fewer where the system gives no
  /// more.
  explicit Threads(Index count);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads();

  /// job(0) to job(jobs - 1), each once. The first exception that a job throws is thrown here, when
  /// all have come to their end.
  void run(Index jobs, const std::function<void(Index)>& job);

 private:
  void work();
  void take_jobs();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(Index)>* job_ = nullptr;
  Index next_ = 0, jobs_ = 0, busy_ = 0;
  std::uint64_t round_ = 0;
  bool end_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace attn::cli
