// What a run of `attn train` has come to, for the claims that are read from it.
#pragma once

#include <string>

#include "claims/claims.hpp"

namespace attn::cli {

/// Of a run that is done, from its model.json and metrics.jsonl. Throws Error where they are not
/// what `attn train` writes.
claims::TrainedRun read_trained_run(const std::string& folder);

}  // namespace attn::cli
