#include "wasm/tape.hpp"

#include <cmath>
#include <cstring>

namespace attn::wasm {
namespace {

// Of one axis of an array: more would not fit the memory.
constexpr Index kMostAlong = 1 << 28;

constexpr std::size_t cells_of(std::size_t bytes) {
  return (bytes + sizeof(double) - 1) / sizeof(double);
}

}  // namespace

std::vector<double>& tape() {
  static std::vector<double> cells;
  return cells;
}

const char* TapeReader::bytes(std::size_t size) {
  const char* const first = reinterpret_cast<const char*>(at_);
  at_ += cells_of(size);
  return first;
}

std::string TapeReader::text() {
  const auto size = static_cast<std::size_t>(number());
  return {bytes(size), size};
}

bool TapeReader::passes(const char* text) {
  const auto size = static_cast<std::size_t>(number());
  const char* const first = bytes(size);
  return std::strlen(text) == size && std::memcmp(first, text, size) == 0;
}

std::vector<double> TapeReader::numbers() {
  const auto size = static_cast<std::size_t>(number());
  skip(1);
  const double* const first = at_;
  at_ += size;
  return {first, at_};
}

void put(double value) { tape().push_back(value); }

void put(Tag tag) { put(static_cast<double>(tag)); }

void put(const char* text, std::size_t size) {
  put(static_cast<double>(size));
  put_bytes(text, size);
}

void put(const char* text) { put(text, std::strlen(text)); }

void put_bytes(const void* data, std::size_t size) {
  if (size == 0) return;
  const std::size_t at = tape().size();
  tape().resize(at + cells_of(size));
  std::memcpy(tape().data() + at, data, size);
}

TapeSource::TapeSource(const char* experiment, TapeReader start)
    : Source(experiment), start_(start), count_(static_cast<int>(start_.number())) {
  if (count_ < 0) check::fail({experiment, ": params is not an object"});
}

bool TapeSource::find(const char* name, TapeReader& out) const {
  out = start_;
  for (int i = 0; i < count_; ++i) {
    const bool found = out.passes(name);
    double& size = out.cell();
    if (found) {
      size = -std::fabs(size);
      return true;
    }
    out.skip(std::fabs(size));
  }
  return false;
}

void TapeSource::refuse_unasked() const {
  TapeReader reader = start_;
  for (int i = 0; i < count_; ++i) {
    const std::string name = reader.text();
    const double size = reader.number();
    if (size > 0.0) check::fail({experiment(), ": there is no parameter '", name, "'"});
    reader.skip(-size);
  }
}

bool TapeSource::find(const char* name, Tag type, const char* expected, TapeReader& out) const {
  if (!find(name, out)) return false;
  const Tag tag = out.tag();
  if (tag != type) refuse(name, tag, out, expected);
  return true;
}

void TapeSource::refuse(const char* name, Tag tag, TapeReader& value, const char* expected) const {
  const char* type = "object";
  if (tag == Tag::kNumber) type = "number";
  if (tag == Tag::kFlag) type = "boolean";
  if (tag == Tag::kText) type = "string";
  std::string other;
  if (tag == Tag::kOther) {
    other = value.text();
    type = other.c_str();
  }
  check::refuse(experiment(), name, type, expected);
}

bool TapeSource::number(const char* name, double& out) const {
  TapeReader value;
  if (!find(name, Tag::kNumber, "a number", value)) return false;
  out = value.number();
  return true;
}

bool TapeSource::flag(const char* name, bool& out) const {
  TapeReader value;
  if (!find(name, Tag::kFlag, "true or false", value)) return false;
  out = value.number() != 0.0;
  return true;
}

bool TapeSource::text(const char* name, std::string& out) const {
  TapeReader value;
  if (!find(name, Tag::kText, "a name", value)) return false;
  out = value.text();
  return true;
}

std::vector<double> TapeSource::numbers(const char* name, TapeReader& value) const {
  const Tag tag = value.tag();
  if (tag == Tag::kDoubles) return value.numbers();
  refuse(name, tag == Tag::kMixed ? Tag::kOther : tag, value, "an array of numbers");
}

bool TapeSource::array(const char* name, experiments::Array& out) const {
  TapeReader value;
  if (!find(name, value)) return false;
  TapeReader inner = value;
  const Tag tag = inner.tag();
  if (tag == Tag::kDoubles || tag == Tag::kMixed) {
    out.data = numbers(name, value);
    out.shape = {static_cast<Index>(out.data.size())};
    return true;
  }
  if (tag != Tag::kObject) refuse(name, tag, inner, "an array of numbers or {shape, data}");
  out.data = numbers(name, inner);
  double size = 1.0;  // a double does not wrap
  for (const double n : numbers(name, inner)) {
    check::whole(experiment(), name, n, 0.0, kMostAlong);
    out.shape.push_back(static_cast<Index>(n));
    size *= n;
  }
  if (size != static_cast<double>(out.data.size())) {
    check::refuse(experiment(), name, {out.data.size(), " numbers"}, {size, ", as its shape says"});
  }
  return true;
}

void TapeSink::open(Tag tag, const char* name) {
  put(tag);
  put(name);
}

void TapeSink::number(const char* name, double value) {
  open(Tag::kNumber, name);
  put(value);
}

void TapeSink::flag(const char* name, bool value) {
  open(Tag::kFlag, name);
  put(value ? 1.0 : 0.0);
}

void TapeSink::text(const char* name, const std::string& value) {
  open(Tag::kText, name);
  put(value.data(), value.size());
}

void TapeSink::array(const char* name, experiments::Shape shape, const double* data) {
  open(Tag::kDoubles, name);
  put(static_cast<double>(shape.rows));
  put(static_cast<double>(shape.cols));
  put_bytes(data, shape.size() * sizeof(double));
}

void TapeSink::array(const char* name, experiments::Shape shape, const float* data) {
  open(Tag::kFloats, name);
  put(static_cast<double>(shape.rows));
  put(static_cast<double>(shape.cols));
  put_bytes(data, shape.size() * sizeof(float));
}

}  // namespace attn::wasm
