// The progress bar of the `attn` command, and what asks it to stop.
#pragma once

#include <string>

namespace attn::cli {

/// From now on Ctrl-C asks to stop, and the command ends with what it has. So do SIGTERM, by which
/// schedulers and containers stop a process, and SIGHUP of a terminal that is closed, unless nohup
/// has it ignored. Ctrl-C a second time, half a second later or more, ends the process at once.
void listen_for_interrupts();
bool interrupted();

/// Draws the bar for a share from 0 to 1, on a terminal only. Answers whether to go on.
bool show_progress(double share);
/// The same, with what is said behind it.
bool show_progress_saying(double share, const std::string& says);
void clear_progress();

}  // namespace attn::cli
