// The claims of seed 002 about the residual map and its density: sections 2 and 3.3, appendices A
// and B.
#include <Eigen/LU>
#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/residual_gradient.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

constexpr double kSigma = 0.8;

double log_abs_determinant(const Matrix& m) {
  return mathfn::log(std::fabs(Eigen::PartialPivLU<Eigen::MatrixXd>(m).determinant()));
}

// Eq 2 in loops, and what is over.
double residual_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  const ResidualMap map = head.map();
  double worst = 0.0;
  for (Index t = 0; t < head.x.rows(); ++t) {
    const Vector q = head.weights.w_q * head.x.row(t).transpose();
    Vector sum = Vector::Zero(head.x.cols());
    double weights = 0.0;
    for (Index s = 0; s < t; ++s) {
      const Vector k = head.weights.w_k * head.x.row(s).transpose();
      const double weight = mathfn::exp(q.dot(k));
      sum += weight * (head.weights.w_v * head.x.row(s).transpose());
      weights += weight;
    }
    if (t > 0) sum /= weights;
    worst =
        larger(worst, largest(map.residual.row(t).transpose() - (head.x.row(t).transpose() - sum)));
  }
  return worst;
}

double triangle_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  const Index d = head.x.cols();
  const ResidualMap map = head.map();
  double worst = 0.0;
  for (Index s = 1; s < head.x.rows(); ++s) {
    for (Index t = 0; t < s; ++t) {
      for (Index i = 0; i < d; ++i) {
        const auto residual = [&](const Matrix& token) {
          SupportHead moved = head;
          moved.x.row(s) = token;
          return moved.map().residual(t, i);
        };
        worst = larger(worst, largest(central_differences(residual, head.x.row(s), 0.1)));
      }
    }
  }
  // Eq 59: the determinant of all derivatives, by elimination.
  const Matrix jacobian = residual_jacobian(head.x, head.weights);
  return larger(worst, std::fabs(log_abs_determinant(jacobian) + map.barrier));
}

// The density by eq 5 from nothing but differences and a determinant.
double density_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, true);
  const ResidualMap map = head.map();
  Matrix jacobian(head.x.size(), head.x.size());
  for (Index row = 0; row < jacobian.rows(); ++row) {
    const auto residual = [&](const Matrix& x) {
      return residual_map(x, head.weights).residual(row / x.cols(), row % x.cols());
    };
    const Matrix derivatives = central_differences(residual, head.x, 0.1);
    for (Index j = 0; j < jacobian.cols(); ++j) jacobian(row, j) = derivatives.data()[j];
  }
  const double by_definition =
      noise_log_density(map.residual, kSigma) + log_abs_determinant(jacobian);
  return std::fabs(residual_log_density(map, kSigma) - by_definition);
}

// Eq 24 in loops, for values that are tokens and Σ_t A by its definition (11); and the negative
// log-density less its constants (18), (19).
double objective_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, true);
  const ResidualMap map = head.map();
  const Matrix a = head.weights.w_k.transpose() * head.weights.w_q;
  double written_out = 0.0;
  for (Index t = 0; t < head.x.rows(); ++t) {
    const Vector token = head.x.row(t).transpose();
    Vector mean = Vector::Zero(token.size());
    Matrix second = Matrix::Zero(token.size(), token.size());
    double weights = 0.0;
    for (Index s = 0; s < t; ++s) {
      const Vector other = head.x.row(s).transpose();
      const double weight = mathfn::exp(other.dot(a * token));
      weights += weight;
      mean += weight * other;
      second += weight * other * other.transpose();
    }
    if (t > 0) mean /= weights, second /= weights;
    const Matrix covariance = second - mean * mean.transpose();
    const Matrix block = Matrix::Identity(token.size(), token.size()) - covariance * a;
    written_out += (token - mean).squaredNorm() / (2.0 * kSigma * kSigma);
    written_out -= log_abs_determinant(block);
  }
  const Matrix none = Matrix::Zero(head.x.rows(), head.x.cols());
  const double by_density = noise_log_density(none, kSigma) - residual_log_density(map, kSigma);
  return larger(std::fabs(residual_energy(map, kSigma) + map.barrier - written_out),
                std::fabs(by_density - written_out));
}

double gradient_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  const ResidualGradient g = residual_gradient(head.x, head.weights, head.map(), kSigma);
  const auto loss = [&](const Matrix& x) {
    const ResidualMap map = residual_map(x, head.weights);
    return residual_energy(map, kSigma) + map.barrier;
  };
  return gradient_error(g.d_x, central_differences(loss, head.x, 1e-3), 1.0);
}

// Eq 50 in loops: what the weights add to the derivative of mu_t where the context has the token
// itself; the value path apart.
double weight_path_residual(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  ResidualOptions options;
  options.include_self = true;
  const ResidualMap map = head.map(options);
  const Index t = head.x.rows() - 1;
  // Keys and values are held: only the query moves.
  double worst = 0.0;
  Matrix printed = Matrix::Zero(head.x.cols(), head.x.cols());
  for (Index s = 0; s <= t; ++s) {
    const Vector v = (map.values.row(s) - map.mean.row(t)).transpose();
    const Vector k = map.keys.row(s).transpose();
    printed += map.weights(t, s) * v * (k.transpose() * head.weights.w_q);
  }
  for (Index i = 0; i < head.x.cols(); ++i) {
    const auto mean = [&](const Matrix& token) {
      AttentionOptions plain;
      plain.scale = 1.0;
      const Matrix q = token * head.weights.w_q.transpose();
      return attention_forward(q, map.keys, map.values, plain).output(0, i);
    };
    const Matrix by_query = central_differences(mean, head.x.row(t), 0.1);
    worst = larger(worst, largest(printed.row(i) - by_query.row(0)));
  }
  return worst;
}

}  // namespace

std::vector<Claim> of_residuals() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.eq-4.residual", "section 2.1, (2) to (4)",
           "The noise is a token less what attention makes of the tokens before it, asked by the "
           "token itself.",
           "ε_t = e_t(x) ≜ x_t − μ_t(x)", 1e-13, "residual_map, with the equation in loops",
           residual_residual);
  residual("002.eq-5.density", "sections 2.2 and 3.5, corollary 3.1, (5) and (16)",
           "The log-density is that of the noise and the log-determinants of the blocks, here for "
           "values that are the tokens.",
           "log p(x_1:L) = −1/(2σ^2) Σ_{t=1}^L ‖e_t(x)‖_2^2 + Σ_{t=1}^L log|det(I_d − Σ_t A)|",
           1e-8, "residual_log_density, with log |det| of central differences of the whole map",
           density_residual);
  residual("002.eq-59.triangle", "appendix B.2, lemma B.3 and (59)",
           "A residual does not depend on later tokens, and so the determinant is the product of "
           "those of the diagonal blocks.",
           "det(∂e/∂x) = Π_{t=1}^L det(∂e_t/∂x_t)", 1e-11,
           "central differences by later tokens; residual_jacobian by elimination",
           triangle_residual);
  residual("002.eq-24.objective", "section 4, (18), (19) and (24)",
           "What is minimised is the energy and the barrier: the negative log-density less "
           "constants.",
           "L_prior,σ(x) = 1/(2σ²) Σ_{t=1}^L ‖x_t − μ_t(x)‖_2^2 − Σ_{t=1}^L log|det(I_d − Σ_t A)|",
           1e-11,
           "the equation in loops, with residual_energy, the barrier and residual_log_density",
           objective_residual);
  residual("002.section-4.gradient", "ours, beside section 4",
           "The gradient of the energy and the barrier, which training by them needs, is that of "
           "central differences.",
           "", 1e-8, "residual_gradient with respect to all tokens, and central differences",
           gradient_residual);
  residual("002.eq-50.weight-path", "appendix A, (48) and (50)",
           "With keys and values held, a token's query adds a covariance times W_Q to the "
           "derivative of its mean.",
           "= (Σ_s≤t α_ts (v_s − v̄_t) k_s^⊤) W_Q", 1e-10,
           "the equation in loops, and central differences by the query alone",
           weight_path_residual);
  return list;
}

}  // namespace attn::claims
