#include "attn/training/gpt_prior.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/residual_gradient.hpp"
#include "numerics/float_view.hpp"
#include "numerics/products.hpp"
#include "support/attended.hpp"

namespace attn {
namespace {

// A page hands half a KB less to its readers without what it never uses.
#ifdef __EMSCRIPTEN__
constexpr bool kThreads = false;
#else
constexpr bool kThreads = true;
#endif

bool has_determinants(GptPriorKind kind) {
  return kind != GptPriorKind::kNone && kind != GptPriorKind::kPlacebo;
}

Index check_call(const char* function, const GptPriorOptions& options, Index rows, Index d,
                 Index length, Index w_rows, Index w_cols, Index update) {
  check_gpt_prior_options(function, options);
  check::count(function, "update", update, 0, check::kMaxBudget);
  check::count(function, "the rows of x", rows, 1, check::kMaxBudget);
  check::count(function, "the columns of x", d, 1, check::kMaxBudget);
  check::count(function, "length", length, 1, rows);
  if (rows % length != 0) {
    check::refuse(function, "the rows of x", rows, {"a multiple of length, ", length});
  }
  check::product(function, "w", d, d);
  if (learns_w(options.kind) && (w_rows != d || w_cols != d)) {
    check::refuse(function, "w", {w_rows, " x ", w_cols}, {d, " x ", d});
  }
  return rows / length;
}

void check_gradients(const char* function, const FastGptPrior& prior) {
  for (const FloatMatrix* m : {&prior.d_x, &prior.d_w}) {
    if (m->allFinite()) continue;
    check::refuse(function, "a gradient", "not finite", "one that floats can hold");
  }
}

// What is read is none of what is written on the way.
void check_apart(const char* function, const char* argument, const FloatMatrix& m,
                 const std::vector<GptPriorSequence>& work, const FastGptPrior& out) {
  bool apart = &m != &out.d_x && &m != &out.d_w;
  for (const GptPriorSequence& of : work) {
    apart = apart && &m != &of.barrier.d_x && &m != &of.barrier.d_w;
  }
  if (apart) return;
  check::refuse(function, argument, "a matrix of work or out", "one that is not written to");
}

// Tokens of a sequence that count in an update.
std::vector<Index> counted(const GptPriorOptions& options, Index length, Index update) {
  std::vector<Index> out;
  for (Index t = (1 + update % options.stride) % options.stride; t < length; t += options.stride) {
    out.push_back(t);
  }
  return out;
}

template <typename M>
M matrix_of(const GptPriorOptions& options, const M& w, Index d) {
  if (learns_w(options.kind)) return w;
  return static_cast<typename M::Scalar>(options.w) * M::Identity(d, d);
}

// d (log mean x^2 - 2 log rms)^2; `slope` is its derivative with respect to x, divided by that.
template <typename M>
double placebo(const char* function, const GptPriorOptions& options, const M& x, double& slope) {
  double sum = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    const auto entry = static_cast<double>(x.data()[i]);
    sum += entry * entry;
  }
  const auto count = static_cast<double>(x.size()), d = static_cast<double>(x.cols());
  if (!(sum > 0.0)) check::refuse(function, "the sum of squares of x", sum, "a number above 0");
  const double off = mathfn::log(sum / count) - 2.0 * mathfn::log(options.rms);
  slope = check::result(function, "a gradient", 4.0 * d * off / sum);
  return check::result(function, "the term", d * off * off);
}

// The mean over tokens of |x_t - mu_t|^2 / (2 sigma^2) of one sequence, of `all` tokens, and its
// derivative with respect to w; that of its rows, which begin with `first`, is added to theirs.
// Those of the logits q_t x_s of a token are summed over s first, times x_s: their sum is 0, so
// that distances from the mean serve.
double residual(const Matrix& x, const Matrix& w, double sigma, double all, Index first,
                FloatMatrix& d_x, Matrix& d_w) {
  const Index n = x.rows(), d = x.cols();
  const double factor = 1.0 / (sigma * sigma * all);
  const Matrix queries = product(x, w);
  Matrix out = Matrix::Zero(n, d), d_queries = Matrix::Zero(n, d);
  double value = 0.0;
  for (Index t = 0; t < n; ++t) {
    Vector e = x.row(t).transpose();
    Attended token;
    if (t > 0) {
      token = attended(softmax(logits_of(queries.row(t), x.topRows(t))), x);
      e -= token.mean;
    }
    value += 0.5 * factor * e.squaredNorm();
    out.row(t) += factor * e.transpose();
    const Vector along = logits_of(e, token.distance, -factor);
    for (Index s = 0; s < t; ++s) {
      const double alpha = token.weights(s), d_logit = alpha * along(s);
      out.row(s) += d_logit * queries.row(t) - factor * alpha * e.transpose();
      d_queries.row(t) += d_logit * token.distance.row(s);
    }
  }
  add_product(d_queries, w.transpose(), out);
  d_w = transposed_product(x, d_queries);
  d_x.middleRows(first, n) += out.cast<float>();
  return value;
}

}  // namespace

void check_gpt_prior_options(const char* function, const GptPriorOptions& options) {
  check::not_negative(function, "options.lambda", options.lambda);
  check::finite(function, "options.w", options.w);
  check::positive(function, "options.sigma", options.sigma);
  check::positive(function, "options.rms", options.rms);
  check::count(function, "options.sequences", options.sequences, 1, check::kMaxBudget);
  check::count(function, "options.stride", options.stride, 1, check::kMaxBudget);
}

bool learns_w(GptPriorKind kind) {
  return kind == GptPriorKind::kPublished || kind == GptPriorKind::kResidual;
}

Index prior_sequences(const GptPriorOptions& options, Index sequences) {
  if (options.kind == GptPriorKind::kNone) return 0;
  return options.kind == GptPriorKind::kPlacebo ? sequences
                                                : std::min(options.sequences, sequences);
}

GptPrior gpt_prior(const GptPriorOptions& options, const Matrix& x, Index length, const Matrix& w,
                   Index update) {
  constexpr const char* kName = "gpt_prior";
  const Index d = x.cols();
  const Index sequences =
      check_call(kName, options, x.rows(), d, length, w.rows(), w.cols(), update);
  check::matrix(kName, "x", x);
  if (learns_w(options.kind)) check::matrix(kName, "w", w);
  GptPrior out{0.0, 0.0, Matrix::Zero(x.rows(), d), Matrix::Zero(d, d)};
  if (options.kind == GptPriorKind::kPlacebo) {
    double slope = 0.0;
    out.value = placebo(kName, options, x, slope);
    out.d_x = slope * x;
    check::result(kName, "a gradient", out.d_x);
    return out;
  }
  if (!has_determinants(options.kind)) return out;
  const std::vector<Index> tokens = counted(options, length, update);
  const auto count = static_cast<double>(tokens.size()) * static_cast<double>(sequences);
  PriorTerms terms;
  terms.energy =
      options.kind == GptPriorKind::kResidual ? 1.0 / static_cast<double>(x.rows()) : 0.0;
  terms.barrier = Vector::Zero(length);
  for (const Index t : tokens) terms.barrier(t) = 1.0 / count;
  const Matrix one = Matrix::Identity(d, d);
  const HeadWeights weights{matrix_of(options, w, d).transpose(), one, one};
  for (Index s = 0; s < sequences; ++s) {
    const Matrix rows = x.middleRows(s * length, length);
    try {
      const ResidualMap map = residual_map(rows, weights);
      const ResidualGradient g = residual_gradient(rows, weights, map, options.sigma, terms);
      for (const Index t : tokens) out.log_det += map.log_abs_det(t) / count;
      if (terms.energy > 0.0) out.value += terms.energy * residual_energy(map, options.sigma);
      out.d_x.middleRows(s * length, length) = g.d_x;
      if (learns_w(options.kind)) out.d_w += g.weights.w_q.transpose();
    } catch (const Error& error) {
      check::fail({kName, ": of sequence ", s, ", ", error.what()});
    }
  }
  out.value -= out.log_det;
  check::result(kName, "the term", out.value);
  check::result(kName, "a gradient", out.d_w);
  return out;
}

void fast_gpt_prior(const GptPriorOptions& options, const FloatMatrix& x, Index length,
                    const FloatMatrix& w, Index update, const FastGptOptions& how,
                    std::vector<GptPriorSequence>& work, FastGptPrior& out) {
  constexpr const char* kName = "fast_gpt_prior";
  const Index d = x.cols();
  const Index sequences =
      check_call(kName, options, x.rows(), d, length, w.rows(), w.cols(), update);
  (void)float_view::largest_size(kName, "x", float_view::of(x));
  if (learns_w(options.kind)) (void)float_view::largest_size(kName, "w", float_view::of(w));
  check_apart(kName, "x", x, work, out);
  check_apart(kName, "w", w, work, out);
  out.value = out.log_det = 0.0;
  out.d_x.setZero(x.rows(), d);
  out.d_w.setZero(d, d);
  if (options.kind == GptPriorKind::kPlacebo) {
    double slope = 0.0;
    out.value = placebo(kName, options, x, slope);
    out.d_x = static_cast<float>(slope) * x;
    check_gradients(kName, out);
    return;
  }
  if (!has_determinants(options.kind)) return;
  const FastBarrierOptions barrier{counted(options, length, update), how.fused};
  const bool none = barrier.tokens.empty();
  const bool has_energy = options.kind == GptPriorKind::kResidual;
  const auto count = static_cast<double>(barrier.tokens.size()) * static_cast<double>(sequences);
  const FloatMatrix at = matrix_of(options, w, d);
  const auto share = static_cast<float>(1.0 / count);
  const bool parallel = kThreads && how.parallel && sequences > 1;
  work.resize(std::max(work.size(), static_cast<std::size_t>(parallel ? sequences : 1)));

  const auto left = [&](Index s) -> GptPriorSequence& {
    return work[static_cast<std::size_t>(parallel ? s : 0)];
  };
  const auto take = [&](Index s) {
    GptPriorSequence& of = left(s);
    const Index first = s * length;
    try {
      if (!none) {
        residual_barrier_fast_gradient(x.middleRows(first, length), at, of.workspace, of.barrier,
                                       barrier);
        out.d_x.middleRows(first, length) = share * of.barrier.d_x;
      }
      if (has_energy) {
        of.energy =
            residual(x.middleRows(first, length).cast<double>(), at.cast<double>(), options.sigma,
                     static_cast<double>(x.rows()), first, out.d_x, of.energy_d_w);
      }
    } catch (const Error& error) {
      check::fail({kName, ": of sequence ", s, ", ", error.what()});
    }
  };
  Matrix d_w = Matrix::Zero(d, d);
  if constexpr (kThreads) {
    if (parallel) how.parallel(sequences, take);
  }
  for (Index s = 0; s < sequences; ++s) {
    if (!parallel) take(s);
    const GptPriorSequence& of = left(s);
    if (!none) {
      out.log_det -= of.barrier.value.barrier / count;
      if (learns_w(options.kind)) out.d_w += share * of.barrier.d_w;
    }
    if (has_energy) {
      out.value += of.energy;
      d_w += of.energy_d_w;
    }
  }
  out.d_w += d_w.cast<float>();
  out.value -= out.log_det;
  check::result(kName, "the term", out.value);
  check_gradients(kName, out);
}

}  // namespace attn
