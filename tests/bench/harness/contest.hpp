// What a benchmark is made of, natively and in wasm: a case, and contestants that solve it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// What is to be computed: numbers and arrays by name. native.cpp reads one from a file, wasm.cpp
/// takes it from JavaScript.
struct Case {
  std::map<std::string, double> params;
  std::map<std::string, std::vector<float>> inputs;

  double number(const std::string& name) const { return params.at(name); }
  std::ptrdiff_t count(const std::string& name) const {
    return static_cast<std::ptrdiff_t>(params.at(name));
  }
};

/// One way to solve a case: made with everything that does not belong to the time, then run.
class Contestant {
 public:
  Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;
  virtual ~Contestant() = default;

  /// Solves the case once.
  virtual void run() = 0;
  /// What the last run computed; empty where there is nothing to compare.
  virtual std::vector<float> output() const = 0;
  /// Memory that it holds beside inputs and output; 0 where it does not say.
  virtual double bytes() const { return 0.0; }
};

using Open = std::unique_ptr<Contestant> (*)(const Case&);

/// Enters a contestant: one of these stands beside each, in the file that defines it.
class Entry {
 public:
  Entry(const char* workload, const char* name, Open open);
};

/// Entered in this program, in the order of their names.
std::vector<std::string> names(const std::string& workload);

/// Throws std::out_of_range where there is no such contestant, or the case lacks what it needs.
std::unique_ptr<Contestant> open(const std::string& workload, const std::string& name,
                                 const Case& c);

template <typename T>
std::unique_ptr<Contestant> make(const Case& c) {
  return std::make_unique<T>(c);
}

}  // namespace bench
