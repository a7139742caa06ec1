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
  ATTN_DESCRIBED(CouplingRegimesParams);
  ATTN_PARAM(double, a, "coupling", within(-3.0, 3.0)) = 0.2;
  ATTN_CHOICE(Beyond, beyond, "sequences with a margin below 0", "excluded",
              "log") = Beyond::kExcluded;
  ATTN_PARAM(std::uint64_t, seed, "of the sequences") = 4;
};

struct CouplingRegimesFrame {
  ATTN_DESCRIBED(CouplingRegimesFrame);
  ATTN_FIELD(Vector, largest_variance, "max_t Var_t of each sequence of 5 (4000)");
  ATTN_FIELD(Vector, log_density,
             "log p of each with all constants; -Infinity where excluded (4000)");
  ATTN_FIELD(Vector, least_margin, "min_t m_t of each (4000)");
  ATTN_FIELD(Index, valid, "sequences with every margin above 0") = 0;
  ATTN_FIELD(double, standard_error, "of that count, from its share") = 0.0;
  ATTN_FIELD(double, rewarded,
             "share of the sequences with some m_t < -1, where log |m| > 0") = 0.0;
  ATTN_FIELD(double, wall, "1 / a; Infinity for a <= 0, which has none") = 0.0;
  ATTN_FIELD(double, widest, "largest Var of all sequences") = 0.0;
  ATTN_FIELD(double, widest_valid, "largest Var of the valid ones; 0 for none") = 0.0;
  ATTN_FIELD(double, parts_error,
             "of log p: largest difference from the sum over single tokens, of 200 sequences") =
      0.0;
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
