// What the runs of all parts have in common.
#pragma once

#include "convert.hpp"

namespace attn::wasm {

// No step, number of tokens or budget is larger; the core knows the limits.
inline constexpr Index kMost = 1000000000;

template <typename Experiment>
val seek(Experiment& experiment, double layer, double budget) {
  return guarded([&] {
    return experiment.seek(check::count("seek", "t", layer, 0, kMost),
                           check::count("seek", "budget", budget, 1, kMost));
  });
}

// Of what has one state, which `refine` may improve.
template <typename Experiment>
val seek_only_state(Experiment&, double t, double budget) {
  return guarded([&] {
    check::count("seek", "t", t, 0, 0);
    check::count("seek", "budget", budget, 1, kMost);
    return true;
  });
}

template <typename Experiment>
val refine(Experiment& experiment, double budget) {
  return guarded(
      [&] { return experiment.refine(check::count("refine", "budget", budget, 1, kMost)); });
}

}  // namespace attn::wasm
