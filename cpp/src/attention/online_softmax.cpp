#include "attn/attention/online_softmax.hpp"

#include <cmath>
#include <string>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/infinity.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
OnlineSoftmax::OnlineSoftmax(Index values) {
  check::count("OnlineSoftmax", "values", values, 0, check::kMaxBudget);
  weighted_ = Vector::Zero(values);
}

void OnlineSoftmax::take(const char* function, double max, double sum, const VectorRef& weighted) {
  const double common = max > max_ ? max : max_;
  // exp(-Infinity) is 0, for the first key.
  const double mine = mathfn::inline_exp(max_ - common);
  const double theirs = mathfn::inline_exp(max - common);
  for (Index i = 0; i < weighted_.size(); ++i) {
    if (std::isfinite(mine * weighted_(i) + theirs * weighted(i))) continue;
    throw Error(std::string(function) + ": the weighted sum of values is too large for a double");
  }
  max_ = common;
  sum_ = mine * sum_ + theirs * sum;
  weighted_ = mine * weighted_ + theirs * weighted;
}

void OnlineSoftmax::add(double score, const VectorRef& value) {
  check::vector("OnlineSoftmax::add", "value", value, weighted_.size());
  if (score == -kInfinity) return;
  if (!std::isfinite(score)) {
    check::refuse("OnlineSoftmax::add", "score", score, "a finite number or -Infinity");
  }
  take("OnlineSoftmax::add", score, 1.0, value);
}

void OnlineSoftmax::add(double score) { add(score, Vector()); }

void OnlineSoftmax::merge(const OnlineSoftmax& other) {
  check::vector("OnlineSoftmax::merge", "the mean of other", other.weighted_, weighted_.size());
  if (other.max_ == -kInfinity) return;
  take("OnlineSoftmax::merge", other.max_, other.sum_, other.weighted_);
}

double OnlineSoftmax::log_normaliser() const {
  return sum_ > 0.0 ? max_ + mathfn::log(sum_) : -kInfinity;
}

Vector OnlineSoftmax::mean() const {
  if (sum_ > 0.0) return weighted_ / sum_;
  return Vector::Zero(weighted_.size());
}

}  // namespace attn
