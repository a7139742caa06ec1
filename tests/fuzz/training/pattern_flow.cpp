#include "attn/training/pattern_flow.hpp"

#include "fuzz_input.hpp"

namespace {

using attn::Index;

attn::PatternTensor tensor(fuzz::Input& input, Index d, Index positions) {
  const Index count = input.size(0, 3);
  attn::PatternTensor out;
  for (Index k = 0; k < count; ++k) out.matrices.push_back(input.matrix(input.nearly(d), d));
  out.vectors = input.matrix(input.nearly(count), input.nearly(positions));
  return out;
}

}  // namespace

FUZZ_TARGET(pattern_flow) {
  fuzz::Input input(data, size);
  const Index d = input.size(0, 3), positions = input.size(0, 4);
  const attn::PatternTensor target = tensor(input, d, positions);
  const attn::PatternTensor start = tensor(input, d, positions);
  const attn::PatternHeads heads{start.matrices, start.vectors};
  double product = 0.0;
  if (fuzz::returns("inner_product", [&] { product = attn::inner_product(target, start); }))
    fuzz::expect_finite("inner_product", product);
  attn::PatternVelocity v;
  if (fuzz::returns("pattern_velocity", [&] { v = attn::pattern_velocity(target, heads); })) {
    fuzz::expect_finite("pattern_velocity", v.loss, v.d.logits, v.d_weights);
    for (const attn::Matrix& m : v.d.values) fuzz::expect_finite("pattern_velocity", m);
  }
  const double dt = input.number();
  const attn::FlowOptions options{
      input.flip() ? attn::FlowMethod::kEuler : attn::FlowMethod::kRungeKutta, input.flip()};
  fuzz::returns("flow_heads", [&] {
    fuzz::expect_finite("flow_heads", attn::flow_heads(target, heads, dt, 2, options).logits);
  });
  const attn::Vector m = input.vector(input.size(0, 3));
  const Index count = input.size(0, 3);
  const attn::ReducedHeads reduced{input.matrix(count, input.nearly(m.size())),
                                   input.matrix(input.nearly(count), positions)};
  attn::ReducedVelocity r;
  if (fuzz::returns("reduced_velocity", [&] { r = attn::reduced_velocity(m, reduced); }))
    fuzz::expect_finite("reduced_velocity", r.loss, r.residual, r.d.mixture, r.d.logits);
  fuzz::returns("flow_reduced", [&] {
    fuzz::expect_finite("flow_reduced", attn::flow_reduced(m, reduced, dt, 2, options).mixture);
  });
  const attn::Vector times = input.vector(input.size(0, 3));
  attn::OdeTolerance tolerance;
  tolerance.relative = input.positive();
  tolerance.most_steps = 100;
  attn::AdaptiveFlow adaptive;
  if (fuzz::returns(
          "flow_adaptive", [&] { adaptive = attn::flow_adaptive(m, reduced, times, tolerance); },
          "integrate_ode")) {
    for (const attn::ReducedHeads& at : adaptive.heads)
      fuzz::expect_finite("flow_adaptive", at.mixture, at.logits);
  }
  double least = 0.0;
  if (fuzz::returns("plateau", [&] { least = attn::plateau(m, input.size(-1, 4)); }))
    fuzz::expect_finite("plateau", least);
  return 0;
}
