#include "attn/denoising/denoiser_fast.hpp"

#include <hwy/highway.h>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"
#include "denoising/extent.hpp"
#include "instruction_sets.hpp"
#include "kernels/exp2.hpp"
#include "kernels/pair_sums.hpp"

using namespace attn;

namespace {

// The bound that the header states.
constexpr double kBound = 1e-6;

// The largest difference, beyond what rounding to float does to numbers of that size, relative to
// `size`; infinite where there is a NaN.
double relative_difference(const FloatMatrix& fast, const Matrix& exact, double size) {
  double worst = 0.0;
  for (Index i = 0; i < exact.size(); ++i) {
    const double value = exact.data()[i];
    const double rounding = larger(std::ldexp(std::fabs(value), -24), std::ldexp(1.0, -150));
    const double error = std::fabs(static_cast<double>(fast.data()[i]) - value) - rounding;
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
    worst = larger(worst, error);
  }
  return size > 0.0 ? worst / size : worst;
}

// Errors against the oracle on the same (float) points, relative to the extent.
double stage1_error(const FloatMatrix& z, double beta, double eta) {
  const Matrix wide = z.cast<double>();
  return relative_difference(stage1_step_fast(z, beta, eta, PairSum::kAllPairs),
                             stage1_step(wide, beta, eta), extent(wide));
}

Matrix stacked(const FloatMatrix& queries, const FloatMatrix& z) {
  Matrix both(queries.rows() + z.rows(), z.cols());
  both << queries.cast<double>(), z.cast<double>();
  return both;
}

double stage2_error(const FloatMatrix& queries, const FloatMatrix& z, double beta) {
  return relative_difference(posterior_mean_fast(queries, z, beta, PairSum::kAllPairs),
                             posterior_mean(queries.cast<double>(), z.cast<double>(), beta),
                             extent(stacked(queries, z)));
}

// The same, checked for every instruction set.
void check_stage1(const FloatMatrix& z, double beta, double eta) {
  const Matrix wide = z.cast<double>();
  const Matrix exact = stage1_step(wide, beta, eta);
  on_each_instruction_set([&] {
    const FloatMatrix fast = stage1_step_fast(z, beta, eta, PairSum::kAllPairs);
    CHECK(relative_difference(fast, exact, extent(wide)) <= kBound);
  });
}

void check_stage2(const FloatMatrix& queries, const FloatMatrix& z, double beta) {
  const Matrix exact = posterior_mean(queries.cast<double>(), z.cast<double>(), beta);
  on_each_instruction_set([&] {
    const FloatMatrix fast = posterior_mean_fast(queries, z, beta, PairSum::kAllPairs);
    CHECK(relative_difference(fast, exact, extent(stacked(queries, z))) <= kBound);
  });
}

FloatMatrix uniform_cloud(Index n, Index d, double size, std::uint64_t seed) {
  Rng rng(seed);
  FloatMatrix z(n, d);
  for (Index i = 0; i < z.size(); ++i)
    z.data()[i] = static_cast<float>(size * (2.0 * rng.uniform() - 1.0));
  return z;
}

// Clusters of the given width around points of a uniform cloud, in turn.
FloatMatrix clustered_cloud(Index n, Index d, Index clusters, double width, std::uint64_t seed) {
  const FloatMatrix centres = uniform_cloud(clusters, d, 2.0, seed + 1000);
  Rng rng(seed);
  FloatMatrix z(n, d);
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < d; ++k) {
      z(i, k) = centres(i % clusters, k) + static_cast<float>(width * rng.normal());
    }
  }
  return z;
}

}  // namespace

TEST_CASE("the float step is within its bound over sizes, dimensions, bandwidths and steps") {
  for (const Index n : {1, 2, 3, 4, 5, 8, 15, 16, 17, 63, 127, 128, 129, 500}) {
    for (const Index d : {1, 2, 3, 4, 5, 7, 8, 9, 16, 33}) {
      if (n * d > 4500) continue;
      const auto seed = static_cast<std::uint64_t>(n * 31 + d);
      const FloatMatrix uniform = uniform_cloud(n, d, 2.0, seed);
      const FloatMatrix clustered = clustered_cloud(n, d, 3, 1e-3, seed);
      for (const double beta : {1e-6, 0.5, 5.0, 50.0, 1e4}) {
        CAPTURE(n, d, beta);
        CHECK(stage1_error(uniform, beta, 0.1) <= kBound);
        CHECK(stage1_error(uniform, beta, 1.0) <= kBound);
        CHECK(stage1_error(clustered, beta, 1.0) <= kBound);
      }
    }
  }
}

TEST_CASE("the float step is within its bound on every instruction set") {
  for (const Index n : {1, 2, 7, 64, 65, 300}) {
    for (const Index d : {1, 2, 3, 8, 17, 100}) {
      const auto seed = static_cast<std::uint64_t>(n * 31 + d);
      CAPTURE(n, d);
      check_stage1(uniform_cloud(n, d, 2.0, seed), 5.0, 1.0);
      check_stage1(clustered_cloud(n, d, 2, 1e-4, seed), 5.0, 1.0);
    }
  }
}

TEST_CASE("the float step is within its bound where a distance has very many terms") {
  const Index d = 65536;
  const FloatMatrix z = uniform_cloud(6, d, 2.0, 44);
  for (const double beta : {0.5, 2.0, 5.0}) {
    CAPTURE(beta);
    CHECK(stage1_error(z, beta / static_cast<double>(d), 1.0) <= kBound);
  }
}

TEST_CASE("the float step is within its bound for many particles") {
  constexpr Index kMany = 2000;
  CHECK(stage1_error(uniform_cloud(kMany, 1, 2.0, 51), 16.0, 1.0) <= kBound);
  CHECK(stage1_error(uniform_cloud(kMany / 4, 2, 2.0, 52), 16.0, 1.0) <= kBound);
  CHECK(stage1_error(uniform_cloud(kMany / 8, 16, 2.0, 53), 1.0, 1.0) <= kBound);
  check_stage1(uniform_cloud(kMany / 2, 11, 2.0, 55), 1.0, 1.0);
  CHECK(stage1_error(uniform_cloud(60, 1000, 2.0, 54), 0.02, 1.0) <= kBound);
}

TEST_CASE("the float step is within its bound for very many particles", "[draws]") {
  CHECK(stage1_error(uniform_cloud(8000, 1, 2.0, 51), 16.0, 1.0) <= kBound);
  CHECK(stage1_error(uniform_cloud(2000, 2, 2.0, 52), 16.0, 1.0) <= kBound);
  CHECK(stage1_error(uniform_cloud(1000, 16, 2.0, 53), 1.0, 1.0) <= kBound);
}

namespace {

/// Of n noisy tokens around two modes.
void check_step_around_two_modes(Index n) {
  Rng rng(7);
  const FloatMatrix z = sample(two_modes(1.0, 0.0, 2), 0.5, n, rng).noisy.cast<float>();
  const Matrix wide = z.cast<double>();
  const Matrix difference =
      stage1_step_fast(z, 5.0, 1.0).cast<double>() - stage1_step(wide, 5.0, 1.0);
  CAPTURE(n);
  CHECK(largest(difference) <= 1e-6 * extent(wide));
}

}  // namespace

TEST_CASE("the float step of noisy tokens around two modes is within a millionth of the cloud") {
  for (const Index n : {1, 37, 1000, 2048}) check_step_around_two_modes(n);
}

TEST_CASE("the float step of very many noisy tokens is within a millionth of the cloud",
          "[draws]") {
  check_step_around_two_modes(8192);
}

// Equal terms are rounded alike: errors of their sum do not cancel as those of different terms do.
TEST_CASE("the float step is within its bound for two heaps of equal points at any distance") {
  for (const Index n : {100, 1000}) {
    for (double distance = 0.1; distance<4.0; distance *= n> 100 ? 2.0 : 1.2) {
      FloatMatrix z(n, 1);
      for (Index i = 0; i < n; ++i) {
        z(i) = static_cast<float>(i % 3 == 0 ? 0.123 : 0.123 + distance);
      }
      CAPTURE(n, distance);
      check_stage1(z, 5.0, 1.0);
    }
  }
}

TEST_CASE("the float step is within its bound for far outliers and far from the origin") {
  const FloatMatrix cloud = clustered_cloud(300, 2, 2, 1e-3, 41);
  FloatMatrix outlier = cloud;
  outlier(7, 1) = 1e14F;
  CHECK(stage1_error(outlier, 5.0, 1.0) <= kBound);
  // What is not an outlier moves as it does without one.
  const FloatMatrix with = stage1_step_fast(outlier, 5.0, 1.0, PairSum::kAllPairs);
  Matrix rest(299, 2);
  FloatMatrix moved(299, 2);
  for (Index i = 0, j = 0; i < 300; ++i) {
    if (i == 7) continue;
    rest.row(j) = cloud.row(i).cast<double>();
    moved.row(j) = with.row(i);
    ++j;
  }
  CHECK(relative_difference(moved, stage1_step(rest, 5.0, 1.0), extent(rest)) <= kBound);
  for (const float offset : {-1e3F, 1e3F, 3e6F, 1e12F}) {
    CAPTURE(offset);
    FloatMatrix away = cloud;
    away.array() += offset;
    CHECK(stage1_error(away, 5.0, 1.0) <= kBound);
  }
}

TEST_CASE("the float step is within its bound for any bandwidth and any size of the cloud") {
  const FloatMatrix cloud = uniform_cloud(40, 2, 1.0, 43);
  for (const double size : {1e-44, 1e-38, 1e-20, 1e-3, 1e10, 1e15}) {
    FloatMatrix z = (cloud.cast<double>() * size).cast<float>();
    for (const double beta : {2e-38, 1e-30, 1e-12, 1.0, 1e12, 1e30, 3e38}) {
      CAPTURE(size, beta);
      CHECK(stage1_error(z, beta, 1.0) <= kBound);
    }
    // The bandwidth is then of the size of the cloud.
    const double matched = 4.0 / (size * size);
    if (matched > 1e-37 && matched < 1e37) check_stage1(z, matched, 1.0);
  }
  FloatMatrix wild = cloud;
  wild(1, 1) = std::numeric_limits<float>::denorm_min();
  wild(2, 0) = -1e15F;
  wild(3, 0) = 1e15F;
  for (const double beta : {2e-38, 1e-30, 1.0, 1e30, 3e38}) {
    CAPTURE(beta);
    CHECK(stage1_error(wild, beta, 1.0) <= kBound);
  }
}

TEST_CASE("equal points stay where they are under the float step") {
  const FloatMatrix line = FloatMatrix::Constant(50, 1, 0.3F);
  CHECK(stage1_step_fast(line, 5.0, 1.0) == line);
  const FloatMatrix wide = FloatMatrix::Constant(10, 5, 0.3F);
  CHECK(stage1_step_fast(wide, 5.0, 1.0) == wide);
  FloatMatrix heaps = FloatMatrix::Constant(200, 3, 0.3F);
  heaps.bottomRows(77).array() += 100.0F;
  CHECK(stage1_step_fast(heaps, 5.0, 1.0, PairSum::kAllPairs) == heaps);
}

TEST_CASE("equal points in many dimensions stay within the bound, and alone where they are") {
  const FloatMatrix wide = FloatMatrix::Constant(300, 16, 0.3F);
  CHECK(stage1_step_fast(wide, 5.0, 1.0) == wide);
  // Sums of one number again and again round to the same side each time.
  for (const float other : {0.7F, 1.3F, 100.3F}) {
    for (const Index d : {8, 16}) {
      FloatMatrix heaps = FloatMatrix::Constant(2000, d, 0.3F);
      heaps.bottomRows(1300).array() += other;
      CAPTURE(other, d);
      check_stage1(heaps, 5.0, 1.0);
      check_stage2(heaps.topRows(70), heaps, 5.0);
    }
  }
}

TEST_CASE("the float step of points in another order is the same step") {
  const FloatMatrix z = uniform_cloud(333, 3, 2.0, 44);
  FloatMatrix shuffled(333, 3);
  const std::vector<Index> order = Rng(45).permutation(333);
  for (Index i = 0; i < 333; ++i) shuffled.row(i) = z.row(order[static_cast<std::size_t>(i)]);
  const FloatMatrix one = stage1_step_fast(z, 5.0, 1.0, PairSum::kAllPairs);
  const FloatMatrix other = stage1_step_fast(shuffled, 5.0, 1.0, PairSum::kAllPairs);
  for (Index i = 0; i < 333; ++i) {
    const auto difference = other.row(i) - one.row(order[static_cast<std::size_t>(i)]);
    CHECK(largest(difference) <= 2.0 * kBound * 4.0);
  }
}

TEST_CASE("the kernel works in place, and in buffers that it has used before") {
  const FloatMatrix z = uniform_cloud(100, 2, 2.0, 46);
  const FloatMatrix large = uniform_cloud(300, 3, 2.0, 47);
  const FloatMatrix expected = stage1_step_fast(z, 5.0, 0.1, PairSum::kAllPairs);
  kernels::PairBuffers buffers;
  FloatMatrix out(300, 3);
  kernels::stage1_all_pairs({large.data(), 300, 3, 3}, 5.0, 0.1, buffers, {out.data(), 3});
  const float* points = buffers.points.data();
  const double* totals = buffers.totals.data();
  FloatMatrix moving = z;
  kernels::stage1_all_pairs({moving.data(), 100, 2, 2}, 5.0, 0.1, buffers, {moving.data(), 2});
  CHECK(moving == expected);
  CHECK(buffers.points.data() == points);
  CHECK(buffers.totals.data() == totals);
}

TEST_CASE("the float posterior mean is within its bound over sizes, dimensions and bandwidths") {
  for (const Index n : {1, 2, 3, 17, 64, 65, 300}) {
    for (const Index d : {1, 2, 3, 5, 16, 33}) {
      const auto seed = static_cast<std::uint64_t>(n * 7 + d);
      const FloatMatrix z = uniform_cloud(n, d, 2.0, seed);
      const FloatMatrix queries = uniform_cloud(19, d, 3.0, seed + 1);
      for (const double beta : {1e-30, 1e-6, 0.5, 5.0, 50.0, 1e4, 1e30}) {
        CAPTURE(n, d, beta);
        CHECK(stage2_error(queries, z, beta) <= kBound);
      }
    }
  }
}

TEST_CASE("the float posterior mean is within its bound on every instruction set") {
  for (const Index d : {1, 2, 17}) {
    const FloatMatrix z = uniform_cloud(150, d, 2.0, 60);
    const FloatMatrix queries = uniform_cloud(50, d, 4.0, 61);
    for (const double beta : {0.5, 5.0, 500.0}) {
      CAPTURE(d, beta);
      check_stage2(queries, z, beta);
      check_stage2(z, z, beta);
    }
  }
  check_stage2(uniform_cloud(700, 9, 2.0, 67), uniform_cloud(300, 9, 2.0, 68), 1.0);
}

TEST_CASE("queries far from every particle have the posterior mean, not just something near") {
  for (const Index d : {1, 2, 3, 16}) {
    const FloatMatrix z = uniform_cloud(100, d, 1.0, 62);
    for (const float distance : {10.0F, 1e3F, 1e6F, 1e14F}) {
      FloatMatrix queries = uniform_cloud(30, d, 1.0, 63);
      queries.col(0).array() += 3.0F;
      queries.array() *= distance;
      for (const double beta : {1e-30, 1e-20, 1e-3, 1.0, 100.0, 1e6, 1e20}) {
        CAPTURE(d, distance, beta);
        CHECK(stage2_error(queries, z, beta) <= kBound);
        if (beta * static_cast<double>(distance * distance) < 100.0) continue;
        const Matrix exact = posterior_mean(queries.cast<double>(), z.cast<double>(), beta);
        const FloatMatrix fast = posterior_mean_fast(queries, z, beta, PairSum::kAllPairs);
        CHECK(relative_difference(fast, exact, 2.0) <= kBound);
      }
    }
  }
}

TEST_CASE("a query between two far heaps is within the bound however small its weights are") {
  Rng rng(64);
  for (const Index d : {1, 2, 16}) {
    for (const Index n : {2, 300}) {
      FloatMatrix z(n, d), query(1, d);
      for (int draw = 0; draw < (n > 2 ? 15 : 150); ++draw) {
        const double score = 1.0 + 80.0 * rng.uniform();
        double distance2 = 0.0;
        for (Index k = 0; k < d; ++k) {
          const double left = rng.normal(), right = rng.normal();
          for (Index i = 0; i < n; ++i) z(i, k) = static_cast<float>(i % 2 ? left : right);
          query(k) = static_cast<float>(0.5 * (left + right));
          distance2 += 0.25 * (left - right) * (left - right);
        }
        // Off the middle by so much that the heaps' weights differ.
        query(0) += static_cast<float>(0.1 * rng.normal() / score) * (z(1, 0) - z(0, 0));
        CAPTURE(d, n, draw, score);
        check_stage2(query, z, 2.0 * score / distance2);
      }
    }
  }
}

TEST_CASE("the float posterior mean under one particle is that particle") {
  const FloatMatrix z = uniform_cloud(1, 3, 2.0, 65);
  const FloatMatrix queries = uniform_cloud(40, 3, 1e4, 66);
  for (const double beta : {1e-30, 1.0, 1e30}) {
    CHECK(stage2_error(queries, z, beta) <= kBound);
    const FloatMatrix same = z.replicate(5, 1);
    CHECK(posterior_mean_fast(same, same, beta) == same);
  }
}

TEST_CASE("the float exponentials are within their bound over the whole range") {
  // Every 4099th float from 0 to the end of the range.
  std::vector<float> x;
  for (std::uint32_t bits = 0x80000000U; bits < 0xc2fc0000U; bits += 4099) {
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    x.push_back(value);
  }
  x.push_back(0.0F);
  std::vector<float> out(x.size());
  on_each_instruction_set([&] {
    double worst = 0.0;
    kernels::exp2_not_positive(x.data(), x.size(), out.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = std::exp2(static_cast<double>(x[i]));
      worst = larger(worst, std::fabs(static_cast<double>(out[i]) / exact - 1.0));
    }
    CHECK(worst <= 3e-7);
    CHECK(worst >= 1e-8);
    worst = 0.0;
    kernels::exp_not_positive(x.data(), x.size(), out.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = std::exp(larger(static_cast<double>(x[i]), double{-87.3365448F}));
      worst = larger(worst, std::fabs(static_cast<double>(out[i]) / exact - 1.0));
    }
    CHECK(worst <= 3e-7);
    for (const float beyond : {-127.0F, -1e10F, -std::numeric_limits<float>::infinity()}) {
      kernels::exp2_not_positive(&beyond, 1, out.data());
      CHECK(static_cast<double>(out[0]) == Approx(std::ldexp(1.0, -126)).epsilon(1e-6));
      kernels::exp_not_positive(&beyond, 1, out.data());
      CHECK(static_cast<double>(out[0]) == Approx(std::ldexp(1.0, -126)).epsilon(1e-5));
    }
  });
}

TEST_CASE("the float step refuses bad input and names it") {
  const FloatMatrix z = FloatMatrix::Constant(3, 2, 1.0F);
  const auto step = [](const FloatMatrix& points, double beta, double eta,
                       PairSum how = PairSum::kAutomatic) {
    return message_of([&] { return stage1_step_fast(points, beta, eta, how); });
  };
  CHECK_THAT(step(FloatMatrix(0, 2), 1.0, 0.1),
             contains("stage1_step_fast: the rows of z is 0, expected a whole number from 1"));
  CHECK_THAT(step(FloatMatrix(3, 0), 1.0, 0.1),
             contains("stage1_step_fast: the columns of z is 0, expected a whole number from 1"));
  CHECK_THAT(step(z, 0.0, 0.1),
             contains("stage1_step_fast: beta is 0, expected a number from 1.17549e-38"));
  CHECK_THAT(step(z, 1e39, 0.1), contains("stage1_step_fast: beta is 1e39"));
  CHECK(step(z, 1.0, 1.5) == "stage1_step_fast: eta is 1.5, expected a number from 0 to 1");
  FloatMatrix bad = z;
  bad(2, 1) = std::nanf("");
  CHECK_THAT(step(bad, 1.0, 0.1),
             contains("stage1_step_fast: z[2, 1] is NaN, expected a number from"));
  CHECK_THAT(step(FloatMatrix::Zero(3, 3), 1.0, 0.1, PairSum::kTransform),
             contains("stage1_step_fast: how is the transform in 3 dimensions, expected"));
  CHECK(step(z, 1.0, 0.1, static_cast<PairSum>(99)) ==
        "stage1_step_fast: how is 99, expected one of PairSum");
}

TEST_CASE("the float posterior mean refuses bad input and names it") {
  const FloatMatrix z = FloatMatrix::Constant(3, 2, 1.0F);
  const auto mean = [](const FloatMatrix& queries, const FloatMatrix& points, double beta,
                       PairSum how = PairSum::kAutomatic) {
    return message_of([&] { return posterior_mean_fast(queries, points, beta, how); });
  };
  CHECK_THAT(mean(FloatMatrix(0, 2), z, 1.0),
             contains("posterior_mean_fast: the rows of queries is 0, expected"));
  CHECK_THAT(mean(z, FloatMatrix(0, 2), 1.0),
             contains("posterior_mean_fast: the rows of z is 0, expected"));
  CHECK(mean(FloatMatrix::Zero(1, 3), z, 1.0) ==
        "posterior_mean_fast: the columns of queries is 3, expected 2 (the columns of z)");
  CHECK_THAT(mean(z, z, -1.0), contains("posterior_mean_fast: beta_c is -1, expected a number"));
  FloatMatrix bad = z;
  bad(1, 0) = 2e15F;
  CHECK_THAT(mean(bad, z, 1.0),
             contains("posterior_mean_fast: queries[1, 0] is 2e15, expected a number from"));
  CHECK_THAT(mean(FloatMatrix::Zero(1, 3), FloatMatrix::Zero(2, 3), 1.0, PairSum::kTransform),
             contains("posterior_mean_fast: how is the transform in 3 dimensions, expected"));
}

TEST_CASE("the self-test of the exponential measures an error of rounding, not of nothing") {
  CHECK(kernels::exp_error() > 0.0);
  CHECK(kernels::exp_error() <= 3e-7);
}

TEST_CASE("the self-test of the exponential passes no bound where one number is NaN") {
  const std::vector<float> x = {0.0F, -1.0F, -2.0F};
  std::vector<float> computed(3);
  kernels::exp_not_positive(x.data(), x.size(), computed.data());
  CHECK(kernels::exp_error_of(x.data(), x.size(), computed.data()) <= 3e-7);
  for (std::size_t broken = 0; broken < 3; ++broken) {
    std::vector<float> y = computed;
    y[broken] = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(kernels::exp_error_of(x.data(), x.size(), y.data())));
    y[broken] = std::numeric_limits<float>::infinity();
    CHECK_FALSE(kernels::exp_error_of(x.data(), x.size(), y.data()) <= 3e-7);
  }
}

// ---- Stage 2 by the transform; Stage 1 by it is in test_fast_particle_flow.cpp ----

namespace {

// Largest error of the transform's posterior means, relative to the extent of queries and particles
// together, less the rounding of what comes out.
double transform_error(const FloatMatrix& queries, const FloatMatrix& z, double beta) {
  const Matrix fast = posterior_mean_fast(queries, z, beta, PairSum::kTransform).cast<double>();
  const Matrix exact = posterior_mean(queries.cast<double>(), z.cast<double>(), beta);
  FloatMatrix together(queries.rows() + z.rows(), z.cols());
  together << queries, z;
  const double size = larger(extent(together), 1e-300);
  double worst = 0.0;
  for (Index i = 0; i < exact.size(); ++i) {
    const double error =
        std::fabs(fast.data()[i] - exact.data()[i]) - 6e-8 * std::fabs(exact.data()[i]);
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
    worst = larger(worst, error / size);
  }
  return worst;
}

}  // namespace

TEST_CASE("posterior means by the transform are within the bound over sizes and bandwidths") {
  for (const Index d : {1, 2}) {
    const FloatMatrix queries = uniform_cloud(150, d, 6.0, 81);
    for (const Index n : {1, 2, 30, 150, 1500}) {
      const FloatMatrix z = uniform_cloud(n, d, 2.0, 82);
      for (const double beta : {2e-38, 1e-6, 0.1, 2.0, 16.0, 1e3}) {
        CAPTURE(d, n, beta);
        CHECK(transform_error(queries, z, beta) <= kBound);
      }
    }
  }
}

TEST_CASE("posterior means by the transform are within the bound at any distance from a cluster") {
  Rng rng(83);
  for (const Index d : {1, 2}) {
    for (const Index n : {1, 100, 20000}) {
      FloatMatrix z = uniform_cloud(n, d, 1e-3, 84);
      FloatMatrix queries(45, d);
      for (Index i = 0; i < queries.rows(); ++i) {
        queries(i, 0) = 0.2F * static_cast<float>(i);
        if (d == 2) queries(i, 1) = static_cast<float>(0.3 * rng.normal());
      }
      // The extent, to which errors are relative, grows with the queries.
      for (const Index most : {5, 15, 25, 35, 45}) {
        CAPTURE(d, n, most);
        CHECK(transform_error(queries.topRows(most), z, 1.0) <= kBound);
      }
    }
  }
}

TEST_CASE("queries far from every particle get their posterior mean all the same") {
  for (const Index d : {1, 2}) {
    FloatMatrix queries = uniform_cloud(100, d, 2.0, 85);
    queries(3, 0) = 40.0F;
    queries(4, d - 1) = -1e6F;
    queries(5, 0) = 1e14F;
    const FloatMatrix z = uniform_cloud(300, d, 2.0, 86);
    const Matrix fast = posterior_mean_fast(queries, z, 16.0, PairSum::kTransform).cast<double>();
    const Matrix exact = posterior_mean(queries.cast<double>(), z.cast<double>(), 16.0);
    CHECK(largest(fast - exact) <= 4.0 * kBound);
    // Far particles do not weigh on near queries.
    FloatMatrix outliers = z;
    outliers(7, 0) = 1e14F;
    outliers(8, d - 1) = -3e3F;
    const FloatMatrix near = uniform_cloud(100, d, 2.0, 87);
    const Matrix with =
        posterior_mean_fast(near, outliers, 16.0, PairSum::kTransform).cast<double>();
    const Matrix expected = posterior_mean(near.cast<double>(), outliers.cast<double>(), 16.0);
    CHECK(largest(with - expected) <= 4.0 * kBound);
  }
}

TEST_CASE(
    "posterior means by the transform: particles as their own queries, and parts of a matrix") {
  for (const Index d : {1, 2}) {
    const FloatMatrix z = uniform_cloud(800, d, 2.0, 88);
    CHECK(posterior_mean_fast(z, z, 9.0, PairSum::kTransform)
              .isApprox(stage1_step_fast(z, 9.0, 1.0, PairSum::kTransform), 2e-6F));
    // Rows of a wider matrix are not contiguous.
    const FloatMatrix wide = uniform_cloud(800, 3, 2.0, 89);
    const FloatMatrix part = wide.leftCols(d);
    CHECK(posterior_mean_fast(wide.leftCols(d), z, 9.0, PairSum::kTransform) ==
          posterior_mean_fast(part, z, 9.0, PairSum::kTransform));
    CHECK(stage1_step_fast(wide.leftCols(d), 9.0, 1.0, PairSum::kTransform) ==
          stage1_step_fast(part, 9.0, 1.0, PairSum::kTransform));
  }
}

TEST_CASE("posterior means by the transform and by all pairs agree") {
  for (const Index d : {1, 2}) {
    const FloatMatrix queries = uniform_cloud(500, d, 3.0, 90);
    const FloatMatrix z = uniform_cloud(2000, d, 2.0, 91);
    const FloatMatrix pairs = posterior_mean_fast(queries, z, 16.0, PairSum::kAllPairs);
    const FloatMatrix transform = posterior_mean_fast(queries, z, 16.0, PairSum::kTransform);
    const FloatMatrix automatic = posterior_mean_fast(queries, z, 16.0);
    CHECK(largest(pairs - transform) <= 2.0 * kBound * 6.0);
    CHECK((automatic == pairs || automatic == transform));
  }
}
