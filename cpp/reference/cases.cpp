#include "reference/cases.hpp"

namespace attn::reference {

[[noreturn]] void fail(const Case& c, const std::string& what) {
  throw Error(c.topic + "/" + c.kind + " " + c.name + ": " + what);
}

const Array& input(const Case& c, std::string_view name) {
  const std::string key(name);
  const auto it = c.inputs.find(key);
  if (it == c.inputs.end()) fail(c, "input '" + key + "' is missing");
  return it->second;
}

bool has_input(const Case& c, const std::string& name) { return c.inputs.count(name) > 0; }

double number_or(const Case& c, const std::string& name, double otherwise) {
  return c.params.count(name) > 0 ? number(c, name) : otherwise;
}

double number(const Case& c, const std::string& name) {
  const auto it = c.params.find(name);
  if (it == c.params.end()) fail(c, "parameter '" + name + "' is missing");
  if (!std::holds_alternative<double>(it->second))
    fail(c, "parameter '" + name + "' must be a number");
  return std::get<double>(it->second);
}

Index whole(const Case& c, const std::string& name) {
  const double value = number(c, name);
  if (!(value >= 0.0 && value <= 1e9) || value != static_cast<double>(static_cast<Index>(value))) {
    fail(c, "parameter '" + name + "' must be a whole number from 0 to 1e9");
  }
  return static_cast<Index>(value);
}

Matrix matrix(const Case& c, const std::string& name) {
  const Array& a = input(c, name);
  if (a.shape.size() != 2) fail(c, "input '" + name + "' must be a matrix");
  return Eigen::Map<const Matrix>(a.data.data(), a.shape[0], a.shape[1]);
}

Matrix column(const Case& c, const std::string& name) {
  const Array& a = input(c, name);
  if (a.shape.size() > 1) fail(c, "input '" + name + "' must be a vector");
  return Eigen::Map<const Matrix>(a.data.data(), static_cast<Index>(a.data.size()), 1);
}

Vector vector_input(const Case& c, const std::string& name) { return column(c, name).col(0); }

std::vector<Matrix> matrices(const Case& c, const std::string& name) {
  const Array& a = input(c, name);
  if (a.shape.size() != 3) fail(c, "input '" + name + "' must have three axes");
  std::vector<Matrix> out;
  for (Index h = 0; h < a.shape[0]; ++h) {
    const double* first = a.data.data() + h * a.shape[1] * a.shape[2];
    out.emplace_back(Eigen::Map<const Matrix>(first, a.shape[1], a.shape[2]));
  }
  return out;
}

const std::vector<double>& values(const Case& c, std::string_view name, std::size_t size) {
  const Array& a = input(c, name);
  if (a.data.size() != size) {
    fail(c, "input '" + std::string(name) + "' must have " + std::to_string(size) + " numbers");
  }
  return a.data;
}

Array to_array(const Matrix& m) {
  return {{m.rows(), m.cols()}, std::vector<double>(m.data(), m.data() + m.size())};
}

Array to_array(const Vector& v) {
  return {{v.size()}, std::vector<double>(v.data(), v.data() + v.size())};
}

Array to_array(const std::vector<Matrix>& list) {
  Array out{{static_cast<Index>(list.size()), list[0].rows(), list[0].cols()}, {}};
  for (const Matrix& m : list) out.data.insert(out.data.end(), m.data(), m.data() + m.size());
  return out;
}

}  // namespace attn::reference
