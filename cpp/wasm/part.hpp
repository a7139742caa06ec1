// What every part of the wasm is: experiments that are opened by name, and one class for their runs. The file of a part is made
// by CMake and includes this. web/src/engine/core.ts declares it to TypeScript.
#pragma once

#include "attn/numerics/largest.hpp"
#include "attn/version.hpp"
#include "experiments/run.hpp"
#include "wasm/convert.hpp"

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

val open_in(const Opener* openers, std::size_t count, const std::string& name, const val& params);
val seek(Run& run, double t, double budget);
val refine(Run& run, double budget);
val frame(const Run& run);

/// Of a run that trains, its frontier; undefined for any other.
val frontier(Run& run);
/// A fresh Uint8Array.
val save(Run& run);
/// True, or what is wrong with the bytes.
val restore(Run& run, const val& bytes);
/// True, or that it does not train.
val keep_within(Run& run, double bytes);

/// What pages need of runs that train, in the parts that have any.
template <bool kTrains, typename Class>
void bind_training(Class& run) {
  if constexpr (kTrains) {
    run.function("frontier", &frontier)
        .function("save", &save)
        .function("restore", &restore)
        .function("keepWithin", &keep_within);
  }
}

}  // namespace attn::wasm

/// The bindings of a part, once in a module. In one with float kernels the self-test compares them.
#define ATTN_PART(...)                                                               \
  namespace attn::wasm {                                                             \
  namespace {                                                                        \
  using ThisPart = Part<__VA_ARGS__>;                                                \
  std::string version() { return kVersion; }                                         \
  val open(const std::string& name, const val& params) {                             \
    return open_in(ThisPart::kOpeners, std::size(ThisPart::kOpeners), name, params); \
  }                                                                                  \
  EMSCRIPTEN_BINDINGS(part) {                                                        \
    emscripten::function("version", &version);                                       \
    emscripten::function("selfTest", &ThisPart::self_test);                          \
    emscripten::function("open", &open);                                             \
    auto run = emscripten::class_<Run>("Run");                                       \
    run.smart_ptr<std::shared_ptr<Run>>("RunPtr")                                    \
        .function("opens", &Run::opens)                                              \
        .function("refines", &Run::refines)                                          \
        .function("seek", &seek)                                                     \
        .function("refine", &refine)                                                 \
        .function("frame", &frame);                                                  \
    bind_training<ThisPart::kTrains>(run);                                           \
  }                                                                                  \
  }                                                                                  \
  }
