// What crosses between JavaScript and the library: a row of doubles in the wasm's memory, which one
// side writes and the other reads at once. web/src/engine/part.ts is the other side. No
// mathematics.
#pragma once

#include <string>
#include <vector>

#include "experiments/sink.hpp"
#include "experiments/source.hpp"

namespace attn::wasm {

/// What comes next on the tape. A text is its length and its bytes, eight in a double; arrays are
/// their rows and columns (-1 for a list) and their numbers, those of single precision two in a
/// double.
enum class Tag {
  kEnd,
  kNumber,
  kFlag,
  kText,
  kDoubles,
  kFloats,
  kObject,
  kObjects,
  kItem,
  /// A value of no use: its type.
  kOther,
  /// An array in which not all are numbers: the type of the first that is none.
  kMixed,
};

/// The one tape, for both ways.
std::vector<double>& tape();

/// From the beginning of the tape.
class TapeReader {
 public:
  TapeReader() : at_(tape().data()) {}

  double& cell() { return *at_++; }
  double number() { return cell(); }
  Tag tag() { return static_cast<Tag>(static_cast<int>(number())); }
  std::string text();
  /// Whether a text is this one; goes on behind it.
  bool passes(const char* text);
  std::vector<double> numbers();
  void skip(double cells) { at_ += static_cast<std::size_t>(cells); }

 private:
  /// What so many bytes are; goes on behind them.
  const char* bytes(std::size_t size);

  double* at_;
};

void put(double value);
void put(Tag tag);
void put(const char* text);
void put(const char* text, std::size_t size);
void put_bytes(const void* data, std::size_t size);

/// Parameters on the tape, from where the reader stands.
class TapeSource final : public experiments::Source {
 public:
  /// Throws Error unless they are an object.
  TapeSource(const char* experiment, TapeReader start);

  bool number(const char* name, double& out) const override;
  bool flag(const char* name, bool& out) const override;
  bool text(const char* name, std::string& out) const override;
  bool array(const char* name, experiments::Array& out) const override;

  /// Throws Error if there is a parameter that nothing has asked for.
  void refuse_unasked() const;

 private:
  /// What it finds has been asked for: the size of the value is below zero from then on.
  bool find(const char* name, TapeReader& out) const;
  /// Finds a value of that type, and reads its tag.
  bool find(const char* name, Tag type, const char* expected, TapeReader& out) const;
  [[noreturn]] void refuse(const char* name, Tag tag, TapeReader& value,
                           const char* expected) const;
  std::vector<double> numbers(const char* name, TapeReader& value) const;

  TapeReader start_;
  int count_;
};

/// A frame onto the tape.
class TapeSink final : public experiments::Sink {
 public:
  TapeSink() { tape().clear(); }

  void number(const char* name, double value) override;
  void flag(const char* name, bool value) override;
  void text(const char* name, const std::string& value) override;
  void array(const char* name, experiments::Shape shape, const double* data) override;
  void array(const char* name, experiments::Shape shape, const float* data) override;
  void open_object(const char* name) override { open(Tag::kObject, name); }
  void open_list(const char* name) override { open(Tag::kObjects, name); }
  void open_item() override { put(Tag::kItem); }
  void close() override { put(Tag::kEnd); }

 private:
  static void open(Tag tag, const char* name);
};

}  // namespace attn::wasm
