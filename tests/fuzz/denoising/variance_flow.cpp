#include "attn/denoising/variance_flow.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(variance_flow) {
  fuzz::Input input(data, size);
  const double v0 = input.positive(), beta = input.positive(), t = input.positive();
  const double eta = input.flip() ? input.positive() / 8.0 : input.positive();
  double v = 0.0;
  const auto decays = [&](const char* function, auto&& call) {
    if (!fuzz::returns(function, [&] { v = call(); })) return;
    fuzz::expect(0.0 <= v && v <= v0, function, "from 0 to v0");
  };
  decays("variance_flow", [&] { return attn::variance_flow(v0, beta, t); });
  decays("variance_flow_in_attention_time",
         [&] { return attn::variance_flow_in_attention_time(v0, beta, t); });
  decays("variance_flow_limit", [&] { return attn::variance_flow_limit(v0, t); });
  // Infinite where it is too long, as its header says.
  if (fuzz::returns("variance_flow_time", [&] { v = attn::variance_flow_time(v0, beta, t); })) {
    fuzz::expect(v >= 0.0, "variance_flow_time", "a time");
  }
  if (fuzz::returns("variance_slope", [&] { v = attn::variance_slope(v0, beta); })) {
    fuzz::expect(-2.0 <= v && v <= 0.0, "variance_slope", "from -2 to 0");
  }
  const double x = input.number();
  if (fuzz::returns("wright_omega", [&] { v = attn::wright_omega(x); })) {
    fuzz::expect(fuzz::finite(v) && v >= 0.0, "wright_omega", "finite and >= 0");
  }
  const attn::Vector times = input.vector(input.size(0, 3)).cwiseAbs();
  const attn::Vector betas = input.vector(input.size(0, 2)).cwiseAbs();
  attn::VarianceCurves curves;
  if (fuzz::returns("variance_curves", [&] { curves = attn::variance_curves(v0, betas, times); })) {
    fuzz::expect_finite("variance_curves", curves.v, curves.limit);
  }
  attn::OdeTolerance tolerance;
  tolerance.most_steps = 200;
  attn::Vector curve;
  if (fuzz::returns(
          "integrated_variance_flow",
          [&] { curve = attn::integrated_variance_flow(v0, beta, times, tolerance); },
          "integrate_ode")) {
    fuzz::expect_finite("integrated_variance_flow", curve);
  }
  const attn::Index layers = input.size(-1, 20);
  if (fuzz::returns("variance_recursion",
                    [&] { curve = attn::variance_recursion(v0, beta, eta, layers); })) {
    fuzz::expect_finite("variance_recursion", curve);
  }
  const auto z = input.given(input.size(0, 4), input.size(0, 2));
  if (fuzz::returns("cloud_variance", [&] { v = attn::cloud_variance(z); })) {
    fuzz::expect_finite("cloud_variance", v);
  }
  if (fuzz::returns(
          "simulated_variance", [&] { curve = attn::simulated_variance(z, beta, eta, layers); },
          "ParticleFlow")) {
    fuzz::expect_finite("simulated_variance", curve);
  }
  return 0;
}
