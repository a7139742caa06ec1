#include "cli/parse_json.hpp"

#include <set>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn::cli {

nlohmann::json parse_json(const std::string& where, const std::string& text) {
  using nlohmann::json;
  constexpr int kDeepest = 100;
  using Event = json::parse_event_t;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto shallow = [&](int depth, Event event, json& parsed) {
    const bool opens = event == Event::object_start || event == Event::array_start;
    if (opens && depth >= kDeepest) {
      throw Error(where + ": lists and objects are more than 100 deep inside of each other");
    }
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw Error(where + ": the key " + parsed.dump() + " is there twice");
    }
    return true;
  };
  return json::parse(text, shallow, false);
}

}  // namespace attn::cli
