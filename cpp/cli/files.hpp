// Files that are read and written whole, and those that grow.
#pragma once

#include <cstdint>
#include <string>

namespace attn::cli {

/// Throws Error where it cannot be read to its end, as a folder cannot.
std::string read_file(const std::string& path);

/// Down to the disk. Throws Error in the name of `command`, as `attn run`, where that fails; then
/// nothing is left of it.
void write_file(const std::string& command, const std::string& path, const std::string& bytes);

/// Under another name first, which no other process takes, on whatever machine that shares the
/// folder: whoever kills this one leaves a whole file behind. Errors as in write_file.
void write_whole(const std::string& command, const std::string& path, const std::string& bytes);

/// Another name for a file in its folder; one that has it already is replaced at once, and that
/// lasts. Errors as in write_file.
void rename_file(const std::string& command, const std::string& from, const std::string& to);

/// Removes a file, if it is there. Errors as in write_file.
void remove_file(const std::string& command, const std::string& path);

/// A file that grows at its end. What changes it throws Error as write_file.
class GrowingFile {
 public:
  /// Goes on behind the first `keep` bytes of what is there; the rest is cut off.
  GrowingFile(std::string command, std::string path, std::uint64_t keep);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// Where it throws, the file is as before, at the latest when the next is appended.
  void append(const std::string& bytes);

  /// Returns once all of it is on the disk.
  void sync();

  std::uint64_t size() const { return size_; }

 private:
  std::string command_, path_;
  int file_;
  std::uint64_t size_;
  bool torn_ = false;  // longer than size_, by a part of what could not be written
};

}  // namespace attn::cli
