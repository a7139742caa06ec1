// Experiments and JSON: parameters from it, descriptions to it. Shared by the `attn` command and
// the wasm test module.
#pragma once

#include <nlohmann/json.hpp>

#include "experiments/catalogue.hpp"

namespace attn::reference {

/// Parameters from a JSON object: numbers, true and false, texts, lists, matrices as lists of their
/// rows or as {shape, data}.
class JsonSource final : public experiments::Source {
 public:
  /// Throws Error where params is no object or has a name that the experiment does not know. Both
  /// are kept by reference.
  JsonSource(const experiments::Experiment& experiment, const nlohmann::json& params);

  bool number(const char* name, double& out) const override;
  bool seed(const char* name, std::uint64_t& out) const override;
  bool flag(const char* name, bool& out) const override;
  bool text(const char* name, std::string& out) const override;
  bool array(const char* name, experiments::Array& out) const override;

 private:
  const nlohmann::json* find(const char* name) const;
  [[noreturn]] void refuse(const char* name, const char* expected) const;

  const nlohmann::json& params_;
};

/// All that the descriptions say of one, or of several.
nlohmann::json to_json(const experiments::Experiment& experiment);
nlohmann::json to_json(const std::vector<experiments::Experiment>& list);

}  // namespace attn::reference
