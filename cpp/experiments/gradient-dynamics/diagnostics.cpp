#include "experiments/gradient-dynamics/diagnostics.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "experiments/gradient-dynamics/small_head.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {
namespace {

constexpr ClassifierSizes kSizes{6, 4, 4, 4};
constexpr Index kTokens = 12;
constexpr double kInit = 0.5;
constexpr double kLossLimit = 1e4;
constexpr Index kCompared = 10;  // steps

Toy drawn(std::uint64_t seed) { return draw_toy(seed, kInit, kTokens, kSizes); }

// e^H of the column sums over T, as head_diagnostics has it.
double columns_in_use(const Matrix& weights) {
  double entropy = 0.0;
  for (Index j = 0; j < weights.cols(); ++j) {
    double share = 0.0;
    for (Index i = 0; i < weights.rows(); ++i) share += weights(i, j);
    share /= static_cast<double>(weights.rows());
    if (share > 0.0) entropy -= share * mathfn::log(share);
  }
  return mathfn::exp(entropy);
}

double largest_norm(const Matrix& values) {
  double most = 0.0;
  for (Index j = 0; j < values.rows(); ++j) most = larger(most, values.row(j).squaredNorm());
  return std::sqrt(most);
}

double alignment_of(const SmallHead& head) {
  return head_diagnostics(head.attention(), head.values(), head.keys()).key_alignment;
}

// How far norms are from the root of d_v, but for the epsilon that is added to the variance.
double norm_error(const Matrix& projected, const Vector& norms, double epsilon) {
  double error = 0.0;
  for (Index j = 0; j < norms.size(); ++j) {
    const Vector v = projected.row(j);
    const double variance = (v.array() - v.mean()).square().mean();
    const double expected =
        std::sqrt(static_cast<double>(v.size()) * variance / (variance + epsilon));
    error = larger(error, std::fabs(norms(j) - expected));
  }
  return error;
}

double oracle_error(const Toy& toy, const TrainerOptions& options, std::uint64_t seed) {
  HeadTrainer trainer(toy.x, toy.targets, toy.weights, options, seed);
  SmallHead head(toy.x, toy.targets, toy.weights, options, seed);
  trainer.step(kCompared);
  for (Index i = 0; i < kCompared; ++i) head.step();
  return largest(head.attention() - trainer.forward().heads[0].routing.weights);
}

}  // namespace

std::vector<Setting<DiagnosticsParams>> Diagnostics::settings() {
  DiagnosticsParams dropout;
  dropout.dropout = 0.5;
  dropout.draws = 2;
  dropout.steps = 60;
  DiagnosticsParams both = dropout;
  both.norm = true;
  both.eta = 0.01;
  both.seed = 5;
  return {{DiagnosticsParams{}, 400, 0}, {dropout, 30, 0}, {both, 60, 0}};
}

Diagnostics::Diagnostics(const Params& params) : Diagnostics(params, InUnits{}) {
  open(opening_units());
}

Diagnostics::Diagnostics(const Params& params, InUnits)
    : params_(checked(kName, params)),
      is_plain_(!params.norm && params.dropout == 0.0),
      toy_(drawn(params.seed)) {
  for (Courses* c : {&shown_, &plain_}) {
    c->columns.resize(params_.steps + 1, params_.draws);
    c->losses = c->norms = c->columns;
  }
  first_alignments_.resize(params_.draws);
  last_alignments_.resize(params_.draws);
}

void Diagnostics::open_unit(Index unit) {
  if (unit == params_.draws) {
    sum_up();
    return;
  }
  train(unit, false, shown_);
  if (!is_plain_) train(unit, true, plain_);
}

void Diagnostics::sum_up() {
  if (is_plain_) plain_ = shown_;
  Frame& f = frame_;
  f.steps = params_.steps;
  f.norm = params_.norm;
  f.dropout = params_.dropout;
  f.course = shown_.columns.col(0);
  f.plain_course = plain_.columns.col(0);
  f.loss_course = shown_.losses.col(0);
  f.first_columns = shown_.columns.row(0).mean();
  f.first_alignment = first_alignments_.mean();
  f.last_alignment = last_alignments_.mean();
  f.oracle_error = oracle_error(toy_, options_of(false), params_.seed);
  look_at(params_.steps);
}

TrainerOptions Diagnostics::options_of(bool plain) const {
  TrainerOptions out;
  out.eta = {params_.eta, params_.eta, params_.eta};
  out.loss_limit = kLossLimit;
  if (plain) return out;
  out.normalise_values = params_.norm;
  out.dropout = params_.dropout;
  return out;
}

void Diagnostics::train(Index draw, bool plain, Courses& out) {
  const std::uint64_t seed = params_.seed + static_cast<std::uint64_t>(draw);
  const Toy toy = drawn(seed);
  SmallHead head(toy.x, toy.targets, toy.weights, options_of(plain), seed);
  if (!plain) first_alignments_(draw) = alignment_of(head);
  bool taken = true;
  for (Index t = 0; t <= params_.steps; ++t) {
    if (t > 0) taken = head.step();
    out.columns(t, draw) = columns_in_use(head.attention());
    out.losses(t, draw) = head.loss();
    out.norms(t, draw) = largest_norm(head.values());
    if (!plain && draw == 0) states_.push_back(head.weights());
  }
  if (plain) return;
  frame_.given_up += taken ? 0 : 1;
  last_alignments_(draw) = alignment_of(head);
}

// What the draws have at the step on show, beside the plain head.
void Diagnostics::compare() {
  Frame& f = frame_;
  f.columns = shown_.columns.row(f.step).transpose();
  f.plain_columns = plain_.columns.row(f.step).transpose();
  f.losses = shown_.losses.row(f.step).transpose();
  f.mean_columns = f.columns.mean();
  f.plain_mean = f.plain_columns.mean();
  f.median_loss = median(f.losses);
  f.plain_median_loss = median(plain_.losses.row(f.step).transpose());
  f.largest_norm = highest(shown_.norms.row(f.step));
  f.mean_norm = shown_.norms.row(f.step).mean();
  Index more = 0;
  Index more_at_loss = 0;
  for (Index draw = 0; draw < params_.draws; ++draw) {
    Index t = 0;
    while (t < params_.steps && plain_.losses(t, draw) > f.losses(draw)) ++t;
    more += f.columns(draw) > f.plain_columns(draw) ? 1 : 0;
    more_at_loss += f.columns(draw) > plain_.columns(t, draw) ? 1 : 0;
  }
  f.more = static_cast<double>(more) / static_cast<double>(params_.draws);
  f.more_at_loss = static_cast<double>(more_at_loss) / static_cast<double>(params_.draws);
}

void Diagnostics::look_at(Index t) {
  Frame& f = frame_;
  f.step = t;
  compare();
  ClassifierOptions options;
  options.normalise_values = params_.norm;
  const ClassifierWeights& weights = states_[static_cast<std::size_t>(t)];
  const ClassifierForward pass = classifier_forward(toy_.x, weights, toy_.targets, options);
  const HeadForward& head = pass.heads[0];
  const ClassifierGradients gradients = classifier_backward(toy_.x, weights, pass, options);
  const HeadDiagnostics dials = head_diagnostics(head.routing.weights, head.values, head.k);
  f.weights = head.routing.weights;
  f.compatibility = gradients.heads[0].routing.compatibility;
  f.advantage = gradients.heads[0].routing.advantage;
  f.usage = dials.column_usage;
  f.norms = dials.value_norms;
  f.loss = pass.prediction.loss;
  f.alignment = dials.key_alignment;
  f.usage_error = std::fabs(f.usage.sum() - static_cast<double>(kTokens));
  f.norm_error = params_.norm ? norm_error(head.projected, f.norms, options.epsilon) : 0.0;
}

}  // namespace attn::experiments
