#include "experiments/incremental-patterns/gradient_flow.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/training/pattern_flow.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::FlowStart;
using experiments::GradientFlow;
using experiments::GradientFlowFrame;
using experiments::GradientFlowParams;

namespace {

constexpr std::uint64_t kSeeds = 24;

GradientFlowFrame ended(
    std::uint64_t seed, const std::function<void(GradientFlowParams&)>& set = [](auto&) {}) {
  GradientFlowParams p;
  p.seed = seed;
  set(p);
  GradientFlow run(p);
  REQUIRE(run.seek(run.steps(), 1));
  return run.frame();
}

void check_residuals(const GradientFlowFrame& f) {
  CHECK(f.rise <= 1e-12);
  CHECK(f.deficit <= 1e-9);
  CHECK(f.full_error <= 1e-12);
  CHECK(f.product_error <= 1e-12);
}

double gap_ratio(const GradientFlowFrame& f) {
  return (f.times(2) - f.times(1)) / (f.times(1) - f.times(0));
}

}  // namespace

TEST_CASE("gradient flow: one rank after the other, each plateau at half the squares that are left",
          "[draws]") {
  double first = 0.0, second = 0.0, square = 0.0;
  int in_time = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GradientFlowFrame f = ended(seed);
    CHECK(largest(f.plateaus - Vector(Eigen::Vector4d(7.48, 2.98, 0.98, 0.0))) < 1e-12);
    CHECK(f.losses(0) == Approx(7.48).margin(1e-4));
    CHECK(f.times(0) == Approx(2.91).margin(0.03));
    CHECK(f.times(1) > 12.0);
    CHECK(f.times(1) < 35.0);
    CHECK(f.times(2) > 37.0);
    first += f.times(0) / static_cast<double>(kSeeds);
    second += f.times(1) / static_cast<double>(kSeeds);
    square += f.times(1) * f.times(1) / static_cast<double>(kSeeds);
    // On the plateau of rank 1 there is one singular value.
    CHECK(f.losses(16) > 2.98);
    CHECK(f.sigmas(16, 1) / f.sigmas(16, 0) < 0.03);
    // A third of the runs wait longer than 120 on the plateau of rank 2.
    if (f.times(2) <= 120.0) {
      ++in_time;
      CHECK(f.loss < 0.01);
      CHECK(f.learned == 3);
      CHECK(std::fabs(f.sigmas(240, 2) - 1.4) < 0.1);
    } else {
      CHECK(std::isinf(f.times(2)));
      CHECK(f.loss > 0.9);
      CHECK(f.learned == 2);
    }
    check_residuals(f);
  }
  CHECK(first == Approx(2.906).margin(0.005));
  CHECK(second == Approx(18.74).margin(0.05));
  CHECK(std::sqrt(square - second * second) == Approx(3.72).margin(0.05));
  CHECK(in_time == 18);
}

TEST_CASE("gradient flow: heads that start equal stay equal to the last bit and end as one") {
  const GradientFlowFrame tied = ended(1, [](auto& p) { p.start = FlowStart::kEqual; });
  CHECK(tied.spread == 0.0);
  CHECK(tied.loss == Approx(2.98564).margin(1e-5));
  // Of rank 1, whatever the number of heads: what is left of other singular values is rounding.
  CHECK(largest(tied.sigmas.rightCols(2)) == 0.0);
  const GradientFlowFrame one = ended(1, [](auto& p) { p.heads = 1; });
  CHECK(one.loss == Approx(2.98189).margin(1e-5));
  CHECK(one.sigmas.cols() == 1);
  // The seed has no say.
  CHECK(ended(9, [](auto& p) { p.start = FlowStart::kEqual; }).losses == tied.losses);
  check_residuals(tied);
  check_residuals(one);
}

TEST_CASE("gradient flow: two heads learn two patterns, six are quicker than three", "[draws]") {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GradientFlowFrame two = ended(seed, [](auto& p) { p.heads = 2; });
    CHECK(two.loss > 0.983);
    CHECK(two.loss < 0.99);
    CHECK(std::isinf(two.times(2)));
    const GradientFlowFrame six = ended(seed, [](auto& p) { p.heads = 6; });
    CHECK(six.losses(80) > 0.025);
    CHECK(six.losses(80) < 0.045);
    CHECK(ended(seed).losses(80) > 0.16);
    check_residuals(two);
    check_residuals(six);
  }
}

TEST_CASE("gradient flow: from a rough start there is no plateau of rank 1", "[draws]") {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto rough = ended(seed, [](auto& p) { p.u = 0.5; });
    CHECK(rough.losses(20) < 2.1);
    CHECK(ended(seed).losses(20) > 2.9);
    check_residuals(rough);
  }
}

TEST_CASE("gradient flow: of equal strengths the average is learned first, then two at once",
          "[draws]") {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto equal = [](auto& p) { p.m1 = p.m2 = p.m3 = 2.0; };
    const GradientFlowFrame f = ended(seed, equal);
    CHECK(gap_ratio(f) < 0.75);
    CHECK(gap_ratio(f) > 0.1);
    CHECK(gap_ratio(ended(seed)) > 1.05);
    // At time 6 each head reads the three lags alike, and says the same of each.
    GradientFlowParams p;
    p.seed = seed;
    equal(p);
    GradientFlow run(p);
    REQUIRE(run.seek(12, 1));
    const GradientFlowFrame& at = run.frame();
    CHECK(at.loss == Approx(4.365).margin(0.01));
    for (Index k = 0; k < 3; ++k) {
      for (Index l = 0; l < 3; ++l) {
        CHECK(at.weights(k, l) == Approx(0.228).margin(0.02));
        CHECK(at.mixture(k, l) / at.mixture.row(k).sum() == Approx(1.0 / 3.0).margin(0.03));
      }
    }
  }
}

TEST_CASE("gradient flow: from a rough start equal strengths have no such order", "[draws]") {
  int together = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GradientFlowFrame f = ended(seed, [](auto& p) {
      p.m1 = p.m2 = p.m3 = 2.0;
      p.u = 0.5;
    });
    CHECK(gap_ratio(f) < 4.0);
    CHECK(gap_ratio(f) > 0.4);
    together += gap_ratio(f) < 0.9 ? 1 : 0;
  }
  CHECK(together == 11);
}

TEST_CASE("gradient flow: singular values are those of P, and P is G less the residual") {
  GradientFlowParams p;
  p.heads = 4;
  p.lags = 5;
  p.u = 0.3;
  GradientFlow run(p);
  for (const Index t : {1, 10, 60, 240}) {
    REQUIRE(run.seek(t, 1));
    const GradientFlowFrame& f = run.frame();
    CHECK(f.step == t);
    CHECK(f.time == Approx(0.5 * static_cast<double>(t)));
    CHECK(f.loss == f.losses(t));
    CHECK(0.5 * f.residual.squaredNorm() == Approx(f.loss).epsilon(1e-13));
    Matrix learned = -f.residual;
    for (Index l = 0; l < 3; ++l) learned(l, l) += f.m(l);
    CHECK(largest(learned - f.mixture.transpose().lazyProduct(f.weights)) < 1e-14);
    const Vector squares = symmetric_eigen(Matrix(learned.lazyProduct(learned.transpose()))).values;
    for (Index i = 0; i < 3; ++i) {
      CHECK(f.sigmas(t, i) == Approx(std::sqrt(squares(2 - i))).margin(1e-7));
    }
    check_residuals(f);
  }
}

TEST_CASE("gradient flow: the adaptive integrator takes the same way, and its loss never rises") {
  GradientFlow run(GradientFlowParams{});
  REQUIRE(run.seek(0, 1));
  // q up to a constant of each row, which softmax takes away, is the logarithm of its weights.
  const ReducedHeads start{Matrix::Zero(3, 3), run.frame().weights.array().log().matrix()};
  Vector times(5);
  times << 0.0, 10.0, 23.0, 40.0, 120.0;
  const AdaptiveFlow found = flow_adaptive(run.frame().m, start, times);
  CHECK(found.rise <= 1e-12);
  for (Index i = 0; i < 5; ++i) {
    REQUIRE(run.seek(static_cast<Index>(2.0 * times(i)), 1));
    const ReducedHeads& at = found.heads[static_cast<std::size_t>(i)];
    CHECK(run.frame().loss == Approx(reduced_velocity(run.frame().m, at).loss).epsilon(1e-5));
  }
}

TEST_CASE("gradient flow: refuses parameters out of range, by name") {
  GradientFlowParams p;
  p.m2 = 0.4;
  CHECK_THAT(message_of([&] { GradientFlow{p}; }), contains("gradient_flow: m2 is 0.4"));
  p = {};
  p.u = std::nan("");
  CHECK_THAT(message_of([&] { GradientFlow{p}; }), contains("gradient_flow: u is NaN"));
  p = {};
  p.lags = 2;
  CHECK_THAT(message_of([&] { GradientFlow{p}; }), contains("gradient_flow: lags is 2"));
  GradientFlow run(GradientFlowParams{});
  CHECK_THAT(message_of([&] { run.seek(241, 1); }), contains("gradient_flow: t is 241"));
}
