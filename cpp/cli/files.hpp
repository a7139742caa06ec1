// Files that are read and written whole.
#pragma once

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

}  // namespace attn::cli
