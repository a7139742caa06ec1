// Who may attend to whom: masks as a paper, its code and we apply them, and relative positions in
// the scores. Source: seed 001, sections 3.2, 8.1 and 8.3.
#pragma once

#include "attn/attention/attention.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

/// How weights are kept from keys that a query may not see.
enum class Masking { kMinusInfinity, kReplace, kAdd, kAddFloat, kZeroAfter };

struct MasksAndPositionsParams {
  Mask mask = Mask::Constant(8, 8, true);
  Masking how = Masking::kMinusInfinity;
  double slope = 0.0;
  double common = 0.0;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(MasksAndPositionsParams,
                param(ATTN_MEMBER(mask), "(n x n) 0 where a query may not see a key; n up to 16"),
                choice(ATTN_MEMBER(how),
                       "minus-infinity: the softmax runs over the keys that are seen, and a query "
                       "that sees none has no weights. replace: scores of the others are replaced "
                       "by -1e9. add, add-float: -1e9 is added to them, in double and in single "
                       "precision. zero-after: their weights are set to zero after the softmax",
                       "minus-infinity", "replace", "add", "add-float", "zero-after"),
                param(ATTN_MEMBER(slope), "of the position in the key, per step of distance",
                      within(0.0, 100.0)),
                param(ATTN_MEMBER(common),
                      "what all queries have in common in the direction of the position",
                      within(-100.0, 100.0)),
                param(ATTN_MEMBER(seed), "of queries and keys"));
};

struct MasksAndPositionsFrame {
  Index masking = 0;
  Matrix scores;
  Matrix weights;
  Matrix unmasked;
  Vector row_sums;
  Vector undefined;
  Vector by_distance;
  Vector level_by_distance;
  double distance = 0.0;
  double change = 0.0;
  double forbidden = 0.0;
  double lost = 0.0;
  double score_error = 0.0;
  double row_error = 0.0;

  ATTN_DESCRIBE(
      MasksAndPositionsFrame,
      field(ATTN_MEMBER(masking), "which of the ways to mask this is, from 0"),
      field(ATTN_MEMBER(scores), "(n x n) before the mask"), field(ATTN_MEMBER(weights), "(n x n)"),
      field(ATTN_MEMBER(unmasked), "(n x n) weights without a mask"),
      field(ATTN_MEMBER(row_sums), "(n) of the weights"),
      field(ATTN_MEMBER(undefined),
            "(n) 1 where eq 61 gives no number: every score of the row is -Infinity"),
      field(ATTN_MEMBER(by_distance), "(n) sum of the weights with |i - j| = 0, 1 ..., over n"),
      field(ATTN_MEMBER(level_by_distance), "(n) the same without the slope"),
      field(ATTN_MEMBER(distance), "sum of weight times |i - j|, over n"),
      field(ATTN_MEMBER(change), "largest, of a weight, by the slope alone"),
      field(ATTN_MEMBER(forbidden), "largest sum, of a row, of weights that the mask forbids"),
      field(ATTN_MEMBER(lost), "largest |1 - row sum| of rows that see a key"),
      field(ATTN_MEMBER(score_error), "largest difference of eq 63 from its terms one by one"),
      field(ATTN_MEMBER(row_error),
            "largest distance of a row sum from 1, or from 0 where that is less; before weights "
            "are set to zero"));
};

class MasksAndPositions : public WithFrame<MasksAndPositionsParams, MasksAndPositionsFrame> {
 public:
  static constexpr const char* kName = "masks_and_positions";
  static constexpr const char* kAbout =
      "masks in five ways, and positions in the scores (seed 001, sections 3.2, 8.1 and 8.3)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxTokens = 16;
  /// Numbers of a query and of a key.
  static constexpr Index kFeatures = 8;

  explicit MasksAndPositions(const Params& params);
};

}  // namespace attn::experiments
