// Softmax of one query over all temperatures: from one key to all of them. Source: seed 001, part
// III and worked example 2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct TemperatureParams {
  ATTN_DESCRIBED(TemperatureParams);
  ATTN_PARAM(Vector, scores, "(n) of the keys; 1 to 64 of them") = of_numbers({2, 1, 0});
  ATTN_PARAM(double, temperature, "T", positive()) = 1.0;
};

struct TemperatureFrame {
  ATTN_DESCRIBED(TemperatureFrame);
  ATTN_FIELD(Vector, scores, "(n)");
  ATTN_FIELD(double, temperature, "T") = 0.0;
  ATTN_FIELD(Vector, weights, "(n)");
  ATTN_FIELD(double, entropy, "H, nats") = 0.0;
  ATTN_FIELD(double, normalised_entropy, "H / log n") = 0.0;
  ATTN_FIELD(double, mean_energy, "<E>") = 0.0;
  ATTN_FIELD(double, free_energy, "F") = 0.0;
  ATTN_FIELD(Vector, temperatures, "(81) from 0.05 to 20, in equal proportions");
  ATTN_FIELD(Matrix, curves, "(81 x n) weights at these");
  ATTN_FIELD(Vector, table_temperatures, "(5) those of the printed table, Infinity the last");
  ATTN_FIELD(Matrix, table_weights, "(5 x n) weights at these");
  ATTN_FIELD(Vector, table_entropy, "(5) H at these, nats");
  ATTN_FIELD(double, identity_error, "|F - (<E> - T H)|") = 0.0;
  ATTN_FIELD(double, slope_error, "|dF/dT + H|, by central differences") = 0.0;
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
