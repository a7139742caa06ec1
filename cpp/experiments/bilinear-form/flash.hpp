// Online softmax, a block of keys after the other. Source: seed 001, section 10.1.
#pragma once

#include "attn/attention/online_softmax.hpp"
#include "experiments/bilinear-form/described.hpp"

namespace attn::experiments {

/// The options' temperature is finite and > 0.
struct FlashParams {
  Matrix q;
  Matrix k;
  Matrix v;
  AttentionOptions options;
  Index block = 2;

  ATTN_DESCRIBE(FlashParams, param(ATTN_MEMBER(q), "(n_q x d_q)", needed()),
                param(ATTN_MEMBER(k), "(n_k x d_k)", needed()),
                param(ATTN_MEMBER(v), "(n_k x d_v)", needed()), group(ATTN_MEMBER(options)),
                param(ATTN_MEMBER(block), "keys at a time", within(1, 1e9)));
};

struct FlashFrame {
  Index block = 0;
  Index blocks = 0;
  Vector max;
  Vector sum;
  Matrix output;
  Matrix scores;
  double numbers_held = 0.0;
  double numbers_saved = 0.0;
  double output_error = 0.0;

  ATTN_DESCRIBE(FlashFrame, field(ATTN_MEMBER(block), "blocks that have been seen"),
                field(ATTN_MEMBER(blocks), "of all keys"),
                field(ATTN_MEMBER(max), "(n_q) m; -Infinity where no key has been seen"),
                field(ATTN_MEMBER(sum), "(n_q) l"),
                field(ATTN_MEMBER(output), "(n_q x d_v) of the keys that have been seen"),
                field(ATTN_MEMBER(scores),
                      "(n_q x keys of the block) of the last block, -Infinity for excluded keys"),
                field(ATTN_MEMBER(numbers_held), "numbers of the running state"),
                field(ATTN_MEMBER(numbers_saved),
                      "numbers of the weights that are never there at once"),
                field(ATTN_MEMBER(output_error),
                      "largest difference from attention over the keys that have been seen"));
};

/// A step is a block.
class Flash {
 public:
  using Params = FlashParams;
  using Frame = FlashFrame;
  static constexpr const char* kName = "flash";
  static constexpr const char* kAbout =
      "online softmax, a block of keys after the other (seed 001, section 10.1)";
  static std::vector<Setting<Params>> settings();

  explicit Flash(const Params& params);

  Index steps() const { return blocks_; }
  /// Goes towards having seen `block` blocks, at most `budget` of them on; true when it has
  /// arrived.
  bool seek(Index block, Index budget);
  Frame frame() const;

 private:
  void restart();
  void take(Index block);

  Params params_;
  Matrix scores_;  // that count, -Infinity for excluded keys
  Index blocks_ = 0;
  Index seen_ = 0;
  std::vector<OnlineSoftmax> rows_;
};

}  // namespace attn::experiments
