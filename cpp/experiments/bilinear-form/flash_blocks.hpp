// What is carried from block to block: the largest score, the sum and the weighted sum, of one
// query. Source: seed 001, section 10.1.
#pragma once

#include "attn/attention/online_softmax.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FlashBlocksParams {
  /// The largest stands in the second block of two.
  Vector scores = of_numbers({1.2, -0.4, 0.6, 2.1, 0.3, -1.0, 1.7, 0.2});
  Vector values = of_numbers({2.0, -1.0, 0.5, 1.0, -2.0, 0.0, 1.5, -0.5});
  Vector mask;
  Index block = 2;

  ATTN_DESCRIBE(FlashBlocksParams, param(ATTN_MEMBER(scores), "(n) of the keys; 1 to 64 of them"),
                param(ATTN_MEMBER(values), "(n) a number for each key"),
                param(ATTN_MEMBER(mask), "(n) 0 for a key that is masked; none where empty"),
                param(ATTN_MEMBER(block), "keys at a time; at most all of them", within(1, 64)));
};

struct FlashBlocksFrame {
  Index step = 0;
  Index blocks = 0;
  Index block = 0;
  Vector scores;
  Vector values;
  Vector mask;
  Vector max;
  Vector factor;
  Vector sum;
  Vector sum_of_block;
  Vector weighted;
  Vector weighted_of_block;
  Vector output;
  Vector softmax;
  Vector plain_fails;
  Vector printed_fails;
  Index rescaled = 0;
  double output_error = 0.0;
  double printed_error = 0.0;

  ATTN_DESCRIBE(
      FlashBlocksFrame, field(ATTN_MEMBER(step), "blocks that have been seen"),
      field(ATTN_MEMBER(blocks), "of all keys"), field(ATTN_MEMBER(block), "keys at a time"),
      field(ATTN_MEMBER(scores), "(n)"), field(ATTN_MEMBER(values), "(n)"),
      field(ATTN_MEMBER(mask), "(n) 1 for a key that counts, else 0"),
      field(ATTN_MEMBER(max),
            "(blocks + 1) m before the first block and after each; -Infinity where no key has "
            "counted yet"),
      field(ATTN_MEMBER(factor),
            "(blocks + 1) exp(m - m') on what was carried; 1 where there was nothing, or m did not "
            "rise"),
      field(ATTN_MEMBER(sum), "(blocks + 1) l"),
      field(ATTN_MEMBER(sum_of_block), "(blocks + 1) what the block added to l"),
      field(ATTN_MEMBER(weighted), "(blocks + 1) o, the weighted sum of the values"),
      field(ATTN_MEMBER(weighted_of_block), "(blocks + 1) what the block added to o"),
      field(ATTN_MEMBER(output), "(blocks + 1) o / l; 0 where no key has counted yet"),
      field(ATTN_MEMBER(softmax),
            "(blocks + 1) the mean of the same values under softmax, all scores at once; 0 where "
            "no key has counted yet"),
      field(ATTN_MEMBER(plain_fails),
            "(blocks + 1) 1 where sum_j exp(s_j) v_j / sum_j exp(s_j), without a maximum taken "
            "off, is no finite number"),
      field(ATTN_MEMBER(printed_fails),
            "(blocks + 1) 1 where (71) and (72) as printed have come to what is no number"),
      field(ATTN_MEMBER(rescaled), "blocks so far at which what was carried was scaled down"),
      field(ATTN_MEMBER(output_error), "largest difference of output and softmax"),
      field(ATTN_MEMBER(printed_error),
            "largest difference of (71) and (72) as printed from the l and o above, where they "
            "give numbers"));
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
