// Between JavaScript values and the library's: the only place that knows both. No mathematics.
#pragma once

#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "attn/numerics/check.hpp"
#include "attn/numerics/types.hpp"

namespace attn::wasm {

using emscripten::val;

// What a frame or an object of parameters calls for every member is not inlined: it would be a
// hundred bytes or more of every download each time.

/// Throws Error unless `value` is of the JavaScript type: embind itself would turn "12" and null
/// into numbers in silence.
[[gnu::noinline]] inline void check_type(const char* function, const char* name, const val& value,
                                         const char* type, const char* expected) {
  const auto is = value.typeOf().as<std::string>();
  if (is != type) check::refuse(function, name, value.isNull() ? "null" : is, expected);
}

/// A member of an object of parameters; undefined where there is none. Throws Error unless it is an
/// object.
[[gnu::noinline]] inline val member(const char* function, const val& params, const char* name) {
  const bool object = params.typeOf().as<std::string>() == "object" && !params.isNull();
  if (!object) throw Error(std::string(function) + ": params is not an object");
  return params[name];
}

/// A member that is a number. Throws Error where it is anything else.
[[gnu::noinline]] inline double number(const char* function, const val& params, const char* name) {
  const val value = member(function, params, name);
  check_type(function, name, value, "number", "a number");
  return value.as<double>();
}

/// A member that is true or false.
inline bool flag(const char* function, const val& params, const char* name) {
  const val value = member(function, params, name);
  check_type(function, name, value, "boolean", "true or false");
  return value.as<bool>();
}

/// A member that is an array of whole numbers from 0 to `most`; `entry` is what a message calls one
/// of them.
inline std::vector<Index> counts(const char* function, const val& params, const char* name,
                                 const char* entry, Index most) {
  const val list = member(function, params, name);
  if (!list.isArray()) check_type(function, name, list, "array", "an array");
  std::vector<Index> out(list["length"].as<std::size_t>());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const val value = list[i];
    check_type(function, entry, value, "number", "a number");
    out[i] = check::count(function, entry, value.as<double>(), 0, most);
  }
  return out;
}

/// A fresh Float64Array with a copy of the numbers: views into wasm memory are emptied when the
/// memory grows.
[[gnu::noinline]] inline val float64_array(const double* data, Index size) {
  const val view(emscripten::typed_memory_view(static_cast<std::size_t>(size), data));
  return val::global("Float64Array").new_(view);
}

/// Sets a member of a JavaScript object.
[[gnu::noinline]] inline void put(val& object, const char* name, const val& value) {
  object.set(name, value);
}
[[gnu::noinline]] inline void put(val& object, const char* name, double value) {
  object.set(name, value);
}
inline void put(val& object, const char* name, Index value) {
  put(object, name, static_cast<double>(value));
}
[[gnu::noinline]] inline void put(val& object, const char* name, const double* data, Index size) {
  object.set(name, float64_array(data, size));
}
inline void put(val& object, const char* name, const Matrix& m) {
  put(object, name, m.data(), m.size());
}
inline void put(val& object, const char* name, const Vector& v) {
  put(object, name, v.data(), v.size());
}
/// A fresh Float32Array.
inline void put(val& object, const char* name, const FloatMatrix& m) {
  const val view(emscripten::typed_memory_view(static_cast<std::size_t>(m.size()), m.data()));
  object.set(name, val::global("Float32Array").new_(view));
}

/// {error: message} for the exception that is being handled.
[[gnu::noinline]] inline val refusal() {
  std::string message;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    message = "not enough memory";
  } catch (const std::exception& e) {
    message = e.what();
  }
  val out = val::object();
  out.set("error", message);
  return out;
}

/// Runs `body` and returns what it returns, or a refusal for an exception: with emscripten 3.1.6 an
/// exception that crosses into JavaScript has no message.
template <typename Body>
val guarded(const Body& body) {
  try {
    return val(body());
  } catch (const std::exception&) {
    return refusal();
  }
}

}  // namespace attn::wasm
