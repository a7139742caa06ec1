#include "experiments/one-head/head_step.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/distance.hpp"
#include "attn/reading/gpt_head.hpp"
#include "experiments/one-head/head_descent.hpp"
#include "experiments/one-head/model_readings.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

// So that all heads and weights are read under the same noise.
constexpr std::uint64_t kSeed = 1;

// Windows that are enough to know how large the numbers of a layer are.
constexpr Index kMeasured = 10;

// Of each token those up to it.
Matrix running_mean(Index n) {
  Matrix out = Matrix::Zero(n, n);
  for (Index t = 0; t < n; ++t)
    out.row(t).head(t + 1).setConstant(1.0 / static_cast<double>(t + 1));
  return out;
}

// Seed 004 sees all tokens; this model those up to the one that asks.
Matrix causal_kernel(const MatrixRef& tokens, double beta) {
  Matrix out = stage1_weights(tokens, beta);
  for (Index t = 0; t < out.rows(); ++t) {
    out.row(t).tail(out.cols() - t - 1).setZero();
    out.row(t) /= out.row(t).sum();
  }
  return out;
}

// What the layer reads.
const Matrix& stream_of(const GptForward& forward, Index block) {
  return block == 0 ? forward.x : forward.blocks[static_cast<std::size_t>(block - 1)].output;
}

std::vector<Head> heads_of(const ReadingSource& source, const GptBatch& batch,
                           const GptForward& forward, Index block) {
  std::vector<Head> out;
  for (Index h = 0; h < source.shape.heads; ++h) {
    out.push_back(gpt_head(source.shape, source.weights, batch, forward, {block, h, 0}));
  }
  return out;
}

// The stream after the layer's attention but for the bias of its output, which is the same for all
// tokens and so neither signal nor noise. `weights` of each head, or one for all.
Matrix after_heads(const MatrixRef& stream, const std::vector<Head>& heads,
                   const std::vector<Matrix>& weights) {
  Matrix out = stream;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const Matrix said = product(weights[weights.size() > 1 ? h : 0], heads[h].v);
    out += product_transposed(said, heads[h].w_o);
  }
  return out;
}

std::vector<Matrix> own_weights(const std::vector<Head>& heads) {
  std::vector<Matrix> out;
  out.reserve(heads.size());
  for (const Head& head : heads) out.push_back(head_attention(head).weights);
  return out;
}

Index bin_of(double cosine) {
  const auto bins = static_cast<double>(HeadStep::kBins);
  return std::min(static_cast<Index>(0.5 * (cosine + 1.0) * bins), HeadStep::kBins - 1);
}

MatrixRef counted(const Matrix& rows) { return rows.bottomRows(rows.rows() - kFirstRow); }

// Against central differences of -log sum exp of the last row's scores by the head's input.
double energy_gradient_error(const Head& head) {
  const Index t = head.x.rows() - 1;
  const Vector found = *head.scale * energy_descent(head, head_attention(head), t);
  const double step = 1e-5;
  const auto energy_at = [&](Index c, double by) {
    Matrix x = head.x.row(t);
    x(0, c) += by;
    Matrix q = product_transposed(x, head.w_q);
    q.row(0) += head.b_q.transpose();
    Vector scores = product_transposed(head.k, q).col(0);
    for (double& s : scores) s *= *head.scale;
    return -log_sum_exp(scores);
  };
  double worst = 0.0;
  for (Index c = 0; c < found.size(); ++c) {
    const double slope = (energy_at(c, step) - energy_at(c, -step)) / (2.0 * step);
    worst = larger(worst, std::fabs(slope + found(c)));
  }
  const double size = found.norm();
  return size > 0.0 ? worst / size : worst;
}

// Queries whose energy in the memory of their keys rises by one update, which theory forbids.
Index rises_of(const Head& head) {
  Index rises = 0;
  for (Index t = 0; t < head.q.rows(); ++t) {
    const Matrix keys = head.k.topRows(t + 1), query = head.q.row(t);
    const Matrix next = modern_hopfield_update(keys, query, *head.scale);
    const double before = modern_hopfield_energy(keys, query, *head.scale)(0);
    const double after = modern_hopfield_energy(keys, next, *head.scale)(0);
    // Negated, so that it counts where one is no number.
    if (!(after <= before + 1e-12 * (1.0 + std::fabs(before)))) ++rises;
  }
  return rises;
}

HeadStepParams made_up(std::uint64_t seed, Index layer, double noise, double beta) {
  HeadStepParams out;
  out.source = made_up_source(seed);
  out.layer = layer;
  out.head = 1 + static_cast<Index>(seed % 4);
  out.noise = noise;
  out.beta = beta;
  return out;
}

}  // namespace

std::vector<Setting<HeadStepParams>> HeadStep::settings() {
  return {{made_up(1, 1, 0.25, 0.25), 0, 2},
          {made_up(2, 2, 1.0, 16.0), 0, 1},
          {made_up(3, 1, 0.5, 0.015625), 0, 0}};
}

HeadStep::HeadStep(const Params& params) : HeadStep(params, InUnits{}) { open(opening_units()); }

HeadStep::HeadStep(const Params& params, InUnits)
    : params_(checked(kName, params)), source_(reading_source(kName, params.source)) {
  frame_.own = frame_.others = Vector::Zero(kBins);
  frame_.snr_after = Vector::Zero(3);
  frame_.left = Vector::Zero(4);
  frame_.left_kernel = Vector::Zero(kBetas);
  frame_.betas.resize(kBetas);
  for (Index i = 0; i < kBetas; ++i) {
    // Half octaves from 1/64 to 32.
    frame_.betas(i) = mathfn::exp(mathfn::log(2.0) * (0.5 * static_cast<double>(i) - 6.0));
  }
}

void HeadStep::open_unit(Index) {
  double squares = 0.0, numbers = 0.0, in_layer = 0.0;
  for (Index w = 0; w < std::min(kMeasured, units()); ++w) {
    const GptForward& clean = forward_of(source_, w);
    squares += clean.x.squaredNorm();
    in_layer += stream_of(clean, params_.layer - 1).squaredNorm();
    numbers += static_cast<double>(clean.x.size());
  }
  deviation_ = params_.noise * std::sqrt(squares / numbers);
  beta_unit_ = in_layer / numbers;
}

Index HeadStep::units() const { return std::min(kWindows, source_.windows.sequences); }

void HeadStep::Ratio::add(const MatrixRef& clean, const MatrixRef& noisy) {
  signal += (clean.rowwise() - clean.colwise().mean()).squaredNorm();
  noise += (noisy - clean).squaredNorm();
}

void HeadStep::work() {
  const GptBatch batch = window_of(source_, done_);
  Rng rng(kSeed + static_cast<std::uint64_t>(done_));
  Matrix noise(batch.length, source_.shape.width);
  for (double& x : noise.reshaped<Eigen::RowMajor>()) x = deviation_ * rng.normal();
  const GptForward& clean = forward_of(source_, done_);
  const GptForward noisy = gpt_forward(source_.shape, source_.weights, batch, noise);
  const Index block = params_.layer - 1;
  const Matrix &z = stream_of(clean, block), &z_noisy = stream_of(noisy, block);
  const std::vector<Head> heads = heads_of(source_, batch, clean, block);
  const std::vector<Head> noisy_heads = heads_of(source_, batch, noisy, block);
  const auto own = static_cast<std::size_t>(params_.head - 1);
  if (done_ == 0) {
    frame_.gradient_error = energy_gradient_error(heads[own]);
    frame_.rises = rises_of(heads[own]);
    const Matrix rest = clean.blocks[static_cast<std::size_t>(block)].middle -
                        after_heads(z, heads, own_weights(heads));
    frame_.stream_error = largest((rest.rowwise() - rest.row(0)));
    const Matrix means = product(running_mean(batch.length), z);
    Vector sum = Vector::Zero(z.cols());
    for (Index t = 0; t < z.rows(); ++t) {
      sum += z.row(t).transpose();
      const Vector off = means.row(t).transpose() - sum / static_cast<double>(t + 1);
      frame_.mean_error = larger(frame_.mean_error, largest(off));
    }
  }
  read_cosines(heads);
  before_.add(counted(z), counted(z_noisy));
  const double beta = params_.beta / beta_unit_;
  const std::vector<Matrix> uniform{running_mean(batch.length)};
  const auto after = [&](Index i, const std::vector<Matrix>& weights,
                         const std::vector<Matrix>& noisy_weights) {
    after_[static_cast<std::size_t>(i)].add(
        counted(after_heads(z, heads, weights)),
        counted(after_heads(z_noisy, noisy_heads, noisy_weights)));
    frame_.snr_after(i) = after_[static_cast<std::size_t>(i)].value();
  };
  after(0, own_weights(heads), own_weights(noisy_heads));
  after(1, uniform, uniform);
  after(2, {causal_kernel(z, beta)}, {causal_kernel(z_noisy, beta)});
  frame_.snr_before = before_.value();
  read_error(noisy_heads[own], z, z_noisy);
  frame_.windows = ++done_;
}

void HeadStep::read_cosines(const std::vector<Head>& heads) {
  const Head& own = heads[static_cast<std::size_t>(params_.head - 1)];
  const Attention attention = head_attention(own);
  const Index n = own.x.rows();
  const double rows = static_cast<double>(n - kFirstRow), before = static_cast<double>(done_);
  Vector shares = Vector::Zero(kBins), of_others = Vector::Zero(kBins);
  double mean = 0.0, mean_of_others = 0.0;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const bool self = &heads[h] == &own;
    const double weight = 1.0 / rows / (self ? 1.0 : static_cast<double>(heads.size() - 1));
    const Attention looks = head_attention(heads[h]);
    for (Index t = kFirstRow; t < n; ++t) {
      const Vector said = attention.output.row(t).transpose(), added = own.w_o * said;
      const double cosine = cosine_between(energy_descent(heads[h], looks, t), added);
      (self ? shares : of_others)(bin_of(cosine)) += weight;
      (self ? mean : mean_of_others) += weight * cosine;
    }
  }
  frame_.own += (shares - frame_.own) / (before + 1.0);
  frame_.others += (of_others - frame_.others) / (before + 1.0);
  frame_.cosine += (mean - frame_.cosine) / (before + 1.0);
  frame_.other_cosine += (mean_of_others - frame_.other_cosine) / (before + 1.0);
}

void HeadStep::read_error(const Head& head, const MatrixRef& clean, const MatrixRef& noisy) {
  const double now = static_cast<double>(done_ + 1);
  const auto put = [&](double& to, const Matrix& target) {
    to += (best_step_left(counted(noisy), counted(clean), counted(target)) - to) / now;
  };
  const Attention attention = head_attention(head);
  put(frame_.left(0), product(attention.weights, noisy));
  put(frame_.left(1), product(running_mean(noisy.rows()), noisy));
  put(frame_.left(2), noisy.colwise().mean().replicate(noisy.rows(), 1));
  put(frame_.left(3), product(causal_kernel(noisy, params_.beta / beta_unit_), noisy));
  put(frame_.left_added, noisy + product_transposed(attention.output, head.w_o));
  frame_.best_left = 1.0;
  for (Index i = 0; i < kBetas; ++i) {
    double& left = frame_.left_kernel(i);
    put(left, product(causal_kernel(noisy, frame_.betas(i) / beta_unit_), noisy));
    if (i > 0 && left >= frame_.best_left) continue;
    frame_.best_left = left;
    frame_.best_beta = frame_.betas(i);
  }
}

}  // namespace attn::experiments
