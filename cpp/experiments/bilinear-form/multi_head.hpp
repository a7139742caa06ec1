// Four bilinear forms on the same letters, made by hand or drawn at random, and the patterns of
// weights that they give. Source: seed 001, part VI.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// Where the four forms come from.
enum class Forms { kMade, kRandom };

struct MultiHeadParams {
  /// abracadabra, with r for 8
  Vector letters = of_numbers({0, 1, 8, 0, 2, 0, 3, 0, 1, 8, 0});
  Forms forms = Forms::kMade;
  double beta = 6.0;
  double gain = 4.0;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(MultiHeadParams,
                param(ATTN_MEMBER(letters), "(n) each one of the numbers 0 to 8; 1 to 12 of them"),
                choice(ATTN_MEMBER(forms), "made by hand, or from normal random projections",
                       "made", "random"),
                param(ATTN_MEMBER(beta),
                      "of the forms that are made: the score of what they look for",
                      within(0.0, 100.0)),
                param(ATTN_MEMBER(gain), "of the random ones, a factor of the scores",
                      within(0.0, 100.0)),
                param(ATTN_MEMBER(seed), "of the random ones"));
};

struct MultiHeadFrame {
  Matrix weights;
  double diversity = 0.0;
  double diversity_by_rows = 0.0;
  double made_diversity = 0.0;
  double random_diversity = 0.0;
  Vector sureness;
  Vector named;
  double named_mean = 0.0;
  double row_error = 0.0;
  double form_error = 0.0;

  ATTN_DESCRIBE(
      MultiHeadFrame,
      field(ATTN_MEMBER(weights), "(4 n x n) of the heads, one below the other, causal"),
      field(ATTN_MEMBER(diversity), "eq 60, of the weights of a head as one long vector"),
      field(ATTN_MEMBER(diversity_by_rows), "the same, with the mean cosine of the rows"),
      field(ATTN_MEMBER(made_diversity), "of the forms made by hand, whichever are shown"),
      field(ATTN_MEMBER(random_diversity), "of the random ones"),
      field(ATTN_MEMBER(sureness),
            "(4) mean over the rows from the second of H / log i: 1 where a head does not choose"),
      field(ATTN_MEMBER(named),
            "(4) mean weight on what the head's rule names, over rows in which it names a key"),
      field(ATTN_MEMBER(named_mean), "over all of these rows of all heads"),
      field(ATTN_MEMBER(row_error), "largest |row sum - 1|"),
      field(ATTN_MEMBER(form_error),
            "largest difference of the scores x g x^T from the rule, or from those of the "
            "projections"));
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
