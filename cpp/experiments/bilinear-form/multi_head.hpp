// Four bilinear forms on the same letters, made by hand or drawn at random, and the patterns of
// weights that they give. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Where the four forms come from.
enum class Forms { kMade, kRandom };

struct MultiHeadParams {
  ATTN_DESCRIBED(MultiHeadParams);
  /// abracadabra, with r for 8
  ATTN_PARAM(Vector, letters,
             "(n) each one of the numbers 0 to 8; 1 to 12 of them") = of_numbers({0, 1, 8, 0, 2, 0,
                                                                                  3, 0, 1, 8, 0});
  ATTN_CHOICE(Forms, forms, "made by hand, or from normal random projections", "made",
              "random") = Forms::kMade;
  ATTN_PARAM(double, beta, "of the forms that are made: the score of what they look for",
             within(0.0, 100.0)) = 6.0;
  ATTN_PARAM(double, gain, "of the random ones, a factor of the scores", within(0.0, 100.0)) = 4.0;
  ATTN_PARAM(std::uint64_t, seed, "of the random ones") = 7;
};

struct MultiHeadFrame {
  ATTN_DESCRIBED(MultiHeadFrame);
  ATTN_FIELD(Matrix, weights, "(4 n x n) of the heads, one below the other, causal");
  ATTN_FIELD(double, diversity, "eq 60, of the weights of a head as one long vector") = 0.0;
  ATTN_FIELD(double, diversity_by_rows, "the same, with the mean cosine of the rows") = 0.0;
  ATTN_FIELD(double, made_diversity, "of the forms made by hand, whichever are shown") = 0.0;
  ATTN_FIELD(double, random_diversity, "of the random ones") = 0.0;
  ATTN_FIELD(Vector, sureness,
             "(4) mean over the rows from the second of H / log i: 1 where a head does not choose");
  ATTN_FIELD(Vector, named,
             "(4) mean weight on what the head's rule names, over rows in which it names a key");
  ATTN_FIELD(double, named_mean, "over all of these rows of all heads") = 0.0;
  ATTN_FIELD(double, row_error, "largest |row sum - 1|") = 0.0;
  ATTN_FIELD(
      double, form_error,
      "largest difference of the scores x g x^T from the rule, or from those of the projections") =
      0.0;
};

class MultiHead : public WithFrame<MultiHeadParams, MultiHeadFrame> {
 public:
  static constexpr const char* kName = "multi_head";
  static constexpr const char* kAbout =
      "four forms on the same letters, and their patterns (seed 001, part VI)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kHeads = 4;
  static constexpr Index kLetters = 9;
  static constexpr Index kMaxTokens = 12;
  /// Numbers of a query and of a key in the random heads.
  static constexpr Index kFeatures = 8;

  explicit MultiHead(const Params& params);
};

}  // namespace attn::experiments
