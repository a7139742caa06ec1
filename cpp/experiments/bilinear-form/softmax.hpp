// Softmax of one query at a temperature, as a Gibbs distribution. Source: seed 001, part III.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct SoftmaxParams {
  Vector scores;
  double temperature = 1.0;
  Vector weights;

  ATTN_DESCRIBE(SoftmaxParams,
                param(ATTN_MEMBER(scores), "(n) of the keys; 1 to 512 of them", needed()),
                param(ATTN_MEMBER(temperature), "T", not_negative()),
                param(ATTN_MEMBER(weights),
                      "(n) any distribution over the keys, to compare; none where empty"));
};

struct SoftmaxFrame {
  Vector weights;
  double entropy = 0.0;
  double normalised_entropy = 0.0;
  double mean_energy = 0.0;
  double free_energy = 0.0;
  Matrix jacobian;
  double other_free_energy = 0.0;
  double gap = 0.0;
  double weight_error = 0.0;
  double identity_error = 0.0;
  double jacobian_error = 0.0;

  ATTN_DESCRIBE(SoftmaxFrame, field(ATTN_MEMBER(weights), "(n)"),
                field(ATTN_MEMBER(entropy), "H, nats"),
                field(ATTN_MEMBER(normalised_entropy), "H / log n"),
                field(ATTN_MEMBER(mean_energy), "<E>"), field(ATTN_MEMBER(free_energy), "F"),
                field(ATTN_MEMBER(jacobian), "(n x n); empty at temperature 0, where weights jump"),
                field(ATTN_MEMBER(other_free_energy), "<E> - T H of the given weights; 0 without"),
                field(ATTN_MEMBER(gap), "by how much it is above F; 0 without"),
                field(ATTN_MEMBER(weight_error), "|sum of the weights - 1|"),
                field(ATTN_MEMBER(identity_error), "|F - (<E> - T H)|"),
                field(ATTN_MEMBER(jacobian_error), "largest |row sum| of the Jacobian"));
};

class Softmax : public WithFrame<SoftmaxParams, SoftmaxFrame> {
 public:
  static constexpr const char* kName = "softmax";
  static constexpr const char* kAbout =
      "softmax of one query at a temperature, as a Gibbs distribution (seed 001, part III)";
  static std::vector<Setting<Params>> settings();

  /// The Jacobian has their square.
  static constexpr Index kMaxKeys = 512;

  explicit Softmax(const Params& params);
};

}  // namespace attn::experiments
