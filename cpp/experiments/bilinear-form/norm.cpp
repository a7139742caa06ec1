#include "experiments/bilinear-form/norm.hpp"

#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

LayerNorm normalised(const NormParams& p, const Matrix& x, double epsilon) {
  return p.rms ? rms_norm_forward(x, p.scale, epsilon)
               : layer_norm_forward(x, p.scale, p.bias, epsilon);
}

}  // namespace

std::vector<Setting<NormParams>> Norm::settings() {
  NormParams layer;
  layer.x = some_numbers(3, 4, 1);
  layer.scale = some_numbers(4, 1, 2).col(0);
  layer.bias = some_numbers(4, 1, 3).col(0);
  layer.d_output = some_numbers(3, 4, 4);
  NormParams rms = layer;
  rms.rms = true;
  NormParams forward = layer;
  forward.epsilon = 1.0;
  forward.d_output.resize(0, 0);
  return {{layer, 0, 0}, {rms, 0, 0}, {forward, 0, 0}};
}

Norm::Norm(const Params& p) {
  checked(kName, p);
  frame_.forward = normalised(p, p.x, p.epsilon);
  if (p.d_output.size() > 0) {
    frame_.gradients = p.rms ? rms_norm_backward(p.x, p.scale, frame_.forward, p.d_output)
                             : layer_norm_backward(p.x, p.scale, frame_.forward, p.d_output);
  }
  const LayerNorm doubled = normalised(p, 2.0 * p.x, 4.0 * p.epsilon);
  frame_.invariance_error = largest(doubled.output - frame_.forward.output);
}

}  // namespace attn::experiments
