#include "attn/sequence/pattern_chain.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn {
namespace {

void check_lags(const char* function, const char* argument, Index lags, Index groups,
                const char* of) {
  check::count(function, argument, lags, groups, check::kMaxBudget);
  if (lags % groups == 0) return;
  check::refuse(function, argument, {lags}, {"a multiple of ", groups, ", the number of ", of});
}

}  // namespace

namespace patterns {

void check_task(const char* function, const PatternTask& task) {
  check::count(function, "the number of task.features", task.features.size(), 1, check::kMaxBudget);
  const Index d = task.features.front().rows();
  for (const Matrix& a : task.features) {
    check::matrix(function, "a matrix of task.features", a);
    check::shape(function, "a matrix of task.features", a, d, d);
  }
  check_lags(function, "task.lags", task.lags, groups(task), "task.features");
}

void check_context(const char* function, const PatternTask& task, const PatternContext& context) {
  check::count(function, "the size of context", context.tokens.size(), task.lags,
               check::kMaxBudget);
  for (Index i = 0; i < task.lags; ++i) {
    const Index token = context.tokens[static_cast<std::size_t>(i)];
    if (token >= 0 && token < tokens(task)) continue;
    check::refuse(function, {"context[", i, "]"}, {token}, {"0 to ", tokens(task) - 1});
  }
}

Vector group_logits(const PatternTask& task, const PatternContext& context, Index k) {
  const Matrix& a = task.features[static_cast<std::size_t>(k)];
  const Index size = group_size(task);
  Vector out = Vector::Zero(a.rows());
  for (Index i = k * size; i < (k + 1) * size; ++i) {
    const Index token = context.tokens[static_cast<std::size_t>(i)];
    for (Index y = 0; y < a.rows(); ++y) out(y) += a(y, token);
  }
  return out / static_cast<double>(size);
}

Vector logits(const char* function, const PatternTask& task, const PatternContext& context,
              Index read) {
  Vector out = Vector::Zero(tokens(task));
  for (Index k = 0; k < read; ++k) out += group_logits(task, context, k);
  check::result(function, "a logit", out);
  return out;
}

}  // namespace patterns

using patterns::check_context;
using patterns::check_task;

Matrix haar_orthogonal(Index d, Rng& rng) {
  constexpr const char* kName = "haar_orthogonal";
  check::count(kName, "d", d, 1, check::kMaxBudget);
  check::product(kName, "the matrix", d, d);
  Matrix out(d, d);
  for (double& x : out.reshaped<Eigen::RowMajor>()) x = rng.normal();
  // Gram and Schmidt, whose R has a positive diagonal; twice, so that rows are orthogonal to
  // rounding.
  for (Index i = 0; i < d; ++i) {
    for (int again = 0; again < 2; ++again) {
      for (Index j = 0; j < i; ++j) {
        double along = 0.0;
        for (Index c = 0; c < d; ++c) along += out(i, c) * out(j, c);
        for (Index c = 0; c < d; ++c) out(i, c) -= along * out(j, c);
      }
      double square = 0.0;
      for (Index c = 0; c < d; ++c) square += out(i, c) * out(i, c);
      out.row(i) /= std::sqrt(square);
    }
  }
  return out;
}

Vector importance_scales(Index groups, double factor, double base) {
  constexpr const char* kName = "importance_scales";
  check::count(kName, "groups", groups, 1, check::kMaxBudget);
  check::positive(kName, "factor", factor);
  check::positive(kName, "base", base);
  Vector out(groups);
  double scale = base;
  for (Index k = groups; k-- > 0; scale *= factor) out(k) = scale;
  check::result(kName, "a scale", out);
  return out;
}

PatternTask haar_task(Index tokens, Index groups, Index lags, double factor, double base,
                      Rng& rng) {
  constexpr const char* kName = "haar_task";
  check::count(kName, "tokens", tokens, 1, check::kMaxBudget);
  const Vector scales = importance_scales(groups, factor, base);
  check_lags(kName, "lags", lags, groups, "groups");
  PatternTask out;
  out.lags = lags;
  for (Index k = 0; k < groups; ++k) {
    out.features.emplace_back(scales(k) * haar_orthogonal(tokens, rng));
  }
  check_task(kName, out);
  return out;
}

PatternTask clue_task(Index lags, double factor, double base) {
  constexpr Index kTokens = 5, kGroups = 3;
  check_lags("clue_task", "lags", lags, kGroups, "groups");
  const Vector scales = importance_scales(kGroups, factor, base);
  PatternTask out{std::vector<Matrix>(kGroups, Matrix::Zero(kTokens, kTokens)), lags};
  for (Index x = 0; x < kTokens; ++x) {
    out.features[0]((x + 1) % kTokens, x) = scales(0);
    out.features[1](2 * x % kTokens, x) = scales(1);
    out.features[2](3 * x % kTokens, x) = scales(2);
  }
  return out;
}

Vector pattern_logits(const PatternTask& task, const PatternContext& context, Index read) {
  constexpr const char* kName = "pattern_logits";
  check_task(kName, task);
  check_context(kName, task, context);
  check::count(kName, "read", read, 0, patterns::groups(task));
  return patterns::logits(kName, task, context, read);
}

Vector pattern_law(const PatternTask& task, const PatternContext& context) {
  constexpr const char* kName = "pattern_law";
  check_task(kName, task);
  check_context(kName, task, context);
  return softmax(patterns::logits(kName, task, context, patterns::groups(task)));
}

Matrix truncated_laws(const PatternTask& task, const PatternContext& context) {
  constexpr const char* kName = "truncated_laws";
  check_task(kName, task);
  check_context(kName, task, context);
  Matrix out(patterns::groups(task), patterns::tokens(task));
  for (Index i = 0; i < out.rows(); ++i) {
    out.row(i) = softmax(patterns::logits(kName, task, context, i + 1)).transpose();
  }
  return out;
}

PatternSample sample_pattern_chain(const PatternTask& task, Index length, Rng& rng) {
  constexpr const char* kName = "sample_pattern_chain";
  check_task(kName, task);
  check::count(kName, "length", length, 0, check::kMaxBudget - task.lags);
  const std::vector<double> uniform(static_cast<std::size_t>(patterns::tokens(task)), 1.0);
  PatternSample out;
  for (Index i = 0; i < task.lags; ++i) out.tokens.push_back(rng.categorical(uniform));
  out.entropies.resize(length);
  for (Index t = 0; t < length; ++t) {
    const PatternContext context = context_of(out.tokens, task.lags + t, task.lags);
    const Vector law = softmax(patterns::logits(kName, task, context, patterns::groups(task)));
    out.entropies(t) = entropy(law);
    out.tokens.push_back(rng.categorical(law.data(), law.size()));
  }
  return out;
}

PatternContext context_of(const std::vector<Index>& tokens, Index seen, Index lags) {
  const auto all = static_cast<Index>(tokens.size());
  check::count("context_of", "seen", seen, 0, all);
  check::count("context_of", "lags", lags, 0, seen);
  const auto newest = tokens.rbegin() + (all - seen);
  return {{newest, newest + lags}};
}

PatternContext context_of(const PatternSample& sample, Index t) {
  const Index length = sample.entropies.size();
  check::count("context_of", "t", t, 0, length);
  const Index lags = static_cast<Index>(sample.tokens.size()) - length;
  return context_of(sample.tokens, lags + t, lags);
}

}  // namespace attn
