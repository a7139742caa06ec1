// The law of one symbol, and that of two with the second summed out. Source: seed 002, section 5,
// eq 28 to 32, theorem 2 and proposition 2.
#pragma once

#include "experiments/bases.hpp"

namespace attn::experiments {

/// Which tokens a token attends to.
enum class ProcessView {
  kPast,  ///< itself and those before it
  kAll    ///< also those after it
};

struct ConsistencyParams {
  ATTN_DESCRIBED(ConsistencyParams);
  ATTN_PARAM(double, a, "coupling", within(-1.0, 2.0)) = 1.0;
  ATTN_CHOICE(ProcessView, mask, "what a token attends to", "past", "all") = ProcessView::kPast;
};

struct ConsistencyFrame {
  ATTN_DESCRIBED(ConsistencyFrame);
  ATTN_FIELD(double, alone, "P(first = 1) of the model of length 1") = 0.0;
  ATTN_FIELD(double, summed, "the same of length 2, with the second summed out") = 0.0;
  ATTN_FIELD(double, gap, "|summed - alone|") = 0.0;
  ATTN_FIELD(double, gap_rescaled, "|summed / mass - alone|") = 0.0;
  ATTN_FIELD(double, mass, "of the density over two tokens, with |det|") = 0.0;
  ATTN_FIELD(double, mass_signed, "the same with det, which keeps its sign; 1") = 0.0;
  ATTN_FIELD(double, grid_error, "of the mass: difference from that of a coarser grid") = 0.0;
  ATTN_FIELD(Vector, couplings, "a from -1 to 2 (25)");
  ATTN_FIELD(Vector, masses, "masses at these (25)");
};

class Consistency : public WithFrame<ConsistencyParams, ConsistencyFrame>,
                    public WithOpening<Consistency> {
 public:
  static constexpr const char* kName = "consistency";
  static constexpr const char* kAbout =
      "whether the laws of one and of two symbols agree (seed 002, theorem 2)";
  static std::vector<Setting<Params>> settings();

  explicit Consistency(const Params& params);
  Consistency(const Params& params, InUnits);

  /// The two laws, then the masses of `kCouplings` couplings, a few at a time.
  static constexpr Index kCouplings = 25;
  static constexpr Index kPiece = 5;
  Index opening_units() const { return 1 + kCouplings / kPiece; }
  void open_unit(Index unit);

 private:
  void find_laws();

  Params params_;
};

}  // namespace attn::experiments
