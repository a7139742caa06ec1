// Softmax of one query over all temperatures: from one key to all of them. Source: seed 001, part
// III and worked example 2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct TemperatureParams {
  Vector scores = of_numbers({2, 1, 0});
  double temperature = 1.0;

  ATTN_DESCRIBE(TemperatureParams, param(ATTN_MEMBER(scores), "(n) of the keys; 1 to 64 of them"),
                param(ATTN_MEMBER(temperature), "T", positive()));
};

struct TemperatureFrame {
  Vector scores;
  double temperature = 0.0;
  Vector weights;
  double entropy = 0.0;
  double normalised_entropy = 0.0;
  double mean_energy = 0.0;
  double free_energy = 0.0;
  Vector temperatures;
  Matrix curves;
  Vector table_temperatures;
  Matrix table_weights;
  Vector table_entropy;
  double identity_error = 0.0;
  double slope_error = 0.0;

  ATTN_DESCRIBE(TemperatureFrame, field(ATTN_MEMBER(scores), "(n)"),
                field(ATTN_MEMBER(temperature), "T"), field(ATTN_MEMBER(weights), "(n)"),
                field(ATTN_MEMBER(entropy), "H, nats"),
                field(ATTN_MEMBER(normalised_entropy), "H / log n"),
                field(ATTN_MEMBER(mean_energy), "<E>"), field(ATTN_MEMBER(free_energy), "F"),
                field(ATTN_MEMBER(temperatures), "(81) from 0.05 to 20, in equal proportions"),
                field(ATTN_MEMBER(curves), "(81 x n) weights at these"),
                field(ATTN_MEMBER(table_temperatures),
                      "(5) those of the printed table, Infinity the last"),
                field(ATTN_MEMBER(table_weights), "(5 x n) weights at these"),
                field(ATTN_MEMBER(table_entropy), "(5) H at these, nats"),
                field(ATTN_MEMBER(identity_error), "|F - (<E> - T H)|"),
                field(ATTN_MEMBER(slope_error), "|dF/dT + H|, by central differences"));
};

class Temperature : public WithFrame<TemperatureParams, TemperatureFrame> {
 public:
  static constexpr const char* kName = "temperature";
  static constexpr const char* kAbout =
      "weights, entropy and free energy over all temperatures (seed 001, part III)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxKeys = 64;
  /// Temperatures of the curves.
  static constexpr Index kTemperatures = 81;

  explicit Temperature(const Params& params);
};

}  // namespace attn::experiments
