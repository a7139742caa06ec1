#include "wasm/convert.hpp"

#include <new>

namespace attn::wasm {
namespace {

// Of one axis of an array: more would not fit the memory.
constexpr Index kMostAlong = 1 << 28;

bool is_typed(const val& list) {
  return list.instanceof (val::global("Float64Array")) || list.instanceof
      (val::global("Float32Array"));
}

}  // namespace

std::string camel(const char* name) {
  std::string out;
  for (; *name != '\0'; ++name) {
    const bool word = *name == '_' && name[1] >= 'a' && name[1] <= 'z';
    out += word ? static_cast<char>(*++name - 'a' + 'A') : *name;
  }
  return out;
}

JsSource::JsSource(const char* experiment, const val& params)
    : Source(experiment), params_(params) {
  if (params.typeOf().as<std::string>() != "object" || params.isNull()) {
    throw Error(std::string(experiment) + ": params is not an object");
  }
}

bool JsSource::find(const char* name, val& out) const {
  const std::string key = camel(name);
  if (!val::global("Object").call<bool>("hasOwn", params_, key)) return false;
  out = params_[key];
  return true;
}

void JsSource::check_type(const char* name, const val& value, const char* type,
                          const char* expected) const {
  const auto is = value.typeOf().as<std::string>();
  if (is != type) check::refuse(experiment(), name, value.isNull() ? "null" : is, expected);
}

bool JsSource::number(const char* name, double& out) const {
  val value = val::undefined();
  if (!find(name, value)) return false;
  check_type(name, value, "number", "a number");
  out = value.as<double>();
  return true;
}

bool JsSource::flag(const char* name, bool& out) const {
  val value = val::undefined();
  if (!find(name, value)) return false;
  check_type(name, value, "boolean", "true or false");
  out = value.as<bool>();
  return true;
}

bool JsSource::text(const char* name, std::string& out) const {
  val value = val::undefined();
  if (!find(name, value)) return false;
  check_type(name, value, "string", "a name");
  out = value.as<std::string>();
  return true;
}

std::vector<double> JsSource::numbers(const char* name, const val& list) const {
  if (!is_typed(list)) {
    if (!list.isArray()) check_type(name, list, "array", "an array of numbers");
    const auto size = list["length"].as<std::size_t>();
    for (std::size_t i = 0; i < size; ++i) {
      check_type(name, list[i], "number", "an array of numbers");
    }
  }
  return emscripten::convertJSArrayToNumberVector<double>(list);
}

bool JsSource::array(const char* name, experiments::Array& out) const {
  val value = val::undefined();
  if (!find(name, value)) return false;
  if (is_typed(value) || value.isArray()) {
    out.data = numbers(name, value);
    out.shape = {static_cast<Index>(out.data.size())};
    return true;
  }
  if (value.isNull()) check::refuse(experiment(), name, "null", "{shape, data}");
  check_type(name, value, "object", "an array of numbers or {shape, data}");
  out.data = numbers(name, value["data"]);
  double size = 1.0;  // a double does not wrap
  for (const double n : numbers(name, value["shape"])) {
    check::whole(experiment(), name, n, 0.0, kMostAlong);
    out.shape.push_back(static_cast<Index>(n));
    size *= n;
  }
  if (size != static_cast<double>(out.data.size())) {
    check::refuse(experiment(), name, std::to_string(out.data.size()) + " numbers",
                  check::format_number(size) + ", as its shape says");
  }
  return true;
}

JsSink::JsSink() : levels_{val::object()} {}

void JsSink::number(const char* name, double value) { put(name, val(value)); }

void JsSink::flag(const char* name, bool value) { put(name, val(value)); }

void JsSink::text(const char* name, const std::string& value) { put(name, val(value)); }

void JsSink::put_array(const char* name, experiments::Shape shape, const val& view,
                       const char* type) {
  const val data = val::global(type).new_(view);
  if (shape.cols < 0) return put(name, data);
  val sizes = val::array();
  sizes.set(0, static_cast<double>(shape.rows));
  sizes.set(1, static_cast<double>(shape.cols));
  val matrix = val::object();
  matrix.set("shape", sizes);
  matrix.set("data", data);
  put(name, matrix);
}

void JsSink::array(const char* name, experiments::Shape shape, const double* data) {
  put_array(name, shape, val(emscripten::typed_memory_view(shape.size(), data)), "Float64Array");
}

void JsSink::array(const char* name, experiments::Shape shape, const float* data) {
  put_array(name, shape, val(emscripten::typed_memory_view(shape.size(), data)), "Float32Array");
}

void JsSink::open_object(const char* name) {
  const val object = val::object();
  put(name, object);
  levels_.push_back(object);
}

void JsSink::open_list(const char* name) {
  const val list = val::array();
  put(name, list);
  levels_.push_back(list);
}

void JsSink::open_item() {
  const val item = val::object();
  levels_.back().call<void>("push", item);
  levels_.push_back(item);
}

void JsSink::close() { levels_.pop_back(); }

val refusal() {
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

}  // namespace attn::wasm
