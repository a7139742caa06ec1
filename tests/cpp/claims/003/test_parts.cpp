#include <cmath>
#include <limits>

#include "catch.hpp"
#include "claims/003/parts.hpp"

using namespace attn;
using claims::slowest_between;
using claims::stages_of;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Falls by 1 around each of the steps, as fast as `width` steps take; nearly flat between.
Vector stairs(std::initializer_list<double> steps, double width) {
  Vector out = Vector::Zero(301);
  for (Index t = 0; t < out.size(); ++t) {
    for (const double step : steps) {
      out(t) += 0.5 - 0.5 * std::tanh((static_cast<double>(t) - step) / width);
    }
  }
  return out;
}

Vector at(std::initializer_list<double> times) {
  return Eigen::Map<const Vector>(times.begin(), static_cast<Index>(times.size()));
}

}  // namespace

TEST_CASE("stages are those with a pause between, not all that a falling loss passes") {
  const Vector line = Vector::LinSpaced(301, 3.0, 0.0);
  CHECK(slowest_between(line, at({50, 150, 250}), 0) == Approx(1.0));
  CHECK(stages_of(line, at({50, 150, 250})) == 1.0);
  CHECK(stages_of(stairs({50, 150, 250}, 5.0), at({50, 150, 250})) == 3.0);
  CHECK(stages_of(stairs({50, 150, 160}, 5.0), at({50, 150, 160})) == 2.0);
  CHECK(slowest_between(stairs({50, 150, 250}, 5.0), at({50, 150, 250}), 0) < 1e-6);
}

TEST_CASE("a stage that never comes has no pause before it, and NaN is no pause") {
  const Vector losses = stairs({50, 150}, 5.0);
  CHECK(slowest_between(losses, at({50, 150, kNever}), 1) == 1.0);
  CHECK(stages_of(losses, at({50, 150, kNever})) == 2.0);
  CHECK(stages_of(losses, at({kNever, kNever, kNever})) == 0.0);
  Vector broken = losses;
  broken(100) = std::numeric_limits<double>::quiet_NaN();
  CHECK(stages_of(broken, at({50, 150, kNever})) == 1.0);
}
