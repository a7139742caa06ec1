// One evaluator per topic of the reference cases, built from public functions only. The `attn`
// command, the wasm test module and the tests share it; it is not part of the installed library.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "experiments/arrays.hpp"

namespace attn::reference {

using experiments::Array;
using experiments::Arrays;
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

}  // namespace attn::reference
