// What changes files, a call of the system each. The command writes through these alone what it
// reads again later, so that a test can put others in their place, which end the process at any of
// them. They return what the system does, and errno says why one has failed.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace attn::cli::disk {

/// The file to write to, made where it is missing; `flags` such as O_APPEND. Or -1.
int open(const std::string& path, int flags);

/// How many of the bytes were written, or -1.
ssize_t write(int file, const char* bytes, std::size_t size);

/// Makes the file so long. As all below: 0, or -1.
int resize(int file, std::uint64_t size);

/// Returns once what was written is on the disk itself.
int sync(int file);

/// The file of the new name, if there is one, is replaced at once.
int rename(const std::string& from, const std::string& to);

int remove(const std::string& path);

/// Returns once the names of the folder's files are on the disk: without it, a power failure may
/// bring back those from before a rename.
int sync_folder(const std::string& path);

/// Takes the file, as long as it is open, for this process alone. EWOULDBLOCK where another has it.
int lock(int file);

}  // namespace attn::cli::disk
