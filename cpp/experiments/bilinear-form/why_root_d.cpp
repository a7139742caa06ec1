#include "experiments/bilinear-form/why_root_d.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

double trace_of_jacobian(const Vector& weights) { return 1.0 - weights.squaredNorm(); }

// Powers of two, and halfway between them.
std::vector<Index> dimensions_to(Index most) {
  std::vector<Index> all = {1};
  for (Index d = 2; d <= most; d *= 2) {
    all.push_back(d);
    if (3 * d / 2 <= most) all.push_back(3 * d / 2);
  }
  return all;
}

}  // namespace

std::vector<Setting<WhyRootDParams>> WhyRootD::settings() {
  WhyRootDParams scaled;
  scaled.d = 512;
  scaled.scaled = true;
  WhyRootDParams one;
  one.d = 1;
  one.seed = 8;
  return {{WhyRootDParams{}, 0, 3}, {scaled, 0, 0}, {one, 0, 1}};
}

WhyRootD::WhyRootD(const Params& params)
    : params_(checked(kName, params)), rng_(params.seed), dimensions_(dimensions_to(kMost)) {
  dimensions_.push_back(params_.d);
  const Index count = static_cast<Index>(dimensions_.size());
  weights_ = Vector::Zero(kKeys);
  plain_ = scaled_ = squares_ = Vector::Zero(count);
  while (done_ < kFirst) work();
}

void WhyRootD::work() {
  Vector scores = Vector::Zero(kKeys);
  for (Index c = 1; c <= kMost; ++c) {
    const double q = rng_.normal();
    for (Index j = 0; j < kKeys; ++j) scores(j) += q * rng_.normal();
    for (std::size_t i = 0; i < dimensions_.size(); ++i) {
      if (dimensions_[i] != c) continue;
      const Index at = static_cast<Index>(i);
      Vector plain = softmax(scores);
      Vector scaled = softmax(scores / std::sqrt(static_cast<double>(c)));
      plain_(at) += trace_of_jacobian(plain);
      scaled_(at) += trace_of_jacobian(scaled);
      squares_(at) += scores.squaredNorm() / static_cast<double>(kKeys * c);
      if (i + 1 < dimensions_.size()) continue;
      Vector& chosen = params_.scaled ? scaled : plain;
      std::sort(chosen.data(), chosen.data() + kKeys, std::greater<double>());
      weights_ += chosen;
    }
  }
  ++done_;
}

WhyRootDFrame WhyRootD::frame() const {
  const double n = static_cast<double>(done_);
  const Index last = static_cast<Index>(dimensions_.size()) - 1;
  Frame f;
  f.d = params_.d;
  f.scaled = params_.scaled;
  f.draws = done_;
  f.weights = weights_ / n;
  f.trace_plain = plain_(last) / n;
  f.trace_scaled = scaled_(last) / n;
  f.trace = f.scaled ? f.trace_scaled : f.trace_plain;
  f.variance = squares_(last) / n;
  f.dimensions.resize(last);
  for (Index i = 0; i < last; ++i) {
    f.dimensions(i) = static_cast<double>(dimensions_[static_cast<std::size_t>(i)]);
  }
  f.traces_plain = plain_.head(last) / n;
  f.traces_scaled = scaled_.head(last) / n;
  f.variances = squares_.head(last) / n;
  for (Index i = 0; i < last; ++i) {
    if (f.dimensions(i) < 16.0) continue;
    f.variance_error = larger(f.variance_error, std::fabs(f.variances(i) - 1.0));
  }
  f.variance_error *= std::sqrt(n / static_cast<double>(kDraws));
  return f;
}

}  // namespace attn::experiments
