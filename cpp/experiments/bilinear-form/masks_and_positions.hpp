// Who may attend to whom: masks as a paper, its code and we apply them, and relative positions in
// the scores. Source: seed 001, sections 3.2, 8.1 and 8.3.
#pragma once

#include "attn/attention/attention.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

/// How weights are kept from keys that a query may not see.
enum class Masking { kMinusInfinity, kReplace, kAdd, kAddFloat, kZeroAfter };

struct MasksAndPositionsParams {
  ATTN_DESCRIBED(MasksAndPositionsParams);
  ATTN_PARAM(Mask, mask,
             "(n x n) 0 where a query may not see a key; n up to 16") = Mask::Constant(8, 8, true);
  ATTN_CHOICE(Masking, how,
              "minus-infinity: the softmax runs over the keys that are seen, and a query that sees "
              "none has no weights. replace: scores of the others are replaced by -1e9. add, "
              "add-float: -1e9 is added to them, in double and in single precision. zero-after: "
              "their weights are set to zero after the softmax",
              "minus-infinity", "replace", "add", "add-float",
              "zero-after") = Masking::kMinusInfinity;
  ATTN_PARAM(double, slope, "of the position in the key, per step of distance",
             within(0.0, 100.0)) = 0.0;
  ATTN_PARAM(double, common, "what all queries have in common in the direction of the position",
             within(-100.0, 100.0)) = 0.0;
  ATTN_PARAM(std::uint64_t, seed, "of queries and keys") = 7;
};

struct MasksAndPositionsFrame {
  ATTN_DESCRIBED(MasksAndPositionsFrame);
  ATTN_FIELD(Index, masking, "which of the ways to mask this is, from 0") = 0;
  ATTN_FIELD(Matrix, scores, "(n x n) before the mask");
  ATTN_FIELD(Matrix, weights, "(n x n)");
  ATTN_FIELD(Matrix, unmasked, "(n x n) weights without a mask");
  ATTN_FIELD(Vector, row_sums, "(n) of the weights");
  ATTN_FIELD(Vector, undefined,
             "(n) 1 where eq 61 gives no number: every score of the row is -Infinity");
  ATTN_FIELD(Vector, by_distance, "(n) sum of the weights with |i - j| = 0, 1 ..., over n");
  ATTN_FIELD(Vector, level_by_distance, "(n) the same without the slope");
  ATTN_FIELD(double, distance, "sum of weight times |i - j|, over n") = 0.0;
  ATTN_FIELD(double, change, "largest, of a weight, by the slope alone") = 0.0;
  ATTN_FIELD(double, forbidden, "largest sum, of a row, of weights that the mask forbids") = 0.0;
  ATTN_FIELD(double, lost, "largest |1 - row sum| of rows that see a key") = 0.0;
  ATTN_FIELD(double, score_error, "largest difference of eq 63 from its terms one by one") = 0.0;
  ATTN_FIELD(double, row_error,
             "largest distance of a row sum from 1, or from 0 where that is less; before weights "
             "are set to zero") = 0.0;
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
