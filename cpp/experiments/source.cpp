#include "experiments/source.hpp"

#include <limits>

namespace attn::experiments {
namespace {

// No count is larger; an experiment knows its own limit. It fits the 32-bit index of WebAssembly.
constexpr double kMostCount = 1e9;

std::string form(const Array& a) {
  if (a.shape.empty()) return "one number";
  std::string text = "of the shape";
  const char* before = " ";
  for (const Index n : a.shape) {
    check::Words({before, n}).append_to(text);
    before = " x ";
  }
  return text;
}

// The array of that name, of so many axes.
bool array_of(const Source& source, const char* name, std::size_t axes, const char* expected,
              Array& out) {
  if (!source.array(name, out)) return false;
  if (out.shape.size() != axes) check::refuse(source.experiment(), name, form(out), expected);
  return true;
}

}  // namespace

bool Source::read(const char* name, Index& out) const {
  double value = 0.0;
  if (!number(name, value)) return false;
  check::whole(experiment_, name, value, -kMostCount, kMostCount);
  out = static_cast<Index>(value);
  return true;
}

bool Source::seed(const char* name, std::uint64_t& out) const {
  double value = 0.0;
  if (!number(name, value)) return false;
  check::whole(experiment_, name, value, 0.0, check::kMaxWhole);
  out = static_cast<std::uint64_t>(value);
  return true;
}

bool Source::read(const char* name, std::vector<double>& out) const {
  Array a;
  if (!array_of(*this, name, 1, "a list of numbers", a)) return false;
  out = std::move(a.data);
  return true;
}

bool Source::read(const char* name, std::vector<Index>& out) const {
  std::vector<double> values;
  if (!read(name, values)) return false;
  out.clear();
  const std::string entry = std::string("an entry of ") + name;
  for (const double x : values) {
    check::whole(experiment_, entry.c_str(), x, -kMostCount, kMostCount);
    out.push_back(static_cast<Index>(x));
  }
  return true;
}

bool Source::read(const char* name, Vector& out) const {
  Array a;
  if (!array_of(*this, name, 1, "a list of numbers", a)) return false;
  out = Eigen::Map<const Vector>(a.data.data(), a.shape[0]);
  return true;
}

bool Source::read(const char* name, Matrix& out) const {
  Array a;
  if (!array_of(*this, name, 2, "a matrix", a)) return false;
  out = Eigen::Map<const Matrix>(a.data.data(), a.shape[0], a.shape[1]);
  return true;
}

bool Source::read(const char* name, FloatMatrix& out) const {
  Matrix m;
  if (!read(name, m)) return false;
  out = m.cast<float>();
  return true;
}

bool Source::read(const char* name, Mask& out) const {
  Matrix m;
  if (!read(name, m)) return false;
  out = m.array() != 0.0;
  return true;
}

bool Source::read(const char* name, std::vector<Matrix>& out) const {
  Array a;
  if (!array_of(*this, name, 3, "matrices, along the first of three axes", a)) return false;
  out.clear();
  for (Index h = 0; h < a.shape[0]; ++h) {
    const double* const first = a.data.data() + h * a.shape[1] * a.shape[2];
    out.emplace_back(Eigen::Map<const Matrix>(first, a.shape[1], a.shape[2]));
  }
  return true;
}

void Source::refuse_missing(const char* name) const {
  check::fail({experiment_, ": ", name, " is missing"});
}

bool Source::choose(const char* name, const char* const* names, std::size_t count,
                    std::size_t& out) const {
  std::string chosen;
  if (!text(name, chosen)) return false;
  std::string expected;
  for (std::size_t i = 0; i < count; ++i) {
    if (chosen == names[i]) {
      out = i;
      return true;
    }
    expected += i == 0 ? "" : i + 1 == count ? " or " : ", ";
    expected += names[i];
  }
  check::refuse(experiment_, name, {"'", chosen, "'"}, expected);
}

}  // namespace attn::experiments
