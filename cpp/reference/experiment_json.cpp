#include "reference/experiment_json.hpp"

#include "reference/case_file.hpp"

namespace attn::reference {
namespace {

using experiments::Array;
using experiments::MemberInfo;
using nlohmann::json;

// Lists of lists of one length each, down to the numbers.
void flatten(const json& j, std::size_t axis, Array& out) {
  if (!j.is_array()) {
    if (axis != out.shape.size()) throw Error("rows of another length");
    out.data.push_back(number_of(j));
    return;
  }
  if (out.data.empty() && axis == out.shape.size())
    out.shape.push_back(static_cast<Index>(j.size()));
  if (axis >= out.shape.size() || out.shape[axis] != static_cast<Index>(j.size())) {
    throw Error("rows of another length");
  }
  for (const json& inner : j) flatten(inner, axis + 1, out);
}

json members_json(const std::vector<MemberInfo>& members) {
  json out = json::array();
  for (const MemberInfo& m : members) {
    json one = {{"name", m.name}, {"type", m.type}, {"about", m.about}};
    if (!m.fallback.empty()) one["default"] = json::parse(m.fallback);
    if (m.limits.needed) one["needed"] = true;
    if (m.limits.given) {
      one["low"] = m.limits.low;
      one["lowIsOpen"] = m.limits.open;
      if (m.limits.high < std::numeric_limits<double>::max()) one["high"] = m.limits.high;
    }
    if (!m.names.empty()) one["names"] = m.names;
    if (!m.members.empty()) {
      one["of"] = m.of;
      one["members"] = members_json(m.members);
    }
    out.push_back(one);
  }
  return out;
}

}  // namespace

JsonSource::JsonSource(const experiments::Experiment& experiment, const json& params)
    : Source(experiment.name.c_str()), params_(params) {
  if (!params.is_object()) throw Error(experiment.name + ": the parameters are no object");
  for (const auto& [name, value] : params.items()) {
    bool known = false;
    for (const MemberInfo& m : experiment.params) known = known || m.name == name;
    if (!known) throw Error(experiment.name + ": there is no parameter '" + name + "'");
  }
}

const json* JsonSource::find(const char* name) const {
  const auto found = params_.find(name);
  return found == params_.end() ? nullptr : &*found;
}

void JsonSource::refuse(const char* name, const char* expected) const {
  check::refuse(experiment(), name,
                params_.at(name).dump(-1, ' ', false, json::error_handler_t::replace), expected);
}

bool JsonSource::number(const char* name, double& out) const {
  const json* const j = find(name);
  if (j == nullptr) return false;
  if (!j->is_number() && !j->is_string()) refuse(name, "a number");
  try {
    out = number_of(*j);
  } catch (const Error&) {
    refuse(name, "a number");
  }
  return true;
}

bool JsonSource::seed(const char* name, std::uint64_t& out) const {
  const json* const j = find(name);
  if (j == nullptr || !j->is_number_unsigned()) return Source::seed(name, out);
  out = j->get<std::uint64_t>();
  return true;
}

bool JsonSource::flag(const char* name, bool& out) const {
  const json* const j = find(name);
  if (j == nullptr) return false;
  if (!j->is_boolean()) refuse(name, "true or false");
  out = j->get<bool>();
  return true;
}

bool JsonSource::text(const char* name, std::string& out) const {
  const json* const j = find(name);
  if (j == nullptr) return false;
  if (!j->is_string()) refuse(name, "a name");
  out = j->get<std::string>();
  return true;
}

bool JsonSource::array(const char* name, Array& out) const {
  const json* const j = find(name);
  if (j == nullptr) return false;
  try {
    if (j->is_object()) {
      out = array_of(name, *j);
    } else {
      flatten(*j, 0, out);
    }
  } catch (const std::exception& e) {
    throw Error(std::string(experiment()) + ": " + name + ": " + e.what());
  }
  return true;
}

json to_json(const experiments::Experiment& e) {
  return {{"name", e.name},
          {"chapter", e.chapter},
          {"part", e.part},
          {"type", e.type},
          {"about", e.about},
          {"floats", e.floats},
          {"params", members_json(e.params)},
          {"frame", members_json(e.frame)}};
}

json to_json(const std::vector<experiments::Experiment>& list) {
  json out = json::array();
  for (const experiments::Experiment& e : list) out.push_back(to_json(e));
  return out;
}

}  // namespace attn::reference
