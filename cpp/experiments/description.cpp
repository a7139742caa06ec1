#include "experiments/description.hpp"

namespace attn::experiments::limits {

void check(const char* experiment, const char* name, double value, Limits limits) {
  if (!limits.given) return check::finite(experiment, name, value);
  if (limits.open) check::positive(experiment, name, value);
  if (limits.low == 0.0 && limits.high == std::numeric_limits<double>::max()) {
    return check::not_negative(experiment, name, value);
  }
  check::within(experiment, name, value, limits.low, limits.high);
}

void check(const char* experiment, const char* name, Index value, Limits limits) {
  if (!limits.given) return;
  check::count(experiment, name, value, static_cast<Index>(limits.low),
               static_cast<Index>(limits.high));
}

void check_choice(const char* experiment, const char* name, std::size_t value, std::size_t count) {
  check::count(experiment, name, static_cast<Index>(value), 0, static_cast<Index>(count) - 1);
}

}  // namespace attn::experiments::limits
