#include "attn/sequence/pattern_construction.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn {

PatternConstruction pattern_construction(const PatternTask& task, const std::vector<Index>& tokens,
                                         double lambda) {
  constexpr const char* kName = "pattern_construction";
  patterns::check_task(kName, task);
  check::count(kName, "the number of tokens", tokens.size(), task.lags + 1, check::kMaxBudget);
  check::finite(kName, "lambda", lambda);
  const Index d = patterns::tokens(task), h = patterns::groups(task);
  const Index size = patterns::group_size(task);
  const auto columns = static_cast<Index>(tokens.size());
  const Index queries = columns - task.lags;
  check::product(kName, "the attention", queries, columns);
  for (Index p = 0; p < columns; ++p) {
    const Index token = tokens[static_cast<std::size_t>(p)];
    if (token >= 0 && token < d) continue;
    check::refuse(kName, {"tokens[", p, "]"}, {token}, {"0 to ", d - 1});
  }
  PatternConstruction out;
  out.attention.assign(static_cast<std::size_t>(h), Matrix::Zero(queries, columns));
  out.logits = Matrix::Zero(queries, d);
  out.limit = Matrix::Zero(queries, d);
  for (Index t = 0; t < queries; ++t) {
    const Index visible = task.lags + t;
    for (Index k = 0; k < h; ++k) {
      const Matrix& a = task.features[static_cast<std::size_t>(k)];
      Vector scores = Vector::Zero(visible);
      for (Index i = k * size; i < (k + 1) * size; ++i) scores(visible - 1 - i) = lambda;
      const Vector weights = softmax(scores);
      out.attention[static_cast<std::size_t>(k)].row(t).head(visible) = weights.transpose();
      for (Index p = 0; p < visible; ++p) {
        const Index token = tokens[static_cast<std::size_t>(p)];
        for (Index y = 0; y < d; ++y) out.logits(t, y) += weights(p) * a(y, token);
      }
    }
    const PatternContext context = context_of(tokens, visible, task.lags);
    for (Index k = 0; k < h; ++k) {
      out.limit.row(t) += patterns::group_logits(task, context, k).transpose();
    }
  }
  check::result(kName, "a logit", out.logits);
  check::result(kName, "a logit", out.limit);
  return out;
}

Matrix pattern_weights(const MatrixRef& reads, Index visible, double lambda) {
  constexpr const char* kName = "pattern_weights";
  check::matrix(kName, "reads", reads);
  for (Index k = 0; k < reads.rows(); ++k) {
    for (Index i = 0; i < reads.cols(); ++i) {
      if (reads(k, i) == 0.0 || reads(k, i) == 1.0) continue;
      check::refuse(kName, {"reads[", k, ", ", i, "]"}, {reads(k, i)}, {"0 or 1"});
    }
  }
  const Index w = reads.cols();
  check::count(kName, "visible", visible, w, check::kMaxBudget);
  check::finite(kName, "lambda", lambda);
  // The largest score is 0: lambda is nowhere or above all others, or it is below them.
  const double read = lambda > 0.0 ? 1.0 : mathfn::exp(lambda);
  const double other = lambda > 0.0 ? mathfn::exp(-lambda) : 1.0;
  const auto older = static_cast<double>(visible - w);
  Matrix out(reads.rows(), w + 1);
  for (Index k = 0; k < reads.rows(); ++k) {
    double count = 0.0;
    for (Index i = 0; i < w; ++i) count += reads(k, i);
    const bool nothing = count == 0.0, all = count == static_cast<double>(visible);
    const double one = nothing || all ? 1.0 : other;
    double sum = older * one;
    for (Index i = 0; i < w; ++i) {
      out(k, i) = reads(k, i) == 1.0 && !all ? read : one;
      sum += out(k, i);
    }
    out(k, w) = older * one;
    for (Index i = 0; i <= w; ++i) out(k, i) /= sum;
  }
  return out;
}

double pattern_leak(Index read, Index visible, double lambda) {
  constexpr const char* kName = "pattern_leak";
  check::count(kName, "visible", visible, 1, check::kMaxBudget);
  check::count(kName, "read", read, 0, visible);
  check::finite(kName, "lambda", lambda);
  if (read == 0) return 1.0;
  if (read == visible) return 0.0;
  const double others = static_cast<double>(visible - read) / static_cast<double>(read);
  // The exponential of a number <= 0 either way, so that nothing is too large.
  if (lambda > 0.0) {
    const double scaled = others * mathfn::exp(-lambda);
    return scaled / (1.0 + scaled);
  }
  return others / (mathfn::exp(lambda) + others);
}

}  // namespace attn
