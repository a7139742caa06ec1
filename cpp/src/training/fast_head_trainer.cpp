#include "attn/training/fast_head_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "attn/attention/attention_flash_fast.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "kernels/projections.hpp"
#include "training/classifier_parts.hpp"
#include "training/trainer_parts.hpp"

namespace attn {
namespace {

using kernels::TallFloats;

constexpr Index kMostNumbers = Index{1} << 26;

FloatView view(TallFloats& m) {
  return {m.data(), static_cast<Index>(m.rows), static_cast<Index>(m.columns),
          static_cast<Index>(m.stride)};
}

FloatSpan span(TallFloats& m) {
  return {m.data(), static_cast<Index>(m.rows), static_cast<Index>(m.columns),
          static_cast<Index>(m.stride)};
}

FloatMatrix copied(TallFloats& m) {
  using Stride = Eigen::OuterStride<>;
  const FloatView from = view(m);
  return Eigen::Map<const FloatMatrix, 0, Stride>(from.data, from.rows, from.cols,
                                                  Stride(from.stride));
}

double longest(TallFloats& m) {
  return static_cast<double>(kernels::largest_size(m.data(), m.rows, m.columns, m.stride));
}

// Doubles that have to be floats.
void check_float(const char* function, const char* what, double size) {
  check::result(function, what, std::isfinite(size) && size < 3e38 ? size : HUGE_VAL);
}

}  // namespace

struct FastHeadPass::Work {
  Index classes = 0;
  AttentionOptions options;
  std::vector<Index> labels;
  TallFloats x, q, k, v, g, d_logits, logits, u, d_q, d_k, d_v;
  std::vector<double> log_normaliser, row;
  std::vector<float> small;
  kernels::ProjectionBuffers buffers;
  FlashWorkspace flash;
  ClassifierWeights weights, found;
  bool ready = false;

  void need_loss(const char* function) const {
    if (!ready) check::refuse(function, "the pass", "not there", "a loss() before");
  }

  // As floats, transposed: what multiplies a row from the right.
  const float* turned(const char* name, const Matrix& w) {
    small.resize(static_cast<std::size_t>(w.size()));
    check_float("FastHeadPass", name, largest(w));
    for (Index i = 0; i < w.rows(); ++i) {
      for (Index j = 0; j < w.cols(); ++j) {
        small[static_cast<std::size_t>(j * w.rows() + i)] = static_cast<float>(w(i, j));
      }
    }
    return small.data();
  }

  void project(const char* name, TallFloats& from, const Matrix& w, TallFloats& out) {
    kernels::project(from, turned(name, w), static_cast<std::size_t>(w.rows()), buffers, out);
  }

  void gather(const char* what, TallFloats& a, TallFloats& b, Matrix& out) {
    out.resize(static_cast<Index>(a.columns), static_cast<Index>(b.columns));
    kernels::gather(a, b, buffers, out.data());
    check::result("FastHeadPass::gradient", what, out);
  }

  // Eq 8, 9 and 13, in double but for what is kept of it.
  double compare(const Vector& b) {
    const auto c = static_cast<std::size_t>(classes);
    row.resize(c);
    d_logits.resize(logits.rows, c);
    double loss = 0.0;
    for (std::size_t i = 0; i < logits.rows; ++i) {
      const float* in = logits.data() + i * logits.stride;
      double most = -HUGE_VAL;
      for (std::size_t a = 0; a < c; ++a) {
        row[a] = static_cast<double>(in[a]) + b(static_cast<Index>(a));
        if (!(row[a] <= most)) most = row[a];
      }
      const auto label = static_cast<std::size_t>(labels[i]);
      double sum = 0.0;
      const double surprise = most - row[label];
      for (double& z : row) sum += z = mathfn::exp(z - most);
      loss += surprise + mathfn::log(sum);
      float* out = d_logits.data() + i * d_logits.stride;
      for (std::size_t a = 0; a < c; ++a) {
        out[a] = static_cast<float>(row[a] / sum - (a == label ? 1.0 : 0.0));
      }
    }
    return loss;
  }
};

FastHeadPass::FastHeadPass(const FloatMatrixRef& x, const std::vector<Index>& labels, Index classes,
                           bool causal)
    : work_(std::make_unique<Work>()) {
  constexpr const char* kName = "FastHeadPass";
  check::count(kName, "the rows of x", x.rows(), 1, check::kMaxBudget);
  check::count(kName, "the columns of x", x.cols(), 1, check::kMaxBudget);
  check::product(kName, "x", x.rows(), x.cols(), kMostNumbers);
  check::count(kName, "classes", classes, 1, check::kMaxBudget);
  check::product(kName, "the logits", x.rows(), classes, kMostNumbers);
  check::count(kName, "the number of labels", labels.size(), x.rows(), x.rows());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string name = "labels[" + std::to_string(i) + ']';
    check::count(kName, name.c_str(), labels[i], 0, classes - 1);
  }
  check::matrix(kName, "x", x.cast<double>());
  work_->classes = classes;
  work_->labels = labels;
  work_->options.causal = causal;
  work_->x.resize(labels.size(), static_cast<std::size_t>(x.cols()));
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < x.cols(); ++j) {
      work_->x.data()[static_cast<std::size_t>(i) * work_->x.stride + static_cast<std::size_t>(j)] =
          x(i, j);
    }
  }
  work_->log_normaliser.resize(labels.size());
}

FastHeadPass::FastHeadPass(FastHeadPass&& other) noexcept = default;
FastHeadPass& FastHeadPass::operator=(FastHeadPass&& other) noexcept = default;
FastHeadPass::~FastHeadPass() = default;

double FastHeadPass::loss(const ClassifierWeights& weights) {
  constexpr const char* kName = "FastHeadPass::loss";
  Work& work = *work_;
  check_weights(kName, static_cast<Index>(work.x.columns), weights);
  check::count(kName, "the number of heads", weights.heads.size(), 1, 1);
  check::shape(kName, "weights.w_o", weights.w_o, work.classes, weights.w_o.cols());
  work.ready = false;
  const HeadWeights& head = weights.heads[0];
  work.project("w_q", work.x, head.w_q, work.q);
  work.project("w_k", work.x, head.w_k, work.k);
  work.project("w_v", work.x, head.w_v, work.v);
  work.g.resize(work.v.rows, work.v.columns);
  flash_attention_fast(view(work.q), view(work.k), view(work.v), work.options, work.flash,
                       span(work.g), work.log_normaliser.data());
  work.project("w_o", work.g, weights.w_o, work.logits);
  check_float(kName, "a logit", longest(work.logits));
  const double loss = check::result(kName, "the loss", work.compare(weights.b));
  work.weights = weights;
  work.ready = true;
  return loss;
}

void FastHeadPass::gradient(ClassifierWeights& gradient) {
  constexpr const char* kName = "FastHeadPass::gradient";
  Work& work = *work_;
  work.need_loss(kName);
  ClassifierWeights& found = work.found;
  found.heads.resize(1);
  work.gather("d_w_o", work.d_logits, work.g, found.w_o);
  found.b = Vector::Zero(work.classes);
  for (std::size_t i = 0; i < work.d_logits.rows; ++i) {
    const float* row = work.d_logits.data() + i * work.d_logits.stride;
    for (Index a = 0; a < work.classes; ++a) found.b(a) += static_cast<double>(row[a]);
  }
  work.project("w_o", work.d_logits, work.weights.w_o.transpose(), work.u);
  work.d_q.resize(work.q.rows, work.q.columns);
  work.d_k.resize(work.k.rows, work.k.columns);
  work.d_v.resize(work.v.rows, work.v.columns);
  flash_attention_fast_backward(view(work.q), view(work.k), view(work.v), work.options,
                                view(work.g), work.log_normaliser.data(), view(work.u), work.flash,
                                span(work.d_q), span(work.d_k), span(work.d_v));
  work.gather("d_w_q", work.d_q, work.x, found.heads[0].w_q);
  work.gather("d_w_k", work.d_k, work.x, found.heads[0].w_k);
  work.gather("d_w_v", work.d_v, work.x, found.heads[0].w_v);
  gradient = found;
}

FloatMatrix FastHeadPass::contexts() const {
  work_->need_loss("FastHeadPass::contexts");
  return copied(work_->g);
}

FloatMatrix FastHeadPass::values() const {
  work_->need_loss("FastHeadPass::values");
  return copied(work_->v);
}

Index FastHeadPass::length() const noexcept { return static_cast<Index>(work_->x.rows); }

FastHeadTrainer::FastHeadTrainer(const FloatMatrixRef& x, const std::vector<Index>& labels,
                                 const ClassifierWeights& start, const TrainerOptions& options)
    : options_(checked_options("FastHeadTrainer", options)),
      pass_(x, labels, start.w_o.rows(), options.causal),
      weights_(start) {
  constexpr const char* kName = "FastHeadTrainer";
  if (options_.rule == ValueRule::kFree) {
    check::refuse(kName, "options.rule", "kFree", "kWeights or kFitted");
  }
  if (options_.normalise_values) {
    check::refuse(kName, "options.normalise_values", "true", "false");
  }
  if (options_.dropout > 0.0) {
    check::refuse(kName, "options.dropout", check::format_number(options_.dropout), "0");
  }
  fit_ = fit_of(kName, options_.rule, x.cast<double>());
  loss_ = pass_.loss(weights_);
}

bool FastHeadTrainer::advance() {
  if (diverged_) return true;
  // All was in order where the run started: what passes refuse on the way has grown too large.
  try {
    if (!begun_) {
      pass_.gradient(gradient_);
      next_ = weights_;
      move_weights(options_, pass_.length(), fit_, gradient_, next_);
      begun_ = true;
      return false;
    }
    begun_ = false;
    const double loss = pass_.loss(next_);
    diverged_ = !(loss <= options_.loss_limit);
    if (!diverged_) {
      std::swap(weights_, next_);
      loss_ = loss;
      steps_ += 1;
    }
  } catch (const Error&) {
    begun_ = false;
    diverged_ = true;
  }
  return true;
}

void FastHeadTrainer::step(Index count) {
  check::count("FastHeadTrainer::step", "count", count, 0, check::kMaxBudget);
  while (count > 0 && !diverged_) count -= advance() ? 1 : 0;
}

}  // namespace attn
