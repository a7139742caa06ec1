// `attn list`, `attn describe` and `attn run`.
#pragma once

#include <string>
#include <vector>

namespace attn::cli {

/// Names the experiments and the topics of reference cases; as JSON all that is known of each, and
/// of the ledgers that pages open.
void list(bool as_json);

/// Prints the hashes of all experiments in double precision, one for each of their settings, as
/// JSON.
void list_bits();

/// An experiment's parameters and results. Throws Error where there is none of that name.
void describe(const std::string& experiment);

struct RunOptions {
  std::string experiment;
  std::vector<std::string> params;  ///< name=value
  std::string params_file;
  std::string t;
  std::string seed;
  std::string out;
  std::string restore;        ///< a file that `save` has written: goes on from there
  std::string save;           ///< where to keep what trains: while it goes on, and when it ends
  double save_seconds = 2.0;  ///< from one time to the next
  bool as_json = false;
};

/// Runs an experiment to a step, refined to the end unless it trains, and prints or writes its
/// frame. Ctrl-C keeps what is done, and then the answer is false. Throws Error for an unknown name
/// and whatever the experiment refuses.
bool run(const RunOptions& options);

}  // namespace attn::cli
