#include "experiments/gradient-dynamics/small_head.hpp"

#include <cmath>

#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

// out = a b^T.
void products_of_rows(const Matrix& a, const Matrix& b, Matrix& out) {
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      double sum = 0.0;
      for (Index c = 0; c < a.cols(); ++c) sum += a(i, c) * b(j, c);
      out(i, j) = sum;
    }
  }
}

// out -= eta a^T b.
void descend_by(double eta, const Matrix& a, const Matrix& b, Matrix& out) {
  for (Index t = 0; t < a.rows(); ++t) {
    for (Index i = 0; i < a.cols(); ++i) {
      const double factor = eta * a(t, i);
      for (Index j = 0; j < b.cols(); ++j) out(i, j) -= factor * b(t, j);
    }
  }
}

// out = scale a b, or scale a^T b.
void scaled_product(double scale, const Matrix& a, const Matrix& b, Matrix& out) {
  out.setZero();
  add_product(a, b, out);
  out *= scale;
}

void scaled_transposed(double scale, const Matrix& a, const Matrix& b, Matrix& out) {
  out.setZero();
  descend_by(-scale, a, b, out);
}

// Softmax of each row where it stands; gives the logarithm of what row i was divided by, its
// maximum included.
double normalise_row(Matrix& rows, Index i) {
  double most = rows(i, 0);
  for (Index j = 1; j < rows.cols(); ++j) most = rows(i, j) > most ? rows(i, j) : most;
  double sum = 0.0;
  for (Index j = 0; j < rows.cols(); ++j) sum += rows(i, j) = mathfn::exp(rows(i, j) - most);
  for (Index j = 0; j < rows.cols(); ++j) rows(i, j) /= sum;
  return most + mathfn::log(sum);
}

double entropy_of(const Matrix& targets) {
  double sum = 0.0;
  for (Index i = 0; i < targets.size(); ++i) {
    const double t = targets.data()[i];
    if (t > 0.0) sum -= t * mathfn::log(t);
  }
  return sum;
}

}  // namespace

SmallHead::SmallHead(const Matrix& x, const Matrix& targets, const ClassifierWeights& start,
                     const TrainerOptions& options, std::uint64_t seed)
    : x_(x),
      targets_(targets),
      options_(options),
      rng_(seed),
      now_(start),
      target_entropy_(entropy_of(targets)) {
  const Index n = x.rows();
  const HeadWeights& head = start.heads[0];
  q_.resize(n, head.w_q.rows());
  k_.resize(n, head.w_k.rows());
  projected_.resize(n, head.w_v.rows());
  values_ = d_v_ = g_ = u_ = projected_;
  d_q_ = q_;
  d_k_ = k_;
  alpha_.resize(n, n);
  read_ = d_scores_ = alpha_;
  keep_ = Matrix::Ones(n, n);
  spread_ = Vector::Ones(n);
  p_.resize(n, targets.cols());
  d_logits_ = p_;
  loss_ = pass();
}

// Values less their mean, over their standard deviation.
void SmallHead::normalise() {
  const auto size = static_cast<double>(values_.cols());
  for (Index j = 0; j < values_.rows(); ++j) {
    const double mean = projected_.row(j).sum() / size;
    double variance = 0.0;
    for (Index c = 0; c < values_.cols(); ++c) {
      const double d = values_(j, c) = projected_(j, c) - mean;
      variance += d * d / size;
    }
    spread_(j) = std::sqrt(variance + options_.epsilon);
    values_.row(j) /= spread_(j);
  }
}

void SmallHead::project() {
  const HeadWeights& head = now_.heads[0];
  products_of_rows(x_, head.w_q, q_);
  products_of_rows(x_, head.w_k, k_);
  products_of_rows(x_, head.w_v, projected_);
  values_ = projected_;
  if (options_.normalise_values) normalise();
  products_of_rows(q_, k_, alpha_);
  alpha_ *= 1.0 / std::sqrt(static_cast<double>(k_.cols()));
  for (Index i = 0; i < alpha_.rows(); ++i) normalise_row(alpha_, i);
}

// Contexts under these weights, predictions, and the loss.
void SmallHead::read(const Matrix& weights) {
  scaled_product(1.0, weights, values_, g_);
  products_of_rows(g_, now_.w_o, p_);
  loss_ = 0.0;
  for (Index i = 0; i < p_.rows(); ++i) {
    for (Index c = 0; c < p_.cols(); ++c) {
      p_(i, c) += now_.b(c);
      loss_ -= targets_(i, c) * p_(i, c);
    }
    loss_ += normalise_row(p_, i);
  }
}

double SmallHead::pass() {
  project();
  read(alpha_);
  return loss_;
}

// One uniform number for each weight, as HeadTrainer draws them.
void SmallHead::draw_kept() {
  const double kept = 1.0 / (1.0 - options_.dropout);
  for (double& keep : keep_.reshaped<Eigen::RowMajor>()) {
    keep = rng_.uniform() < options_.dropout ? 0.0 : kept;
  }
  read_ = alpha_.cwiseProduct(keep_);
}

void SmallHead::descend() {
  d_logits_ = p_ - targets_;
  scaled_product(1.0, d_logits_, now_.w_o, u_);
  products_of_rows(u_, values_, d_scores_);
  for (Index i = 0; i < alpha_.rows(); ++i) {
    double mean = 0.0;
    for (Index j = 0; j < alpha_.cols(); ++j) {
      d_scores_(i, j) *= keep_(i, j);
      mean += alpha_(i, j) * d_scores_(i, j);
    }
    for (Index j = 0; j < alpha_.cols(); ++j) {
      d_scores_(i, j) = alpha_(i, j) * (d_scores_(i, j) - mean);
    }
  }
  const double scale = 1.0 / std::sqrt(static_cast<double>(k_.cols()));
  scaled_product(scale, d_scores_, k_, d_q_);
  scaled_transposed(scale, d_scores_, q_, d_k_);
  scaled_transposed(1.0, options_.dropout > 0.0 ? read_ : alpha_, u_, d_v_);
  if (options_.normalise_values) {
    const auto size = static_cast<double>(d_v_.cols());
    for (Index j = 0; j < d_v_.rows(); ++j) {
      const double mean = d_v_.row(j).sum() / size;
      const double along = d_v_.row(j).cwiseProduct(values_.row(j)).sum() / size;
      d_v_.row(j) = ((d_v_.row(j).array() - mean) - along * values_.row(j).array()) / spread_(j);
    }
  }
  HeadWeights& head = now_.heads[0];
  descend_by(options_.eta.routing, d_q_, x_, head.w_q);
  descend_by(options_.eta.routing, d_k_, x_, head.w_k);
  descend_by(options_.eta.values, d_v_, x_, head.w_v);
  descend_by(options_.eta.read_out, d_logits_, g_, now_.w_o);
  for (Index i = 0; i < d_logits_.rows(); ++i) {
    for (Index c = 0; c < d_logits_.cols(); ++c) {
      now_.b(c) -= options_.eta.read_out * d_logits_(i, c);
    }
  }
}

bool SmallHead::step() {
  if (diverged_) return false;
  before_ = now_;
  if (options_.dropout > 0.0) {
    draw_kept();
    read(read_);
  }
  descend();
  // Refuses what is no number too.
  if (!(pass() <= options_.loss_limit)) {
    diverged_ = true;
    now_ = before_;
    pass();
  }
  return !diverged_;
}

}  // namespace attn::experiments
