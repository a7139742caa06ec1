// Heads that read the lags that they are told to, as exactly as one number says, and what that
// makes of the task. Source: seed 003, section 2.3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct ConstructionParams {
  ATTN_DESCRIBED(ConstructionParams);
  /// Head 1 reads the newest four lags, in the last columns, head 2 the four before, head 3 the
  /// oldest.
  ATTN_PARAM(Matrix, mask,
             "(3 x 12) 1 where a head is to read; the newest token, lag 0, in the last column") =
      of_rows({{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1},
               {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0},
               {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}});
  ATTN_PARAM(double, lambda, "the score of these lags; all others have 0", within(0.0, 20.0)) = 5.0;
  ATTN_PARAM(Index, n, "tokens that are visible", within(12, 2000)) = 12;
  ATTN_PARAM(std::uint64_t, seed, "of the contexts, and of the matrix of the symmetry") = 1;
};

struct ConstructionFrame {
  ATTN_DESCRIBED(ConstructionFrame);
  ATTN_FIELD(Index, n, "tokens that are visible") = 12;
  ATTN_FIELD(Matrix, weights,
             "(3 x 13) of all tokens before lag 11 together, then of lags 11 to 0");
  ATTN_FIELD(Vector, leak, "(3) what each head gives to tokens that it is not to read");
  ATTN_FIELD(double, kl, "mean divergence of the law from what the heads predict, in nats") = 0.0;
  ATTN_FIELD(Vector, lambdas, "(81) from 0 to 20");
  ATTN_FIELD(Matrix, curves,
             "(9 x 81) the leak of heads 1 to 3 of 12 tokens at these, then of 112, of 1012");
  ATTN_FIELD(double, leak_error, "largest difference of a leak from the sum of its weights") = 0.0;
  ATTN_FIELD(double, symmetry_error,
             "largest difference of scores, of keys and queries that an invertible matrix has "
             "mixed, from the ones that are painted, of 12 tokens") = 0.0;
};

class Construction : public WithFrame<ConstructionParams, ConstructionFrame> {
 public:
  static constexpr const char* kName = "construction";
  static constexpr const char* kAbout =
      "heads that read the lags that they are told to, and what leaks (seed 003, section 2.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kHeads = 3;
  static constexpr Index kLags = 12;
  static constexpr Index kContexts = 2000;

  explicit Construction(const Params& params);
};

}  // namespace attn::experiments
