#include "experiments/bilinear-form/attention.hpp"

#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

Index numbers(const AttentionParams& p) {
  return p.q.size() + p.k.size() + p.v.size() + p.options.relative.size() +
         p.q.cols() * p.k.cols() + p.q.rows() * p.k.rows();
}

}  // namespace

std::vector<Setting<AttentionParams>> Attention::settings() {
  AttentionParams p;
  p.q = some_numbers(3, 2, 1);
  p.k = some_numbers(4, 2, 2);
  p.v = some_numbers(4, 3, 3);
  p.d_output = some_numbers(3, 3, 4);
  AttentionParams masked = p;
  masked.options.causal = true;
  masked.options.softcap = 2.0;
  masked.options.bias = some_numbers(3, 4, 5);
  masked.options.temperature = 0.5;
  AttentionParams metric = p;
  metric.options.metric = some_numbers(2, 2, 6);
  metric.options.key_length = 0;
  metric.d_output.resize(0, 0);
  return {{p, 0, 0}, {masked, 0, 0}, {metric, 0, 0}};
}

Attention::Attention(const Params& p) {
  Frame& f = frame_;
  f.forward = attention_forward(p.q, p.k, p.v, p.options);
  f.entropy = attention_entropy(f.forward.weights);
  f.weight_error = weight_error(f.forward.weights);
  f.gradients.d_temperature = 0.0;
  if (p.d_output.size() == 0) return;
  f.gradients = attention_backward(p.q, p.k, p.v, p.options, f.forward, p.d_output);
  f.verified = numbers(p) <= kMostVerified &&
               p.options.temperature < std::numeric_limits<double>::infinity();
  if (!f.verified) return;
  for (const GradientError& e : verify_gradients(p.q, p.k, p.v, p.options, p.d_output).errors) {
    f.gradient_error = larger(f.gradient_error, e.error);
  }
}

}  // namespace attn::experiments
