// What every part of the wasm is: experiments that are opened by name, and functions for their runs, called from JavaScript with
// numbers alone; all else is on the tape. The file of a part is made by CMake and includes this. web/src/engine/part.ts calls it.
#pragma once

#include <emscripten/em_macros.h>

#include <iterator>

#include "attn/numerics/largest.hpp"
#include "experiments/run.hpp"
#include "wasm/tape.hpp"

namespace attn::wasm {

using experiments::Run;

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

  /// Largest difference between float kernels and the double path over small problems; NaN if there is one.
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

/// Opens the experiment that the tape names, with the parameters that follow there. Null for a refusal, whose text the tape has then.
Run* open_in(const Opener* openers, std::size_t count);

}  // namespace attn::wasm

/// The functions of a part, once in a module. In one with float kernels the self-test compares them.
#define ATTN_PART(...)                                                           \
  namespace attn::wasm {                                                         \
  namespace {                                                                    \
  using ThisPart = Part<__VA_ARGS__>;                                            \
  }                                                                              \
  extern "C" {                                                                   \
  EMSCRIPTEN_KEEPALIVE double attn_self_test() { return ThisPart::self_test(); } \
  EMSCRIPTEN_KEEPALIVE bool attn_trains() { return ThisPart::kTrains; }          \
  EMSCRIPTEN_KEEPALIVE Run* attn_open() {                                        \
    return open_in(ThisPart::kOpeners, std::size(ThisPart::kOpeners));           \
  }                                                                              \
  }                                                                              \
  }
