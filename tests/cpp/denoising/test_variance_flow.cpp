#include "attn/denoising/variance_flow.hpp"

#include <cmath>
#include <limits>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Vector times_to(double end, Index n) {
  Vector t(n + 1);
  for (Index i = 0; i <= n; ++i) t(i) = end * static_cast<double>(i) / static_cast<double>(n);
  return t;
}

}  // namespace

// The values themselves, over the whole range of doubles, are in reference/variance_range.json.

TEST_CASE("the closed form solves its equation: central differences of v are the slope") {
  for (const double beta : {0.1, 1.0, 5.0, 20.0, 1000.0}) {
    for (const double t : {0.01, 0.1, 0.125, 0.2}) {
      const double h = 1e-5;
      const double slope =
          (variance_flow(0.25, beta, t + h) - variance_flow(0.25, beta, t - h)) / (2 * h);
      const double expected = variance_slope(variance_flow(0.25, beta, t), beta);
      CHECK(std::fabs(slope - expected) <= 1e-10 + 1e-10 * beta * beta * std::fabs(expected));
    }
  }
}

TEST_CASE("closed form and integrator are the same curve to the integrator's tolerance") {
  for (const double beta : {1e-3, 1.0, 5.0, 20.0, 1000.0}) {
    const Vector t = times_to(0.25, 25);
    const VarianceCurves curves = variance_curves(0.25, Vector::Constant(1, beta), t);
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      const Vector v = integrated_variance_flow(0.25, beta, t, {tolerance, tolerance});
      CHECK(largest(v - curves.v.row(0).transpose()) <= 3.0 * tolerance);
    }
  }
}

TEST_CASE("published figure, sigma^2 = .25: what is left at T* for each bandwidth") {
  // Seed 004 has beta = 5 at zero there; half of the variance is left.
  const double at_target = matched_diffusion_time(0.25);
  CHECK(variance_flow(0.25, 1.0, at_target) == Approx(0.2039).margin(5e-5));
  CHECK(variance_flow(0.25, 5.0, at_target) == Approx(0.1303).margin(5e-5));
  CHECK(variance_flow(0.25, 20.0, at_target) == Approx(0.0663).margin(5e-5));
  CHECK(variance_flow(0.25, 100.0, at_target) == Approx(0.0236).margin(5e-5));
  CHECK(variance_flow(0.25, 1000.0, at_target) == Approx(0.0041).margin(5e-5));
  CHECK(variance_flow_time(0.25, 1.0, 0.025) == Approx(1.264).margin(5e-4));
  CHECK(variance_flow_time(0.25, 5.0, 0.025) == Approx(0.343).margin(5e-4));
  CHECK(variance_flow_time(0.25, 20.0, 0.025) == Approx(0.170).margin(5e-4));
}

TEST_CASE("time and variance are inverse to each other") {
  Rng rng(41);
  for (int i = 0; i < 2000; ++i) {
    const double v0 = std::pow(10.0, 8.0 * rng.uniform() - 4.0);
    const double beta = std::pow(10.0, 8.0 * rng.uniform() - 4.0) / v0;
    const double v = v0 * (0.01 + 0.98 * rng.uniform());
    // An error of t moves v by the slope.
    const double t = variance_flow_time(v0, beta, v);
    const double allowed = 4e-16 * (v + t * std::fabs(variance_slope(v, beta)));
    CHECK(std::fabs(variance_flow(v0, beta, t) - v) <= 3.0 * allowed);
  }
  CHECK(variance_flow_time(0.25, 5.0, 0.25) == 0.0);
  CHECK(variance_flow_time(1e300, 5e-324, 1e-300) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the flow is a semigroup: there in two parts, there at once") {
  for (const double beta : {0.01, 5.0, 300.0}) {
    for (const double share : {0.1, 0.5, 0.9}) {
      const double halfway = variance_flow(2.0, beta, share * 1.5);
      CHECK(variance_flow(halfway, beta, (1.0 - share) * 1.5) ==
            Approx(variance_flow(2.0, beta, 1.5)).epsilon(1e-12 * (1.0 + beta)));
    }
  }
}

TEST_CASE("either clock gives the same variance, where beta v0 is huge too") {
  // Times of few digits, so that 3 t is exact, around T*, where the rounding of 3 v0 alone would be
  // felt.
  Rng rng(45);
  for (int i = 0; i < 200; ++i) {
    const double v0 = 1e12 * rng.uniform();
    const double t = std::floor(512.0 * v0) / 1024.0 + static_cast<double>(i % 5);
    const double v = variance_flow(v0, 3.0, t);
    CHECK(std::fabs(variance_flow_in_attention_time(v0, 3.0, 3.0 * t) - v) <= 1e-15 * v);
  }
  CHECK(variance_flow_in_attention_time(0.25, 5.0, 0.0) == 0.25);
  CHECK(variance_flow_in_attention_time(1e250, 1e10, 1e300) == 0.0);
  CHECK(variance_flow_in_attention_time(1.0, 5.0, 1e308) == 0.0);
}

TEST_CASE("variance only falls, in time and with the bandwidth, and never below the limit") {
  double before = 0.25;
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.001 * i;
    const double v = variance_flow(0.25, 20.0, t);
    CHECK(v <= before);
    CHECK(v >= variance_flow_limit(0.25, t));
    CHECK(v <= variance_flow(0.25, 19.0, t));
    before = v;
  }
}

TEST_CASE("ends of the range: no time, no variance, no end of time, tiny and huge bandwidths") {
  Rng rng(42);
  for (int i = 0; i < 200; ++i) {
    const double v0 = std::pow(10.0, 20.0 * rng.uniform() - 10.0);
    const double beta = std::pow(10.0, 20.0 * rng.uniform() - 10.0);
    CHECK(variance_flow(v0, beta, 0.0) == v0);
  }
  CHECK(variance_flow(0.0, 5.0, 1.0) == 0.0);
  CHECK(variance_flow(1.0, 5.0, 1e308) == 0.0);
  CHECK(variance_flow(1.0, 1e300, 1e308) == 0.0);
  CHECK(variance_flow(1.0, 1e-300, 1e3) == 1.0);
  CHECK(variance_flow(1e150, 1e150, 1e149) == Approx(8e149).epsilon(1e-15));
  CHECK(variance_flow(1.0, 1e15, 0.25) == Approx(variance_flow_limit(1.0, 0.25)).epsilon(1e-13));
  CHECK(variance_flow_limit(1.0, 1e308) == 0.0);
}

TEST_CASE("Wright's omega inverts w + ln w") {
  for (const double w : {1e-300, 1e-18, 1e-9, 0.3, 0.9999, 1.0, 1.5, 40.0, 1e9, 1e30}) {
    const double x = w + std::log(w);
    // An error of half an ulp in x moves ln w by that over 1 + w.
    CHECK(std::fabs(wright_omega(x) - w) <= w * (4e-16 + 2e-16 * std::fabs(x) / (1.0 + w)));
  }
  CHECK(wright_omega(1.0) == 1.0);
  CHECK(wright_omega(-1000.0) == 0.0);
}

TEST_CASE("whole layers approach the flow as the step size shrinks, to first order") {
  const double beta = 5.0;
  const double t = 0.2;
  const double exact = variance_flow(0.5, beta, t);
  double before = 0.0;
  for (const Index layers : {50, 100, 200, 400}) {
    const double eta = beta * t / static_cast<double>(layers);
    const double error = variance_recursion(0.5, beta, eta, layers)(layers) - exact;
    if (before != 0.0) CHECK(before / error == Approx(2.0).epsilon(0.02));
    before = error;
  }
}

TEST_CASE("a layer is (1 - eta / (beta v + 1))^2, and removes all at eta = 1 where beta is small") {
  const Vector v = variance_recursion(0.7, 3.0, 0.25, 2);
  for (Index l = 0; l < 2; ++l) {
    const double factor = 1.0 - 0.25 / (3.0 * v(l) + 1.0);
    CHECK(v(l + 1) == Approx(v(l) * factor * factor).epsilon(1e-15));
  }
  // v (beta v)^2 without cancellation
  CHECK(variance_recursion(1.0, 1e-9, 1.0, 1)(1) == Approx(1e-18).epsilon(1e-8));
  CHECK(variance_recursion(0.7, 3.0, 0.0, 5) == Vector::Constant(6, 0.7));
  CHECK(variance_recursion(0.7, 3.0, 0.1, 0).size() == 1);
  CHECK(variance_recursion(1.0, 1e300, 2.0, 3).allFinite());
}

TEST_CASE("a large Gaussian cloud under stage1_step follows the recursion") {
  Rng rng(43);
  Matrix z(1500, 1);
  for (Index i = 0; i < z.rows(); ++i) z(i, 0) = std::sqrt(0.5) * rng.normal();
  const Vector simulated = simulated_variance(z, 5.0, 0.25, 8);
  const Vector exact = variance_recursion(simulated(0), 5.0, 0.25, 8);
  // The sample is not quite Gaussian: a few standard errors of a variance.
  CHECK(largest(simulated - exact) <= 0.01);
  CHECK(simulated(8) < 0.6 * simulated(0));
}

TEST_CASE(
    "the simulated variance is that of the particles, layer by layer and coordinate by "
    "coordinate") {
  Rng rng(44);
  Matrix z(9, 2);
  for (Index i = 0; i < z.size(); ++i) z.data()[i] = rng.normal();
  const Vector v = simulated_variance(z, 2.0, 0.3, 3);
  for (Index l = 0; l <= 3; ++l) {
    const Matrix centred = z.rowwise() - z.colwise().mean();
    CHECK(v(l) == Approx(centred.squaredNorm() / 18.0).epsilon(1e-14));
    CHECK(v(l) == cloud_variance(z));
    z = stage1_step(z, 2.0, 0.3);
  }
}

TEST_CASE(
    "finitely many particles stay wider at large beta: the published figure has it reversed") {
  // N = 24, sigma^2 = .25 at T*: slower than the mean field (.066 at beta = 20), not collapsed.
  double narrow = 0.0;
  const int draws = 40;
  for (int draw = 0; draw < draws; ++draw) {
    Rng rng(static_cast<std::uint64_t>(100 + draw));
    Matrix z(24, 1);
    for (Index i = 0; i < 24; ++i) z(i, 0) = 0.5 * rng.normal();
    narrow += simulated_variance(z, 20.0, 0.05, 50)(50) / draws;
  }
  CHECK(narrow == Approx(0.129).margin(0.02));
  CHECK(narrow > variance_flow(0.25, 20.0, 0.125));
}

TEST_CASE("the variance flow refuses bad input and names it") {
  CHECK_THAT(message_of([] { return cloud_variance(Matrix(0, 1)); }),
             contains("cloud_variance: z"));
  CHECK_THAT(message_of([] { return cloud_variance(Matrix::Constant(2, 1, std::nan(""))); }),
             contains("cloud_variance: z[0, 0] is NaN"));
  const std::string positive = ", expected a finite number > 0";
  const std::string not_negative = ", expected a finite number >= 0";
  CHECK(message_of([] { return wright_omega(std::nan("")); }) ==
        "wright_omega: x is NaN, expected a finite number");
  CHECK(message_of([] { return variance_flow(-1.0, 5.0, 0.1); }) ==
        "variance_flow: v0 is -1" + not_negative);
  CHECK(message_of([] { return variance_flow(1.0, 0.0, 0.1); }) ==
        "variance_flow: beta is 0" + positive);
  CHECK(message_of([] { return variance_flow(1.0, 5.0, -0.1); }) ==
        "variance_flow: t is -0.1" + not_negative);
  CHECK(message_of([] { return variance_flow(1e200, 1e200, 0.1); }) ==
        "variance_flow: beta v0 is Infinity, expected a number from 0 to 1e300");
  CHECK(message_of([] { return variance_flow_in_attention_time(1.0, 5.0, -0.1); }) ==
        "variance_flow_in_attention_time: t_prime is -0.1" + not_negative);
  CHECK(message_of([] { return variance_flow_limit(-1.0, 0.1); }) ==
        "variance_flow_limit: v0 is -1" + not_negative);
  CHECK(message_of([] { return variance_flow_limit(1.0, -1.0); }) ==
        "variance_flow_limit: t is -1" + not_negative);
  CHECK(message_of([] { return variance_flow_time(1.0, 5.0, 0.0); }) ==
        "variance_flow_time: v is 0" + positive);
  CHECK(message_of([] { return variance_flow_time(1.0, 5.0, 2.0); }) ==
        "variance_flow_time: v is 2, expected a number from 0 to 1");
  CHECK(message_of([] { return variance_flow_time(1.0, -5.0, 0.5); }) ==
        "variance_flow_time: beta is -5" + positive);
  CHECK(message_of([] { return variance_curves(1.0, Vector(0), Vector::Zero(1)); }) ==
        "variance_curves: betas is empty, expected at least one entry");
  CHECK(message_of([] { return variance_slope(-1.0, 5.0); }) ==
        "variance_slope: v is -1" + not_negative);
  CHECK(message_of([] { return integrated_variance_flow(1.0, 0.0, Vector::Zero(1)); }) ==
        "integrated_variance_flow: beta is 0" + positive);
  CHECK(message_of([] { return variance_recursion(1.0, 5.0, 2.5, 3); }) ==
        "variance_recursion: eta is 2.5, expected a number from 0 to 2");
  CHECK(message_of([] { return variance_recursion(1.0, 5.0, 0.5, -1); }) ==
        "variance_recursion: layers is -1, expected a whole number from 0 to 10000000");
  CHECK(message_of([] { return simulated_variance(Matrix::Zero(2, 1), 5.0, 0.5, -1); }) ==
        "simulated_variance: layers is -1, expected a whole number from 0 to 1000000");
}

TEST_CASE("a variance of particles that is too large for a double is an error") {
  Matrix z(2, 1);
  z << -1e200, 1e200;
  CHECK_THROWS_WITH(cloud_variance(z), "cloud_variance: the variance is too large for a double");
  z << 1.7e308, 1.7e308;
  CHECK_THROWS_WITH(cloud_variance(z), "cloud_variance: the variance is too large for a double");
  z << -1e150, 1e150;
  CHECK_THROWS_WITH(simulated_variance(z, 1e-301, 1e10, 1),
                    "simulated_variance: a variance is too large for a double");
}

TEST_CASE("curves refuse what their flow does, in their own name") {
  const Vector one = Vector::Ones(1);
  CHECK_THROWS_WITH(variance_curves(-1.0, one, one), contains("variance_curves: v0 is -1"));
  CHECK_THROWS_WITH(variance_curves(1.0, -one, one), contains("variance_curves: beta is -1"));
  CHECK_THROWS_WITH(variance_curves(1.0, one, -one),
                    contains("variance_curves: an entry of times is -1"));
}
