// `attn sweep`.
#pragma once

#include <string>

#include "attn/numerics/types.hpp"

namespace attn::cli {

struct SweepOptions {
  std::string config;          ///< a JSON file: settings that all runs share, variants, seeds
  std::string out;             ///< folder with one for each run
  std::string text;            ///< as in TrainOptions
  std::string validation;      ///< likewise
  Index threads = 1;           ///< of each process; 0 for as many as there are cores
  double save_seconds = 30.0;  ///< between checkpoints
};

/// How a sweep has ended.
enum class SweepEnd {
  kDone,     ///< every run has come to its end
  kFailed,   ///< some have failed, all others have come to their end
  kStopped,  ///< it was asked to stop before that; the same command goes on
};

/// Trains each variant with each seed, as `attn train` would. Any number of processes may be given
/// the same folder at once, on one machine or on several that share it, started by mpirun or
/// otherwise: each takes a run that none is at, also one of a process that was ended, where that
/// was, and waits until all are at their end. Then it writes OUT/sweep.json. A run that fails, as
/// one of settings that are refused, keeps no other from being trained; it is told of at once and
/// at the end, and listed in OUT/sweep.json as "failed" with its error. Throws Error as train where
/// none is left, and, before any is trained, for a folder with runs of other settings or of another
/// text.
SweepEnd sweep(const SweepOptions& options);

}  // namespace attn::cli
