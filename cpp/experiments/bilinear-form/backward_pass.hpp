// The backward pass of attention, product by product, and what central differences of one step say
// of it. Source: seed 001, part V.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct BackwardPassParams {
  ATTN_DESCRIBED(BackwardPassParams);
  ATTN_PARAM(Matrix, q, "(n_q x d)") = Matrix::Identity(2, 2);
  ATTN_PARAM(Matrix, k, "(n_k x d)") = of_rows({{1, 0}, {0, 1}, {1, 1}});
  ATTN_PARAM(Matrix, v, "(n_k x d_v)") = of_rows({{2, 0}, {0, 2}, {1, 1}});
  ATTN_PARAM(Matrix, d_output, "dL/dO (n_q x d_v), L = sum d_output O") = Matrix::Identity(2, 2);
  ATTN_PARAM(double, h, "by how much an entry is nudged to both sides", within(1e-15, 1.0)) = 1e-5;
};

struct BackwardPassFrame {
  ATTN_DESCRIBED(BackwardPassFrame);
  ATTN_FIELD(Index, step, "products that have been taken, of 5") = 0;
  ATTN_FIELD(Matrix, weights, "A (n_q x n_k)");
  ATTN_FIELD(Matrix, output, "O = A v (n_q x d_v)");
  ATTN_FIELD(Matrix, d_v, "(n_k x d_v), step 1");
  ATTN_FIELD(Matrix, d_weights, "dL/dA (n_q x n_k), step 2");
  ATTN_FIELD(Matrix, centred, "dL/dA less the row's mean of it under A (n_q x n_k)");
  ATTN_FIELD(Matrix, d_scores, "dL/dS (n_q x n_k), step 3");
  ATTN_FIELD(Matrix, d_q, "(n_q x d), step 4");
  ATTN_FIELD(Matrix, d_k, "(n_k x d), step 5");
  ATTN_FIELD(Vector, nudges, "(13) 1e-13 to 0.1");
  ATTN_FIELD(Matrix, errors,
             "(13 x 3) of d_q, d_k, d_v: largest deviation of central differences over the "
             "gradient's largest entry; absolute where that is 0");
  ATTN_FIELD(Vector, error, "(3) the same for the step h");
  ATTN_FIELD(double, score_sum_error, "largest |row sum| of d_scores") = 0.0;
  ATTN_FIELD(double, key_sum_error, "largest |column sum| of d_k") = 0.0;
  ATTN_FIELD(double, product_error,
             "largest difference of the five products from attention_backward") = 0.0;
};

class BackwardPass : public WithSteps<BackwardPass, BackwardPassParams, BackwardPassFrame> {
 public:
  static constexpr const char* kName = "backward_pass";
  static constexpr const char* kAbout =
      "the backward pass of attention in five products, against central differences (seed 001, "
      "part V)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kProducts = 5;
  /// Rows and columns of each matrix: all entries are nudged.
  static constexpr Index kMaxSize = 8;

  explicit BackwardPass(const Params& params);
  Index steps() const { return kProducts; }
};

}  // namespace attn::experiments
