// Many random sequences under one coupling: their largest variance, their density, and which lie
// beyond the wall. Source: seed 002, section 3.4 and figure 3.3.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

/// What becomes of a sequence with a margin below 0.
enum class Beyond {
  kExcluded,  ///< as figure 3.3 has it
  kLog        ///< log |m|, as eq 11 and 12 have it
};

struct CouplingRegimesParams {
  double a = 0.2;
  Beyond beyond = Beyond::kExcluded;
  std::uint64_t seed = 4;

  ATTN_DESCRIBE(CouplingRegimesParams, param(ATTN_MEMBER(a), "coupling", within(-3.0, 3.0)),
                choice(ATTN_MEMBER(beyond), "sequences with a margin below 0", "excluded", "log"),
                param(ATTN_MEMBER(seed), "of the sequences"));
};

struct CouplingRegimesFrame {
  Vector largest_variance;
  Vector log_density;
  Vector least_margin;
  Index valid = 0;
  double standard_error = 0.0;
  double rewarded = 0.0;
  double wall = 0.0;
  double widest = 0.0;
  double widest_valid = 0.0;
  double parts_error = 0.0;

  ATTN_DESCRIBE(
      CouplingRegimesFrame,
      field(ATTN_MEMBER(largest_variance), "max_t Var_t of each sequence of 5 (4000)"),
      field(ATTN_MEMBER(log_density),
            "log p of each with all constants; -Infinity where excluded (4000)"),
      field(ATTN_MEMBER(least_margin), "min_t m_t of each (4000)"),
      field(ATTN_MEMBER(valid), "sequences with every margin above 0"),
      field(ATTN_MEMBER(standard_error), "of that count, from its share"),
      field(ATTN_MEMBER(rewarded), "share of the sequences with some m_t < -1, where log |m| > 0"),
      field(ATTN_MEMBER(wall), "1 / a; Infinity for a <= 0, which has none"),
      field(ATTN_MEMBER(widest), "largest Var of all sequences"),
      field(ATTN_MEMBER(widest_valid), "largest Var of the valid ones; 0 for none"),
      field(ATTN_MEMBER(parts_error),
            "of log p: largest difference from the sum over single tokens, of 200 sequences"));
};

class CouplingRegimes : public WithFrame<CouplingRegimesParams, CouplingRegimesFrame> {
 public:
  static constexpr const char* kName = "coupling_regimes";
  static constexpr const char* kAbout =
      "4000 random sequences and the wall of positive couplings (seed 002, figure 3.3)";
  static std::vector<Setting<Params>> settings();

  explicit CouplingRegimes(const Params& params);
};

}  // namespace attn::experiments
