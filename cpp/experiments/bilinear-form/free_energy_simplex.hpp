// <E> - T H over all weights of three keys, least at softmax. Source: seed 001, section 4.4, eq 27.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FreeEnergySimplexParams {
  ATTN_DESCRIBED(FreeEnergySimplexParams);
  ATTN_PARAM(Matrix, p, "(1 x 2) weights of keys 1 and 2; key 3 has what is left to 1") =
      of_rows({{0.2, 0.3}});
  ATTN_PARAM(double, temperature, "T", positive()) = 1.0;
  ATTN_PARAM(Vector, scores, "(3) of the keys") = of_numbers({2, 1, 0});
};

struct FreeEnergySimplexFrame {
  ATTN_DESCRIBED(FreeEnergySimplexFrame);
  ATTN_FIELD(Vector, scores, "(3)");
  ATTN_FIELD(double, temperature, "T") = 0.0;
  ATTN_FIELD(Vector, weights, "(3) of softmax");
  ATTN_FIELD(Vector, p, "(3) the given weights");
  ATTN_FIELD(double, free_energy, "F, <E> - T H at softmax") = 0.0;
  ATTN_FIELD(double, other_free_energy, "<E> - T H at p") = 0.0;
  ATTN_FIELD(double, gap, "by how much it is above F") = 0.0;
  ATTN_FIELD(double, divergence, "KL(p || softmax), nats") = 0.0;
  ATTN_FIELD(Index, rows, "of the cells that the triangle is cut into") = 0;
  ATTN_FIELD(Vector, excess,
             "(rows (rows + 1) / 2) <E> - T H - F in the middle of each cell: row i, from the "
             "corner of key 1 on, has i + 1 of them, from key 2 to key 3");
  ATTN_FIELD(Matrix, path, "(61 x 3) softmax at temperatures from 0.05 to 10");
  ATTN_FIELD(Matrix, level,
             "(121 x 3) closed, the weights with the gap of p, or the edge where it is not "
             "reached; empty where the gap is 0");
  ATTN_FIELD(double, gap_error, "|(<E> - T H)(p) - F - T KL|") = 0.0;
  ATTN_FIELD(double, below, "by how much a cell is below F at most; 0 where none is") = 0.0;
};

class FreeEnergySimplex : public WithFrame<FreeEnergySimplexParams, FreeEnergySimplexFrame> {
 public:
  static constexpr const char* kName = "free_energy_simplex";
  static constexpr const char* kAbout =
      "<E> - T H over all weights of three keys (seed 001, eq 27)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kRows = 60;
  static constexpr Index kPath = 61;
  static constexpr Index kDirections = 120;

  explicit FreeEnergySimplex(const Params& params);

 private:
  void cut();
  void draw_level();
};

}  // namespace attn::experiments
