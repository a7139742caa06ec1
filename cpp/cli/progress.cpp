#include "cli/progress.hpp"

#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>

namespace attn::cli {
namespace {

volatile std::sig_atomic_t asked = 0;

bool terminal() {
  static const bool is = isatty(STDERR_FILENO) != 0;
  return is;
}

}  // namespace

void listen_for_interrupts() {
  std::signal(SIGINT, [](int) { asked = 1; });
}

bool interrupted() { return asked != 0; }

bool show_progress(double share) { return show_progress_saying(share, ""); }

bool show_progress_saying(double share, const std::string& says) {
  if (terminal()) {
    constexpr int kWidth = 40;
    const auto full = static_cast<std::size_t>(share * kWidth);
    std::cerr << "\r[" << std::string(full, '=') << std::string(kWidth - full, ' ') << "] "
              << static_cast<int>(100 * share) << " %  " << says << "   " << std::flush;
  }
  return !interrupted();
}

void clear_progress() {
  if (terminal()) std::cerr << "\r" << std::string(70, ' ') << '\r' << std::flush;
}

}  // namespace attn::cli
