#include "attn/online_softmax.hpp"

#include "attn/check.hpp"
#include "attn/mathfn.hpp"

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

OnlineSoftmax::OnlineSoftmax(Index values) {
  check::count("OnlineSoftmax", "values", values, 0, check::kMaxBudget);
  weighted_ = Vector::Zero(values);
}

void OnlineSoftmax::rescale(double max) {
  if (max <= max_) return;
  // exp(-Infinity) is 0, for the first key.
  const double factor = mathfn::exp(max_ - max);
  sum_ *= factor;
  weighted_ *= factor;
  max_ = max;
}

void OnlineSoftmax::add(double score, const VectorRef& value) {
  check::vector("OnlineSoftmax::add", "value", value, weighted_.size());
  if (score == -kInfinity) return;
  check::finite("OnlineSoftmax::add", "score", score);
  rescale(score);
  const double weight = mathfn::exp(score - max_);
  sum_ += weight;
  weighted_ += weight * value;
}

void OnlineSoftmax::add(double score) { add(score, Vector()); }

void OnlineSoftmax::merge(const OnlineSoftmax& other) {
  check::vector("OnlineSoftmax::merge", "the mean of other", other.weighted_, weighted_.size());
  if (other.max_ == -kInfinity) return;
  rescale(other.max_);
  const double weight = mathfn::exp(other.max_ - max_);
  sum_ += weight * other.sum_;
  weighted_ += weight * other.weighted_;
}

double OnlineSoftmax::log_normaliser() const {
  return sum_ > 0.0 ? max_ + mathfn::log(sum_) : -kInfinity;
}

Vector OnlineSoftmax::mean() const {
  if (sum_ > 0.0) return weighted_ / sum_;
  return Vector::Zero(weighted_.size());
}

}  // namespace attn
