#include "training/pattern_votes.hpp"

#include <cmath>
#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "training/adam_step.hpp"
#include "training/through_softmax.hpp"

namespace attn::patterns {
namespace {

PatternHeads zeros_like(const PatternHeads& heads) {
  PatternHeads out = heads;
  for (Matrix& v : out.values) v.setZero();
  out.logits.setZero();
  return out;
}

void move(Matrix& weights, const Matrix& gradient, Matrix& mean, Matrix& squares,
          PatternOptimiser optimiser, const adam::Step& step) {
  if (optimiser == PatternOptimiser::kAdam) {
    adam::update(weights.data(), gradient.data(), mean.data(), squares.data(), weights.size(),
                 step);
    return;
  }
  for (Index i = 0; i < weights.size(); ++i) {
    double& w = weights.data()[i];
    const double g = step.share * gradient.data()[i];
    w -= step.rate * step.decay * w;
    w -= step.rate * g;
  }
}

}  // namespace

void check_data(const char* function, const PatternData& data) {
  const Index n = data.targets.rows(), d = data.targets.cols();
  check::matrix(function, "data.targets", data.targets);
  check::count(function, "data.lags", data.lags, 1, check::kMaxBudget);
  const Index numbers = check::product(function, "data.tokens", n, data.lags);
  check::count(function, "the size of data.tokens", data.tokens.size(), numbers, numbers);
  for (const Index token : data.tokens) check::count(function, "a token", token, 0, d - 1);
}

void check_heads(const char* function, const PatternHeads& heads, Index tokens, Index lags) {
  check::count(function, "the number of heads.values", heads.values.size(), 1, check::kMaxBudget);
  for (const Matrix& v : heads.values) {
    check::shape(function, "heads.values", v, tokens, tokens);
    check::matrix(function, "heads.values", v);
  }
  check::shape(function, "heads.logits", heads.logits, static_cast<Index>(heads.values.size()),
               lags);
  check::matrix(function, "heads.logits", heads.logits);
}

void check_arguments(const char* function, const PatternData& data, const PatternHeads& heads) {
  check_data(function, data);
  check_heads(function, heads, data.targets.cols(), data.lags);
}

Matrix votes_of(const PatternHeads& heads, const Matrix& s) {
  const Index d = heads.values.front().rows();
  Matrix out = Matrix::Zero(s.cols() * d, d);
  for (Index i = 0; i < s.cols(); ++i) {
    for (Index k = 0; k < s.rows(); ++k) {
      const Matrix& v = heads.values[static_cast<std::size_t>(k)];
      for (Index x = 0; x < d; ++x) {
        for (Index y = 0; y < d; ++y) out(i * d + x, y) += s(k, i) * v(y, x);
      }
    }
  }
  return out;
}

PatternHeads through_votes(const char* function, const PatternHeads& heads, const Matrix& s,
                           const Matrix& d_votes) {
  const Index d = d_votes.cols();
  PatternHeads out = zeros_like(heads);
  Matrix d_s = Matrix::Zero(s.rows(), s.cols());
  for (Index k = 0; k < s.rows(); ++k) {
    const Matrix& v = heads.values[static_cast<std::size_t>(k)];
    Matrix& d_v = out.values[static_cast<std::size_t>(k)];
    for (Index i = 0; i < s.cols(); ++i) {
      for (Index x = 0; x < d; ++x) {
        for (Index y = 0; y < d; ++y) {
          d_v(y, x) += s(k, i) * d_votes(i * d + x, y);
          d_s(k, i) += v(y, x) * d_votes(i * d + x, y);
        }
      }
    }
    check::result(function, "a gradient", d_v);
  }
  out.logits = through_softmax(s, d_s);
  check::result(function, "a gradient", out.logits);
  return out;
}

PatternSteps::PatternSteps(const char* function, const PatternHeads& heads,
                           const PatternTrainerOptions& options)
    : options_(options),
      mean_(zeros_like(heads)),
      squares_(mean_),
      rng_(options.seed),
      drawn_(rng_) {
  check::positive(function, "options.values_step", options.values_step);
  check::positive(function, "options.logits_step", options.logits_step);
  check::not_negative(function, "options.decay", options.decay);
  check::within(function, "options.first", options.first, 0.0, 1.0 - 1e-9);
  check::within(function, "options.second", options.second, 0.0, 1.0 - 1e-9);
  check::positive(function, "options.epsilon", options.epsilon);
  check::not_negative(function, "options.clip", options.clip);
  check::count(function, "options.batch", options.batch, 0, check::kMaxBudget);
  rows_.resize(static_cast<std::size_t>(options.batch));
}

const std::vector<Index>& PatternSteps::draw(Index n) {
  drawn_ = rng_;
  for (Index& row : rows_) row = static_cast<Index>(drawn_.uniform() * static_cast<double>(n));
  return rows_;
}

double PatternSteps::share_of(const PatternHeads& gradient) const {
  if (options_.clip == 0.0) return 1.0;
  double most = largest(gradient.logits);
  for (const Matrix& v : gradient.values) most = larger(most, largest(v));
  if (most == 0.0) return 1.0;
  // In units of the largest number, so that no square is too large.
  double sum = (gradient.logits / most).squaredNorm();
  for (const Matrix& v : gradient.values) sum += (v / most).squaredNorm();
  const double norm = most * std::sqrt(sum);
  return norm > options_.clip ? options_.clip / norm : 1.0;
}

void PatternSteps::take(const char* function, PatternHeads& heads, const PatternHeads& gradient) {
  adam::Step step{options_.values_step,
                  options_.decay,
                  share_of(gradient),
                  options_.first,
                  options_.second,
                  options_.epsilon,
                  adam::missing_after(options_.first, options_.second, taken_ + 1)};
  PatternHeads next = heads, mean = mean_, squares = squares_;
  for (std::size_t k = 0; k < next.values.size(); ++k) {
    move(next.values[k], gradient.values[k], mean.values[k], squares.values[k], options_.optimiser,
         step);
    check::result(function, "a weight", next.values[k]);
  }
  step.rate = options_.logits_step;
  move(next.logits, gradient.logits, mean.logits, squares.logits, options_.optimiser, step);
  check::result(function, "a weight", next.logits);
  heads = std::move(next);
  mean_ = std::move(mean);
  squares_ = std::move(squares);
  rng_ = drawn_;
  ++taken_;
}

}  // namespace attn::patterns
