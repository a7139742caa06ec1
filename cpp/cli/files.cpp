#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

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

// Some file systems have no way to sync a folder.
bool synced_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return disk::sync_folder(folder.empty() ? "." : folder) == 0 || errno == EINVAL ||
         errno == EBADF || errno == ENOTSUP;
}

void write_and_close(const std::string& command, const std::string& path, int file,
                     const std::string& bytes) {
  if (file < 0) fail(command, path);
  const bool written = write_all(file, bytes) && synced(file);
  int why = errno;
  const bool closed = ::close(file) == 0;
  if (written && closed) return;
  if (written) why = errno;
  disk::remove(path);
  errno = why;
  fail(command, path);
}

[[noreturn]] void fail_to_read(const std::string& path) {
  throw Error("attn: cannot read " + path + ": " + std::strerror(errno));
}

}  // namespace

std::string read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail_to_read(path);
  std::string text;
  std::string piece(1 << 16, '\0');
  while (true) {
    const ssize_t some = ::read(file, piece.data(), piece.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) {
      const int why = errno;
      ::close(file);
      errno = why;
      if (some < 0) fail_to_read(path);
      return text;
    }
    text.append(piece, 0, static_cast<std::size_t>(some));
  }
}

void write_file(const std::string& command, const std::string& path, const std::string& bytes) {
  write_and_close(command, path, disk::open(path, O_TRUNC), bytes);
}

void write_whole(const std::string& command, const std::string& path, const std::string& bytes) {
  // The number of a process is its own on one machine only, and not even there between containers:
  // a name is taken by whoever makes the file.
  std::string fresh;
  int file = -1;
  for (int i = 0; file < 0; ++i) {
    fresh = path + '.' + std::to_string(::getpid()) + '.' + std::to_string(i);
    file = disk::open(fresh, O_EXCL);
    if (file < 0 && errno != EEXIST) break;
  }
  write_and_close(command, fresh, file, bytes);
  rename_file(command, fresh, path);
}

void rename_file(const std::string& command, const std::string& from, const std::string& to) {
  if (disk::rename(from, to) != 0 || !synced_folder_of(to)) fail(command, to);
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
  if (torn_ && disk::resize(file_, size_) != 0) fail(command_, path_);
  torn_ = !write_all(file_, bytes);
  if (!torn_) {
    size_ += bytes.size();
    return;
  }
  const int why = errno;
  torn_ = disk::resize(file_, size_) != 0;
  errno = why;
  fail(command_, path_);
}

void GrowingFile::sync() {
  if (!synced(file_)) fail(command_, path_);
}

}  // namespace attn::cli
