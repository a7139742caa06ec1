// The JSON of reference cases and results. Shared by the `attn` command and the wasm test module.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reference/reference.hpp"

namespace attn::reference {

/// A case with what it must give.
struct ReferenceCase {
  Case given;
  Arrays expected;
  double rtol = 0.0;
  double atol = 0.0;
};

/// How far the outputs of a case are from what is expected.
struct Verdict {
  bool ok = false;
  double absolute = 0.0;  ///< largest |ours - expected|
  double relative = 0.0;  ///< largest |ours - expected| / |expected|
  std::string problem;    ///< the first wrong entry, or why there are no outputs; empty where ok
  std::string hash;       ///< of the outputs; empty where there are none
};

/// Throws attn::Error with the place where the text is not a reference case.
ReferenceCase parse_case(const std::string& text);

/// Evaluates and compares: |x - y| <= atol + rtol |y|, equal infinities, NaN equal to NaN. Never
/// throws for a wrong case.
Verdict check_case(const ReferenceCase& c);

/// A number, or one of the texts for those that JSON lacks. Throws Error for anything else.
double number_of(const nlohmann::json& j);

/// {shape, data}. Throws Error for anything else.
Array array_of(const std::string& name, const nlohmann::json& j);

nlohmann::json to_json(const Arrays& arrays);

}  // namespace attn::reference
