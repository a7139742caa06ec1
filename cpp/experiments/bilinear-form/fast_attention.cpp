#include "experiments/bilinear-form/fast_attention.hpp"

#include <algorithm>

#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

// The largest difference of some rows from the double path. Causal rows see the keys up to theirs,
// so that the first ones are what they are in a smaller problem.
double float_error(const FastAttentionParams& p, const FloatMatrix& output) {
  const Index rows = std::min(FastAttention::kCompared, p.q.rows());
  AttentionOptions o = p.options;
  if (o.bias.size() > 0) o.bias = Matrix(o.bias.topRows(rows));
  if (o.allowed.size() > 0) o.allowed = Mask(o.allowed.topRows(rows));
  const Matrix exact =
      attn::attention(p.q.topRows(rows).cast<double>(), p.k.cast<double>(), p.v.cast<double>(), o);
  return largest(output.topRows(rows).cast<double>() - exact);
}

}  // namespace

std::vector<Setting<FastAttentionParams>> FastAttention::settings() {
  FastAttentionParams p;
  p.q = some_numbers(37, 5, 1).cast<float>();
  p.k = some_numbers(41, 5, 2).cast<float>();
  p.v = some_numbers(41, 3, 3).cast<float>();
  FastAttentionParams gradients = p;
  gradients.d_output = some_numbers(37, 3, 4).cast<float>();
  FastAttentionParams causal = gradients;
  causal.options.causal = true;
  return {{p, 0, 0}, {gradients, 0, 0}, {causal, 0, 0}};
}

double FastAttention::self_test() {
  FastAttentionParams p;
  p.q.resize(37, 3);
  for (Index i = 0; i < p.q.size(); ++i) {
    p.q.data()[i] = static_cast<float>(i % 7) * 0.5F - static_cast<float>(i % 11) * 0.25F;
  }
  p.k = p.q;
  p.v = p.q;
  p.options.causal = true;
  return FastAttention(p).frame().output_error;
}

FastAttention::FastAttention(const Params& p) {
  FlashWorkspace workspace;
  flash_attention_fast(p.q, p.k, p.v, p.options, workspace, frame_.forward);
  if (p.d_output.size() > 0) {
    flash_attention_fast_backward(p.q, p.k, p.v, p.options, frame_.forward, p.d_output, workspace,
                                  frame_.gradients);
  }
  frame_.output_error = float_error(p, frame_.forward.output);
  frame_.memory_bytes = static_cast<double>(workspace.bytes());
}

}  // namespace attn::experiments
