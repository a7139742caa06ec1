#include "experiments/run.hpp"

namespace attn::experiments {

void check_step(const char* experiment, Index t, Index last, Index budget) {
  check::count(experiment, "t", t, 0, last);
  check_budget(experiment, budget);
}

void check_budget(const char* experiment, Index budget) {
  check::count(experiment, "budget", budget, 1, check::kMaxBudget);
}

}  // namespace attn::experiments
