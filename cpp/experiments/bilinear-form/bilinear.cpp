#include "experiments/bilinear-form/bilinear.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "attention/attention_parts.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

using attention_parts::kInfinity;

// The largest |sum - 1| of the rows that are not zeros.
double weight_error(const Matrix& weights) {
  double worst = 0.0;
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum != 0.0) worst = larger(worst, std::fabs(sum - 1.0));
  }
  return worst;
}

// In 64 bits: the sides of a product may have 2^20 each.
std::int64_t numbers(const AttentionParams& p) {
  return p.q.size() + p.k.size() + p.v.size() + p.options.relative.size() +
         std::int64_t{p.q.cols()} * p.k.cols() + std::int64_t{p.q.rows()} * p.k.rows();
}

LayerNorm normalised(const NormParams& p, const Matrix& x, double epsilon) {
  return p.rms ? rms_norm_forward(x, p.scale, epsilon)
               : layer_norm_forward(x, p.scale, p.bias, epsilon);
}

}  // namespace

// ---- softmax ------------------------------------------------------------------------------------

SoftmaxExperiment::SoftmaxExperiment(SoftmaxParams params) : params_(std::move(params)) {
  constexpr const char* kName = "softmax";
  check::vector(kName, "scores", params_.scores);
  check::count(kName, "the number of scores", params_.scores.size(), 1, kMaxKeys);
  check::not_negative(kName, "temperature", params_.temperature);
  if (params_.weights.size() > 0) {
    check::vector(kName, "weights", params_.weights, params_.scores.size());
    check::distribution(kName, "weights", params_.weights);
  }
}

SoftmaxExperiment::Frame SoftmaxExperiment::frame() const {
  const Vector& s = params_.scores;
  const double t = params_.temperature;
  Frame f{};
  f.weights = softmax(s, t);
  f.entropy = entropy(f.weights);
  f.normalised_entropy = normalised_entropy(f.weights);
  f.mean_energy = mean_energy(f.weights, s);
  f.free_energy = free_energy(s, t);
  if (t > 0.0) f.jacobian = softmax_jacobian(f.weights, t);
  if (params_.weights.size() > 0) {
    f.other_free_energy = variational_free_energy(params_.weights, s, t);
    f.gap = variational_gap(params_.weights, s, t);
  }
  f.weight_error = std::fabs(f.weights.sum() - 1.0);
  f.identity_error = std::fabs(f.free_energy - (f.mean_energy - t * f.entropy));
  if (t > 0.0) f.jacobian_error = largest(f.jacobian.rowwise().sum());
  return f;
}

// ---- attention ----------------------------------------------------------------------------------

AttentionExperiment::AttentionExperiment(AttentionParams params)
    : params_(std::move(params)),
      forward_(attention_forward(params_.q, params_.k, params_.v, params_.options)) {
  if (params_.d_output.size() == 0) {
    gradients_.d_temperature = 0.0;
    return;
  }
  gradients_ = attention_backward(params_.q, params_.k, params_.v, params_.options, forward_,
                                  params_.d_output);
}

AttentionExperiment::Frame AttentionExperiment::frame() const {
  const AttentionParams& p = params_;
  Frame f{forward_, attention_entropy(forward_.weights), gradients_, false, 0.0, 0.0};
  f.weight_error = weight_error(forward_.weights);
  f.verified =
      p.d_output.size() > 0 && numbers(p) <= kMostVerified && p.options.temperature < kInfinity;
  if (f.verified) {
    for (const GradientError& e : verify_gradients(p.q, p.k, p.v, p.options, p.d_output).errors) {
      f.gradient_error = larger(f.gradient_error, e.error);
    }
  }
  return f;
}

// ---- heads --------------------------------------------------------------------------------------

MultiHeadExperiment::MultiHeadExperiment(MultiHeadParams params)
    : params_(std::move(params)),
      forward_(multihead_forward(params_.x, params_.x, params_.weights, {params_.options})) {}

MultiHeadExperiment::Frame MultiHeadExperiment::frame() const {
  Frame f{forward_, 0.0, 0.0, 0.0};
  const Index d_v = params_.weights.w_o[0].rows();
  const auto heads = static_cast<Index>(forward_.heads.size());
  Matrix outputs(params_.x.rows(), heads * d_v);
  Matrix projections(heads * d_v, f.forward.output.cols());
  std::vector<Matrix> patterns;
  for (std::size_t h = 0; h < forward_.heads.size(); ++h) {
    patterns.push_back(forward_.heads[h].weights);
    f.weight_error = larger(f.weight_error, weight_error(patterns.back()));
    outputs.middleCols(static_cast<Index>(h) * d_v, d_v) = forward_.heads[h].output;
    projections.middleRows(static_cast<Index>(h) * d_v, d_v) = params_.weights.w_o[h];
  }
  f.diversity = head_diversity(patterns);
  f.sum_error = largest(product(outputs, projections) - f.forward.output);
  return f;
}

// ---- flash --------------------------------------------------------------------------------------

FlashExperiment::FlashExperiment(FlashParams params) : params_(std::move(params)) {
  constexpr const char* kName = "flash";
  const AttentionOptions& o = params_.options;
  check::positive(kName, "options.temperature", o.temperature);
  check::count(kName, "block", params_.block, 1, check::kMaxBudget);
  const Matrix raw = attention_forward(params_.q, params_.k, params_.v, o).scores;
  scores_ = attention_parts::logits(raw, o) / o.temperature;
  blocks_ = (params_.k.rows() + params_.block - 1) / params_.block;
  restart();
}

void FlashExperiment::restart() {
  seen_ = 0;
  rows_.assign(static_cast<std::size_t>(params_.q.rows()), OnlineSoftmax(params_.v.cols()));
}

void FlashExperiment::take(Index block) {
  const Index first = block * params_.block;
  const Index last = std::min(first + params_.block, params_.k.rows());
  for (Index i = 0; i < params_.q.rows(); ++i) {
    OnlineSoftmax of_block(params_.v.cols());
    for (Index j = first; j < last; ++j) of_block.add(scores_(i, j), params_.v.row(j).transpose());
    rows_[static_cast<std::size_t>(i)].merge(of_block);
  }
}

bool FlashExperiment::seek(Index block, Index budget) {
  check::count("flash", "block", block, 0, blocks_);
  check::count("flash", "budget", budget, 1, check::kMaxBudget);
  if (block < seen_) restart();
  for (Index n = 0; n < budget && seen_ < block; ++n) take(seen_++);
  return seen_ == block;
}

FlashExperiment::Frame FlashExperiment::frame() const {
  const Index n_q = params_.q.rows();
  const Index first = (seen_ > 0 ? seen_ - 1 : 0) * params_.block;
  const Index keys = std::min(seen_ * params_.block, params_.k.rows());
  Frame f{};
  f.block = seen_;
  f.blocks = blocks_;
  f.max.resize(n_q);
  f.sum.resize(n_q);
  f.output.resize(n_q, params_.v.cols());
  for (Index i = 0; i < n_q; ++i) {
    const OnlineSoftmax& row = rows_[static_cast<std::size_t>(i)];
    f.max(i) = row.max();
    f.sum(i) = row.sum();
    f.output.row(i) = row.mean().transpose();
  }
  f.scores = scores_.middleCols(first, keys - first);
  f.numbers_held = static_cast<double>(n_q * (params_.v.cols() + 2));
  f.numbers_saved = static_cast<double>(n_q * params_.k.rows());
  AttentionOptions seen = params_.options;
  seen.key_length = std::min(keys, seen.key_length.value_or(keys));
  f.output_error = largest(f.output - attention(params_.q, params_.k, params_.v, seen));
  return f;
}

// ---- float --------------------------------------------------------------------------------------

namespace {

// The largest difference of some rows from the double path. Causal rows see the keys up to theirs,
// so that the first ones are what they are in a smaller problem.
double float_error(const FastAttentionParams& p, const FloatMatrix& output) {
  const Index rows = std::min(FastAttentionExperiment::kCompared, p.q.rows());
  AttentionOptions o = p.options;
  if (o.bias.size() > 0) o.bias = Matrix(o.bias.topRows(rows));
  if (o.allowed.size() > 0) o.allowed = Mask(o.allowed.topRows(rows));
  const Matrix exact =
      attention(p.q.topRows(rows).cast<double>(), p.k.cast<double>(), p.v.cast<double>(), o);
  return largest(output.topRows(rows).cast<double>() - exact);
}

}  // namespace

FastAttentionExperiment::FastAttentionExperiment(const FastAttentionParams& p) : frame_{} {
  FlashWorkspace workspace;
  flash_attention_fast(p.q, p.k, p.v, p.options, workspace, frame_.forward);
  if (p.d_output.size() > 0) {
    flash_attention_fast_backward(p.q, p.k, p.v, p.options, frame_.forward, p.d_output, workspace,
                                  frame_.gradients);
  }
  frame_.output_error = float_error(p, frame_.forward.output);
  frame_.memory_bytes = static_cast<double>(workspace.bytes());
}

// ---- norm ---------------------------------------------------------------------------------------

NormExperiment::NormExperiment(const NormParams& p)
    : frame_{normalised(p, p.x, p.epsilon), {}, 0.0} {
  if (p.d_output.size() > 0) {
    frame_.gradients = p.rms ? rms_norm_backward(p.x, p.scale, frame_.forward, p.d_output)
                             : layer_norm_backward(p.x, p.scale, frame_.forward, p.d_output);
  }
  const LayerNorm doubled = normalised(p, 2.0 * p.x, 4.0 * p.epsilon);
  frame_.invariance_error = largest(doubled.output - frame_.forward.output);
}

}  // namespace attn
