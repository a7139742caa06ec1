// Files that are read and written whole, and those that grow.
#pragma once

#include <cstdint>
#include <string>

namespace attn::cli {

/// Throws Error where it cannot be read.
std::string read_file(const std::string& path);

/// Down to the disk. Throws Error in the name of `command`, as `attn run`, where that fails; then
/// nothing is left of it.
void write_file(const std::string& command, const std::string& path, const std::string& bytes);

/// Under another name first, of this process alone: whoever kills it leaves a whole file behind.
/// Errors as in write_file.
void write_whole(const std::string& command, const std::string& path, const std::string& bytes);

/// Another name for a file; one that has it already is replaced at once. Errors as in write_file.
void rename_file(const std::string& command, const std::string& from, const std::string& to);

/// Removes a file, if it is there. Errors as in write_file.
void remove_file(const std::string& command, const std::string& path);

/// A file that grows at its end. All of it throws Error as write_file.
class GrowingFile {
 public:
  /// Goes on behind the first `keep` bytes of what is there; the rest is cut off.
  GrowingFile(std::string command, std::string path, std::uint64_t keep);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  void append(const std::string& bytes);

  /// How long it is, all of which is now on the disk.
  std::uint64_t sync();

 private:
  std::string command_, path_;
  int file_;
  std::uint64_t size_;
};

}  // namespace attn::cli
