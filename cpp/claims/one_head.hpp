// What was found on ten trained language models that were read by the quantities of all papers:
// entries of ours, each beside the paper that its quantity is of. data/one-head.json is what
// `attn sweep` makes of them, and tools/one-head.mjs reads them.
#pragma once

#include <string>
#include <vector>

#include "claims/claims.hpp"

namespace attn::claims {

/// Those of a paper, by its number.
std::vector<Claim> of_one_head(const std::string& paper);

}  // namespace attn::claims
