#include "cli/ending_disk.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "cli/disk.hpp"

namespace attn::cli::disk {
namespace {

std::int64_t counted = 0, last = 0;
Ending ending = Ending::kNone;
std::int64_t first_failing = 0, failing = 0;
int failing_with = 0, failing_locks_with = 0;

// A call of the system, which may be this process' last.
class Call {
 public:
  Call() : ends_(++counted == last) {
    if (!ends_) return;
    if (ending == Ending::kBefore) std::raise(SIGKILL);
    if (ending == Ending::kInterrupt) std::raise(SIGINT);
    if (ending == Ending::kHalt) std::raise(SIGSTOP);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    if (killed_after()) std::raise(SIGKILL);
  }
  bool killed_after() const { return ends_ && ending == Ending::kAfter; }
  bool fails() const {
    if (counted < first_failing || counted >= first_failing + failing) return false;
    errno = failing_with;
    return true;
  }

 private:
  bool ends_;
};

}  // namespace

void end_at(std::int64_t call, Ending how) {
  counted = 0;
  last = call;
  ending = how;
}

void fail_at(std::int64_t first, std::int64_t count, int error) {
  first_failing = first;
  failing = count;
  failing_with = error;
}

void fail_locks(int error) { failing_locks_with = error; }

std::int64_t calls() { return counted; }

int open(const std::string& path, int flags) {
  const Call call;
  if (call.fails()) return -1;
  return ::open(path.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
}

ssize_t write(int file, const char* bytes, std::size_t size) {
  const Call call;
  if (call.fails()) return -1;
  return ::write(file, bytes, call.killed_after() ? size / 2 : size);
}

int resize(int file, std::uint64_t size) {
  const Call call;
  if (call.fails()) return -1;
  return ::ftruncate(file, static_cast<off_t>(size));
}

// What a process has written outlives it without.
int sync(int) {
  const Call call;
  return call.fails() ? -1 : 0;
}

int sync_folder(const std::string&) {
  const Call call;
  return call.fails() ? -1 : 0;
}

int lock(int file) {
  if (failing_locks_with == 0) return ::flock(file, LOCK_EX | LOCK_NB);
  errno = failing_locks_with;
  return -1;
}

int rename(const std::string& from, const std::string& to) {
  const Call call;
  if (call.fails()) return -1;
  return ::rename(from.c_str(), to.c_str());
}

int remove(const std::string& path) {
  const Call call;
  if (call.fails()) return -1;
  return ::unlink(path.c_str());
}

}  // namespace attn::cli::disk
