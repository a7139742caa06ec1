// Files in place of those of the command (cli/disk.hpp), which count what is asked of them, and end
// the process at a call.
#pragma once

#include <cstdint>

namespace attn::cli::disk {

enum class Ending {
  kNone,
  kBefore,     ///< killed, and nothing of the call was done
  kAfter,      ///< killed after it; of a write, in the middle
  kInterrupt,  ///< told by SIGINT to stop, as by Ctrl-C
  kHalt,       ///< by SIGSTOP, until SIGCONT or the end
};

/// From now on calls are counted, and so ends the one of this number, from 1 on.
void end_at(std::int64_t call, Ending ending);

/// So many calls from this one on fail with this error of the system, as on a disk that is full.
void fail_at(std::int64_t first, std::int64_t count, int error);

/// Every lock fails with this error, as where the file system has none; 0 for those of the system.
void fail_locks(int error);

/// How many there have been.
std::int64_t calls();

}  // namespace attn::cli::disk
