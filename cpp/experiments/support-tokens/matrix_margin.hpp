// The block of one token in the plane, and three margins of it that disagree. Source: seed 002, eq
// 14 and 25, lemma B.4.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct MatrixMarginParams {
  Matrix context = of_rows({{1.5, 0.3}, {-1.2, 0.6}, {0.4, -1.1}, {-0.7, -0.8}, {0.0, 1.0}});
  Matrix query = Matrix::Zero(1, 2);
  Matrix a = 0.5 * Matrix::Identity(2, 2);
  double phi = 0.0;

  ATTN_DESCRIBE(MatrixMarginParams,
                param(ATTN_MEMBER(context),
                      "(n x 2) tokens that are attended to, within -10 .. 10"),
                param(ATTN_MEMBER(query), "(1 x 2) the token that asks, within -10 .. 10"),
                param(ATTN_MEMBER(a), "(2 x 2) A of the logits x_s^T A q, within -20 .. 20"),
                param(ATTN_MEMBER(phi), "by which W_V turns values, in degrees",
                      within(-360.0, 360.0)));
};

struct MatrixMarginFrame {
  Vector alpha;
  Vector mean;
  Matrix cov;
  Matrix ellipse;
  Matrix m;
  Matrix eig;
  Matrix trail;
  double det = 0.0;
  double one_minus_rho = 0.0;
  double sigma_min = 0.0;
  Index real_above_one = 0;
  double printed = 0.0;
  double printed_rho = 0.0;
  double printed_sigma = 0.0;
  double block_error = 0.0;
  double product_error = 0.0;

  ATTN_DESCRIBE(MatrixMarginFrame, field(ATTN_MEMBER(alpha), "(n) weights of the context"),
                field(ATTN_MEMBER(mean), "(2) of the context under them"),
                field(ATTN_MEMBER(cov), "(2 x 2) its covariance"),
                field(ATTN_MEMBER(ellipse),
                      "(65 x 2) one standard deviation around the mean, closed"),
                field(ATTN_MEMBER(m), "(2 x 2) M = W_V Cov A; the block is I - M"),
                field(ATTN_MEMBER(eig),
                      "(2 x 2) real and imaginary part of its eigenvalues, falling"),
                field(ATTN_MEMBER(trail),
                      "(64 x 4) both eigenvalues of M at s A, s from 0 to 1: each row continues "
                      "the one before; the last may have them the other way round than eig"),
                field(ATTN_MEMBER(det), "det(I - M) with its sign"),
                field(ATTN_MEMBER(one_minus_rho), "1 - largest |eigenvalue|"),
                field(ATTN_MEMBER(sigma_min), "least singular value of I - M"),
                field(ATTN_MEMBER(real_above_one), "eigenvalues that are real and above 1"),
                field(ATTN_MEMBER(printed), "det as eq 14 prints the block, I - W_V Cov W_V^T A"),
                field(ATTN_MEMBER(printed_rho), "1 - largest |eigenvalue| of that"),
                field(ATTN_MEMBER(printed_sigma), "least singular value of that"),
                field(ATTN_MEMBER(block_error),
                      "largest difference of an entry of the block from central differences of the "
                      "residual, over the larger of 1 and its largest entry"),
                field(ATTN_MEMBER(product_error),
                      "|product of 1 - eigenvalue - det|, over the larger of 1 and |det|"));
};

class MatrixMargin : public WithFrame<MatrixMarginParams, MatrixMarginFrame> {
 public:
  static constexpr const char* kName = "matrix_margin";
  static constexpr const char* kAbout =
      "three margins of the block of one token in the plane (seed 002, eq 25)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxPoints = 32;
  static constexpr Index kTrail = 64;
  static constexpr Index kDirections = 64;

  explicit MatrixMargin(const Params& params);

 private:
  void follow(const Params& params, const Matrix& w_v);
};

}  // namespace attn::experiments
