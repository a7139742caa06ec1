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
  ATTN_DESCRIBED(GeodesicsParams);
  ATTN_CHOICE(RulerSpace, space, "the ruler, and what the coordinates are", "constant", "polar",
              "lens", "softmax") = RulerSpace::kLens;
  ATTN_PARAM(Matrix, start,
             "(1 x 2), coordinates of the start; within -10 .. 10") = of_rows({{-1.6, 0.25}});
  ATTN_PARAM(double, angle, "of the direction at the start, in degrees, in coordinates",
             within(-360.0, 360.0)) = 0.0;
  ATTN_PARAM(double, amplitude, "A, of the lens", within(0.0, 10.0)) = 3.0;
  ATTN_PARAM(bool, fan, "eleven paths over 50 degrees instead of one") = false;
  ATTN_PARAM(double, length, "of a path, by the ruler", above_zero(20.0)) = 4.0;
};

struct GeodesicsFrame {
  ATTN_DESCRIBED(GeodesicsFrame);
  ATTN_FIELD(Index, step, "of 200 that have been taken") = 0;
  ATTN_FIELD(Matrix, paths,
             "(201 x 2) of one path, or of eleven one after another, the sixth at the angle; from "
             "its end on a path stays there");
  ATTN_FIELD(Vector, ends,
             "the last step of each path: 200, or where it leaves what the ruler can be used for");
  ATTN_FIELD(double, off,
             "largest distance, in coordinates, of the middle path up to the step from the chord") =
      0.0;
  ATTN_FIELD(double, curvature, "of the space by Gauss, at the start") = 0.0;
  ATTN_FIELD(double, curvature_ahead, "the same where the middle path has come to") = 0.0;
  ATTN_FIELD(Vector, symbols, "(8) Gamma^1_ab, then Gamma^2_ab, at the start");
  ATTN_FIELD(double, largest_symbol, "the largest of them, by its size") = 0.0;
  ATTN_FIELD(std::vector<double>, crossings,
             "of a fan: how far along the line at the angle the other paths cross it, in "
             "coordinates, in the order of the angles; those that do");
  ATTN_FIELD(double, spread, "largest less smallest of the crossings; 0 for fewer than two") = 0.0;
  ATTN_FIELD(Matrix, ellipses,
             "(n x 6): centre and the two half axes of what has the length 1 by the ruler");
  ATTN_FIELD(Matrix, region, "(2 x 2): from and to of both coordinates, for a drawing");
  ATTN_FIELD(double, speed_error, "largest |speed - 1| along all paths") = 0.0;
  ATTN_FIELD(double, symbol_error,
             "largest difference at the start to symbols by differences of the ruler") = 0.0;
  ATTN_FIELD(double, straight_error,
             "largest distance of the middle path from what is known to be straight: a line in the "
             "plane, or for softmax a great circle of sqrt(a); 0 for the lens") = 0.0;
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
