#include "claims/recomputation.hpp"

#include <algorithm>
#include <utility>

namespace attn::claims {

Recomputation::Recomputation(const std::string& id) : Recomputation(id, {}) {}

Recomputation::Recomputation(const std::string& id, std::vector<double> values)
    : claim_(named(id)), values_(std::move(values)) {
  if (!claim_.recompute) throw Error("claim: '" + id + "' cannot be recomputed: " + claim_.recipe);
  if (values_.size() > static_cast<std::size_t>(claim_.seeds)) {
    throw Error("claim: '" + id + "' has " + std::to_string(claim_.seeds) + " seeds, got " +
                std::to_string(values_.size()) + " values");
  }
}

bool Recomputation::refine(Index seeds) {
  const auto all = static_cast<std::size_t>(claim_.seeds);
  const std::size_t until = std::min(all, values_.size() + static_cast<std::size_t>(seeds));
  while (values_.size() < until) {
    values_.push_back(claim_.recompute(values_.size() + 1, [](double) { return true; }));
  }
  return values_.size() == all;
}

Recomputation::Frame Recomputation::frame() const {
  Frame out;
  out.done = static_cast<Index>(values_.size());
  out.seeds = claim_.seeds;
  out.result = judge(claim_, values_);
  if (out.done < out.seeds) out.result.verdict = Verdict::kNotRecomputed;
  return out;
}

}  // namespace attn::claims
