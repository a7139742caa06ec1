#include "experiments/support-tokens/depth_localisation.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/deep_residual.hpp"
#include "numerics/elimination.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr Index kTokens = 4;
constexpr Index kSize = 2;
constexpr Index kLayers = 3;
constexpr double kWeight = 0.7;
// Of central differences, which are off by kStep^2 / 6 times a third derivative, hundreds at scale
// 2, and by rounding over kStep, 1e-11.
constexpr double kStep = 1e-5;

struct Stack {
  std::vector<Matrix> x;
  std::vector<DeepLayer> layers;
};

DeepQuery query_of(Index layer, bool asks) {
  if (!asks) return DeepQuery::kBelow;
  return layer == 0 ? DeepQuery::kPrior : DeepQuery::kOwn;
}

Stack draw_stack(const DepthLocalisationParams& p) {
  Rng rng(p.seed);
  Stack out;
  out.x.push_back(normal_rows(rng, kTokens, kSize));
  for (Index l = 0; l < kLayers; ++l) {
    DeepLayer layer;
    layer.query = query_of(l, p.asks(0, l));
    layer.a = normal_rows(rng, kSize, kSize, kWeight * p.scale);
    layer.w_v = normal_rows(rng, kSize, kSize, kWeight);
    layer.w_m = normal_rows(rng, kSize, kSize, kWeight);
    out.layers.push_back(layer);
    out.x.push_back(normal_rows(rng, kTokens, kSize));
  }
  return out;
}

// All residuals of the stack, a step along `direction` away.
Vector residuals_at(Stack stack, const Vector& direction, double step) {
  for (Index l = 0; l < kLayers; ++l) {
    const Matrix part = direction.segment(l * kTokens * kSize, kTokens * kSize)
                            .reshaped<Eigen::RowMajor>(kTokens, kSize);
    stack.x[static_cast<std::size_t>(l) + 1] += step * part;
  }
  const DeepResidual r = deep_residual(stack.x, stack.layers);
  Vector out(direction.size());
  for (Index l = 0; l < kLayers; ++l) {
    out.segment(l * kTokens * kSize, kTokens * kSize) =
        r.residual[static_cast<std::size_t>(l)].reshaped<Eigen::RowMajor>();
  }
  return out;
}

double difference_error(const Stack& stack, const Matrix& jacobian, std::uint64_t seed) {
  Rng rng(seed);
  const Matrix direction = normal_rows(rng, jacobian.cols(), 1);
  const Vector by_steps =
      (residuals_at(stack, direction, kStep) - residuals_at(stack, direction, -kStep)) /
      (2.0 * kStep);
  return largest(by_steps - product(jacobian, direction).col(0));
}

double largest_above(const Matrix& jacobian) {
  double most = 0.0;
  for (Index row = 0; row < jacobian.rows(); ++row) {
    const Index first = (row / kSize + 1) * kSize;
    most = larger(most, largest(jacobian.row(row).tail(jacobian.cols() - first)));
  }
  return most;
}

}  // namespace

std::vector<Setting<DepthLocalisationParams>> DepthLocalisation::settings() {
  DepthLocalisationParams plain;
  plain.asks.setConstant(false);
  DepthLocalisationParams all;
  all.asks.setConstant(true);
  all.scale = 1.6;
  all.seed = 5;
  return {{DepthLocalisationParams{}, 0, 0}, {plain, 0, 0}, {all, 0, 0}};
}

DepthLocalisation::DepthLocalisation(const Params& params) {
  checked(kName, params);
  if (params.asks.rows() != 1 || params.asks.cols() != kLayers) {
    check::refuse(kName, "asks", {params.asks.rows(), " x ", params.asks.cols()}, "1 x 3");
  }
  const Stack stack = draw_stack(params);
  Frame& f = frame_;
  f.jacobian = deep_residual_jacobian(stack.x, stack.layers);
  f.log_abs_det = deep_residual(stack.x, stack.layers).log_abs_det;
  f.layers = f.log_abs_det.rowwise().sum();
  f.total = f.layers.sum();
  f.above = largest_above(f.jacobian);
  f.sum_error = std::fabs(f.total - log_determinant(f.jacobian).log_abs);
  f.difference_error = difference_error(stack, f.jacobian, params.seed);
}

}  // namespace attn::experiments
