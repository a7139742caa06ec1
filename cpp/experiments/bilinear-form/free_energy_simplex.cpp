#include "experiments/bilinear-form/free_energy_simplex.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

// All three of two, which may be above 1 together by rounding.
Vector completed(const char* name, const Matrix& p) {
  check::shape(name, "p", p, 1, 2);
  check::matrix(name, "p", p);
  check::within(name, "p", p(0), 0.0, 1.0);
  check::within(name, "p", p(1), 0.0, 1.0);
  check::within(name, "the sum of p", p(0) + p(1), 0.0, 1.0 + 1e-9);
  return of_numbers({p(0), p(1), larger(0.0, 1.0 - p(0) - p(1))});
}

}  // namespace

std::vector<Setting<FreeEnergySimplexParams>> FreeEnergySimplex::settings() {
  FreeEnergySimplexParams corner;
  corner.p << 0.0, 0.0;
  FreeEnergySimplexParams cold;
  cold.temperature = 0.05;
  cold.scores = of_numbers({-20.0, 3.0, 2.9});
  return {{FreeEnergySimplexParams{}, 0, 0}, {corner, 0, 0}, {cold, 0, 0}};
}

FreeEnergySimplex::FreeEnergySimplex(const Params& p) {
  check::vector(kName, "scores", p.scores, 3);
  checked(kName, p);
  Frame& f = frame_;
  f.scores = p.scores;
  f.temperature = p.temperature;
  f.p = completed(kName, p.p);
  f.weights = softmax(f.scores, f.temperature);
  f.free_energy =
      check::result(kName, "the free energy", attn::free_energy(f.scores, f.temperature));
  f.other_free_energy = check::result(kName, "the free energy at p",
                                      variational_free_energy(f.p, f.scores, f.temperature));
  f.gap = check::result(kName, "the gap", variational_gap(f.p, f.scores, f.temperature));
  f.divergence = check::result(kName, "the divergence", f.gap / f.temperature);
  f.gap_error = check::result(kName, "the difference of free energies",
                              std::fabs(f.other_free_energy - f.free_energy - f.gap));
  const Vector temperatures = in_proportion(0.05, 10.0, kPath);
  f.path.resize(kPath, 3);
  for (Index i = 0; i < kPath; ++i) f.path.row(i) = softmax(f.scores, temperatures(i));
  cut();
  draw_level();
}

void FreeEnergySimplex::cut() {
  Frame& f = frame_;
  f.rows = kRows;
  f.excess.resize(kRows * (kRows + 1) / 2);
  double least = 0.0;
  for (Index i = 0, cell = 0; i < kRows; ++i) {
    const double rest = (static_cast<double>(i) + 0.5) / static_cast<double>(kRows);
    for (Index j = 0; j <= i; ++j, ++cell) {
      const double third = rest * (static_cast<double>(j) + 0.5) / static_cast<double>(i + 1);
      const Vector p = of_numbers({1.0 - rest, larger(0.0, rest - third), third});
      f.excess(cell) = variational_free_energy(p, f.scores, f.temperature) - f.free_energy;
      least = larger(least, -f.excess(cell));
    }
  }
  check::result(kName, "the excess", f.excess);
  f.below = least;
}

// <E> - T H is convex: along a ray from its minimum it only rises, so that bisection finds where it
// has the gap of p.
void FreeEnergySimplex::draw_level() {
  Frame& f = frame_;
  if (!(f.gap > 1e-9)) return;
  f.level.resize(kDirections + 1, 3);
  for (Index k = 0; k < kDirections; ++k) {
    const double angle = 2.0 * kPi * static_cast<double>(k) / static_cast<double>(kDirections);
    const double x = mathfn::cos(angle) / std::sqrt(2.0);
    const double y = mathfn::sin(angle) / std::sqrt(6.0);
    const Vector along = of_numbers({x + y, -x + y, -2.0 * y});
    double far = 2.0;
    for (Index j = 0; j < 3; ++j) {
      if (along(j) >= 0.0) continue;
      const double edge = f.weights(j) / -along(j);
      far = edge < far ? edge : far;
    }
    const auto at = [&](double length) {
      return Vector((f.weights + length * along).cwiseMax(0.0));
    };
    const auto gap = [&](double length) {
      return variational_gap(at(length), f.scores, f.temperature);
    };
    double low = 0.0;
    double high = far;
    if (gap(far) > f.gap) {
      for (Index i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        (gap(middle) > f.gap ? high : low) = middle;
      }
    }
    f.level.row(k) = at(high);
  }
  f.level.row(kDirections) = f.level.row(0);
}

}  // namespace attn::experiments
