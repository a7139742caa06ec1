#include "attn/sequence/pattern_data.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn {
namespace {

PatternData empty(const PatternTask& task, Index count) {
  const Index d = patterns::tokens(task);
  return {task.lags, {}, Matrix(count, d), Matrix::Zero(count, d)};
}

void tell(PatternData& data, Index row, Index next, PatternTargets targets) {
  if (targets == PatternTargets::kLaws) {
    data.targets.row(row) = data.laws.row(row);
  } else {
    data.targets(row, next) = 1.0;
  }
}

// What the first `read` groups alone say of a context; the task has been checked.
Vector law_of(const char* function, const PatternTask& task, const PatternData& data, Index row,
              Index read) {
  const auto first = data.tokens.begin() + row * data.lags;
  return softmax(patterns::logits(function, task, {{first, first + data.lags}}, read));
}

void check_data(const char* function, const PatternData& data) {
  check::count(function, "data.lags", data.lags, 1, check::kMaxBudget);
  const Index numbers = check::product(function, "data.tokens", data.laws.rows(), data.lags);
  check::count(function, "the size of data.tokens", data.tokens.size(), numbers, numbers);
}

}  // namespace

PatternData uniform_contexts(const PatternTask& task, Index count, PatternTargets targets,
                             Rng& rng) {
  constexpr const char* kName = "uniform_contexts";
  patterns::check_task(kName, task);
  check::count(kName, "count", count, 1, check::kMaxBudget);
  check::product(kName, "the tokens", count, task.lags);
  PatternData out = empty(task, count);
  const std::vector<double> uniform(static_cast<std::size_t>(patterns::tokens(task)), 1.0);
  for (Index n = 0; n < count; ++n) {
    for (Index i = 0; i < task.lags; ++i) out.tokens.push_back(rng.categorical(uniform));
    out.laws.row(n) = law_of(kName, task, out, n, patterns::groups(task)).transpose();
    const bool drawn = targets == PatternTargets::kDrawn;
    tell(out, n, drawn ? rng.categorical(out.laws.row(n).data(), out.laws.cols()) : 0, targets);
  }
  return out;
}

PatternData chain_contexts(const PatternTask& task, Index sequences, Index length,
                           PatternTargets targets, Rng& rng) {
  constexpr const char* kName = "chain_contexts";
  patterns::check_task(kName, task);
  check::count(kName, "sequences", sequences, 1, check::kMaxBudget);
  check::count(kName, "length", length, 1, check::kMaxBudget - task.lags);
  const Index count = check::product(kName, "the contexts", sequences, length, check::kMaxBudget);
  check::product(kName, "the tokens", count, task.lags);
  PatternData out = empty(task, count);
  for (Index n = 0; n < count; n += length) {
    const PatternSample sample = sample_pattern_chain(task, length, rng);
    for (Index t = 0; t < length; ++t) {
      const PatternContext context = context_of(sample, t);
      out.tokens.insert(out.tokens.end(), context.tokens.begin(), context.tokens.end());
      out.laws.row(n + t) = law_of(kName, task, out, n + t, patterns::groups(task)).transpose();
      tell(out, n + t, sample.tokens[static_cast<std::size_t>(task.lags + t)], targets);
    }
  }
  return out;
}

PatternContext context_of(const PatternData& data, Index row) {
  check_data("context_of", data);
  check::count("context_of", "row", row, 0, data.laws.rows() - 1);
  const auto first = data.tokens.begin() + row * data.lags;
  return {{first, first + data.lags}};
}

PatternData newest_tokens(const PatternData& data, Index lags) {
  constexpr const char* kName = "newest_tokens";
  check_data(kName, data);
  check::count(kName, "lags", lags, 1, data.lags);
  PatternData out{lags, {}, data.laws, data.targets};
  for (Index n = 0; n < data.laws.rows(); ++n) {
    const auto first = data.tokens.begin() + n * data.lags;
    out.tokens.insert(out.tokens.end(), first, first + lags);
  }
  return out;
}

Matrix best_laws_of(const BestLaws& best, const PatternData& data, Index read) {
  check_data("best_laws_of", data);
  Matrix out(data.laws.rows(), data.laws.cols());
  for (Index n = 0; n < out.rows(); ++n) {
    const Vector law = best.law(context_of(data, n), read);
    check::count("best_laws_of", "the columns of data.laws", out.cols(), law.size(), law.size());
    out.row(n) = law.transpose();
  }
  return out;
}

Matrix truncated_laws_of(const PatternTask& task, const PatternData& data, Index read) {
  constexpr const char* kName = "truncated_laws_of";
  patterns::check_task(kName, task);
  check_data(kName, data);
  check::count(kName, "read", read, 1, patterns::groups(task));
  Matrix out(data.laws.rows(), patterns::tokens(task));
  for (Index n = 0; n < out.rows(); ++n) {
    patterns::check_context(kName, task, context_of(data, n));
    out.row(n) = law_of(kName, task, data, n, read).transpose();
  }
  return out;
}

}  // namespace attn
