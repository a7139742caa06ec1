// The block of one token in the plane, and three margins of it that disagree. Source: seed 002, eq
// 14 and 25, lemma B.4.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct MatrixMarginParams {
  ATTN_DESCRIBED(MatrixMarginParams);
  ATTN_PARAM(Matrix, context, "(n x 2) tokens that are attended to, within -10 .. 10") =
      of_rows({{1.5, 0.3}, {-1.2, 0.6}, {0.4, -1.1}, {-0.7, -0.8}, {0.0, 1.0}});
  ATTN_PARAM(Matrix, query, "(1 x 2) the token that asks, within -10 .. 10") = Matrix::Zero(1, 2);
  ATTN_PARAM(Matrix, a,
             "(2 x 2) A of the logits x_s^T A q, within -20 .. 20") = of_rows({{-1.0, 3.5},
                                                                               {0.5, 0.0}});
  ATTN_PARAM(double, phi, "by which W_V turns values, in degrees", within(-360.0, 360.0)) = 0.0;
};

struct MatrixMarginFrame {
  ATTN_DESCRIBED(MatrixMarginFrame);
  ATTN_FIELD(Vector, alpha, "(n) weights of the context");
  ATTN_FIELD(Vector, mean, "(2) of the context under them");
  ATTN_FIELD(Matrix, cov, "(2 x 2) its covariance");
  ATTN_FIELD(Matrix, ellipse, "(65 x 2) one standard deviation around the mean, closed");
  ATTN_FIELD(Matrix, m, "(2 x 2) M = W_V Cov A; the block is I - M");
  ATTN_FIELD(Matrix, eig, "(2 x 2) real and imaginary part of its eigenvalues, falling");
  ATTN_FIELD(Matrix, trail,
             "(64 x 4) both eigenvalues of M at s A, s from 0 to 1: each row continues the one "
             "before; the last may have them the other way round than eig");
  ATTN_FIELD(double, det, "det(I - M) with its sign") = 0.0;
  ATTN_FIELD(double, one_minus_rho, "1 - largest |eigenvalue|") = 0.0;
  ATTN_FIELD(double, sigma_min, "least singular value of I - M") = 0.0;
  ATTN_FIELD(Index, real_above_one, "eigenvalues that are real and above 1") = 0;
  ATTN_FIELD(double, printed, "det as eq 14 prints the block, I - W_V Cov W_V^T A") = 0.0;
  ATTN_FIELD(double, printed_rho, "1 - largest |eigenvalue| of that") = 0.0;
  ATTN_FIELD(double, printed_sigma, "least singular value of that") = 0.0;
  ATTN_FIELD(double, block_error,
             "largest difference of an entry of the block from central differences of the "
             "residual, over the larger of 1 and its largest entry") = 0.0;
  ATTN_FIELD(double, product_error,
             "|product of 1 - eigenvalue - det|, over the larger of 1 and |det|") = 0.0;
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
