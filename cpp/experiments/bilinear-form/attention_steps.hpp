// Attention in five steps, on matrices that are small enough to read. Source: seed 001, part II and
// worked example 1.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct AttentionStepsParams {
  Matrix query = Matrix::Identity(2, 2);
  Matrix key = of_rows({{1, 0}, {0, 1}, {1, 1}});
  Matrix value = of_rows({{2, 0}, {0, 2}, {1, 1}});

  ATTN_DESCRIBE(AttentionStepsParams, param(ATTN_MEMBER(query), "Q (n_q x d)"),
                param(ATTN_MEMBER(key), "K (n_k x d)"), param(ATTN_MEMBER(value), "V (n_k x d_v)"));
};

struct AttentionStepsFrame {
  Index step = 0;
  Matrix query;
  Matrix key;
  Matrix value;
  Matrix scores;
  Matrix exponentials;
  Matrix normaliser;
  Matrix weights;
  Matrix output;
  double row_error = 0.0;
  double outside = 0.0;
  double quotient_error = 0.0;
  double einsum_error = 0.0;

  ATTN_DESCRIBE(
      AttentionStepsFrame,
      field(ATTN_MEMBER(step),
            "0 given, 1 scores, 2 exponentials, 3 their sums, 4 weights, 5 output"),
      field(ATTN_MEMBER(query), "Q (n_q x d)"), field(ATTN_MEMBER(key), "K (n_k x d)"),
      field(ATTN_MEMBER(value), "V (n_k x d_v)"),
      field(ATTN_MEMBER(scores), "S = Q K^T / sqrt(d) (n_q x n_k)"),
      field(ATTN_MEMBER(exponentials), "exp(S) (n_q x n_k)"),
      field(ATTN_MEMBER(normaliser), "Z (n_q x 1)"), field(ATTN_MEMBER(weights), "A (n_q x n_k)"),
      field(ATTN_MEMBER(output), "O (n_q x d_v)"),
      field(ATTN_MEMBER(row_error), "largest |row sum of A - 1|"),
      field(ATTN_MEMBER(outside),
            "by how much a number of O is outside of what its column of V spans; 0 where none is"),
      field(ATTN_MEMBER(quotient_error), "largest |exp(S) / Z - A|"),
      field(ATTN_MEMBER(einsum_error), "largest difference of S and O from those by einsum"));
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
