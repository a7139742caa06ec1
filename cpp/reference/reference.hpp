// One evaluator per topic of the reference cases, built from public functions only. The `attn`
// command, the wasm test module and the tests share it; it is not part of the installed library.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::reference {

/// A named array of a reference case; row-major. An empty shape is a scalar.
struct Array {
  std::vector<Index> shape;
  std::vector<double> data;
};

using Arrays = std::map<std::string, Array>;
using Param = std::variant<double, std::string, std::vector<double>, std::vector<std::string>>;

struct Case {
  std::string topic;
  std::string kind;
  std::string name;
  Arrays inputs;
  std::map<std::string, Param> params;
};

/// The outputs of a case. Throws Error where the topic or kind is unknown, an input or parameter is
/// missing or of another form, or the core refuses it.
Arrays evaluate(const Case& c);

/// `topic/kind` of everything that evaluate understands.
std::vector<std::string> topics();

/// Told the share that is done, 0 to 1; answers whether to go on. An experiment that is stopped
/// returns what it has.
using Progress = std::function<bool(double)>;

/// An experiment of `attn run`: named numbers in, named arrays out.
struct Experiment {
  std::string name;
  std::string about;
  std::map<std::string, double> defaults;
  Arrays (*run)(const std::map<std::string, double>& params, const Progress& progress);
};

/// All experiments, sorted by name.
const std::vector<Experiment>& experiments();

/// Runs one by name with the defaults for what `params` leaves out. Throws Error for an unknown
/// name or parameter.
Arrays run_experiment(
    const std::string& name, const std::map<std::string, double>& params,
    const Progress& progress = [](double) { return true; });

/// FNV-1a over names, shapes and the bits of every number; every NaN counts as the same one. Equal
/// hashes on two platforms: equal bits.
std::uint64_t hash(const Arrays& arrays);

/// The hash as 16 hexadecimal digits.
std::string hash_text(const Arrays& arrays);

}  // namespace attn::reference
