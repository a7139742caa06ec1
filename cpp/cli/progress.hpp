// The progress bar of the `attn` command, and Ctrl-C.
#pragma once

#include <string>

namespace attn::cli {

/// From now on Ctrl-C asks to stop, and the command ends with what it has.
void listen_for_interrupts();
bool interrupted();

/// Draws the bar for a share from 0 to 1, on a terminal only. Answers whether to go on.
bool show_progress(double share);
/// The same, with what is said behind it.
bool show_progress_saying(double share, const std::string& says);
void clear_progress();

}  // namespace attn::cli
