#include "experiments/gradient-dynamics/class_plane.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "experiments/numbers.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

// Of a difference: its error is of this squared, and of rounding over this.
constexpr double kNudge = 1e-5;

CrossEntropy prediction_of(const Routing& routing, const Matrix& targets) {
  return cross_entropy(product_transposed(routing.contexts, class_directions()), targets);
}

double loss_of(const Matrix& scores, const Matrix& values, const Matrix& targets) {
  return prediction_of(routing_forward(scores, values), targets).loss;
}

}  // namespace

Matrix class_directions() {
  const double side = 0.5 * std::sqrt(3.0);
  return of_rows({{0.0, 1.0}, {-side, -0.5}, {side, -0.5}});
}

PlanePass plane_pass(const Matrix& scores, const Matrix& values, const Matrix& targets) {
  PlanePass out;
  out.routing = routing_forward(scores, values);
  out.prediction = prediction_of(out.routing, targets);
  out.u = product(out.prediction.d_logits, class_directions());
  out.gradients = routing_backward(out.routing, values, out.u);
  return out;
}

double plane_gradient_error(const PlanePass& pass, const Matrix& scores, const Matrix& values,
                            const Matrix& targets) {
  Matrix s = scores;
  Matrix v = values;
  double worst = 0.0;
  const auto compare = [&](Matrix& moved, const Matrix& gradient) {
    for (Index i = 0; i < moved.size(); ++i) {
      double& entry = moved.data()[i];
      const double there = entry;
      entry = there + kNudge;
      const double above = loss_of(s, v, targets);
      entry = there - kNudge;
      const double below = loss_of(s, v, targets);
      entry = there;
      worst = larger(worst, std::fabs((above - below) / (2.0 * kNudge) - gradient.data()[i]));
    }
  };
  compare(s, pass.gradients.d_scores);
  compare(v, pass.gradients.d_values);
  return worst;
}

}  // namespace attn::experiments
