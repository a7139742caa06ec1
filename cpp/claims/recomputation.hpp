// A claim recomputed seed by seed, for the page.
#pragma once

#include <string>
#include <vector>

#include "claims/claims.hpp"

namespace attn::claims {

/// Recomputes one claim in slices of a seed each.
class Recomputation {
 public:
  /// Throws Error where there is no such claim, or it cannot be recomputed.
  explicit Recomputation(const std::string& id);
  /// With the values of an earlier run, in the order of the seeds. Throws Error for more than there
  /// are seeds.
  Recomputation(const std::string& id, std::vector<double> values);

  /// Another `seeds` of them. True when nothing is left to do.
  bool refine(Index seeds);

  struct Frame {
    Index done = 0;
    Index seeds = 0;
    Result result;  ///< a verdict only when all seeds are done
  };
  Frame frame() const;

 private:
  const Claim& claim_;
  std::vector<double> values_;
};

}  // namespace attn::claims
