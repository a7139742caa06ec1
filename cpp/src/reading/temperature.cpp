#include "attn/reading/temperature.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/sort_numbers.hpp"
#include "reading/rows.hpp"

namespace attn {
namespace {

// The scores of a row that are not hidden.
Vector visible_scores(const char* function, const MatrixRef& scores, Index row) {
  Vector out(scores.cols());
  Index n = 0;
  for (Index j = 0; j < scores.cols(); ++j) {
    const double s = scores(row, j);
    if (s == reading_rows::kHidden) continue;
    if (!(std::fabs(s) <= reading_rows::kLargestScore)) {
      check::refuse(
          function, {"scores[", row, ", ", j, "]"}, {s},
          {"-Infinity, or a number of at most ", reading_rows::kLargestScore, " in size"});
    }
    out(n++) = s;
  }
  if (n == 0) {
    check::refuse(function, {"row ", row, " of scores"}, "hidden", "at least one finite score");
  }
  return out.head(n);
}

// Second and third central moment of s / T under softmax(s / T).
struct Moments {
  double second, third;
};

Moments moments_at(const Vector& s, double temperature) {
  const Vector weights = softmax(s, temperature);
  // What has weight at low temperatures is near the top, and differences to it are exact there.
  const double top = highest(s);
  double mean = 0.0;
  for (Index j = 0; j < s.size(); ++j) {
    if (weights(j) > 0.0) mean += weights(j) * ((s(j) - top) / temperature);
  }
  Moments out{0.0, 0.0};
  for (Index j = 0; j < s.size(); ++j) {
    if (weights(j) == 0.0) continue;
    const double off = (s(j) - top) / temperature - mean;
    out.second += weights(j) * off * off;
    out.third += weights(j) * off * off * off;
  }
  return out;
}

// Between two scores that are not alike, of which there are some.
double least_gap(Vector s) {
  sort_numbers(s);
  double out = s(s.size() - 1) - s(0);
  for (Index j = 1; j < s.size(); ++j) {
    const double gap = s(j) - s(j - 1);
    if (gap > 0.0 && gap < out) out = gap;
  }
  return out;
}

// The temperature of the greatest heat capacity, of scores that are not all alike and `spread`
// apart. As 1 / T grows the capacity grows by twice itself and by the third moment: at its top that
// is 0.
double peak_of(const Vector& s, double spread) {
  // Above 4 times the spread it only falls; below a sixteenth of the least gap between two scores
  // all that is left are ties.
  constexpr int kOfOctave = 16, kLeastOctaves = 18;
  const int needed = std::ilogb(spread) - std::ilogb(least_gap(s)) + 7;
  const int octaves = needed > kLeastOctaves ? needed : kLeastOctaves;
  const double step = mathfn::log(2.0) / kOfOctave, highest = mathfn::log(4.0);
  const auto temperature = [&](double log_t) { return spread * mathfn::exp(log_t); };
  double best = highest, most = -1.0;
  for (int i = 0; i <= octaves * kOfOctave; ++i) {
    const double log_t = highest - i * step;
    const double capacity = moments_at(s, temperature(log_t)).second;
    if (capacity > most) {
      most = capacity;
      best = log_t;
    }
  }
  double hot = best + step, cold = best - step;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (hot + cold);
    const Moments at = moments_at(s, temperature(middle));
    (2.0 * at.second + at.third > 0.0 ? hot : cold) = middle;
  }
  return temperature(0.5 * (hot + cold));
}

}  // namespace

Matrix heat_capacity(const MatrixRef& scores, const VectorRef& temperatures) {
  constexpr const char* kName = "heat_capacity";
  check::count(kName, "the number of rows of scores", scores.rows(), 1, check::kMaxBudget);
  check::vector(kName, "temperatures", temperatures);
  for (Index t = 0; t < temperatures.size(); ++t) {
    check::positive(kName, "a temperature", temperatures(t));
  }
  Matrix out(scores.rows(), temperatures.size());
  for (Index i = 0; i < scores.rows(); ++i) {
    const Vector s = visible_scores(kName, scores, i);
    for (Index t = 0; t < temperatures.size(); ++t) {
      out(i, t) = moments_at(s, temperatures(t)).second;
    }
  }
  check::result(kName, "a heat capacity", out);
  return out;
}

Vector peak_temperature(const MatrixRef& scores) {
  constexpr const char* kName = "peak_temperature";
  check::count(kName, "the number of rows of scores", scores.rows(), 1, check::kMaxBudget);
  Vector out(scores.rows());
  for (Index i = 0; i < scores.rows(); ++i) {
    const Vector s = visible_scores(kName, scores, i);
    const double spread = highest(s) - lowest(s);
    out(i) = spread > 0.0 ? peak_of(s, spread) : 0.0;
  }
  return out;
}

std::vector<RetrievalClass> retrieval_classes(const MatrixRef& weights,
                                              const std::vector<Index>& keys) {
  constexpr const char* kName = "retrieval_classes";
  check::matrix(kName, "weights", weights);
  const auto n = static_cast<std::size_t>(weights.rows());
  if (!keys.empty()) {
    check::count(kName, "the number of keys", keys.size(), weights.rows(), weights.rows());
  }
  std::vector<RetrievalClass> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Vector row = weights.row(static_cast<Index>(i)).transpose();
    check::distribution(kName, "a row of weights", row);
    const auto weighed = (row.array() > 0.0).count();
    if (!keys.empty()) check::count(kName, "one of keys", keys[i], weighed, row.size());
    const double seen = static_cast<double>(keys.empty() ? weighed : keys[i]);
    if (highest(row) > 0.9) {
      out.push_back(RetrievalClass::kOne);
    } else {
      out.push_back(mathfn::exp(entropy(row)) > 0.75 * seen ? RetrievalClass::kAverage
                                                            : RetrievalClass::kFew);
    }
  }
  return out;
}

}  // namespace attn
