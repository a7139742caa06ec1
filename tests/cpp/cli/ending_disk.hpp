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

/// How many there have been.
std::int64_t calls();

}  // namespace attn::cli::disk
