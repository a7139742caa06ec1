// Straightest paths in the plane under a ruler that may vary from place to place. Source: seed 001,
// part IV.
#pragma once

#include <vector>

#include "attn/geometry/christoffel.hpp"
#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// The ruler, and what the two coordinates are.
enum class RulerSpace {
  kConstant,  ///< W^T W, W = ((1, 0.6), (0, 0.7)), the same everywhere
  kPolar,     ///< diag(1, r^2) in (r, phi): the flat plane in other coordinates
  kLens,      ///< (1 + A exp(-|x|^2 / 2 w^2)) times the identity, w = 0.6
  kSoftmax    ///< the Fisher metric diag a - a a^T of a = softmax(x_1, x_2, 0)
};

struct GeodesicsParams {
  RulerSpace space = RulerSpace::kLens;
  Matrix start = of_rows({{-1.6, 0.25}});
  double angle = 0.0;
  double amplitude = 3.0;
  bool fan = false;
  double length = 4.0;

  ATTN_DESCRIBE(GeodesicsParams,
                choice(ATTN_MEMBER(space), "the ruler, and what the coordinates are", "constant",
                       "polar", "lens", "softmax"),
                param(ATTN_MEMBER(start), "(1 x 2), coordinates of the start; within -10 .. 10"),
                param(ATTN_MEMBER(angle),
                      "of the direction at the start, in degrees, in coordinates",
                      within(-360.0, 360.0)),
                param(ATTN_MEMBER(amplitude), "A, of the lens", within(0.0, 10.0)),
                param(ATTN_MEMBER(fan), "eleven paths over 50 degrees instead of one"),
                param(ATTN_MEMBER(length), "of a path, by the ruler", above_zero(20.0)));
};

struct GeodesicsFrame {
  Index step = 0;
  Matrix paths;
  Vector ends;
  double off = 0.0;
  double curvature = 0.0;
  double curvature_ahead = 0.0;
  Vector symbols;
  double largest_symbol = 0.0;
  std::vector<double> crossings;
  double spread = 0.0;
  Matrix ellipses;
  Matrix region;
  double speed_error = 0.0;
  double symbol_error = 0.0;
  double straight_error = 0.0;

  ATTN_DESCRIBE(
      GeodesicsFrame, field(ATTN_MEMBER(step), "of 200 that have been taken"),
      field(ATTN_MEMBER(paths),
            "(201 x 2) of one path, or of eleven one after another, the sixth at the angle; from "
            "its end on a path stays there"),
      field(ATTN_MEMBER(ends),
            "the last step of each path: 200, or where it leaves what the ruler can be used for"),
      field(ATTN_MEMBER(off),
            "largest distance, in coordinates, of the middle path up to the step from the chord"),
      field(ATTN_MEMBER(curvature), "of the space by Gauss, at the start"),
      field(ATTN_MEMBER(curvature_ahead), "the same where the middle path has come to"),
      field(ATTN_MEMBER(symbols), "(8) Gamma^1_ab, then Gamma^2_ab, at the start"),
      field(ATTN_MEMBER(largest_symbol), "the largest of them, by its size"),
      field(ATTN_MEMBER(crossings),
            "of a fan: how far along the line at the angle the other paths cross it, in "
            "coordinates, in the order of the angles; those that do"),
      field(ATTN_MEMBER(spread), "largest less smallest of the crossings; 0 for fewer than two"),
      field(ATTN_MEMBER(ellipses),
            "(n x 6): centre and the two half axes of what has the length 1 by the ruler"),
      field(ATTN_MEMBER(region), "(2 x 2): from and to of both coordinates, for a drawing"),
      field(ATTN_MEMBER(speed_error), "largest |speed - 1| along all paths"),
      field(ATTN_MEMBER(symbol_error),
            "largest difference at the start to symbols by differences of the ruler"),
      field(ATTN_MEMBER(straight_error),
            "largest distance of the middle path from what is known to be straight: a line in the "
            "plane, or for softmax a great circle of sqrt(a); 0 for the lens"));
};

/// Paths x(s) with x'' = -Gamma(x) x' x', which no turn of the wheel bends: 200 steps of 4 steps of
/// Runge and Kutta each, of equal length by the ruler. A path ends early where r < 0.2, where a
/// weight is below 0.01, or beyond 10 in a coordinate.
class Geodesics : public WithSteps<Geodesics, GeodesicsParams, GeodesicsFrame> {
 public:
  static constexpr const char* kName = "geodesics";
  static constexpr const char* kAbout =
      "straightest paths under rulers that do and do not vary (seed 001, section 5.2)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kSteps = 200;

  explicit Geodesics(const Params& params);

  Index steps() const { return kSteps; }
  void look_at(Index step);

 private:
  Index trace(double angle, Matrix& path);
  void lay_ellipses(const Matrix& region);
  double known_straight_error(const Matrix& path) const;

  Params params_;
  MetricField field_;
  Matrix middle_;  // (up to 201 x 2), the path at the angle
};

}  // namespace attn::experiments
