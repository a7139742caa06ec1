// What can be said of one head without a model around it: the dials of `attn read` for a head from
// a file.
#pragma once

#include <string>
#include <vector>

#include "attn/reading/head.hpp"

namespace attn::experiments {

/// One number of a head.
struct Dial {
  std::string group;    ///< gas, form, blame, boundary, lag, distance
  std::string paper;    ///< the seed that it is of
  std::string name;     ///< as in effective_tokens
  double value;         ///< NaN never
  std::string meaning;  ///< in a line
};

/// What is read of it, and what it would need for the rest.
struct HeadDials {
  std::vector<Dial> dials;
  std::vector<std::string> missing;  ///< whole sentences: of groups that are not there, and of what
                                     ///< was taken in the place of what the file may not have
};

/// Of all rows of a head, or of row `row` >= 0 alone. `head` as complete_head returns it. Throws
/// Error otherwise.
HeadDials head_dials(const Head& head, Index row = -1);

}  // namespace attn::experiments
