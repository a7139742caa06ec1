// What every part of the wasm is: experiments that are opened by name, and functions for their
// runs, called from JavaScript with numbers alone; all else is on the tape. The file of a part is
// made by CMake and includes this. web/src/engine/part.ts calls it.
#pragma once

#include <emscripten/em_macros.h>

#include <iterator>

#include "attn/numerics/largest.hpp"
#include "experiments/run.hpp"
#include "wasm/tape.hpp"

namespace attn::wasm {

using experiments::Run;

/// What a function answers that can refuse.
enum Answer { kRefused = -1, kNo = 0, kYes = 1 };

/// Puts the message of the exception that is being handled onto the tape: one that crosses into
/// JavaScript has none.
void put_message();

template <typename Body>
Answer guarded(const Body& body) {
  try {
    return body() ? kYes : kNo;
  } catch (...) {
    put_message();
    return kRefused;
  }
}

/// An experiment of a part.
struct Opener {
  const char* name;
  std::unique_ptr<Run> (*open)(const experiments::Source&);
};

template <typename X, typename = void>
struct Tested : std::false_type {};
template <typename X>
struct Tested<X, std::void_t<decltype(X::self_test())>> : std::true_type {};

/// What a part is made of.
template <typename... X>
struct Part {
  static constexpr bool kFloats = (Tested<X>::value || ...);
  static constexpr bool kTrains = (experiments::runs::Trains<X>::value || ...);
  static constexpr Opener kOpeners[] = {{X::kName, &experiments::open<X>}...};

  /// Largest difference between float kernels and the double path over small problems; NaN if there
  /// is one.
  static double self_test() {
    double worst = 0.0;
    ((worst = larger(worst, tested<X>())), ...);
    return worst;
  }

 private:
  template <typename One>
  static double tested() {
    if constexpr (Tested<One>::value) return One::self_test();
    return 0.0;
  }
};

/// Opens the experiment that the tape names, with the parameters that follow there. Null for a
/// refusal, whose text the tape has then.
Run* open_in(const Opener* openers, std::size_t count);

/// What is asked of a run that trains.
enum class TrainingCall { kFrontier, kSave, kRestore, kKeepWithin };

/// An answer, or the frontier: -1 where the run does not train.
double call_training(Run* run, TrainingCall call, double bytes);

}  // namespace attn::wasm

/// The functions of a part, once in a module. In one with float kernels the self-test compares
/// them; one in which nothing trains has no code for that.
#define ATTN_PART(...)                                                                   \
  namespace attn::wasm {                                                                 \
  namespace {                                                                            \
  using ThisPart = Part<__VA_ARGS__>;                                                    \
  }                                                                                      \
  extern "C" {                                                                           \
  EMSCRIPTEN_KEEPALIVE double attn_self_test() { return ThisPart::self_test(); }         \
  EMSCRIPTEN_KEEPALIVE bool attn_trains() { return ThisPart::kTrains; }                  \
  EMSCRIPTEN_KEEPALIVE Run* attn_open() {                                                \
    return open_in(ThisPart::kOpeners, std::size(ThisPart::kOpeners));                   \
  }                                                                                      \
  EMSCRIPTEN_KEEPALIVE double attn_training(Run* run, TrainingCall call, double bytes) { \
    if constexpr (ThisPart::kTrains) return call_training(run, call, bytes);             \
    return kRefused;                                                                     \
  }                                                                                      \
  }                                                                                      \
  }
