#include "attn/denoiser_fast.hpp"

#include <cmath>
#include <limits>

#include "attn/denoiser.hpp"
#include "attn/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

// The bound that the header states.
constexpr double kBound = 1e-6;

// Largest error of the float step against the oracle on the same (float) points, relative to the
// cloud's extent.
double relative_error(const std::vector<float>& z, Index n, Index d, double beta, double eta) {
  const std::vector<float> fast = stage1_step_fast(z, n, d, beta, eta);
  Matrix wide(n, d);
  for (Index i = 0; i < wide.size(); ++i)
    wide.data()[i] = static_cast<double>(z[static_cast<std::size_t>(i)]);
  const Matrix exact = stage1_step(wide, beta, eta);
  double extent = 0.0;
  for (Index k = 0; k < d; ++k)
    extent = std::max(extent, wide.col(k).maxCoeff() - wide.col(k).minCoeff());
  double largest = 0.0;
  for (Index i = 0; i < exact.size(); ++i) {
    const double error =
        std::fabs(static_cast<double>(fast[static_cast<std::size_t>(i)]) - exact.data()[i]);
    largest =
        std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(largest, error);
  }
  return extent > 0.0 ? largest / extent : largest;
}

std::vector<float> uniform_cloud(Index n, Index d, double size, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> z(static_cast<std::size_t>(n * d));
  for (float& x : z) x = static_cast<float>(size * (2.0 * rng.uniform() - 1.0));
  return z;
}

}  // namespace

TEST_CASE("the float step is within its bound over sizes, dimensions, bandwidths and steps") {
  for (const Index n : {1, 2, 3, 4, 5, 8, 15, 16, 17, 63, 500}) {
    for (const Index d : {1, 2, 3, 5, 16}) {
      for (const double beta : {1e-6, 0.5, 5.0, 50.0, 1e4}) {
        for (const double eta : {0.1, 1.0}) {
          const auto seed = static_cast<std::uint64_t>(n * 31 + d);
          CHECK(relative_error(uniform_cloud(n, d, 2.0, seed), n, d, beta, eta) <= kBound);
        }
      }
    }
  }
}

TEST_CASE(
    "the float step is within its bound for clusters, far outliers, and clouds far from the "
    "origin") {
  Rng rng(41);
  std::vector<float> clustered;
  for (int i = 0; i < 300; ++i)
    clustered.push_back(static_cast<float>((i % 2 ? 1.0 : -1.0) + 1e-3 * rng.normal()));
  CHECK(relative_error(clustered, 300, 1, 5.0, 1.0) <= kBound);
  std::vector<float> outlier = clustered;
  outlier[7] = 1e14F;
  CHECK(relative_error(outlier, 300, 1, 5.0, 1.0) <= kBound);
  std::vector<float> moved = uniform_cloud(300, 2, 1.0, 42);
  for (float& x : moved) x += 1024.0F;
  CHECK(relative_error(moved, 300, 2, 5.0, 1.0) <=
        1e-4);  // the points themselves have 6e-5 of rounding there
}

TEST_CASE("equal points stay where they are under the float step") {
  const std::vector<float> z(50, 0.3F);
  CHECK(stage1_step_fast(z, 50, 1, 5.0, 1.0) == z);
  CHECK(stage1_step_fast(z, 10, 5, 5.0, 1.0) == z);
}

TEST_CASE("extreme bandwidths and denormal distances give finite numbers") {
  std::vector<float> z = uniform_cloud(40, 2, 1.0, 43);
  z[3] = std::numeric_limits<float>::denorm_min();
  z[4] = -1e15F;
  for (const double beta : {2e-38, 1e-30, 1e30, 3e38}) {
    for (const float x : stage1_step_fast(z, 40, 2, beta, 1.0)) CHECK(std::isfinite(x));
  }
}

TEST_CASE("the float step refuses bad input and names it") {
  const std::vector<float> z(6, 1.0F);
  const auto step = [](const std::vector<float>& points, Index n, Index d, double beta,
                       double eta) {
    return message_of([&] { stage1_step_fast(points, n, d, beta, eta); });
  };
  CHECK_THAT(step(z, 0, 2, 1.0, 0.1),
             contains("stage1_step_fast: n is 0, expected a whole number from 1"));
  CHECK_THAT(step(z, 3, 0, 1.0, 0.1),
             contains("stage1_step_fast: d is 0, expected a whole number from 1"));
  CHECK_THAT(step(z, 3, 1 << 28, 1.0, 0.1), contains("stage1_step_fast: d is 268435456"));
  CHECK(step(z, 2, 2, 1.0, 0.1) == "stage1_step_fast: the length of z is 6, expected 4 (n d)");
  CHECK_THAT(step(z, 3, 2, 0.0, 0.1),
             contains("stage1_step_fast: beta is 0, expected a number from 1.17549e-38"));
  CHECK_THAT(step(z, 3, 2, 1e39, 0.1), contains("stage1_step_fast: beta is 1e39"));
  CHECK(step(z, 3, 2, 1.0, 1.5) == "stage1_step_fast: eta is 1.5, expected a number from 0 to 1");
  std::vector<float> bad = z;
  bad[5] = std::nanf("");
  CHECK_THAT(step(bad, 3, 2, 1.0, 0.1),
             contains("stage1_step_fast: z[5] is NaN, expected a number from"));
}
