#include "experiments/catalogue.hpp"

#include <algorithm>
#include <sstream>

#include "experiments/array_sink.hpp"

namespace attn::experiments {

const Experiment& named(const std::string& name) {
  const auto found =
      std::find_if(all().begin(), all().end(), [&](const Experiment& e) { return e.name == name; });
  if (found == all().end()) throw Error("there is no experiment '" + name + "'");
  return *found;
}

Arrays arrays_of(OpenSetting& setting) {
  setting.run->seek(setting.t, check::kMaxBudget);
  if (setting.refinements > 0) setting.run->refine(setting.refinements);
  return arrays_of(*setting.run);
}

std::vector<std::string> setting_hashes(const Experiment& experiment) {
  std::vector<std::string> out;
  for (OpenSetting& setting : experiment.settings()) out.push_back(hash_text(arrays_of(setting)));
  return out;
}

namespace catalogue {

std::string json_of(double value) {
  // As many digits as it takes to read the same number back.
  for (int digits = 15;; ++digits) {
    std::ostringstream text;
    text.precision(digits);
    text << value;
    if (digits == 17 || std::stod(text.str()) == value) return text.str();
  }
}

std::string json_of(Index value) { return std::to_string(value); }

std::string json_of(std::uint64_t value) { return std::to_string(value); }

std::string json_of(bool value) { return value ? "true" : "false"; }

std::string json_of(const std::string& value) { return '"' + value + '"'; }

std::string json_of(const std::vector<Index>& value) {
  std::string text;
  for (const Index n : value) text += (text.empty() ? "[" : ", ") + std::to_string(n);
  return text.empty() ? text : text + ']';
}

}  // namespace catalogue

}  // namespace attn::experiments
