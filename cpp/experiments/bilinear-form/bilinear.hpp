// What figures about attention as a bilinear form look at: each takes its parameters at once and
// answers with one frame, numbers and the residuals that show they are right. Source: seed 001, parts
// II, III, V, VI, VII and IX.
#pragma once

#include <vector>

#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/attention_grad.hpp"
#include "attn/attention/layer_norm.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/attention/online_softmax.hpp"

namespace attn {

/// Scores of one query.
struct SoftmaxParams {
  Vector scores;             ///< (n), 1 <= n <= SoftmaxExperiment::kMaxKeys
  double temperature = 1.0;  ///< >= 0
  Vector weights;            ///< any distribution over the keys, to compare; may be empty
};

/// Softmax of one query at a temperature, as a Gibbs distribution. Source: seed 001, part III.
class SoftmaxExperiment {
 public:
  /// The Jacobian has their square.
  static constexpr Index kMaxKeys = 512;

  /// What is shown.
  struct Frame {
    Vector weights;             ///< (n)
    double entropy;             ///< H, nats
    double normalised_entropy;  ///< H / log n
    double mean_energy;         ///< <E>
    double free_energy;         ///< F
    Matrix jacobian;            ///< (n x n); empty at temperature 0, where weights jump
    double other_free_energy;   ///< <E> - T H of the given weights; 0 without
    double gap;                 ///< by how much it is above F; 0 without
    double weight_error;        ///< |sum of the weights - 1|
    double identity_error;      ///< |F - (<E> - T H)|
    double jacobian_error;      ///< largest |row sum| of the Jacobian
  };

  /// Throws Error naming `softmax` and the parameter that is out of its range.
  explicit SoftmaxExperiment(SoftmaxParams params);

  /// Computed anew at each call, except for what does not change.
  Frame frame() const;

 private:
  SoftmaxParams params_;
};

/// Queries, keys and values of one head.
struct AttentionParams {
  Matrix q;                  ///< (n_q x d_q)
  Matrix k;                  ///< (n_k x d_k)
  Matrix v;                  ///< (n_k x d_v)
  AttentionOptions options;  ///< masks and the rest
  Matrix d_output;           ///< dL/dO (n_q x d_v); empty: no gradients
};

/// Attention of one head, with the backward pass. Source: seed 001, parts II, V and VII.
class AttentionExperiment {
 public:
  /// Gradients are compared with central differences where q, k, v and options have no more numbers.
  static constexpr Index kMostVerified = 300;

  /// What is shown.
  struct Frame {
    Attention forward;             ///< scores, weights, output
    Vector entropy;                ///< (n_q) of each row
    AttentionGradients gradients;  ///< empty without d_output
    bool verified;                 ///< whether gradient_error was computed
    double weight_error;           ///< largest |row sum - 1| of rows that have a key
    double gradient_error;         ///< largest of verify_gradients
  };

  /// Throws Error as attention_forward and attention_backward do.
  explicit AttentionExperiment(AttentionParams params);

  /// Computed anew at each call, except for what does not change.
  Frame frame() const;

 private:
  AttentionParams params_;
  Attention forward_;
  AttentionGradients gradients_;
};

/// Self-attention of x with projections.
struct MultiHeadParams {
  Matrix x;                  ///< (n x b)
  MultiHeadWeights weights;  ///< projections
  AttentionOptions options;  ///< of all heads
};

/// Self-attention with several heads. Source: seed 001, part VI.
class MultiHeadExperiment {
 public:
  /// What is shown.
  struct Frame {
    MultiHead forward;    ///< all heads
    double diversity;     ///< eq 60
    double weight_error;  ///< largest |row sum - 1| of rows that have a key
    double sum_error;  ///< largest difference of eq 58 and of all heads side by side times all w_o
  };

  /// Throws Error as multihead_forward does.
  explicit MultiHeadExperiment(MultiHeadParams params);

  /// Computed anew at each call, except for what does not change.
  Frame frame() const;

 private:
  MultiHeadParams params_;
  MultiHead forward_;
};

/// Attention of one head, and how many keys are taken at a time.
struct FlashParams {
  Matrix q;                  ///< (n_q x d_q)
  Matrix k;                  ///< (n_k x d_k)
  Matrix v;                  ///< (n_k x d_v)
  AttentionOptions options;  ///< with a temperature that is finite and > 0
  Index block = 2;           ///< keys at a time, >= 1
};

/// Online softmax, a block of keys after the other. Source: seed 001, section 10.1.
class FlashExperiment {
 public:
  /// What is shown.
  struct Frame {
    Index block;    ///< blocks that have been seen
    Index blocks;   ///< of all keys
    Vector max;     ///< (n_q) m; -Infinity where no key has been seen
    Vector sum;     ///< (n_q) l
    Matrix output;  ///< (n_q x d_v) of the keys that have been seen
    Matrix scores;  ///< (n_q x keys of the block) of the last block, -Infinity for excluded keys
    double numbers_held;   ///< numbers of the running state
    double numbers_saved;  ///< numbers of the weights that are never there at once
    double output_error;   ///< largest difference from attention over the keys that have been seen
  };

  /// Throws Error as attention_forward does, and naming `flash` for the block and the temperature.
  explicit FlashExperiment(FlashParams params);

  /// Goes towards having seen `block` blocks (0 .. blocks), at most `budget` of them on; true when it
  /// has arrived.
  bool seek(Index block, Index budget);

  /// Computed anew at each call, except for what does not change.
  Frame frame() const;

 private:
  void restart();
  void take(Index block);

  FlashParams params_;
  Matrix scores_;  // that count, -Infinity for excluded keys
  Index blocks_ = 0;
  Index seen_ = 0;
  std::vector<OnlineSoftmax> rows_;
};

/// Attention of one head in single precision, for sizes at which AttentionExperiment is slow.
struct FastAttentionParams {
  FloatMatrix q;             ///< (n_q x d_q)
  FloatMatrix k;             ///< (n_k x d_k)
  FloatMatrix v;             ///< (n_k x d_v)
  AttentionOptions options;  ///< as flash_attention_fast takes them
  FloatMatrix d_output;      ///< dL/dO (n_q x d_v); empty: no gradients
};

/// The float kernels, compared with the double path where that is quick. Source: seed 001, section
/// 10.1.
class FastAttentionExperiment {
 public:
  /// So many queries are computed in double too.
  static constexpr Index kCompared = 4;

  /// What is shown.
  struct Frame {
    FloatFlashAttention forward;    ///< output, normalisers
    FloatFlashGradients gradients;  ///< empty without d_output
    double output_error;  ///< largest difference in the first kCompared rows of the output
    double memory_bytes;  ///< of the workspace: what the kernels hold beside their arguments
  };

  /// Throws Error as flash_attention_fast and its backward pass do.
  explicit FastAttentionExperiment(const FastAttentionParams& params);

  /// What was computed at the beginning.
  const Frame& frame() const { return frame_; }

 private:
  Frame frame_;
};

/// Rows to normalise.
struct NormParams {
  Matrix x;               ///< (n x f)
  Vector scale;           ///< (f)
  Vector bias;            ///< (f); not there with rms
  double epsilon = 1e-5;  ///< > 0
  bool rms = false;       ///< without the mean
  Matrix d_output;        ///< empty: no gradients
};

/// Layer or RMS normalisation, with the backward pass.
class NormExperiment {
 public:
  /// What is shown.
  struct Frame {
    LayerNorm forward;             ///< output, mean, inverse deviation
    LayerNormGradients gradients;  ///< empty without d_output
    double invariance_error;  ///< largest change of the output when x is doubled, epsilon fourfold
  };

  /// Throws Error as layer_norm_forward and layer_norm_backward do.
  explicit NormExperiment(const NormParams& params);

  /// What was computed at the beginning.
  const Frame& frame() const { return frame_; }

 private:
  Frame frame_;
};

}  // namespace attn
