#include "denoising/mmse_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/quadrature.hpp"
#include "numerics/inline_exp.hpp"

namespace attn::mmse_parts {
namespace {

constexpr double kRootTwoPi = 2.50662827463100050242;
constexpr double kTail = 12.0;  // standard deviations beyond the outermost points; exp(-72) is left
constexpr double kCell = 2.0;   // width of the first intervals: no peak between two nodes
constexpr double kNothing = -750.0;  // the logarithm of less than any double

// From low - kTail to high + kTail in cells.
std::vector<double> cells(double low, double high) {
  const double from = low - kTail;
  const double width = high + kTail - from;
  const auto count = static_cast<Index>(width / kCell) + 1;
  std::vector<double> ends;
  for (Index i = 0; i <= count; ++i) {
    ends.push_back(from + width * static_cast<double>(i) / static_cast<double>(count));
  }
  return ends;
}

QuadratureTolerance tolerance_for(const std::vector<double>& breakpoints, double relative) {
  QuadratureTolerance tolerance;
  tolerance.relative = relative;
  tolerance.most_intervals = std::min(20 * static_cast<Index>(breakpoints.size()), Index{10000000});
  return tolerance;
}

// ---- one dimension ------------------------------------------------------------------------------

// Points in ascending order, those at the same place made one.
struct Line {
  std::vector<double> at, place, weight, log_weight;  // place = scale * at
  double most_weight = 0.0;
  double log_most_weight = 0.0;
  double reach2 = 0.0;  // number of points times the largest squared difference of two `at`

  explicit Line(const Group& group) {
    for (const Index i : ascending(group.at)) {
      const double w = group.weight[static_cast<std::size_t>(i)];
      if (!at.empty() && at.back() == group.at(i, 0)) {
        weight.back() += w;
        continue;
      }
      at.push_back(group.at(i, 0));
      place.push_back(group.scale * group.at(i, 0));
      weight.push_back(w);
    }
    for (const double w : weight) log_weight.push_back(mathfn::log(w));
    most_weight = *std::max_element(weight.begin(), weight.end());
    log_most_weight = mathfn::log(most_weight);
    const double widest = at.back() - at.front();
    reach2 = static_cast<double>(at.size()) * widest * widest;
  }

  double score(std::size_t i, double y) const {
    return log_weight[i] - 0.5 * (y - place[i]) * (y - place[i]);
  }

  // The most probable point given y: outwards from y until no weight makes up for the distance.
  std::size_t top(double y) const {
    const auto above =
        static_cast<std::size_t>(std::lower_bound(place.begin(), place.end(), y) - place.begin());
    std::size_t best = above < place.size() ? above : above - 1;
    const auto could_win = [&](std::size_t i) {
      return log_most_weight - 0.5 * (y - place[i]) * (y - place[i]) > score(best, y);
    };
    for (std::size_t i = above; i < place.size() && could_win(i); ++i) {
      if (score(i, y) > score(best, y)) best = i;
    }
    for (std::size_t i = above; i > 0 && could_win(i - 1); --i) {
      if (score(i - 1, y) > score(best, y)) best = i - 1;
    }
    return best;
  }

  // sqrt(2 pi) times density of y times variance of `at` given y.
  double operator()(double y) const {
    const std::size_t t = top(y);
    double mass = 1.0;
    double first = 0.0;
    double second = 0.0;
    // Adds point i, relative to point t; whether those beyond may still matter.
    const auto add = [&](std::size_t i) {
      const double exponent = log_weight[i] - log_weight[t] +
                              0.5 * (place[i] - place[t]) * ((y - place[i]) + (y - place[t]));
      const double e = mathfn::inline_exp(exponent);
      const double offset = at[i] - at[t];
      mass += e;
      first += e * offset;
      second += e * offset * offset;
      const bool outwards = (place[i] > y) == (place[i] > place[t]);
      if (!outwards) return true;
      if (e == 0.0) return exponent + log_most_weight - log_weight[i] > kNothing;
      return e * (most_weight / weight[i]) * reach2 > 1e-18 * second;
    };
    for (std::size_t i = t + 1; i < at.size() && add(i);) ++i;
    for (std::size_t i = t; i > 0 && add(i - 1);) --i;
    const double variance_mass = std::max(second - first * first / mass, 0.0);
    return mathfn::inline_exp(score(t, y)) * variance_mass;
  }
};

// ---- two dimensions -----------------------------------------------------------------------------

// The part of the points that is near a line y0 = constant, as a function of y1.
class Section {
 public:
  Section(const Group& group, double y0) {
    for (std::size_t i = 0; i < group.weight.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const double distance = y0 - group.scale * group.at(row, 0);
      if (std::fabs(distance) > kTail) continue;
      points_.push_back({group.at(row, 0), group.at(row, 1), group.scale * group.at(row, 1),
                         mathfn::log(group.weight[i]) - 0.5 * distance * distance});
    }
    scores_.resize(points_.size());
  }

  // The integral over y1 of 2 pi times density of (y0, y1) times variance of `at` given it.
  Integral integral() const {
    if (points_.empty()) return {};
    double low = points_.front().place;
    double high = low;
    for (const Point& p : points_) {
      low = std::min(low, p.place);
      high = std::max(high, p.place);
    }
    const std::vector<double> ends = cells(low, high);
    return integrate([this](double y1) { return value(y1); }, ends, tolerance_for(ends, 1e-12));
  }

 private:
  struct Point {
    double at0, at1, place, score;
  };

  double value(double y1) const {
    std::size_t top = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double distance = y1 - points_[i].place;
      scores_[i] = points_[i].score - 0.5 * distance * distance;
      if (scores_[i] > scores_[top]) top = i;
    }
    double mass = 0.0;
    double first0 = 0.0;
    double first1 = 0.0;
    double second = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double e = mathfn::inline_exp(scores_[i] - scores_[top]);
      const double offset0 = points_[i].at0 - points_[top].at0;
      const double offset1 = points_[i].at1 - points_[top].at1;
      mass += e;
      first0 += e * offset0;
      first1 += e * offset1;
      second += e * (offset0 * offset0 + offset1 * offset1);
    }
    const double variance_mass = second - (first0 * first0 + first1 * first1) / mass;
    return mathfn::inline_exp(scores_[top]) * std::max(variance_mass, 0.0);
  }

  std::vector<Point> points_;
  mutable std::vector<double> scores_;  // scratch of one section, used by one thread
};

std::vector<double> plane_cells(const Group& group, Index axis) {
  return cells(group.scale * lowest(group.at.col(axis)), group.scale * highest(group.at.col(axis)));
}

// ---- draws --------------------------------------------------------------------------------------

// The variance of `at` given the point y that was seen, `offset` being y - scale * at.row(c).
double posterior_variance(const Group& group, const Vector& log_weight, Index c,
                          const Vector& offset, Vector& p) {
  const Index n = group.at.rows();
  const Index r = group.at.cols();
  for (Index i = 0; i < n; ++i) {
    double exponent = log_weight(i) - log_weight(c);
    for (Index k = 0; k < r; ++k) {
      const double step = group.scale * (group.at(i, k) - group.at(c, k));
      exponent += step * (offset(k) - 0.5 * step);
    }
    p(i) = exponent;
  }
  const double top = highest(p);
  double mass = 0.0;
  for (double& x : p) {
    x = mathfn::inline_exp(x - top);
    mass += x;
  }
  double variance = 0.0;
  for (Index k = 0; k < r; ++k) {
    double mean = 0.0;
    for (Index i = 0; i < n; ++i) mean += p(i) * group.at(i, k);
    mean /= mass;
    for (Index i = 0; i < n; ++i) {
      variance += p(i) * (group.at(i, k) - mean) * (group.at(i, k) - mean);
    }
  }
  return variance / mass;
}

}  // namespace

std::vector<Index> ascending(const Matrix& rows) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&rows](Index a, Index b) {
    return rows(a, 0) < rows(b, 0) || (rows(a, 0) == rows(b, 0) && a < b);
  });
  return order;
}

Part on_line(const Group& group) {
  const Line line(group);
  const std::vector<double> ends = cells(line.place.front(), line.place.back());
  const Integral integral =
      integrate([&line](double y) { return line(y); }, ends, tolerance_for(ends, 1e-12));
  return {integral.value / kRootTwoPi, integral.error / kRootTwoPi, MmseMethod::kLine};
}

Part in_plane(const Group& group) {
  double inner = 0.0;
  double inner_error = 0.0;
  const auto section = [&](double y0) {
    const Integral i = Section(group, y0).integral();
    inner += i.value;
    inner_error += i.error;
    return i.value;
  };
  const std::vector<double> ends = plane_cells(group, 0);
  const Integral outer = integrate(section, ends, tolerance_for(ends, 1e-10));
  const double own = inner > 0.0 ? outer.value * (inner_error / inner) : 0.0;
  const double two_pi = kRootTwoPi * kRootTwoPi;
  return {outer.value / two_pi, (outer.error + own) / two_pi, MmseMethod::kPlane};
}

double plane_work(const Group& group) {
  const double nodes = 21.0 * static_cast<double>(plane_cells(group, 0).size()) * 21.0 *
                       static_cast<double>(plane_cells(group, 1).size());
  return 2.0 * nodes * static_cast<double>(group.weight.size());
}

Part by_draws(const Group& group, Index draws, Rng& rng) {
  Vector log_weight(group.at.rows());
  double weight = 0.0;
  for (Index i = 0; i < log_weight.size(); ++i) {
    log_weight(i) = mathfn::log(group.weight[static_cast<std::size_t>(i)]);
    weight += group.weight[static_cast<std::size_t>(i)];
  }
  Vector offset(group.at.cols());
  Vector p(group.at.rows());
  double mean = 0.0;
  double squares = 0.0;  // sum of squared distances to the mean (Welford 1962)
  for (Index i = 1; i <= draws; ++i) {
    const Index c = rng.categorical(group.weight);
    for (double& x : offset) x = rng.normal();
    const double variance = posterior_variance(group, log_weight, c, offset, p);
    const double step = variance - mean;
    mean += step / static_cast<double>(i);
    squares += step * (variance - mean);
  }
  const auto n = static_cast<double>(draws);
  const double standard_error = std::sqrt(squares / (n * (n - 1.0)));
  return {weight * mean, weight * standard_error, MmseMethod::kMonteCarlo};
}

}  // namespace attn::mmse_parts
