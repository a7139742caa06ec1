// A frame as named arrays, for JSON, CSV and hashes.
#pragma once

#include "experiments/arrays.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// Members of objects and lists are named `spread.mean` and `bars.0.count`; true is 1; texts are
/// left out.
class ArraySink final : public Sink {
 public:
  void number(const char* name, double value) override;
  void flag(const char* name, bool value) override;
  void text(const char* name, const std::string& value) override;
  void array(const char* name, Shape shape, const double* data) override;
  void array(const char* name, Shape shape, const float* data) override;
  void open_object(const char* name) override;
  void open_list(const char* name) override;
  void open_item() override;
  void close() override;

  const Arrays& arrays() const { return arrays_; }

 private:
  struct Level {
    std::string prefix;
    Index items = 0;
  };
  std::string full(const char* name) const;

  Arrays arrays_;
  std::vector<Level> levels_ = {{"", 0}};
};

/// The frame of a run at the step reached.
Arrays arrays_of(const Run& run);

}  // namespace attn::experiments
