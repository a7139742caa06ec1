// The least margin of a sequence over the plane of two of its tokens, its boundary there, and how
// far that is. Source: seed 002, section 3.2.
#pragma once

#include "attn/support/boundary.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

struct BoundaryMapParams {
  ATTN_DESCRIBED(BoundaryMapParams);
  ATTN_PARAM(Vector, x, "(6) the tokens, within -4 .. 4; those counted 1 and 4, from 0, move") =
      of_numbers({1.2, -0.8, 0.9, -1.4, 0.2, 1.6});  ///< those of support_tokens
  ATTN_PARAM(double, a, "the coupling", within(-10.0, 10.0)) = 0.5;
};

struct BoundaryMapFrame {
  ATTN_DESCRIBED(BoundaryMapFrame);
  ATTN_FIELD(double, reach, "of the square: both tokens go from -reach to reach") = 0.0;
  ATTN_FIELD(Vector, margins, "(6) m_t of the sequence");
  ATTN_FIELD(double, margin, "the least of them") = 0.0;
  ATTN_FIELD(Index, support, "the support token, counted from 0; -1 where none is below 1") = 0;
  ATTN_FIELD(Vector, at, "(61) values of either token in the middle of a cell");
  ATTN_FIELD(Matrix, z,
             "(61 x 61) the least margin there; rows go up with token 4, columns to the right with "
             "token 1");
  ATTN_FIELD(Matrix, who,
             "(61 x 61) the support token there, counted from 0; -1 where there is none");
  ATTN_FIELD(Matrix, contour, "(points x 2) where the least margin is 0, line after line");
  ATTN_FIELD(Vector, lengths, "points of each of these lines");
  ATTN_FIELD(double, distance,
             "from the sequence to the nearest point of the boundary in the square; Infinity where "
             "there is none") = 0.0;
  ATTN_FIELD(Vector, nearest, "(2) that point; empty where there is none");
  ATTN_FIELD(Index, walls, "margins that are 0 somewhere along the boundary") = 0;
  ATTN_FIELD(double, contour_error, "largest |m| on the contour and at the nearest point") = 0.0;
  ATTN_FIELD(double, nearest_error,
             "how much sooner any of 720 rays from the sequence meets the boundary, at least 1e-6; "
             "0 where none does") = 0.0;
};

class BoundaryMap : public WithFrame<BoundaryMapParams, BoundaryMapFrame>,
                    public WithOpening<BoundaryMap> {
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
  BoundaryMap(const Params& params, InUnits);

  /// The plane, its boundary, the nearest point of that.
  Index opening_units() const { return 3; }
  void open_unit(Index unit);

 private:
  void lay_plane();
  void follow_boundary();
  void find_nearest();

  Params params_;
  MarginPlane plane_;
};

}  // namespace attn::experiments
