// <E> - T H over all weights of three keys, least at softmax. Source: seed 001, section 4.4, eq 27.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct FreeEnergySimplexParams {
  Matrix p = of_rows({{0.2, 0.3}});
  double temperature = 1.0;
  Vector scores = of_numbers({2, 1, 0});

  ATTN_DESCRIBE(FreeEnergySimplexParams,
                param(ATTN_MEMBER(p),
                      "(1 x 2) weights of keys 1 and 2; key 3 has what is left to 1"),
                param(ATTN_MEMBER(temperature), "T", positive()),
                param(ATTN_MEMBER(scores), "(3) of the keys"));
};

struct FreeEnergySimplexFrame {
  Vector scores;
  double temperature = 0.0;
  Vector weights;
  Vector p;
  double free_energy = 0.0;
  double other_free_energy = 0.0;
  double gap = 0.0;
  double divergence = 0.0;
  Index rows = 0;
  Vector excess;
  Matrix path;
  Matrix level;
  double gap_error = 0.0;
  double below = 0.0;

  ATTN_DESCRIBE(FreeEnergySimplexFrame, field(ATTN_MEMBER(scores), "(3)"),
                field(ATTN_MEMBER(temperature), "T"), field(ATTN_MEMBER(weights), "(3) of softmax"),
                field(ATTN_MEMBER(p), "(3) the given weights"),
                field(ATTN_MEMBER(free_energy), "F, <E> - T H at softmax"),
                field(ATTN_MEMBER(other_free_energy), "<E> - T H at p"),
                field(ATTN_MEMBER(gap), "by how much it is above F"),
                field(ATTN_MEMBER(divergence), "KL(p || softmax), nats"),
                field(ATTN_MEMBER(rows), "of the cells that the triangle is cut into"),
                field(ATTN_MEMBER(excess),
                      "(rows (rows + 1) / 2) <E> - T H - F in the middle of each cell: row i, from "
                      "the corner of key 1 on, has i + 1 of them, from key 2 to key 3"),
                field(ATTN_MEMBER(path), "(61 x 3) softmax at temperatures from 0.05 to 10"),
                field(ATTN_MEMBER(level),
                      "(121 x 3) closed, the weights with the gap of p, or the edge where it is "
                      "not reached; empty where the gap is 0"),
                field(ATTN_MEMBER(gap_error), "|(<E> - T H)(p) - F - T KL|"),
                field(ATTN_MEMBER(below),
                      "by how much a cell is below F at most; 0 where none is"));
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
