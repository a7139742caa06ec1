#include "experiments/array_sink.hpp"

namespace attn::experiments {
namespace {

template <typename Number>
Array array_of(Shape shape, const Number* data) {
  Array out;
  out.shape = {shape.rows};
  if (shape.cols >= 0) out.shape.push_back(shape.cols);
  out.data.assign(data, data + shape.size());
  return out;
}

}  // namespace

std::string ArraySink::full(const char* name) const { return levels_.back().prefix + name; }

void ArraySink::number(const char* name, double value) { arrays_[full(name)] = {{}, {value}}; }

void ArraySink::flag(const char* name, bool value) { number(name, value ? 1.0 : 0.0); }

void ArraySink::text(const char*, const std::string&) {}

void ArraySink::array(const char* name, Shape shape, const double* data) {
  arrays_[full(name)] = array_of(shape, data);
}

void ArraySink::array(const char* name, Shape shape, const float* data) {
  arrays_[full(name)] = array_of(shape, data);
}

void ArraySink::open_object(const char* name) { levels_.push_back({full(name) + '.', 0}); }

void ArraySink::open_list(const char* name) { open_object(name); }

void ArraySink::open_item() {
  Level& list = levels_.back();
  levels_.push_back({list.prefix + std::to_string(list.items++) + '.', 0});
}

void ArraySink::close() { levels_.pop_back(); }

Arrays arrays_of(const Run& run) {
  ArraySink sink;
  run.frame(sink);
  return sink.arrays();
}

}  // namespace attn::experiments
