#include "cli/disk.hpp"

#include <fcntl.h>
#include <unistd.h>

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

}  // namespace attn::cli::disk
