// Softmax of one query at a temperature, as a Gibbs distribution. Source: seed 001, part III.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

struct SoftmaxParams {
  ATTN_DESCRIBED(SoftmaxParams);
  ATTN_PARAM(Vector, scores, "(n) of the keys; 1 to 512 of them", needed());
  ATTN_PARAM(double, temperature, "T", not_negative()) = 1.0;
  ATTN_PARAM(Vector, weights, "(n) any distribution over the keys, to compare; none where empty");
};

struct SoftmaxFrame {
  ATTN_DESCRIBED(SoftmaxFrame);
  ATTN_FIELD(Vector, weights, "(n)");
  ATTN_FIELD(double, entropy, "H, nats") = 0.0;
  ATTN_FIELD(double, normalised_entropy, "H / log n") = 0.0;
  ATTN_FIELD(double, mean_energy, "<E>") = 0.0;
  ATTN_FIELD(double, free_energy, "F") = 0.0;
  ATTN_FIELD(Matrix, jacobian, "(n x n); empty at temperature 0, where weights jump");
  ATTN_FIELD(double, other_free_energy, "<E> - T H of the given weights; 0 without") = 0.0;
  ATTN_FIELD(double, gap, "by how much it is above F; 0 without") = 0.0;
  ATTN_FIELD(double, weight_error, "|sum of the weights - 1|") = 0.0;
  ATTN_FIELD(double, identity_error, "|F - (<E> - T H)|") = 0.0;
  ATTN_FIELD(double, jacobian_error, "largest |row sum| of the Jacobian") = 0.0;
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
