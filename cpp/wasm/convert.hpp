// Between JavaScript values and the library's: the only place that knows both. No mathematics.
#pragma once

#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "experiments/sink.hpp"
#include "experiments/source.hpp"

namespace attn::wasm {

using emscripten::val;

/// Members are named as JavaScript names them: within_variance is withinVariance.
std::string camel(const char* name);

/// Parameters from a JavaScript object. Numbers are no texts of numbers, as embind itself would have it.
class JsSource final : public experiments::Source {
 public:
  /// Throws Error unless params is an object.
  JsSource(const char* experiment, const val& params);

  bool number(const char* name, double& out) const override;
  bool flag(const char* name, bool& out) const override;
  bool text(const char* name, std::string& out) const override;
  /// A typed array or an array of numbers is a list; matrices are {shape, data}.
  bool array(const char* name, experiments::Array& out) const override;

 private:
  bool find(const char* name, val& out) const;
  void check_type(const char* name, const val& value, const char* type, const char* expected) const;
  std::vector<double> numbers(const char* name, const val& list) const;

  const val& params_;
};

/// A frame as a JavaScript object. Lists are typed arrays, matrices {shape, data}; every array is a fresh copy, because views
/// into wasm memory are emptied when the memory grows.
class JsSink final : public experiments::Sink {
 public:
  JsSink();

  void number(const char* name, double value) override;
  void flag(const char* name, bool value) override;
  void text(const char* name, const std::string& value) override;
  void array(const char* name, experiments::Shape shape, const double* data) override;
  void array(const char* name, experiments::Shape shape, const float* data) override;
  void open_object(const char* name) override;
  void open_list(const char* name) override;
  void open_item() override;
  void close() override;

  /// The whole frame.
  const val& object() const { return levels_.front(); }

 private:
  void put(const char* name, const val& value) { levels_.back().set(camel(name), value); }
  void put_array(const char* name, experiments::Shape shape, const val& view, const char* type);

  std::vector<val> levels_;
};

/// {error: message} for the exception that is being handled.
val refusal();

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
