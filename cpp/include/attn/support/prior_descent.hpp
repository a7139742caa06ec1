// Embeddings that become more likely step by step, and never cross the boundary on the way:
// gradient descent on the squared error of attention under the margins of section 4 of seed 002, eq
// 19 to 24. From margins of 0.001, with steps as long as you like, every margin keeps its sign.
// Pure but for the object itself; the same bits on every platform.
#pragma once

#include "attn/support/residual_gradient.hpp"

namespace attn {

/// What is minimised: sum_t |e_t|^2 / (2 sigma^2) - weight sum_t log(m_t - floor), m_t the
/// determinant of a token's block with its sign in the region where descent starts. With weight 1
/// and floor 0 that is eq 19, 21 and 24. As weight goes to 0 it is eq 22 with delta = floor, whose
/// barrier eq 21 is not (erratum 002.13).
struct PriorObjective {
  double sigma = 1.0;   ///< of the noise, > 0
  double weight = 1.0;  ///< of the barrier, >= 0
  double floor = 0.0;   ///< delta of eq 22, >= 0
};

/// Gradient descent on embeddings, weights held.
class PriorDescent {
 public:
  /// Starts at x (L x d) for weights and options as in residual_map, with steps of at most `step` >
  /// 0 times the gradient. Every |det| has to be above the floor. Throws Error otherwise, and for
  /// an energy too large for a double.
  PriorDescent(const MatrixRef& x, const HeadWeights& weights, double step,
               const PriorObjective& objective = {}, const ResidualOptions& options = {});

  /// Takes so many steps. A step is halved until the objective falls by a ten-thousandth of what
  /// the gradient promises, and each m_t keeps its sign and stays above the floor there and at
  /// sixteen places on the way, so that none crosses the boundary; where sixty halvings are not
  /// enough, or the gradient is too large for a double, it is not taken. Returns how many were.
  Index advance(Index steps);

  /// Where it has come to (L x d).
  [[nodiscard]] const Matrix& embeddings() const { return x_; }
  /// The map there.
  [[nodiscard]] const ResidualMap& map() const { return map_; }
  /// The objective there.
  [[nodiscard]] double loss() const { return loss_; }
  /// The least |m_t| there.
  [[nodiscard]] double least_margin() const;

 private:
  [[nodiscard]] double loss_of(const ResidualMap& map) const;
  // The map at x; false where something of it is too large for a double, where no step should lead.
  [[nodiscard]] bool map_at(const Matrix& x, ResidualMap& out) const;
  [[nodiscard]] bool stays_inside(const Matrix& direction, double step) const;
  // What a step goes against; false where it is too large for a double.
  [[nodiscard]] bool direction_of_step(Matrix& direction) const;
  [[nodiscard]] bool take_step();

  Matrix x_;
  HeadWeights weights_;
  double step_;
  PriorObjective objective_;
  ResidualMap map_;
  double loss_ = 0.0;
};

}  // namespace attn
