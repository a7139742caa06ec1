#include "attn/denoising/covariance_flow.hpp"

#include <optional>

#include "fuzz_input.hpp"

FUZZ_TARGET(covariance_flow) {
  fuzz::Input input(data, size);
  const attn::Index d = input.size(0, 4);
  const double beta = input.positive(), t = input.positive(), eta = input.positive() / 8.0;
  attn::Matrix gamma = input.given(d, input.nearly(d)).matrix();
  // Most often one that is a covariance.
  if (input.byte() % 8 != 0 && gamma.rows() == gamma.cols()) {
    gamma = gamma.lazyProduct(gamma.transpose()).eval();
  }
  const attn::Index layers = input.size(-1, 5);
  std::optional<attn::CovarianceFlow> flow;
  attn::Matrix m;
  if (fuzz::returns("CovarianceFlow", [&] { flow.emplace(gamma, beta); })) {
    fuzz::expect_finite("CovarianceFlow", flow->axes());
    if (fuzz::returns("CovarianceFlow", [&] { m = flow->covariance(t); })) {
      fuzz::expect_finite("CovarianceFlow", m, flow->eigenvalues(t));
      fuzz::expect(m == m.transpose(), "CovarianceFlow", "symmetric");
    }
    if (fuzz::returns(
            "CovarianceFlow", [&] { m = flow->covariance_after(layers, eta); },
            "variance_recursion")) {
      fuzz::expect_finite("covariance_after", m);
    }
  }
  attn::OdeTolerance tolerance;
  tolerance.most_steps = 50;
  if (fuzz::returns(
          "integrated_covariance_flow",
          [&] { m = attn::integrated_covariance_flow(gamma, beta, t, tolerance); },
          "integrate_ode")) {
    fuzz::expect_finite("integrated_covariance_flow", m);
  }
  return 0;
}
