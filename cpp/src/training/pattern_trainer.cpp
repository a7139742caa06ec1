#include "attn/training/pattern_trainer.hpp"

#include <cmath>
#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "training/through_softmax.hpp"

namespace attn {
namespace {

Index heads_in(const PatternHeads& heads) { return static_cast<Index>(heads.values.size()); }

void check_arguments(const char* function, const PatternData& data, const PatternHeads& heads) {
  const Index n = data.targets.rows(), d = data.targets.cols();
  check::matrix(function, "data.targets", data.targets);
  check::count(function, "data.lags", data.lags, 1, check::kMaxBudget);
  const Index numbers = check::product(function, "data.tokens", n, data.lags);
  check::count(function, "the size of data.tokens", data.tokens.size(), numbers, numbers);
  for (const Index token : data.tokens) check::count(function, "a token", token, 0, d - 1);
  check::count(function, "the number of heads.values", heads.values.size(), 1, check::kMaxBudget);
  for (const Matrix& v : heads.values) {
    check::shape(function, "heads.values", v, d, d);
    check::matrix(function, "heads.values", v);
  }
  check::shape(function, "heads.logits", heads.logits, heads_in(heads), data.lags);
  check::matrix(function, "heads.logits", heads.logits);
}

// W_i = sum_k s_k[i] V_k of each lag, transposed: row x of what stands at i d + x is what token x at lag i votes (w d x d).
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

// softmax of the votes on one context, into p.
void predict(const char* function, const PatternData& data, Index row, const Matrix& votes,
             Eigen::Ref<Vector> p) {
  const Index d = votes.cols();
  p.setZero();
  for (Index i = 0; i < data.lags; ++i) {
    const Index x = data.tokens[static_cast<std::size_t>(row * data.lags + i)];
    for (Index y = 0; y < d; ++y) p(y) += votes(i * d + x, y);
  }
  double most = p(0);
  for (const double z : p) most = z > most ? z : most;
  check::result(function, "a logit", most);
  double sum = 0.0;
  for (double& z : p) sum += z = mathfn::exp(z - most);
  check::result(function, "a logit", sum);
  for (double& z : p) z /= sum;
}

PatternHeads zeros_like(const PatternHeads& heads) {
  PatternHeads out = heads;
  for (Matrix& v : out.values) v.setZero();
  out.logits.setZero();
  return out;
}

// The mean over these rows, all without repetition where `rows` is empty.
PatternGradient gradient_of(const char* function, const PatternData& data,
                            const PatternHeads& heads, const std::vector<Index>& rows) {
  const Index d = data.targets.cols();
  const bool all = rows.empty();
  const Index count = all ? data.targets.rows() : static_cast<Index>(rows.size());
  const Matrix s = softmax_rows(heads.logits);
  const Matrix votes = votes_of(heads, s);
  Matrix d_votes = Matrix::Zero(votes.rows(), d);
  PatternGradient out{0.0, zeros_like(heads)};
  Vector p(d);
  for (Index n = 0; n < count; ++n) {
    const Index row = all ? n : rows[static_cast<std::size_t>(n)];
    predict(function, data, row, votes, p);
    double mass = 0.0;
    for (Index y = 0; y < d; ++y) {
      const double target = data.targets(row, y);
      mass += target;
      // A prediction of 0 is one below 1e-308, not none.
      if (target > 0.0) out.loss -= target * mathfn::log(p(y) > 1e-308 ? p(y) : 1e-308);
    }
    for (Index y = 0; y < d; ++y) p(y) = mass * p(y) - data.targets(row, y);
    for (Index i = 0; i < data.lags; ++i) {
      const Index x = data.tokens[static_cast<std::size_t>(row * data.lags + i)];
      for (Index y = 0; y < d; ++y) d_votes(i * d + x, y) += p(y);
    }
  }
  out.loss /= static_cast<double>(count);
  d_votes /= static_cast<double>(count);
  Matrix d_s = Matrix::Zero(s.rows(), s.cols());
  for (Index k = 0; k < s.rows(); ++k) {
    const Matrix& v = heads.values[static_cast<std::size_t>(k)];
    Matrix& d_v = out.d.values[static_cast<std::size_t>(k)];
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
  out.d.logits = through_softmax(s, d_s);
  check::result(function, "a gradient", out.d.logits);
  return out;
}

}  // namespace

PatternHeads minimal_heads(Index heads, Index tokens, Index lags, double u, Rng& rng) {
  constexpr const char* kName = "minimal_heads";
  check::count(kName, "heads", heads, 1, check::kMaxBudget);
  check::count(kName, "tokens", tokens, 1, check::kMaxBudget);
  check::count(kName, "lags", lags, 1, check::kMaxBudget);
  check::not_negative(kName, "u", u);
  check::product(kName, "a value matrix", tokens, tokens);
  check::product(kName, "the logits", heads, lags);
  PatternHeads out{
      std::vector<Matrix>(static_cast<std::size_t>(heads), Matrix::Zero(tokens, tokens)),
      Matrix(heads, lags)};
  for (double& q : out.logits.reshaped<Eigen::RowMajor>()) q = u * (2.0 * rng.uniform() - 1.0);
  return out;
}

Matrix pattern_predictions(const PatternData& data, const PatternHeads& heads) {
  constexpr const char* kName = "pattern_predictions";
  check_arguments(kName, data, heads);
  const Matrix votes = votes_of(heads, softmax_rows(heads.logits));
  Matrix out(data.targets.rows(), data.targets.cols());
  Vector p(out.cols());
  for (Index n = 0; n < out.rows(); ++n) {
    predict(kName, data, n, votes, p);
    out.row(n) = p.transpose();
  }
  return out;
}

PatternGradient pattern_gradient(const PatternData& data, const PatternHeads& heads) {
  constexpr const char* kName = "pattern_gradient";
  check_arguments(kName, data, heads);
  return gradient_of(kName, data, heads, {});
}

Matrix pattern_masses(const MatrixRef& logits, Index groups) {
  constexpr const char* kName = "pattern_masses";
  check::matrix(kName, "logits", logits);
  check::count(kName, "groups", groups, 1, logits.cols());
  if (logits.cols() % groups != 0) {
    check::refuse(kName, "the columns of logits", {logits.cols()}, {"a multiple of ", groups});
  }
  const Matrix s = softmax_rows(logits);
  const Index size = s.cols() / groups;
  Matrix out = Matrix::Zero(s.rows(), groups);
  for (Index k = 0; k < s.rows(); ++k) {
    for (Index i = 0; i < s.cols(); ++i) out(k, i / size) += s(k, i);
  }
  return out;
}

PatternTrainer::PatternTrainer(PatternData data, PatternHeads start,
                               const PatternTrainerOptions& options)
    : data_(std::move(data)), heads_(std::move(start)), options_(options), rng_(options.seed) {
  constexpr const char* kName = "PatternTrainer";
  check_arguments(kName, data_, heads_);
  check::positive(kName, "options.values_step", options.values_step);
  check::positive(kName, "options.logits_step", options.logits_step);
  check::not_negative(kName, "options.decay", options.decay);
  check::within(kName, "options.first", options.first, 0.0, 1.0 - 1e-9);
  check::within(kName, "options.second", options.second, 0.0, 1.0 - 1e-9);
  check::positive(kName, "options.epsilon", options.epsilon);
  check::count(kName, "options.batch", options.batch, 0, check::kMaxBudget);
  mean_ = zeros_like(heads_);
  squares_ = mean_;
}

namespace {

// Powers of the two shares, 1 - share^steps, by which Adam's sums lack what they had not seen.
struct Missing {
  double first, second;
};

void move(Matrix& weights, const Matrix& gradient, Matrix& mean, Matrix& squares, double step,
          const Missing& missing, const PatternTrainerOptions& o) {
  for (Index i = 0; i < weights.size(); ++i) {
    double& w = weights.data()[i];
    const double g = gradient.data()[i];
    w -= step * o.decay * w;
    if (o.optimiser == PatternOptimiser::kDescent) {
      w -= step * g;
      continue;
    }
    double& m = mean.data()[i];
    double& v = squares.data()[i];
    m = o.first * m + (1.0 - o.first) * g;
    v = o.second * v + (1.0 - o.second) * g * g;
    w -= step * (m / missing.first) / (std::sqrt(v / missing.second) + o.epsilon);
  }
}

}  // namespace

void PatternTrainer::step(Index count) {
  constexpr const char* kName = "PatternTrainer::step";
  check::count(kName, "count", count, 0, check::kMaxBudget);
  std::vector<Index> rows(static_cast<std::size_t>(options_.batch));
  for (Index i = 0; i < count; ++i) {
    const auto n = static_cast<double>(data_.targets.rows());
    for (Index& row : rows) row = static_cast<Index>(rng_.uniform() * n);
    const PatternHeads d = gradient_of(kName, data_, heads_, rows).d;
    const auto taken = static_cast<double>(steps_ + 1);
    const Missing missing{1.0 - mathfn::exp(taken * mathfn::log(options_.first)),
                          1.0 - mathfn::exp(taken * mathfn::log(options_.second))};
    PatternHeads next = heads_;
    for (std::size_t k = 0; k < next.values.size(); ++k) {
      move(next.values[k], d.values[k], mean_.values[k], squares_.values[k], options_.values_step,
           missing, options_);
      check::result(kName, "a weight", next.values[k]);
    }
    move(next.logits, d.logits, mean_.logits, squares_.logits, options_.logits_step, missing,
         options_);
    check::result(kName, "a weight", next.logits);
    heads_ = std::move(next);
    ++steps_;
  }
}

}  // namespace attn
