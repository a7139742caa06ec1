// `attn claims`: the ledger on the command line.
#pragma once

#include <string>

namespace attn::cli {

struct ClaimsOptions {
  /// Recompute the slow ones too.
  bool full = false;
  bool as_json = false;
  /// The report as Markdown instead.
  bool report = false;
  /// What their ids begin with; empty for all. "004", "002.section-7".
  std::string only;
  /// A file of kept values instead of those that were built in. With `full` it is written after
  /// every seed, and what it holds already is not computed again.
  std::string keep;
  /// The source that the values come from, for their stamp; needed where they are kept.
  std::string commit;
};

/// How the ledger has ended.
enum class ClaimsEnd {
  kAgree,    ///< all was recomputed, and nothing differs unexplained
  kDiffer,   ///< something does, or kept values are out of date
  kStopped,  ///< it was asked to stop before the end; neither JSON nor a report is printed then
};

/// Recomputes the ledger and prints it. With `full`, claims on runs of hours are read from those
/// that `attn sweep` has left in the folder named by the environment's ATTN_RUNS; those whose runs
/// are not there are left out, and stderr says so. Throws Error for options that do not go
/// together, files that cannot be read or written, and runs of other settings than the claim's.
ClaimsEnd claims(const ClaimsOptions& options);

}  // namespace attn::cli
