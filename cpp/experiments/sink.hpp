// Frames, to wherever they go: JavaScript, arrays for JSON and CSV and hashes.
#pragma once

#include "experiments/description.hpp"

namespace attn::experiments {

/// Sizes along up to two axes.
struct Shape {
  Index rows;
  Index cols;  ///< -1 for a list

  std::size_t size() const { return static_cast<std::size_t>(cols < 0 ? rows : rows * cols); }
};

/// Takes the members of a frame in the order of its description.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  virtual void number(const char* name, double value) = 0;
  virtual void flag(const char* name, bool value) = 0;
  virtual void text(const char* name, const std::string& value) = 0;
  virtual void array(const char* name, Shape shape, const double* data) = 0;
  virtual void array(const char* name, Shape shape, const float* data) = 0;
  /// What follows until the matching `close` belongs to a member of that name.
  virtual void open_object(const char* name) = 0;
  virtual void open_list(const char* name) = 0;
  /// The next object of the list.
  virtual void open_item() = 0;
  virtual void close() = 0;

  void write(const char* name, double value) { number(name, value); }
  void write(const char* name, Index value) { number(name, static_cast<double>(value)); }
  void write(const char* name, std::uint64_t value) { number(name, static_cast<double>(value)); }
  void write(const char* name, bool value) { flag(name, value); }
  void write(const char* name, const std::string& value) { text(name, value); }
  void write(const char* name, const Vector& v) { array(name, {v.size(), -1}, v.data()); }
  void write(const char* name, const std::vector<double>& v) {
    array(name, {static_cast<Index>(v.size()), -1}, v.data());
  }
  void write(const char* name, const Matrix& m) { array(name, {m.rows(), m.cols()}, m.data()); }
  void write(const char* name, const FloatMatrix& m) {
    array(name, {m.rows(), m.cols()}, m.data());
  }
  void write(const char* name, const Eigen::VectorXf& v) { array(name, {v.size(), -1}, v.data()); }
};

template <typename Frame>
void write(const Frame& frame, Sink& sink);

namespace frames {

template <typename Member>
void put(const char* name, const Member& value, Sink& sink) {
  if constexpr (IsDescribed<Member>::value) {
    sink.open_object(name);
    write(value, sink);
    sink.close();
  } else {
    sink.write(name, value);
  }
}

template <typename Item>
void put(const char* name, const std::vector<Item>& list, Sink& sink) {
  if constexpr (IsDescribed<Item>::value) {
    sink.open_list(name);
    for (const Item& item : list) {
      sink.open_item();
      write(item, sink);
      sink.close();
    }
    sink.close();
  } else {
    sink.write(name, list);
  }
}

}  // namespace frames

template <typename Frame>
struct Writer {
  const Frame& frame;
  Sink& sink;

  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Field<S, M>& f) const {
    frames::put(f.name, frame.*f.member, sink);
  }
  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Group<S, M>& g) const {
    write(frame.*g.member, sink);
  }
};

/// Every described member of the frame.
template <typename Frame>
void write(const Frame& frame, Sink& sink) {
  for_each_member<Frame>(Writer<Frame>{frame, sink});
}

}  // namespace attn::experiments
