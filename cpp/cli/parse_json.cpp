#include "cli/parse_json.hpp"

#include "attn/numerics/types.hpp"

namespace attn::cli {

nlohmann::json parse_json(const std::string& where, const std::string& text) {
  using nlohmann::json;
  constexpr int kDeepest = 100;
  const auto shallow = [&](int depth, json::parse_event_t event, json&) {
    const bool opens =
        event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (opens && depth >= kDeepest) {
      throw Error(where + ": lists and objects are more than 100 deep inside of each other");
    }
    return true;
  };
  return json::parse(text, shallow, false);
}

}  // namespace attn::cli
