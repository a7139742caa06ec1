#include "cli/progress.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <iostream>
#include <string>

namespace attn::cli {
namespace {

volatile std::sig_atomic_t asked = 0;
timespec first_asked = {};  // written by the first signal, before `asked`

double seconds_since_asked() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec - first_asked.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec - first_asked.tv_nsec);
}

// Calls only what a handler may call. One press may come as several signals, from a terminal and
// from a program that passes it on, and whoever sends SIGTERM sends SIGKILL later.
void ask_to_stop(int signal) {
  const int error = errno;
  if (asked == 0) {
    ::clock_gettime(CLOCK_MONOTONIC, &first_asked);
    asked = 1;
  } else if (signal == SIGINT && seconds_since_asked() >= 0.5) {
    std::signal(SIGINT, SIG_DFL);
    ::raise(SIGINT);
  }
  errno = error;
}

bool terminal() {
  static const bool is = isatty(STDERR_FILENO) != 0;
  return is;
}

}  // namespace

void listen_for_interrupts() {
  struct sigaction stop = {};
  stop.sa_handler = ask_to_stop;
  stop.sa_flags = SA_RESTART;
  sigemptyset(&stop.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stop.sa_mask, signal);
  ::sigaction(SIGINT, &stop, nullptr);
  ::sigaction(SIGTERM, &stop, nullptr);
  struct sigaction before = {};
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &stop, nullptr);
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
