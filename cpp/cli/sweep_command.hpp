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

/// Trains each variant with each seed, as `attn train` would. Any number of processes may be given
/// the same folder at once, on one machine or on several that share it, started by mpirun or
/// otherwise: each takes a run that none is at, also one of a process that was ended, where that
/// was, and waits until all are at their end. Then it writes OUT/sweep.json. Returns false where it
/// was stopped before that. Throws Error as train, and for a folder with runs of other settings or
/// of another text.
bool sweep(const SweepOptions& options);

}  // namespace attn::cli
