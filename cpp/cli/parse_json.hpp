// JSON from whoever wrote it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace attn::cli {

/// What the text says, or what is_discarded() where it is no JSON. Throws Error, with `where`
/// before it, for lists and objects more than 100 deep inside of each other: to copy or to print
/// such a value takes a function call for each. So it does for an object that has a key twice:
/// which of the two was meant nobody can tell.
nlohmann::json parse_json(const std::string& where, const std::string& text);

}  // namespace attn::cli
