// The least margin of a sequence over the plane of two of its tokens, its boundary there, and how
// far that is. Source: seed 002, section 3.2.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct BoundaryMapParams {
  Vector x = of_numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});  ///< those of support_tokens
  double a = 0.5;

  ATTN_DESCRIBE(BoundaryMapParams,
                param(ATTN_MEMBER(x),
                      "(6) the tokens, within -4 .. 4; those counted 1 and 4, from 0, move"),
                param(ATTN_MEMBER(a), "the coupling", within(-10.0, 10.0)));
};

struct BoundaryMapFrame {
  double reach = 0.0;
  Vector margins;
  double margin = 0.0;
  Index support = 0;
  Vector at;
  Matrix z;
  Matrix who;
  Matrix contour;
  Vector lengths;
  double distance = 0.0;
  Vector nearest;
  Index walls = 0;
  double contour_error = 0.0;
  double nearest_error = 0.0;

  ATTN_DESCRIBE(
      BoundaryMapFrame,
      field(ATTN_MEMBER(reach), "of the square: both tokens go from -reach to reach"),
      field(ATTN_MEMBER(margins), "(6) m_t of the sequence"),
      field(ATTN_MEMBER(margin), "the least of them"),
      field(ATTN_MEMBER(support), "the support token, counted from 0; -1 where none is below 1"),
      field(ATTN_MEMBER(at), "(61) values of either token in the middle of a cell"),
      field(ATTN_MEMBER(z),
            "(61 x 61) the least margin there; rows go up with token 4, columns to the right with "
            "token 1"),
      field(ATTN_MEMBER(who),
            "(61 x 61) the support token there, counted from 0; -1 where there is none"),
      field(ATTN_MEMBER(contour), "(points x 2) where the least margin is 0, line after line"),
      field(ATTN_MEMBER(lengths), "points of each of these lines"),
      field(ATTN_MEMBER(distance),
            "from the sequence to the nearest point of the boundary in the square; Infinity where "
            "there is none"),
      field(ATTN_MEMBER(nearest), "(2) that point; empty where there is none"),
      field(ATTN_MEMBER(walls), "margins that are 0 somewhere along the boundary"),
      field(ATTN_MEMBER(contour_error), "largest |m| on the contour and at the nearest point"),
      field(ATTN_MEMBER(nearest_error),
            "how much sooner any of 720 rays from the sequence meets the boundary, at least 1e-6; "
            "0 where none does"));
};

class BoundaryMap : public WithFrame<BoundaryMapParams, BoundaryMapFrame> {
 public:
  static constexpr const char* kName = "boundary_map";
  static constexpr const char* kAbout =
      "the boundary in the plane of two tokens, and the nearest point of it (seed 002, section "
      "3.2)";
  static std::vector<Setting<Params>> settings();

  static constexpr double kReach = 4.0;
  /// Points of the grid; a frame has every second one.
  static constexpr Index kSide = 121;

  explicit BoundaryMap(const Params& params);
};

}  // namespace attn::experiments
