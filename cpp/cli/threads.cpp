#include "cli/threads.hpp"

#include <system_error>
#include <utility>

namespace attn::cli {

Threads::Threads(Index count) {
  threads_.reserve(static_cast<std::size_t>(count - 1));
  try {
    for (Index i = 1; i < count; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system gives no more of them: those that are there do all jobs, with the same bits.
  }
}

Threads::~Threads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    end_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Threads::take_jobs() {
  while (true) {
    Index mine = 0;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (next_ == jobs_) return;
      mine = next_++;
    }
    try {
      (*job_)(mine);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

void Threads::work() {
  std::uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return end_ || round_ != seen; });
      if (end_) return;
      seen = round_;
    }
    take_jobs();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      --busy_;
    }
    done_.notify_one();
  }
}

void Threads::run(Index jobs, const std::function<void(Index)>& job) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    job_ = &job;
    next_ = 0;
    jobs_ = jobs;
    busy_ = static_cast<Index>(threads_.size());
    failure_ = nullptr;
    ++round_;
  }
  wake_.notify_all();
  take_jobs();
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace attn::cli
