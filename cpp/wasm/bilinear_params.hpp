// Matrices and options of attention from JavaScript. No mathematics.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "attn/attention/attention.hpp"
#include "convert.hpp"

namespace attn::wasm {

/// The numbers of a Float64Array, Float32Array or array of numbers. Throws Error for anything else.
[[gnu::noinline]] inline std::vector<double> numbers(const char* function, const char* name,
                                                     const val& list) {
  const bool typed = list.instanceof (val::global("Float64Array")) || list.instanceof
      (val::global("Float32Array"));
  if (!typed) {
    if (!list.isArray()) check_type(function, name, list, "array", "an array of numbers");
    const auto size = list["length"].as<std::size_t>();
    for (std::size_t i = 0; i < size; ++i) {
      check_type(function, name, list[i], "number", "an array of numbers");
    }
  }
  return emscripten::convertJSArrayToNumberVector<double>(list);
}

/// {rows, cols, data}, row-major. Throws Error for another form and for data of another length.
[[gnu::noinline]] inline Matrix matrix_of(const char* function, const char* name,
                                          const val& value) {
  if (value.isNull()) check::refuse(function, name, "null", "{rows, cols, data}");
  check_type(function, name, value, "object", "{rows, cols, data}");
  constexpr Index kMostRows = 1 << 20;
  const Index rows = check::count(function, name, number(function, value, "rows"), 0, kMostRows);
  const Index cols = check::count(function, name, number(function, value, "cols"), 0, kMostRows);
  const Index size = check::product(function, name, rows, cols);
  const std::vector<double> data = numbers(function, name, value["data"]);
  if (static_cast<Index>(data.size()) != size) {
    check::refuse(function, name, std::to_string(data.size()) + " numbers",
                  std::to_string(rows) + " x " + std::to_string(cols));
  }
  return Eigen::Map<const Matrix>(data.data(), rows, cols);
}

[[gnu::noinline]] inline Matrix matrix(const char* function, const val& params, const char* name) {
  return matrix_of(function, name, member(function, params, name));
}

/// Empty where there is none.
[[gnu::noinline]] inline Matrix matrix_or_none(const char* function, const val& params,
                                               const char* name) {
  const val value = member(function, params, name);
  return value.isUndefined() ? Matrix() : matrix_of(function, name, value);
}

[[gnu::noinline]] inline Vector vector(const char* function, const val& params, const char* name) {
  const std::vector<double> data = numbers(function, name, member(function, params, name));
  return Eigen::Map<const Vector>(data.data(), static_cast<Index>(data.size()));
}

[[gnu::noinline]] inline Vector vector_or_none(const char* function, const val& params,
                                               const char* name) {
  return member(function, params, name).isUndefined() ? Vector() : vector(function, params, name);
}

[[gnu::noinline]] inline bool flag_or(const char* function, const val& params, const char* name,
                                      bool otherwise) {
  return member(function, params, name).isUndefined() ? otherwise : flag(function, params, name);
}

[[gnu::noinline]] inline double number_or(const char* function, const val& params, const char* name,
                                          double otherwise) {
  return member(function, params, name).isUndefined() ? otherwise : number(function, params, name);
}

/// The members that are given; the others are the defaults of AttentionOptions.
[[gnu::noinline]] inline AttentionOptions options(const char* function, const val& params) {
  AttentionOptions o;
  o.metric = matrix_or_none(function, params, "metric");
  o.relative = matrix_or_none(function, params, "relative");
  o.bias = matrix_or_none(function, params, "bias");
  o.allowed = matrix_or_none(function, params, "allowed").array() != 0.0;
  o.softcap = number_or(function, params, "softcap", o.softcap);
  o.temperature = number_or(function, params, "temperature", o.temperature);
  o.causal = flag_or(function, params, "causal", o.causal);
  if (!member(function, params, "scale").isUndefined()) {
    o.scale = number(function, params, "scale");
  }
  if (!member(function, params, "keyLength").isUndefined()) {
    o.key_length = check::count(function, "keyLength", number(function, params, "keyLength"), 0,
                                std::numeric_limits<std::int32_t>::max());
  }
  return o;
}

/// A list of matrices of one shape.
[[gnu::noinline]] inline std::vector<Matrix> matrices(const char* function, const val& params,
                                                      const char* name) {
  const val list = member(function, params, name);
  if (!list.isArray()) check_type(function, name, list, "array", "an array of matrices");
  std::vector<Matrix> out(list["length"].as<std::size_t>());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = matrix_of(function, name, list[i]);
  return out;
}

}  // namespace attn::wasm
