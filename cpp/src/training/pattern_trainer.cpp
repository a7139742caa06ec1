#include "attn/training/pattern_trainer.hpp"

#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "training/pattern_votes.hpp"

namespace attn {
namespace {

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

// The mean over these rows, all without repetition where `rows` is empty.
PatternGradient gradient_of(const char* function, const PatternData& data,
                            const PatternHeads& heads, const std::vector<Index>& rows) {
  const Index d = data.targets.cols();
  const bool all = rows.empty();
  const Index count = all ? data.targets.rows() : static_cast<Index>(rows.size());
  const Matrix s = softmax_rows(heads.logits);
  const Matrix votes = patterns::votes_of(heads, s);
  Matrix d_votes = Matrix::Zero(votes.rows(), d);
  double loss = 0.0;
  Vector p(d);
  for (Index n = 0; n < count; ++n) {
    const Index row = all ? n : rows[static_cast<std::size_t>(n)];
    predict(function, data, row, votes, p);
    double mass = 0.0;
    for (Index y = 0; y < d; ++y) {
      const double target = data.targets(row, y);
      mass += target;
      // A prediction of 0 is one below 1e-308, not none.
      if (target > 0.0) loss -= target * mathfn::log(p(y) > 1e-308 ? p(y) : 1e-308);
    }
    for (Index y = 0; y < d; ++y) p(y) = mass * p(y) - data.targets(row, y);
    for (Index i = 0; i < data.lags; ++i) {
      const Index x = data.tokens[static_cast<std::size_t>(row * data.lags + i)];
      for (Index y = 0; y < d; ++y) d_votes(i * d + x, y) += p(y);
    }
  }
  check::result(function, "the loss", loss);
  d_votes /= static_cast<double>(count);
  return {loss / static_cast<double>(count), patterns::through_votes(function, heads, s, d_votes)};
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
  patterns::check_arguments(kName, data, heads);
  const Matrix votes = patterns::votes_of(heads, softmax_rows(heads.logits));
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
  patterns::check_arguments(kName, data, heads);
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

PatternTrainerOptions released_pattern_options() {
  PatternTrainerOptions out;
  out.values_step = 0.08;
  out.logits_step = 0.08;
  out.decay = 0.01;
  out.clip = 1.0;
  out.batch = 3000;
  return out;
}

struct PatternTrainer::Work {
  PatternData data;
  PatternHeads heads;
  patterns::PatternSteps steps;
};

PatternTrainer::PatternTrainer(PatternData data, PatternHeads start,
                               const PatternTrainerOptions& options) {
  constexpr const char* kName = "PatternTrainer";
  patterns::check_arguments(kName, data, start);
  patterns::PatternSteps steps(kName, start, options);
  work_ = std::make_unique<Work>(Work{std::move(data), std::move(start), std::move(steps)});
}

PatternTrainer::PatternTrainer(PatternTrainer&& other) noexcept = default;
PatternTrainer& PatternTrainer::operator=(PatternTrainer&& other) noexcept = default;
PatternTrainer::~PatternTrainer() = default;

const PatternHeads& PatternTrainer::heads() const noexcept { return work_->heads; }
Index PatternTrainer::steps() const noexcept { return work_->steps.taken(); }
const PatternData& PatternTrainer::data() const noexcept { return work_->data; }

void PatternTrainer::step(Index count) {
  constexpr const char* kName = "PatternTrainer::step";
  check::count(kName, "count", count, 0, check::kMaxBudget);
  auto& [data, heads, steps] = *work_;
  for (Index i = 0; i < count; ++i) {
    const std::vector<Index>& rows = steps.draw(data.targets.rows());
    steps.take(kName, heads, gradient_of(kName, data, heads, rows).d);
  }
}

}  // namespace attn
