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
  ATTN_DESCRIBED(AttentionPassesParams);
  ATTN_CHOICE(PassMethod, method, "of a pass", "exact", "features") = PassMethod::kExact;
  ATTN_PARAM(Index, tokens, "n: as many queries as keys and values", within(1, 16384)) = 1024;
  ATTN_PARAM(Index, size, "d, numbers of a query, a key and a value", within(1, 256)) = 64;
  ATTN_PARAM(Index, features, "m, of the method that has them", within(1, 4096)) = 128;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct AttentionPassesFrame {
  ATTN_DESCRIBED(AttentionPassesFrame);
  ATTN_FIELD(Index, passes, "that have been made") = 0;
  ATTN_FIELD(double, multiplications, "of a pass: 2 n^2 d exactly, 4 n m d by features") = 0.0;
  ATTN_FIELD(double, output_error,
             "largest difference of the first 4 rows of the output from the same method in double, "
             "relative to the largest |v|") = 0.0;
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
