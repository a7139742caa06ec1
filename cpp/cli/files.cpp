#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "attn/numerics/types.hpp"

namespace attn::cli {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("attn: cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::string& command, const std::string& path, const std::string& bytes) {
  const auto fail = [&] {
    throw Error(command + ": cannot write " + path + ": " + std::strerror(errno));
  };
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) fail();
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t some = ::write(file, bytes.data() + done, bytes.size() - done);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) {
      const int why = errno;
      ::close(file);
      ::unlink(path.c_str());
      errno = why;
      fail();
    }
    done += static_cast<std::size_t>(some);
  }
  const bool synced = ::fsync(file) == 0 || errno == EINVAL;
  if (::close(file) != 0 || !synced) fail();
}

void write_whole(const std::string& command, const std::string& path, const std::string& bytes) {
  const std::string fresh = path + '.' + std::to_string(::getpid());
  write_file(command, fresh, bytes);
  std::error_code failed;
  std::filesystem::rename(fresh, path, failed);
  if (failed) throw Error(command + ": cannot write " + path + ": " + failed.message());
}

}  // namespace attn::cli
