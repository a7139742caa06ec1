// Ordinary differential equations by an adaptive Runge-Kutta pair: the witness for everything that
// has a closed form here, and the method for what has none. Bits as everywhere: the same steps on
// every platform. Pure; any thread may call it.
#pragma once

#include <functional>

#include "attn/numerics/types.hpp"

namespace attn {

/// dy/dt at (t, y): writes n finite numbers to `slope`, which has the size of y and keeps it. A
/// slope that is not finite makes the step shorter, as where a trial step leaves the domain.
using OdeSlope = std::function<void(double t, const Vector& y, Vector& slope)>;

/// Told of each step that is taken, as it is: the time at its end and the solution there. What it
/// is given is the method's own, and stays as it is for the call alone.
using OdeWatch = std::function<void(double t, const Vector& y)>;

/// What one step may err by, in every component: absolute + relative max(|y| before and after).
/// The error of the whole is of that order where the equation does not amplify it.
struct OdeTolerance {
  double relative = 1e-10;     ///< 1e-14 .. 1
  double absolute = 1e-14;     ///< > 0
  Index most_steps = 1000000;  ///< accepted and rejected, of one solution; 1 .. 1e9
};

/// What integrate_ode finds, and what it took.
struct OdeSolution {
  Matrix y;            ///< (times x n) the solution at each time
  Index accepted = 0;  ///< steps taken
  Index rejected = 0;  ///< steps tried and found too long
};

/// The solution of dy/dt = slope(t, y) with y(times(0)) = y0, at all `times`: Dormand and Prince's
/// pair of orders 5 and 4 (1980), continued with the fifth-order value, the step controlled by a
/// proportional-integral rule (Hairer, Norsett and Wanner 1993, II.4 and IV.2). Steps end at every
/// time, nothing is interpolated; allocates nothing in a step.
/// `watch`, where there is one, is called after each step; what it throws ends the integration.
/// y0 (n), n >= 1, finite; times finite, at least one, none earlier than the one before it. Throws
/// Error otherwise, for a slope that is no function or changes the size of what it writes to, where
/// the solution needs more than tolerance.most_steps (a stiff problem), and where no step is short
/// enough (a singularity).
[[nodiscard]] OdeSolution integrate_ode(const OdeSlope& slope, const VectorRef& y0,
                                        const VectorRef& times, const OdeTolerance& tolerance = {},
                                        const OdeWatch& watch = {});

}  // namespace attn
