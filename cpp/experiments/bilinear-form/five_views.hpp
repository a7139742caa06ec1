// Five tokens on a circle and a query, read five ways: as a bilinear form, a Gibbs measure, a
// memory, a denoiser and a density with a margin. Source: seed 001, parts I, III and VIII; seeds
// 002 and 004 for the last two.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FiveViewsParams {
  Matrix query = of_rows({{1.1, 0.7}});
  double beta = 4.0;

  ATTN_DESCRIBE(FiveViewsParams, param(ATTN_MEMBER(query), "(1 x 2)"),
                param(ATTN_MEMBER(beta), "1 / T", positive()));
};

struct FiveViewsFrame {
  Matrix query;
  double beta = 0.0;
  Matrix tokens;
  Vector scores;
  Matrix weights;
  Matrix next;
  double energy_at_query = 0.0;
  double determinant_at_query = 0.0;
  Vector eigenvalues;
  double least_margin = 0.0;
  Index attractors = 0;
  Matrix energy;
  Matrix density;
  Matrix determinant;
  Matrix margin;
  double agreement_error = 0.0;
  double gradient_error = 0.0;
  double hessian_error = 0.0;

  ATTN_DESCRIBE(
      FiveViewsFrame, field(ATTN_MEMBER(query), "(1 x 2)"), field(ATTN_MEMBER(beta), "1 / T"),
      field(ATTN_MEMBER(tokens), "(5 x 2) on the unit circle"),
      field(ATTN_MEMBER(scores), "(5) q k; the energies are minus these"),
      field(
          ATTN_MEMBER(weights),
          "(3 x 5) softmax of the scores, Gibbs measure of the energies, posterior of the clouds"),
      field(ATTN_MEMBER(next), "(1 x 2) q - grad E: the output of attention"),
      field(ATTN_MEMBER(energy_at_query), "E(q) = |q|^2 / 2 - T log sum exp(q k / T)"),
      field(ATTN_MEMBER(determinant_at_query), "det(I - beta Cov) at the query"),
      field(ATTN_MEMBER(eigenvalues),
            "(2) of I - beta Cov at the query, ascending; the least is the margin"),
      field(ATTN_MEMBER(least_margin), "the least one on the cells"),
      field(ATTN_MEMBER(attractors), "different states to which the five tokens lead"),
      field(ATTN_MEMBER(energy), "(36 x 36) E in the cells of [-1.3, 1.3]^2, from above"),
      field(ATTN_MEMBER(density), "(36 x 36) mean of exp(-beta |x - k|^2 / 2) there"),
      field(ATTN_MEMBER(determinant), "(36 x 36) det(I - beta Cov) there"),
      field(ATTN_MEMBER(margin), "(36 x 36) the least eigenvalue of I - beta Cov there"),
      field(ATTN_MEMBER(agreement_error), "largest difference of the three rows of weights"),
      field(ATTN_MEMBER(gradient_error), "of q - next, from central differences of E"),
      field(ATTN_MEMBER(hessian_error),
            "of I - beta Cov, from central differences of the gradient"));
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
