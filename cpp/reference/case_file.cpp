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

using IsOfType = bool (json::*)() const noexcept;

// The member of an object, for which `is` has to hold; `of` stands before it in messages.
const json& member(const std::string& of, const json& object, const char* name, IsOfType is,
                   const char* expected) {
  const auto found = object.find(name);
  const bool missing = found == object.end();
  if (!missing && ((*found).*is)()) return *found;
  throw Error(of + name +
              (missing ? " is missing" : std::string(" is of type ") + found->type_name()) +
              ", expected " + expected);
}

std::string text_member(const json& object, const char* name) {
  return member("", object, name, &json::is_string, "a text").get<std::string>();
}

double number_member(const json& object, const char* name) {
  return member("", object, name, &json::is_number, "a number").get<double>();
}

const json& object_member(const json& object, const char* name) {
  return member("", object, name, &json::is_object, "an object");
}

json parsed(const std::string& text) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& e) {
    throw Error("no JSON from byte " + std::to_string(e.byte) + " on");
  } catch (const json::out_of_range&) {
    throw Error("a number is out of the range of a double");
  }
}

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
  if (!j.is_object()) {
    throw Error("'" + name + "' is of type " + j.type_name() +
                ", expected an object with shape and data");
  }
  const auto list = [&](const char* part) -> const json& {
    return member("'" + name + "': ", j, part, &json::is_array, "a list");
  };
  Array a;
  double size = 1.0;  // a double does not wrap
  for (const json& n : list("shape")) {
    const double along = number_of(n);
    check::whole(name.c_str(), "an entry of shape", along, 0.0, 1e9);
    a.shape.push_back(static_cast<Index>(along));
    size *= along;
  }
  for (const json& x : list("data")) a.data.push_back(number_of(x));
  if (static_cast<double>(a.data.size()) != size)
    throw Error("'" + name + "' has another size than its shape");
  return a;
}

ReferenceCase parse_case(const std::string& text) {
  try {
    const json j = parsed(text);
    if (!j.is_object()) {
      throw Error(
          "expected a JSON object with topic, kind, case, inputs, params, expected, rtol and atol");
    }
    ReferenceCase c;
    c.given.topic = text_member(j, "topic");
    c.given.kind = text_member(j, "kind");
    c.given.name = text_member(j, "case");
    c.given.inputs = arrays(object_member(j, "inputs"));
    for (const auto& [name, value] : object_member(j, "params").items()) {
      Param p;
      if (parse_param(value, p)) c.given.params[name] = p;
    }
    c.expected = arrays(object_member(j, "expected"));
    c.rtol = number_member(j, "rtol");
    c.atol = number_member(j, "atol");
    return c;
  } catch (const Error& e) {
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
