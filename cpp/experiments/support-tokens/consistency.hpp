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
  double a = -0.5;
  ProcessView mask = ProcessView::kPast;

  ATTN_DESCRIBE(ConsistencyParams, param(ATTN_MEMBER(a), "coupling", within(-1.0, 2.0)),
                choice(ATTN_MEMBER(mask), "what a token attends to", "past", "all"));
};

struct ConsistencyFrame {
  double alone = 0.0;
  double summed = 0.0;
  double gap = 0.0;
  double gap_rescaled = 0.0;
  double mass = 0.0;
  double mass_signed = 0.0;
  double grid_error = 0.0;
  Vector couplings;
  Vector masses;

  ATTN_DESCRIBE(ConsistencyFrame,
                field(ATTN_MEMBER(alone), "P(first = 1) of the model of length 1"),
                field(ATTN_MEMBER(summed), "the same of length 2, with the second summed out"),
                field(ATTN_MEMBER(gap), "|summed - alone|"),
                field(ATTN_MEMBER(gap_rescaled), "|summed / mass - alone|"),
                field(ATTN_MEMBER(mass), "of the density over two tokens, with |det|"),
                field(ATTN_MEMBER(mass_signed), "the same with det, which keeps its sign; 1"),
                field(ATTN_MEMBER(grid_error),
                      "of the mass: difference from that of a coarser grid"),
                field(ATTN_MEMBER(couplings), "a from -1 to 2 (25)"),
                field(ATTN_MEMBER(masses), "masses at these (25)"));
};

class Consistency : public WithFrame<ConsistencyParams, ConsistencyFrame> {
 public:
  static constexpr const char* kName = "consistency";
  static constexpr const char* kAbout =
      "whether the laws of one and of two symbols agree (seed 002, theorem 2)";
  static std::vector<Setting<Params>> settings();

  explicit Consistency(const Params& params);
};

}  // namespace attn::experiments
