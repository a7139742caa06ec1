// `attn claims`: the ledger on the command line.
#pragma once

#include <string>

namespace attn::cli {

struct ClaimsOptions {
  /// Recompute the slow ones too.
  bool full = false;
  bool as_json = false;
  /// A file of kept values instead of those that were built in. With `full` it is written after
  /// every seed, and what it holds already is not computed again.
  std::string keep;
  /// The source that the values come from, for their stamp; needed where they are kept.
  std::string commit;
};

/// True unless something differs unexplained, or kept values are out of date. Throws Error for
/// options that do not go together and files that cannot be read or written.
bool claims(const ClaimsOptions& options);

}  // namespace attn::cli
