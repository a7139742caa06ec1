#include "attn/attention/layer_norm.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(layer_norm) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 3), f = input.size(0, 4);
  const double epsilon = input.positive();
  const auto x = input.given(n, f);
  const attn::Vector scale = input.vector(input.nearly(f)), bias = input.vector(input.nearly(f));
  const auto d_output = input.given(input.nearly(n), f, {x});
  attn::LayerNorm forward;
  attn::LayerNormGradients gradients;
  if (fuzz::returns("layer_norm_forward",
                    [&] { forward = attn::layer_norm_forward(x, scale, bias, epsilon); })) {
    fuzz::expect_finite("layer_norm_forward", forward.output, forward.mean,
                        forward.inverse_std_dev);
  }
  if (fuzz::returns("layer_norm_backward",
                    [&] { gradients = attn::layer_norm_backward(x, scale, forward, d_output); })) {
    fuzz::expect_finite("layer_norm_backward", gradients.d_x, gradients.d_scale, gradients.d_bias);
  }
  forward = {};
  if (fuzz::returns("rms_norm_forward",
                    [&] { forward = attn::rms_norm_forward(x, scale, epsilon); })) {
    fuzz::expect_finite("rms_norm_forward", forward.output, forward.mean, forward.inverse_std_dev);
  }
  if (fuzz::returns("rms_norm_backward",
                    [&] { gradients = attn::rms_norm_backward(x, scale, forward, d_output); })) {
    fuzz::expect_finite("rms_norm_backward", gradients.d_x, gradients.d_scale);
  }
  return 0;
}
