// A pendulum for small angles: after one period it is where it was.
#include <attn/numerics/ode.hpp>
#include <iostream>

int main() {
  const attn::OdeSlope pendulum = [](double, const attn::Vector& y, attn::Vector& slope) {
    slope << y(1), -y(0);
  };
  attn::Vector start(2), times(3);
  start << 1, 0;
  const double period = 6.283185307179586;
  times << 0, period / 4, period;
  const attn::OdeSolution solution = attn::integrate_ode(pendulum, start, times);
  for (attn::Index i = 0; i < times.size(); ++i) {
    const double angle = solution.y(i, 0);
    std::cout << "t = " << times(i) << ": angle " << (angle * angle < 1e-16 ? 0.0 : angle) << '\n';
  }
}

// Prints:
//  t = 0: angle 1
//  t = 1.5708: angle 0
//  t = 6.28319: angle 1
