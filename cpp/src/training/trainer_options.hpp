// What trainers check alike. Internal.
#pragma once

#include "attn/numerics/check.hpp"
#include "attn/training/head_trainer.hpp"

namespace attn {

/// The options, or Error for those out of range in the name of `function`.
inline const TrainerOptions& checked_options(const char* function, const TrainerOptions& options) {
  check::not_negative(function, "options.eta.routing", options.eta.routing);
  check::not_negative(function, "options.eta.values", options.eta.values);
  check::not_negative(function, "options.eta.read_out", options.eta.read_out);
  check::positive(function, "options.epsilon", options.epsilon);
  if (!(options.dropout >= 0.0 && options.dropout < 1.0)) {
    check::refuse(function, "options.dropout", check::format_number(options.dropout),
                  "a number >= 0 and < 1");
  }
  if (!(options.loss_limit > 0.0)) {
    check::refuse(function, "options.loss_limit", check::format_number(options.loss_limit),
                  "a number > 0");
  }
  return options;
}

}  // namespace attn
