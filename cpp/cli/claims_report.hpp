// "Errata and confirmations of five papers", as `attn claims --report` prints it.
#pragma once

#include <string>
#include <vector>

#include "cli/claims_record.hpp"

namespace attn::cli {

/// As Markdown: of each paper how its statements came out, every erratum with quotation, value,
/// derivation and the command that recomputes it, and a table of all verdicts. What is ours is
/// counted and not listed. `date` and `commit` are printed as they are.
std::string report_of(const std::vector<Recomputed>& all, const std::string& date,
                      const std::string& commit);

}  // namespace attn::cli
