#include "experiments/bilinear-form/free_energy_simplex.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("simplex: other weights cost T KL more, which is worked out key by key") {
  FreeEnergySimplexParams p;
  p.temperature = 0.7;
  const auto f = FreeEnergySimplex(p).frame();
  double divergence = 0.0;
  for (Index j = 0; j < 3; ++j) divergence += f.p(j) * std::log(f.p(j) / f.weights(j));
  CHECK(f.divergence == Approx(divergence).epsilon(1e-13));
  CHECK(f.gap == Approx(0.7 * divergence).epsilon(1e-13));
  CHECK(f.gap_error <= 1e-14);
}

TEST_CASE("simplex: no cell is below F, and cells near the minimum come near it") {
  for (const double t : {0.1, 1.0, 10.0}) {
    FreeEnergySimplexParams p;
    p.temperature = t;
    const auto f = FreeEnergySimplex(p).frame();
    REQUIRE(f.excess.size() == f.rows * (f.rows + 1) / 2);
    CHECK(f.below == 0.0);
    CHECK(lowest(f.excess) >= 0.0);
    CHECK(lowest(f.excess) < 0.02);
  }
}

TEST_CASE("simplex: the cells are where the description says") {
  const auto f = FreeEnergySimplex({}).frame();
  const double n = static_cast<double>(f.rows);
  Vector p(3);
  // Row 2, its last cell: the nearest to key 3.
  const double rest = 2.5 / n;
  p << 1.0 - rest, rest * 0.5 / 3.0, rest * 2.5 / 3.0;
  CHECK(f.excess(5) ==
        Approx(variational_free_energy(p, f.scores, 1.0) - f.free_energy).epsilon(1e-12));
}

TEST_CASE("simplex: all of the level line has the gap of p, or lies on the edge") {
  for (const double first : {0.2, 0.6, 0.0}) {
    FreeEnergySimplexParams p;
    p.p(0) = first;
    const auto f = FreeEnergySimplex(p).frame();
    REQUIRE(f.level.rows() == FreeEnergySimplex::kDirections + 1);
    Index inside = 0;
    for (Index k = 0; k < f.level.rows(); ++k) {
      const Vector at = f.level.row(k);
      CHECK(at.sum() == Approx(1.0).epsilon(1e-12));
      const double gap = variational_gap(at, f.scores, 1.0);
      if (lowest(at) > 1e-12) {
        ++inside;
        CHECK(gap == Approx(f.gap).epsilon(1e-7));
      } else {
        CHECK(gap <= f.gap * (1.0 + 1e-7));
      }
    }
    CHECK(inside > 5);
  }
}

TEST_CASE("simplex: at softmax itself there is no gap and no level line") {
  FreeEnergySimplexParams p;
  const Vector a = softmax(p.scores, 1.0);
  p.p << a(0), a(1);
  const auto f = FreeEnergySimplex(p).frame();
  CHECK(f.gap <= 1e-15);
  CHECK(f.level.size() == 0);
  CHECK(f.path.row(60).transpose() == softmax(p.scores, 10.0));
}

TEST_CASE("simplex: bad parameters are refused by name") {
  FreeEnergySimplexParams p;
  p.p << 0.7, 0.4;
  CHECK_THAT(message_of([&] { FreeEnergySimplex{p}; }), contains("the sum of p is 1.1"));
  p.p << -0.1, 0.4;
  CHECK_THAT(message_of([&] { FreeEnergySimplex{p}; }), contains("p is -0.1"));
  p.p = Matrix::Zero(2, 2);
  CHECK_THAT(message_of([&] { FreeEnergySimplex{p}; }), contains("p is"));
  p = {};
  p.scores = Vector::Zero(4);
  CHECK_THAT(message_of([&] { FreeEnergySimplex{p}; }), contains("scores is 4 long, expected 3"));
}
