#include "experiments/incremental-patterns/construction.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Construction;
using experiments::ConstructionFrame;
using experiments::ConstructionParams;

namespace {

ConstructionFrame at(double lambda, Index n = 12, std::uint64_t seed = 1) {
  ConstructionParams p;
  p.lambda = lambda;
  p.n = n;
  p.seed = seed;
  return Construction(p).frame();
}

struct Measured {
  double mean, deviation;
};

// Over seeds 1 to 10.
template <typename Of>
Measured over_seeds(const Of& of) {
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const double value = of(seed);
    sum += value;
    squares += value * value;
  }
  return {sum / 10.0, std::sqrt((squares - sum * sum / 10.0) / 9.0)};
}

}  // namespace

TEST_CASE("construction: at lambda = 5 little leaks of 12 tokens, and most of 1012") {
  const ConstructionFrame f = at(5.0);
  CHECK(f.leak(0) == Approx(0.0133).margin(5e-5));
  CHECK(f.weights(0, 12) == Approx((1.0 - f.leak(0)) / 4.0).margin(1e-15));
  CHECK(f.weights(2, 1) == Approx((1.0 - f.leak(2)) / 4.0).margin(1e-15));
  CHECK(largest(f.weights.col(0)) == 0.0);
  CHECK(f.kl < 2e-4);
  const ConstructionFrame g = at(5.0, 1012);
  CHECK(g.leak(0) == Approx(0.629).margin(5e-4));
  CHECK(g.weights(0, 0) == Approx(0.629).margin(6e-3));
  CHECK(at(10.0, 1012).leak(2) == Approx(0.0113).margin(5e-5));
}

TEST_CASE("construction: a context 1000 tokens longer takes ln 126 more of lambda") {
  CHECK(at(5.0).leak(0) == Approx(at(5.0 + std::log(1008.0 / 8.0), 1012).leak(0)).epsilon(1e-12));
}

TEST_CASE("construction: a head that forgets a lag costs by what its group weighs") {
  const auto without = [](Index head, Index column) {
    return over_seeds([&](std::uint64_t seed) {
      ConstructionParams p;
      p.mask(head, column) = 0.0;
      p.lambda = 8.0;
      p.seed = seed;
      return Construction(p).frame().kl;
    });
  };
  const Measured first = without(0, 8), last = without(2, 0);
  CHECK(first.mean == Approx(0.23).margin(0.01));
  CHECK(first.deviation < 0.01);
  CHECK(last.mean == Approx(0.04).margin(0.005));
}

TEST_CASE("construction: divergences over seeds are those of the text") {
  const Measured even = over_seeds([](std::uint64_t seed) { return at(0.0, 12, seed).kl; });
  CHECK(even.mean == Approx(0.55).margin(0.01));
  const Measured sharp = over_seeds([](std::uint64_t seed) { return at(5.0, 12, seed).kl; });
  CHECK(sharp.mean == Approx(1.25e-4).margin(5e-6));
  const Measured longer = over_seeds([](std::uint64_t seed) { return at(5.0, 1012, seed).kl; });
  CHECK(longer.mean == Approx(0.23).margin(0.01));
  const Measured swapped = over_seeds([](std::uint64_t seed) {
    ConstructionParams p;
    p.mask.row(0).swap(p.mask.row(2));
    p.seed = seed;
    return Construction(p).frame().kl;
  });
  CHECK(swapped.mean == Approx(1.5).margin(0.04));
}

TEST_CASE("construction: checks hold for any painted cells, and curves pass through the leak") {
  Rng rng(3);
  for (int draw = 0; draw < 20; ++draw) {
    ConstructionParams p;
    for (double& one : p.mask.reshaped<Eigen::RowMajor>()) one = rng.uniform() < 0.3 ? 1.0 : 0.0;
    p.lambda = 0.25 * std::floor(81.0 * rng.uniform());
    p.n = draw % 2 == 0 ? 12 : 112;
    p.seed = static_cast<std::uint64_t>(draw);
    const ConstructionFrame f = Construction(p).frame();
    CHECK(f.leak_error < 1e-12);
    CHECK(f.symmetry_error < 1e-10);
    const auto point = static_cast<Index>(4.0 * p.lambda);
    CHECK(f.lambdas(point) == Approx(p.lambda).margin(1e-12));
    for (Index k = 0; k < 3; ++k) {
      CHECK(f.weights.row(k).sum() == Approx(1.0).margin(1e-14));
      CHECK(f.curves(3 * (draw % 2) + k, point) == Approx(f.leak(k)).margin(1e-14));
    }
  }
}

TEST_CASE("construction: refuses parameters that do not fit, by name") {
  ConstructionParams p;
  p.lambda = -0.5;
  CHECK_THAT(message_of([&] { Construction{p}; }), contains("construction: lambda is -0.5"));
  p = {};
  p.n = 11;
  CHECK_THAT(message_of([&] { Construction{p}; }), contains("construction: n is 11"));
  p = {};
  p.mask(1, 1) = 2.0;
  CHECK_THAT(message_of([&] { Construction{p}; }), contains("is 2, expected 0 or 1"));
  p.mask(1, 1) = std::nan("");
  CHECK_THAT(message_of([&] { Construction{p}; }), contains("NaN"));
  p.mask = Matrix::Ones(3, 11);
  CHECK_THAT(message_of([&] { Construction{p}; }), contains("construction: mask is 3 x 11"));
}
