#include "attn/reading/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "attn/numerics/check.hpp"

namespace attn {
namespace {

// Shares of a length below which there is nothing but rounding.
constexpr double kNothing = 1e-10;

double inner(const Vector& a, const Vector& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.size(); ++i) sum += a(i) * b(i);
  return sum;
}

Vector centred_ranks(const VectorRef& a) {
  Vector out = ranks(a);
  out.array() -= 0.5 * static_cast<double>(a.size() + 1);
  return out;
}

// Pearson's of lists whose mean is 0; 0 where one has no length.
double correlation(const Vector& a, const Vector& b) {
  const double lengths = std::sqrt(inner(a, a)) * std::sqrt(inner(b, b));
  if (lengths == 0.0) return 0.0;
  const double out = inner(a, b) / lengths;
  return out > 1.0 ? 1.0 : out < -1.0 ? -1.0 : out;
}

bool has_nan(const VectorRef& a) {
  for (Index i = 0; i < a.size(); ++i) {
    if (std::isnan(a(i))) return true;
  }
  return false;
}

}  // namespace

Vector ranks(const VectorRef& a) {
  constexpr const char* kName = "ranks";
  check::count(kName, "the size of a", a.size(), 1, check::kMaxBudget);
  const Index n = a.size();
  if (has_nan(a)) return Vector::Constant(n, std::numeric_limits<double>::quiet_NaN());
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index i, Index j) { return a(i) != a(j) ? a(i) < a(j) : i < j; });
  Vector out(n);
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && a(order[last + 1]) == a(order[first])) ++last;
    const double rank = 0.5 * static_cast<double>(first + last) + 1.0;
    for (; first <= last; ++first) out(order[first]) = rank;
  }
  return out;
}

double rank_correlation(const VectorRef& a, const VectorRef& b) {
  constexpr const char* kName = "rank_correlation";
  check::count(kName, "the size of a", a.size(), 2, check::kMaxBudget);
  check::count(kName, "the size of b", b.size(), a.size(), a.size());
  if (has_nan(a) || has_nan(b)) return std::numeric_limits<double>::quiet_NaN();
  return correlation(centred_ranks(a), centred_ranks(b));
}

double partial_rank_correlation(const VectorRef& a, const VectorRef& b, const MatrixRef& controls) {
  constexpr const char* kName = "partial_rank_correlation";
  check::count(kName, "the size of a", a.size(), 2, check::kMaxBudget);
  check::count(kName, "the size of b", b.size(), a.size(), a.size());
  check::count(kName, "the number of columns of controls", controls.cols(), 1, check::kMaxBudget);
  check::count(kName, "the number of rows of controls", controls.rows(), a.size(), a.size());
  bool nan = has_nan(a) || has_nan(b);
  for (Index c = 0; c < controls.cols(); ++c) nan = nan || has_nan(controls.col(c));
  if (nan) return std::numeric_limits<double>::quiet_NaN();
  // The controls made orthogonal, each twice, then both lists less what lies along them.
  std::vector<Vector> axes;
  const auto without = [&](Vector rest) {
    const double before = std::sqrt(inner(rest, rest));
    for (int time = 0; time < 2; ++time) {
      for (const Vector& axis : axes) rest -= inner(axis, rest) * axis;
    }
    if (std::sqrt(inner(rest, rest)) <= kNothing * before) rest.setZero();
    return rest;
  };
  for (Index c = 0; c < controls.cols(); ++c) {
    const Vector rest = without(centred_ranks(controls.col(c)));
    const double length = std::sqrt(inner(rest, rest));
    if (length > 0.0) axes.emplace_back(rest / length);
  }
  return correlation(without(centred_ranks(a)), without(centred_ranks(b)));
}

}  // namespace attn
