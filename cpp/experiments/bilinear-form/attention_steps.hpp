// Attention in five steps, on matrices that are small enough to read. Source: seed 001, part II and
// worked example 1.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct AttentionStepsParams {
  ATTN_DESCRIBED(AttentionStepsParams);
  ATTN_PARAM(Matrix, query, "Q (n_q x d)") = Matrix::Identity(2, 2);
  ATTN_PARAM(Matrix, key, "K (n_k x d)") = of_rows({{1, 0}, {0, 1}, {1, 1}});
  ATTN_PARAM(Matrix, value, "V (n_k x d_v)") = of_rows({{2, 0}, {0, 2}, {1, 1}});
};

struct AttentionStepsFrame {
  ATTN_DESCRIBED(AttentionStepsFrame);
  ATTN_FIELD(Index, step,
             "0 given, 1 scores, 2 exponentials, 3 their sums, 4 weights, 5 output") = 0;
  ATTN_FIELD(Matrix, query, "Q (n_q x d)");
  ATTN_FIELD(Matrix, key, "K (n_k x d)");
  ATTN_FIELD(Matrix, value, "V (n_k x d_v)");
  ATTN_FIELD(Matrix, scores, "S = Q K^T / sqrt(d) (n_q x n_k)");
  ATTN_FIELD(Matrix, exponentials, "exp(S) (n_q x n_k)");
  ATTN_FIELD(Matrix, normaliser, "Z (n_q x 1)");
  ATTN_FIELD(Matrix, weights, "A (n_q x n_k)");
  ATTN_FIELD(Matrix, output, "O (n_q x d_v)");
  ATTN_FIELD(double, row_error, "largest |row sum of A - 1|") = 0.0;
  ATTN_FIELD(
      double, outside,
      "by how much a number of O is outside of what its column of V spans; 0 where none is") = 0.0;
  ATTN_FIELD(double, quotient_error, "largest |exp(S) / Z - A|") = 0.0;
  ATTN_FIELD(double, einsum_error, "largest difference of S and O from those by einsum") = 0.0;
};

class AttentionSteps : public WithSteps<AttentionSteps, AttentionStepsParams, AttentionStepsFrame> {
 public:
  static constexpr const char* kName = "attention_steps";
  static constexpr const char* kAbout =
      "attention contraction by contraction (seed 001, part II, worked example 1)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kSteps = 5;
  static constexpr Index kMaxRows = 16;

  explicit AttentionSteps(const Params& params);

  Index steps() const { return kSteps; }
};

}  // namespace attn::experiments
