// The backward pass of attention, product by product, and what central differences of one step say
// of it. Source: seed 001, part V.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct BackwardPassParams {
  Matrix q = Matrix::Identity(2, 2);
  Matrix k = of_rows({{1, 0}, {0, 1}, {1, 1}});
  Matrix v = of_rows({{2, 0}, {0, 2}, {1, 1}});
  Matrix d_output = Matrix::Identity(2, 2);
  double h = 1e-5;

  ATTN_DESCRIBE(BackwardPassParams, param(ATTN_MEMBER(q), "(n_q x d)"),
                param(ATTN_MEMBER(k), "(n_k x d)"), param(ATTN_MEMBER(v), "(n_k x d_v)"),
                param(ATTN_MEMBER(d_output), "dL/dO (n_q x d_v), L = sum d_output O"),
                param(ATTN_MEMBER(h), "by how much an entry is nudged to both sides",
                      within(1e-15, 1.0)));
};

struct BackwardPassFrame {
  Index step = 0;
  Matrix weights;
  Matrix output;
  Matrix d_v;
  Matrix d_weights;
  Matrix centred;
  Matrix d_scores;
  Matrix d_q;
  Matrix d_k;
  Vector nudges;
  Matrix errors;
  Vector error;
  double score_sum_error = 0.0;
  double key_sum_error = 0.0;
  double product_error = 0.0;

  ATTN_DESCRIBE(BackwardPassFrame, field(ATTN_MEMBER(step), "products that have been taken, of 5"),
                field(ATTN_MEMBER(weights), "A (n_q x n_k)"),
                field(ATTN_MEMBER(output), "O = A v (n_q x d_v)"),
                field(ATTN_MEMBER(d_v), "(n_k x d_v), step 1"),
                field(ATTN_MEMBER(d_weights), "dL/dA (n_q x n_k), step 2"),
                field(ATTN_MEMBER(centred), "dL/dA less the row's mean of it under A (n_q x n_k)"),
                field(ATTN_MEMBER(d_scores), "dL/dS (n_q x n_k), step 3"),
                field(ATTN_MEMBER(d_q), "(n_q x d), step 4"),
                field(ATTN_MEMBER(d_k), "(n_k x d), step 5"),
                field(ATTN_MEMBER(nudges), "(13) 1e-13 to 0.1"),
                field(ATTN_MEMBER(errors),
                      "(13 x 3) of d_q, d_k, d_v: largest deviation of central differences over "
                      "the gradient's largest entry; absolute where that is 0"),
                field(ATTN_MEMBER(error), "(3) the same for the step h"),
                field(ATTN_MEMBER(score_sum_error), "largest |row sum| of d_scores"),
                field(ATTN_MEMBER(key_sum_error), "largest |column sum| of d_k"),
                field(ATTN_MEMBER(product_error),
                      "largest difference of the five products from attention_backward"));
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
