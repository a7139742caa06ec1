// Five tokens on a circle and a query, read five ways: as a bilinear form, a Gibbs measure, a
// memory, a denoiser and a density with a margin. Source: seed 001, parts I, III and VIII; seeds
// 002 and 004 for the last two.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FiveViewsParams {
  ATTN_DESCRIBED(FiveViewsParams);
  ATTN_PARAM(Matrix, query, "(1 x 2)") = of_rows({{1.1, 0.7}});
  ATTN_PARAM(double, beta, "1 / T", positive()) = 4.0;
};

struct FiveViewsFrame {
  ATTN_DESCRIBED(FiveViewsFrame);
  ATTN_FIELD(Matrix, query, "(1 x 2)");
  ATTN_FIELD(double, beta, "1 / T") = 0.0;
  ATTN_FIELD(Matrix, tokens, "(5 x 2) on the unit circle");
  ATTN_FIELD(Vector, scores, "(5) q k; the energies are minus these");
  ATTN_FIELD(
      Matrix, weights,
      "(3 x 5) softmax of the scores, Gibbs measure of the energies, posterior of the clouds");
  ATTN_FIELD(Matrix, next, "(1 x 2) q - grad E: the output of attention");
  ATTN_FIELD(double, energy_at_query, "E(q) = |q|^2 / 2 - T log sum exp(q k / T)") = 0.0;
  ATTN_FIELD(double, determinant_at_query, "det(I - beta Cov) at the query") = 0.0;
  ATTN_FIELD(Vector, eigenvalues,
             "(2) of I - beta Cov at the query, ascending; the least is the margin");
  ATTN_FIELD(double, least_margin, "the least one on the cells") = 0.0;
  ATTN_FIELD(Index, attractors, "different states to which the five tokens lead") = 0;
  ATTN_FIELD(Matrix, energy, "(36 x 36) E in the cells of [-1.3, 1.3]^2, from above");
  ATTN_FIELD(Matrix, density, "(36 x 36) mean of exp(-beta |x - k|^2 / 2) there");
  ATTN_FIELD(Matrix, determinant, "(36 x 36) det(I - beta Cov) there");
  ATTN_FIELD(Matrix, margin, "(36 x 36) the least eigenvalue of I - beta Cov there");
  ATTN_FIELD(double, agreement_error, "largest difference of the three rows of weights") = 0.0;
  ATTN_FIELD(double, gradient_error, "of q - next, from central differences of E") = 0.0;
  ATTN_FIELD(double, hessian_error,
             "of I - beta Cov, from central differences of the gradient") = 0.0;
};

class FiveViews : public WithFrame<FiveViewsParams, FiveViewsFrame> {
 public:
  static constexpr const char* kName = "five_views";
  static constexpr const char* kAbout =
      "one set of weights as form, Gibbs measure, memory, denoiser and density (seed 001)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kCells = 36;
  static constexpr double kReach = 1.3;

  explicit FiveViews(const Params& params);

 private:
  void fill_cells();
  void verify();
};

}  // namespace attn::experiments
