// Evaluator of support/sequence.
#include "attn/support/residual_map.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/support/matrix_margin.hpp"
#include "attn/support/residual_gradient.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

double spectral_radius(const Matrix& m) {
  const Matrix values = block_margins(m).eigenvalues;
  double most = 0.0;
  for (Index k = 0; k < values.rows(); ++k) {
    most = larger(most, std::sqrt(values(k, 0) * values(k, 0) + values(k, 1) * values(k, 1)));
  }
  return most;
}

void add_gradient(Arrays& out, const std::string& of, const ResidualGradient& g) {
  out[of + "_dx"] = to_array(g.d_x);
  out[of + "_dWQ"] = to_array(g.weights.w_q);
  out[of + "_dWK"] = to_array(g.weights.w_k);
  out[of + "_dWV"] = to_array(g.weights.w_v);
}

}  // namespace

Arrays support_sequence(const Case& c) {
  const Matrix x = matrix(c, "x");
  const HeadWeights weights{matrix(c, "W_Q"), matrix(c, "W_K"), matrix(c, "W_V")};
  ResidualOptions options;
  options.scale = number(c, "scale");
  options.include_self = number(c, "include_self") != 0.0;
  const double sigma = number(c, "sigma");
  const ResidualMap map = residual_map(x, weights, options);
  Vector radius(x.rows());
  const Matrix identity = Matrix::Identity(x.cols(), x.cols());
  for (Index t = 0; t < x.rows(); ++t) {
    radius(t) = spectral_radius(identity - map.blocks[static_cast<std::size_t>(t)]);
  }
  Arrays out{{"e", to_array(map.residual)},
             {"alpha", to_array(map.weights)},
             {"Sigma_v", to_array(value_covariances(map))},
             {"M_diag", to_array(map.blocks)},
             {"det", to_array(determinant_margins(map))},
             {"logabsdet", to_array(map.log_abs_det)},
             {"spectral_radius", to_array(radius)},
             {"barrier", {{}, {map.barrier}}},
             {"log_density", {{}, {residual_log_density(map, sigma)}}}};
  add_gradient(out, "dB", barrier_gradient(x, weights, map));
  add_gradient(out, "dE", energy_gradient(x, weights, map, sigma));
  return out;
}

}  // namespace attn::reference
