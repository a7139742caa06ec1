#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "attn/numerics/types.hpp"
#include "cli/disk.hpp"

namespace attn::cli {
namespace {

[[noreturn]] void fail(const std::string& command, const std::string& path) {
  throw Error(command + ": cannot write " + path + ": " + std::strerror(errno));
}

bool write_all(int file, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t some = disk::write(file, bytes.data() + done, bytes.size() - done);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return false;
    done += static_cast<std::size_t>(some);
  }
  return true;
}

// What is no file on a disk, as a pipe, has nothing to sync.
bool synced(int file) { return disk::sync(file) == 0 || errno == EINVAL; }

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("attn: cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::string& command, const std::string& path, const std::string& bytes) {
  const int file = disk::open(path, O_TRUNC);
  if (file < 0) fail(command, path);
  if (!write_all(file, bytes)) {
    const int why = errno;
    ::close(file);
    disk::remove(path);
    errno = why;
    fail(command, path);
  }
  const bool whole = synced(file);
  if (::close(file) != 0 || !whole) fail(command, path);
}

void write_whole(const std::string& command, const std::string& path, const std::string& bytes) {
  const std::string fresh = path + '.' + std::to_string(::getpid());
  write_file(command, fresh, bytes);
  rename_file(command, fresh, path);
}

void rename_file(const std::string& command, const std::string& from, const std::string& to) {
  if (disk::rename(from, to) != 0) fail(command, to);
}

void remove_file(const std::string& command, const std::string& path) {
  if (disk::remove(path) != 0 && errno != ENOENT) {
    throw Error(command + ": cannot remove " + path + ": " + std::strerror(errno));
  }
}

GrowingFile::GrowingFile(std::string command, std::string path, std::uint64_t keep)
    : command_(std::move(command)),
      path_(std::move(path)),
      file_(disk::open(path_, O_APPEND)),
      size_(keep) {
  if (file_ < 0) fail(command_, path_);
  if (disk::resize(file_, keep) == 0) return;
  const int why = errno;
  ::close(file_);
  errno = why;
  fail(command_, path_);
}

GrowingFile::~GrowingFile() { ::close(file_); }

void GrowingFile::append(const std::string& bytes) {
  if (!write_all(file_, bytes)) fail(command_, path_);
  size_ += bytes.size();
}

std::uint64_t GrowingFile::sync() {
  if (!synced(file_)) fail(command_, path_);
  return size_;
}

}  // namespace attn::cli
