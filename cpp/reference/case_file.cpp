#include "reference/case_file.hpp"

#include "attn/numerics/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "attn/numerics/largest.hpp"

namespace attn::reference {
namespace {

using nlohmann::json;

Arrays arrays(const json& j) {
  Arrays out;
  for (const auto& [name, value] : j.items()) out[name] = array_of(name, value);
  return out;
}

// Null and objects are conventions for the reader (the form of a definition); the evaluators have
// no use for them.
bool parse_param(const json& j, Param& out) {
  if (j.is_number()) {
    out = j.get<double>();
  } else if (j.is_boolean()) {
    out = j.get<bool>() ? 1.0 : 0.0;
  } else if (j.is_string()) {
    out = j.get<std::string>();
  } else if (j.is_array() &&
             std::all_of(j.begin(), j.end(), [](const json& x) { return x.is_number(); })) {
    out = j.get<std::vector<double>>();
  } else if (j.is_array() &&
             std::all_of(j.begin(), j.end(), [](const json& x) { return x.is_string(); })) {
    out = j.get<std::vector<std::string>>();
  } else {
    return false;
  }
  return true;
}

std::string shape_text(const std::vector<Index>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

// Adds what one array says to the verdict.
void compare(const std::string& name, const Array& ours, const Array& wanted,
             const ReferenceCase& c, Verdict& v) {
  if (ours.shape != wanted.shape) {
    if (v.problem.empty()) {
      v.problem =
          name + " has shape " + shape_text(ours.shape) + ", expected " + shape_text(wanted.shape);
    }
    return;
  }
  for (std::size_t i = 0; i < wanted.data.size(); ++i) {
    const double x = ours.data[i];
    const double y = wanted.data[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double error = std::fabs(x - y);
    v.absolute = larger(v.absolute, error);
    if (y != 0.0) v.relative = larger(v.relative, error / std::fabs(y));
    const bool close = error <= c.atol + c.rtol * std::fabs(y);  // false for NaN
    if (close && std::isfinite(y)) continue;
    if (v.problem.empty()) {
      std::ostringstream text;
      text.precision(17);
      text << name << '[' << i << "] is " << x << ", expected " << y;
      v.problem = text.str();
    }
  }
}

}  // namespace

double number_of(const json& j) {
  if (j.is_number()) return j.get<double>();
  const auto text = j.is_string() ? j.get<std::string>() : std::string();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  throw Error("" + j.dump() + " is not a number");
}

Array array_of(const std::string& name, const json& j) {
  Array a;
  double size = 1.0;  // a double does not wrap
  for (const json& n : j.at("shape")) {
    const double along = number_of(n);
    check::whole(name.c_str(), "an entry of shape", along, 0.0, 1e9);
    a.shape.push_back(static_cast<Index>(along));
    size *= along;
  }
  for (const json& x : j.at("data")) a.data.push_back(number_of(x));
  if (static_cast<double>(a.data.size()) != size)
    throw Error("'" + name + "' has another size than its shape");
  return a;
}

ReferenceCase parse_case(const std::string& text) {
  try {
    const json j = json::parse(text);
    ReferenceCase c;
    c.given.topic = j.at("topic").get<std::string>();
    c.given.kind = j.at("kind").get<std::string>();
    c.given.name = j.at("case").get<std::string>();
    c.given.inputs = arrays(j.at("inputs"));
    for (const auto& [name, value] : j.at("params").items()) {
      Param p;
      if (parse_param(value, p)) c.given.params[name] = p;
    }
    c.expected = arrays(j.at("expected"));
    c.rtol = j.at("rtol").get<double>();
    c.atol = j.at("atol").get<double>();
    return c;
  } catch (const std::exception& e) {
    throw Error(std::string("reference case: ") + e.what());
  }
}

Verdict check_case(const ReferenceCase& c) {
  Verdict v;
  if (c.expected.empty()) {
    v.problem = "nothing is expected";
    return v;
  }
  Arrays ours;
  try {
    ours = evaluate(c.given);
  } catch (const std::exception& e) {
    v.problem = e.what();
    return v;
  }
  v.hash = hash_text(ours);
  for (const auto& [name, wanted] : c.expected) {
    const auto it = ours.find(name);
    if (it == ours.end()) {
      if (v.problem.empty()) v.problem = "output '" + name + "' is missing";
      continue;
    }
    compare(name, it->second, wanted, c, v);
  }
  v.ok = v.problem.empty();
  return v;
}

nlohmann::json to_json(const Arrays& arrays) {
  json out = json::object();
  for (const auto& [name, a] : arrays) {
    json data = json::array();
    for (const double x : a.data) {
      if (std::isfinite(x)) {
        data.push_back(x);
      } else {
        data.push_back(std::isnan(x) ? "NaN" : x > 0.0 ? "Infinity" : "-Infinity");
      }
    }
    out[name] = {{"shape", a.shape}, {"data", data}};
  }
  return out;
}

}  // namespace attn::reference
