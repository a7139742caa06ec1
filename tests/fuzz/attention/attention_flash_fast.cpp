#include "attn/attention/attention_flash_fast.hpp"

#include "attention/fuzz_attention.hpp"

namespace {

float to_float(double x) {
  if (std::fabs(x) <= static_cast<double>(std::numeric_limits<float>::max())) {
    return static_cast<float>(x);
  }
  // What no float holds becomes one that is large.
  return std::isfinite(x)
             ? static_cast<float>(std::copysign(std::sqrt(std::sqrt(std::fabs(x))) * 1e-42, x))
             : static_cast<float>(x);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const fuzz::AttentionShape shape = fuzz::attention_shape(input);
  attn::AttentionOptions options = fuzz::attention_options(input, shape);
  // Refused: of that little is learned.
  if (input.byte() % 16 != 0) options.relative.resize(0, 0);
  const auto floats = [&](attn::Index rows, attn::Index cols) {
    attn::FloatMatrix m(rows, cols);
    const attn::Matrix exact = input.matrix(rows, cols);
    for (attn::Index i = 0; i < m.size(); ++i) m.data()[i] = to_float(exact.data()[i]);
    return m;
  };
  const attn::FloatMatrix q = floats(shape.n_q, shape.d_q);
  const attn::FloatMatrix k = floats(shape.n_k, shape.d_k);
  const attn::FloatMatrix v = floats(input.nearly(shape.n_k), shape.d_v);
  const attn::FloatMatrix d_output = floats(input.nearly(shape.n_q), shape.d_v);
  attn::FloatFlashAttention forward;
  if (fuzz::returns("flash_attention_fast",
                    [&] { forward = attn::flash_attention_fast(q, k, v, options); })) {
    fuzz::expect_finite("flash_attention_fast", forward.output);
    fuzz::expect((forward.log_normaliser.array() < std::numeric_limits<double>::infinity()).all(),
                 "flash_attention_fast", "a logarithm of a finite sum");
  }
  attn::FloatFlashGradients g;
  if (fuzz::returns("flash_attention_fast_backward", [&] {
        g = attn::flash_attention_fast_backward(q, k, v, options, forward, d_output);
      })) {
    fuzz::expect_finite("flash_attention_fast_backward", g.d_q, g.d_k, g.d_v);
  }
  return 0;
}
