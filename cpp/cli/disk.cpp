#include "cli/disk.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace attn::cli::disk {

int open(const std::string& path, int flags) {
  return ::open(path.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
}

ssize_t write(int file, const char* bytes, std::size_t size) { return ::write(file, bytes, size); }

int resize(int file, std::uint64_t size) { return ::ftruncate(file, static_cast<off_t>(size)); }

int sync(int file) { return ::fsync(file); }

int rename(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str());
}

int remove(const std::string& path) { return ::unlink(path.c_str()); }

int sync_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  const int result = ::fsync(folder);
  const int why = errno;
  ::close(folder);
  errno = why;
  return result;
}

int lock(int file) { return ::flock(file, LOCK_EX | LOCK_NB); }

}  // namespace attn::cli::disk
