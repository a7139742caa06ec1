// Attention by the float kernels over and over, exact or by features, for whoever takes the time of
// it. Source: seed 001, section 10.
#pragma once

#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/linear_attention_fast.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

/// How a pass computes attention.
enum class PassMethod {
  kExact,    ///< block by block, every pair of tokens
  kFeatures  ///< positive random features, sums first
};

struct AttentionPassesParams {
  PassMethod method = PassMethod::kExact;
  Index tokens = 1024;
  Index size = 64;
  Index features = 128;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(
      AttentionPassesParams, choice(ATTN_MEMBER(method), "of a pass", "exact", "features"),
      param(ATTN_MEMBER(tokens), "n: as many queries as keys and values", within(1, 16384)),
      param(ATTN_MEMBER(size), "d, numbers of a query, a key and a value", within(1, 256)),
      param(ATTN_MEMBER(features), "m, of the method that has them", within(1, 4096)),
      param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct AttentionPassesFrame {
  Index passes = 0;
  double multiplications = 0.0;
  double output_error = 0.0;

  ATTN_DESCRIBE(AttentionPassesFrame, field(ATTN_MEMBER(passes), "that have been made"),
                field(ATTN_MEMBER(multiplications),
                      "of a pass: 2 n^2 d exactly, 4 n m d by features"),
                field(ATTN_MEMBER(output_error),
                      "largest difference of the first 4 rows of the output from the same method "
                      "in double, relative to the largest |v|"));
};

/// A step is a pass over the same queries and keys, of variance 1 / (4 sqrt(d)), so that the scores
/// q k have the standard deviation 1/4, and values of N(0, 1). Nothing is allocated in a pass but
/// in the first, which is made, and compared, at the start.
class AttentionPasses {
 public:
  using Params = AttentionPassesParams;
  using Frame = AttentionPassesFrame;
  static constexpr const char* kName = "attention_passes";
  static constexpr const char* kAbout =
      "passes of exact attention or of linear attention in single precision (seed 001, section 10)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();
  /// Of both kernels against the double path, on a number of tokens that is no multiple of a
  /// vector's length.
  static double self_test();

  /// So many rows are computed in double too.
  static constexpr Index kCompared = 4;

  explicit AttentionPasses(const Params& params);

  Index steps() const { return 1000000; }
  Index opens() const { return 0; }
  bool seek(Index pass, Index budget);
  Frame frame() const;

 private:
  void pass();
  double error() const;

  Params params_;
  FloatMatrix q_;
  FloatMatrix k_;
  FloatMatrix v_;
  FeatureMap map_;
  AttentionOptions unscaled_;
  FlashWorkspace exact_workspace_;
  FloatFlashAttention exact_;
  LinearWorkspace linear_workspace_;
  FloatMatrix linear_;
  double output_error_ = 0.0;
  Index passes_ = 0;
};

}  // namespace attn::experiments
