#include "experiments/bilinear-form/heads.hpp"

#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {

std::vector<Setting<HeadsParams>> Heads::settings() {
  const auto heads = [](std::size_t count, std::uint64_t seed) {
    HeadsParams p;
    p.x = some_numbers(5, 3, seed);
    for (std::size_t h = 0; h < count; ++h) {
      p.weights.w_q.push_back(some_numbers(3, 2, ++seed));
      p.weights.w_k.push_back(some_numbers(3, 2, ++seed));
      p.weights.w_v.push_back(some_numbers(3, 2, ++seed));
      p.weights.w_o.push_back(some_numbers(2, 3, ++seed));
    }
    return p;
  };
  HeadsParams causal = heads(2, 100);
  causal.options.causal = true;
  return {{heads(3, 1), 0, 0}, {causal, 0, 0}, {heads(1, 200), 0, 0}};
}

Heads::Heads(const Params& p) {
  MultiHead forward = multihead_forward(p.x, p.x, p.weights, {p.options});
  const Index d_v = p.weights.w_o[0].rows();
  const auto heads = static_cast<Index>(forward.heads.size());
  Matrix outputs(p.x.rows(), heads * d_v);
  Matrix projections(heads * d_v, forward.output.cols());
  std::vector<Matrix> patterns;
  Frame& f = frame_;
  for (std::size_t h = 0; h < forward.heads.size(); ++h) {
    patterns.push_back(forward.heads[h].weights);
    f.weight_error = larger(f.weight_error, weight_error(patterns.back()));
    outputs.middleCols(static_cast<Index>(h) * d_v, d_v) = forward.heads[h].output;
    projections.middleRows(static_cast<Index>(h) * d_v, d_v) = p.weights.w_o[h];
  }
  f.diversity = head_diversity(patterns);
  f.sum_error = largest(outputs.lazyProduct(projections) - forward.output);
  f.heads = std::move(forward.heads);
  f.output = std::move(forward.output);
}

}  // namespace attn::experiments
