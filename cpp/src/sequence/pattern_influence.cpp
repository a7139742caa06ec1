#include "attn/sequence/pattern_influence.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn {
namespace {

// For z -> z + D the divergence of softmax(z) from softmax(z + D) is log E e^D - E D under
// softmax(z), a mean over y. log E e^D is the difference of the logarithms of the sums of e^z: no
// probability is taken for it that may be too small.
class Influences {
 public:
  explicit Influences(const PatternTask& task)
      : task_(task), d_(patterns::tokens(task)), law_(d_), moved_(d_) {}

  // Before any other call, for a context whose logits are z.
  void at(const char* function, const Vector& z) {
    logits_ = z;
    log_sum_ = log_sum_exp(z);
    for (Index y = 0; y < d_; ++y) law_(y) = mathfn::exp(z(y) - log_sum_);
    check::result(function, "a probability", law_);
  }

  // Of a token in group k (from 0).
  double of(const char* function, Index k, Index token) {
    const Matrix& a = task_.features[static_cast<std::size_t>(k)];
    const auto size = static_cast<double>(patterns::group_size(task_));
    double sum = 0.0;
    for (Index other = 0; other < d_; ++other) {
      if (other == token) continue;
      double mean = 0.0;
      for (Index y = 0; y < d_; ++y) {
        const double change = a(y, other) / size - a(y, token) / size;
        moved_(y) = logits_(y) + change;
        if (law_(y) > 0.0) mean += law_(y) * change;
      }
      check::result(function, "a logit", moved_);
      const double divergence = log_sum_exp(moved_) - log_sum_ - mean;
      // What rounding leaves below 0.
      sum += divergence < 0.0 ? 0.0 : divergence;
    }
    return d_ == 1 ? 0.0
                   : check::result(function, "an influence", sum / static_cast<double>(d_ - 1));
  }

 private:
  const PatternTask& task_;
  Index d_;
  Vector logits_, law_, moved_;
  double log_sum_ = 0.0;
};

}  // namespace

Vector token_influences(const PatternTask& task, const PatternContext& context) {
  constexpr const char* kName = "token_influences";
  patterns::check_task(kName, task);
  patterns::check_context(kName, task, context);
  Influences influences(task);
  influences.at(kName, patterns::logits(kName, task, context, patterns::groups(task)));
  Vector out(task.lags);
  for (Index i = 0; i < task.lags; ++i) {
    out(i) = influences.of(kName, i / patterns::group_size(task),
                           context.tokens[static_cast<std::size_t>(i)]);
  }
  return out;
}

Vector mean_influences(const PatternTask& task, const PatternData& data) {
  constexpr const char* kName = "mean_influences";
  patterns::check_task(kName, task);
  const Index w = task.lags, h = patterns::groups(task), d = patterns::tokens(task);
  const Index size = patterns::group_size(task);
  check::count(kName, "data.lags", data.lags, w, w);
  check::count(kName, "the number of contexts", data.laws.rows(), 1, check::kMaxBudget);
  const Index count = data.laws.rows();
  const Index numbers = check::product(kName, "data.tokens", count, w);
  check::count(kName, "the size of data.tokens", data.tokens.size(), numbers, numbers);
  Influences influences(task);
  Vector sums = Vector::Zero(h), of_token(d);
  for (Index n = 0; n < count; ++n) {
    const PatternContext context = context_of(data, n);
    patterns::check_context(kName, task, context);
    influences.at(kName, patterns::logits(kName, task, context, h));
    for (Index k = 0; k < h; ++k) {
      // The same for all places of a group that have the same token.
      of_token.setConstant(-1.0);
      for (Index i = k * size; i < (k + 1) * size; ++i) {
        const Index token = context.tokens[static_cast<std::size_t>(i)];
        if (of_token(token) < 0.0) of_token(token) = influences.of(kName, k, token);
        sums(k) += of_token(token);
      }
    }
  }
  Vector out = sums / (static_cast<double>(count) * static_cast<double>(size));
  check::result(kName, "an influence", out);
  return out;
}

}  // namespace attn
