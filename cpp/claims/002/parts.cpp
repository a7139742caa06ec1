#include "claims/002/parts.hpp"

#include "attn/numerics/mathfn.hpp"

namespace attn::claims {
namespace {

constexpr Index kTokens = 5;
constexpr Index kSize = 3;
constexpr Index kKeySize = 2;

Matrix normal(Index rows, Index cols, double size, Rng& rng) {
  Matrix out(rows, cols);
  for (double& entry : out.reshaped<Eigen::RowMajor>()) entry = size * rng.normal();
  return out;
}

}  // namespace

SupportHead support_head(std::uint64_t seed, bool values_are_tokens) {
  Rng rng(seed);
  SupportHead out;
  out.x = normal(kTokens, kSize, 1.0, rng);
  out.weights.w_q = normal(kKeySize, kSize, 0.7, rng);
  out.weights.w_k = normal(kKeySize, kSize, 0.7, rng);
  out.weights.w_v = normal(kSize, kSize, 0.7, rng);
  if (values_are_tokens) out.weights.w_v.setIdentity();
  return out;
}

Vector scalar_tokens(std::uint64_t seed) {
  Rng rng(seed);
  return normal(6, 1, 1.5, rng).col(0);
}

double noise_log_density(const MatrixRef& e, double sigma) {
  constexpr double kTwoPi = 6.283185307179586;
  double sum = 0.0;
  for (const double x : e.reshaped()) {
    sum -= 0.5 * x * x / (sigma * sigma) + 0.5 * mathfn::log(kTwoPi * sigma * sigma);
  }
  return sum;
}

}  // namespace attn::claims
