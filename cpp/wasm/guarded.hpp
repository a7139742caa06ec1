// For modules bound by embind, which the tests and the benchmarks are.
#pragma once

#include <emscripten/bind.h>

#include <exception>
#include <string>

namespace attn::wasm {

/// Runs `body` and returns what it returns, or {error: message}: an exception that crosses into
/// JavaScript has no message.
template <typename Body>
emscripten::val guarded(const Body& body) {
  try {
    return emscripten::val(body());
  } catch (const std::exception& e) {
    emscripten::val out = emscripten::val::object();
    out.set("error", std::string(e.what()));
    return out;
  }
}

}  // namespace attn::wasm
