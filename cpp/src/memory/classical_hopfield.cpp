#include "attn/memory/classical_hopfield.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

void check_state(const char* function, const VectorRef& x, Index n) {
  check::vector(function, "x", x, n);
  for (Index i = 0; i < n; ++i) {
    if (x(i) == 0.0 || std::fabs(x(i)) == 1.0) continue;
    check::refuse(function, {"x[", i, "]"}, {x(i)}, {"-1, 0 or 1"});
  }
}

}  // namespace

ClassicalHopfield::ClassicalHopfield(const MatrixRef& patterns, bool self_coupling)
    : by_unit_(patterns.cols(), 0), self_coupling_(self_coupling) {
  store(patterns);
}

void ClassicalHopfield::store(const MatrixRef& patterns) {
  const Index n = by_unit_.rows(), count = count_ + patterns.rows();
  check::matrix("ClassicalHopfield", "patterns", patterns);
  check::columns("ClassicalHopfield", "patterns", patterns, n, "the units");
  for (Index mu = 0; mu < patterns.rows(); ++mu) {
    for (Index i = 0; i < n; ++i) {
      if (std::fabs(patterns(mu, i)) == 1.0) continue;
      check::refuse("ClassicalHopfield", {"patterns[", mu, ", ", i, "]"}, {patterns(mu, i)},
                    {"-1 or 1"});
    }
  }
  // Twice the room where there is none left, so that each number moves once or twice in all.
  if (count > by_unit_.cols()) {
    const Index room = std::max(count, 2 * count_);
    check::product("ClassicalHopfield", "the patterns", n, room);
    by_unit_.conservativeResize(n, room);
  }
  by_unit_.middleCols(count_, patterns.rows()) = patterns.transpose();
  count_ = count;
  own_ = self_coupling_ ? 0.0 : static_cast<double>(count);
}

// The units' sums by way of the patterns' overlaps: N M numbers a sweep where W has N^2.
Vector ClassicalHopfield::overlaps(const Vector& x) const {
  Vector out = Vector::Zero(count_);
  for (Index i = 0; i < x.size(); ++i) {
    for (Index mu = 0; mu < out.size(); ++mu) out(mu) += by_unit_(i, mu) * x(i);
  }
  return out;
}

// N (W x)_i.
double ClassicalHopfield::field(const Vector& overlaps, const Vector& x, Index i) const {
  double sum = -own_ * x(i);
  for (Index mu = 0; mu < overlaps.size(); ++mu) sum += by_unit_(i, mu) * overlaps(mu);
  return sum;
}

Matrix ClassicalHopfield::weights() const {
  const Index n = by_unit_.rows();
  check::product("ClassicalHopfield::weights", "the weights", n, n);
  Matrix out(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) {
      double sum = i == j ? -own_ : 0.0;
      for (Index mu = 0; mu < count_; ++mu) sum += by_unit_(i, mu) * by_unit_(j, mu);
      out(i, j) = sum / static_cast<double>(n);
      out(j, i) = out(i, j);
    }
  }
  return out;
}

double ClassicalHopfield::energy(const VectorRef& x) const {
  check_state("ClassicalHopfield::energy", x, by_unit_.rows());
  const Vector state = x;
  const Vector of_patterns = overlaps(state);
  double sum = 0.0;
  for (const double m : of_patterns) sum += m * m;
  for (const double s : state) sum -= own_ * s * s;
  return -0.5 * sum / static_cast<double>(state.size());
}

Vector ClassicalHopfield::update(const VectorRef& x) const {
  check_state("ClassicalHopfield::update", x, by_unit_.rows());
  const Vector state = x;
  const Vector of_patterns = overlaps(state);
  Vector out(state.size());
  for (Index i = 0; i < out.size(); ++i) out(i) = field(of_patterns, state, i) >= 0.0 ? 1.0 : -1.0;
  return out;
}

HopfieldRest ClassicalHopfield::settle(const VectorRef& x, Rng& rng, Index most_sweeps) const {
  check_state("ClassicalHopfield::settle", x, by_unit_.rows());
  check::count("ClassicalHopfield::settle", "most_sweeps", most_sweeps, 1, check::kMaxBudget);
  HopfieldRest out{x, 0, false};
  Vector of_patterns = overlaps(out.state);
  while (!out.settled && out.sweeps < most_sweeps) {
    out.settled = true;
    ++out.sweeps;
    for (const Index i : rng.permutation(out.state.size())) {
      const double sign = field(of_patterns, out.state, i) >= 0.0 ? 1.0 : -1.0;
      const double change = sign - out.state(i);
      if (change == 0.0) continue;
      out.settled = false;
      out.state(i) = sign;
      for (Index mu = 0; mu < of_patterns.size(); ++mu) of_patterns(mu) += change * by_unit_(i, mu);
    }
  }
  return out;
}

}  // namespace attn
