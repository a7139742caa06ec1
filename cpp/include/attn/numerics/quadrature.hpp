// Integrals over an interval, adaptively, with an estimate of the error. The same bits on every
// platform. Pure; any thread may call it.
#pragma once

#include <functional>
#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// When integrate() may stop.
struct QuadratureTolerance {
  double relative = 1e-11;        ///< >= 0; below 1e-14 rounding decides
  double absolute = 0.0;          ///< >= 0; the larger of the two counts
  Index most_intervals = 100000;  ///< where to give up and return what is there; 1 .. 1e7
};

/// What integrate() finds, and what it took.
struct Integral {
  double value = 0.0;  ///< of the integral
  /// Estimate of |value - integral|, on the careful side; above what was asked for where
  /// most_intervals were not enough.
  double error = 0.0;
  Index evaluations = 0;  ///< of f
};

/// The integral of f from breakpoints.front() to breakpoints.back(). Each interval between two
/// neighbours is integrated by the 21-point Gauss-Kronrod rule, then the one with the largest error
/// estimate is halved until the sum of estimates is within the tolerance (Piessens et al. 1983,
/// QAG). Breakpoints belong where f has kinks and so close that no peak hides between two nodes, a
/// tenth of an interval apart.
/// f finite on the interval; at least two breakpoints from -1e300 to 1e300, none smaller than the
/// one before. Throws Error otherwise, and where the integral or its error is too large for a
/// double.
[[nodiscard]] Integral integrate(const std::function<double(double)>& f,
                                 const std::vector<double>& breakpoints,
                                 const QuadratureTolerance& tolerance = {});

}  // namespace attn
