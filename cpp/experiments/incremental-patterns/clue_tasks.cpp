#include "experiments/incremental-patterns/clue_tasks.hpp"

namespace attn::experiments {

PatternTask pattern_task(ClueMatrices matrices, double m, double b0, Rng& rng) {
  return matrices == ClueMatrices::kClues
             ? clue_task(kPatternLags, m, b0)
             : haar_task(kPatternTokens, kPatternGroups, kPatternLags, m, b0, rng);
}

}  // namespace attn::experiments
