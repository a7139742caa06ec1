#include "experiments/bilinear-form/attention_passes.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

FloatView view(const FloatMatrix& m) { return {m.data(), m.rows(), m.cols(), m.cols()}; }

}  // namespace

std::vector<Setting<AttentionPassesParams>> AttentionPasses::settings() {
  AttentionPassesParams exact;
  exact.tokens = 37;
  exact.size = 5;
  AttentionPassesParams features = exact;
  features.method = PassMethod::kFeatures;
  features.features = 19;
  AttentionPassesParams single = exact;
  single.tokens = 1;
  return {{exact, 0, 0}, {features, 3, 0}, {single, 1, 0}};
}

double AttentionPasses::self_test() {
  double error = 0.0;
  for (const Setting<Params>& setting : settings())
    error = larger(error, AttentionPasses(setting.params).frame().output_error);
  return error;
}

AttentionPasses::AttentionPasses(const Params& params) : params_(checked(kName, params)) {
  Rng rng(params_.seed);
  const Index n = params_.tokens;
  const Index d = params_.size;
  const double deviation = std::sqrt(0.25 / std::sqrt(static_cast<double>(d)));
  q_ = normal_rows(rng, n, d, deviation).cast<float>();
  k_ = normal_rows(rng, n, d, deviation).cast<float>();
  v_ = normal_rows(rng, n, d, 1.0).cast<float>();
  map_ = {FeatureKind::kPositive, random_frequencies(params_.features, d, false, rng)};
  unscaled_.scale = 1.0;
  linear_.resize(n, d);
  pass();
  output_error_ = error();
}

void AttentionPasses::pass() {
  if (params_.method == PassMethod::kExact) {
    flash_attention_fast(q_, k_, v_, unscaled_, exact_workspace_, exact_);
  } else {
    linear_attention_fast(view(q_), view(k_), view(v_), map_, false, linear_workspace_,
                          {linear_.data(), linear_.rows(), linear_.cols(), linear_.cols()});
  }
}

double AttentionPasses::error() const {
  const Index rows = std::min(kCompared, params_.tokens);
  const Matrix q = q_.topRows(rows).cast<double>();
  const Matrix k = k_.cast<double>();
  const Matrix v = v_.cast<double>();
  const bool exact = params_.method == PassMethod::kExact;
  const Matrix expected =
      exact ? attn::attention(q, k, v, unscaled_) : attn::linear_attention(q, k, v, map_).output;
  const FloatMatrix& got = exact ? exact_.output : linear_;
  return largest(got.topRows(rows).cast<double>() - expected) / largest(v);
}

bool AttentionPasses::seek(Index pass_number, Index budget) {
  check_step(kName, pass_number, steps(), budget);
  // All passes are alike: to go back is to have made fewer.
  if (pass_number < passes_) passes_ = pass_number;
  for (Index n = 0; n < budget && passes_ < pass_number; ++n) {
    pass();
    ++passes_;
  }
  return passes_ == pass_number;
}

AttentionPassesFrame AttentionPasses::frame() const {
  const bool exact = params_.method == PassMethod::kExact;
  const double products = static_cast<double>(params_.tokens) * static_cast<double>(params_.size) *
                          static_cast<double>(exact ? params_.tokens : 2 * params_.features);
  return {passes_, 2.0 * products, output_error_};
}

}  // namespace attn::experiments
