// Between JavaScript values and the library's: the only place that knows both. No mathematics.
#pragma once

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>

#include "attn/check.hpp"
#include "attn/types.hpp"

namespace attn::wasm {

using emscripten::val;

/// A number of an object of parameters. Throws Error where there is none: embind itself would turn
/// "12" and null into numbers in silence.
inline double number(const char* function, const val& params, const char* name) {
  const bool object = params.typeOf().as<std::string>() == "object" && !params.isNull();
  if (!object) throw Error(std::string(function) + ": params is not an object");
  const val value = params[name];
  const auto type = value.typeOf().as<std::string>();
  if (type != "number") check::refuse(function, name, value.isNull() ? "null" : type, "a number");
  return value.as<double>();
}

/// A fresh Float64Array with a copy of the numbers: views into wasm memory are emptied when the
/// memory grows.
inline val float64_array(const double* data, Index size) {
  const val view(emscripten::typed_memory_view(static_cast<std::size_t>(size), data));
  return val::global("Float64Array").new_(view);
}
inline val float64_array(const Matrix& m) { return float64_array(m.data(), m.size()); }
inline val float64_array(const Vector& v) { return float64_array(v.data(), v.size()); }

/// Runs `body` and returns what it returns, or {error: message} for an exception: with
/// emscripten 3.1.6 an exception that crosses into JavaScript has no message.
template <typename Body>
val guarded(const Body& body) {
  std::string message;
  try {
    return val(body());
  } catch (const std::bad_alloc&) {
    message = "not enough memory";
  } catch (const std::exception& e) {
    message = e.what();
  }
  val refusal = val::object();
  refusal.set("error", message);
  return refusal;
}

}  // namespace attn::wasm
