// What is carried from block to block: the largest score, the sum and the weighted sum, of one
// query. Source: seed 001, section 10.1.
#pragma once

#include "attn/attention/online_softmax.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FlashBlocksParams {
  ATTN_DESCRIBED(FlashBlocksParams);
  /// The largest stands in the second block of two.
  ATTN_PARAM(Vector, scores,
             "(n) of the keys; 1 to 64 of them") = of_numbers({1.2, -0.4, 0.6, 2.1, 0.3, -1.0, 1.7,
                                                               0.2});
  ATTN_PARAM(Vector, values,
             "(n) a number for each key") = of_numbers({2.0, -1.0, 0.5, 1.0, -2.0, 0.0, 1.5, -0.5});
  ATTN_PARAM(Vector, mask, "(n) 0 for a key that is masked; none where empty");
  ATTN_PARAM(Index, block, "keys at a time; at most all of them", within(1, 64)) = 2;
};

struct FlashBlocksFrame {
  ATTN_DESCRIBED(FlashBlocksFrame);
  ATTN_FIELD(Index, step, "blocks that have been seen") = 0;
  ATTN_FIELD(Index, blocks, "of all keys") = 0;
  ATTN_FIELD(Index, block, "keys at a time") = 0;
  ATTN_FIELD(Vector, scores, "(n)");
  ATTN_FIELD(Vector, values, "(n)");
  ATTN_FIELD(Vector, mask, "(n) 1 for a key that counts, else 0");
  ATTN_FIELD(Vector, max,
             "(blocks + 1) m before the first block and after each; -Infinity where no key has "
             "counted yet");
  ATTN_FIELD(
      Vector, factor,
      "(blocks + 1) exp(m - m') on what was carried; 1 where there was nothing, or m did not rise");
  ATTN_FIELD(Vector, sum, "(blocks + 1) l");
  ATTN_FIELD(Vector, sum_of_block, "(blocks + 1) what the block added to l");
  ATTN_FIELD(Vector, weighted, "(blocks + 1) o, the weighted sum of the values");
  ATTN_FIELD(Vector, weighted_of_block, "(blocks + 1) what the block added to o");
  ATTN_FIELD(Vector, output, "(blocks + 1) o / l; 0 where no key has counted yet");
  ATTN_FIELD(Vector, softmax,
             "(blocks + 1) the mean of the same values under softmax, all scores at once; 0 where "
             "no key has counted yet");
  ATTN_FIELD(Vector, plain_fails,
             "(blocks + 1) 1 where sum_j exp(s_j) v_j / sum_j exp(s_j), without a maximum taken "
             "off, is no finite number");
  ATTN_FIELD(Vector, printed_fails,
             "(blocks + 1) 1 where (71) and (72) as printed have come to what is no number");
  ATTN_FIELD(Index, rescaled, "blocks so far at which what was carried was scaled down") = 0;
  ATTN_FIELD(double, output_error, "largest difference of output and softmax") = 0.0;
  ATTN_FIELD(double, printed_error,
             "largest difference of (71) and (72) as printed from the l and o above, where they "
             "give numbers") = 0.0;
};

/// A step is a block. All are there from the beginning.
class FlashBlocks : public WithSteps<FlashBlocks, FlashBlocksParams, FlashBlocksFrame> {
 public:
  static constexpr const char* kName = "flash_blocks";
  static constexpr const char* kAbout =
      "m, l and o of one query, a block of keys after the other (seed 001, section 10.1)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxKeys = 64;

  explicit FlashBlocks(const Params& params);

  Index steps() const { return frame_.blocks; }
  void look_at(Index step);

 private:
  void carry();
  void at_once();
  void as_printed();
};

}  // namespace attn::experiments
