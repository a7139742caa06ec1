#include "attn/gaussian_mixture.hpp"

#include <cmath>

#include "attn/denoiser.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("two point masses give the posterior mean c tanh(c q / sigma^2)") {
  const GaussianMixture prior = two_modes(1.5, 0.0, 1);
  for (const double q : {-4.0, -0.3, 0.0, 0.7, 2.0}) {
    const double mean = exact_posterior_mean(prior, Matrix::Constant(1, 1, q), 0.5)(0, 0);
    CHECK(std::fabs(mean - 1.5 * std::tanh(1.5 * q / 0.5)) <= 1e-14);
  }
}

TEST_CASE("one Gaussian shrinks the query towards its mean by the share of the noise") {
  GaussianMixture prior{Matrix::Constant(1, 3, 2.0), Vector::Constant(1, 1.0), 3.0};
  const Matrix mean = exact_posterior_mean(prior, Matrix::Constant(1, 3, -2.0), 1.0);
  CHECK((mean - Matrix::Constant(1, 3, 0.75 * -2.0 + 0.25 * 2.0)).cwiseAbs().maxCoeff() <= 1e-15);
}

TEST_CASE("unequal weights count: the posterior is Bayes' rule written out") {
  GaussianMixture prior{Matrix(2, 1), Vector(2), 0.3};
  prior.means << -1.0, 2.0;
  prior.weights << 0.9, 0.1;
  const double q = 0.8;
  const double total = 0.3 + 0.5;
  double evidence = 0.0;
  double expected = 0.0;
  for (Index c = 0; c < 2; ++c) {
    const double u = q - prior.means(c, 0);
    const double joint = prior.weights(c) * std::exp(-0.5 * u * u / total);
    evidence += joint;
    expected += joint * (0.3 * q + 0.5 * prior.means(c, 0)) / total;
  }
  const double mean = exact_posterior_mean(prior, Matrix::Constant(1, 1, q), 0.5)(0, 0);
  CHECK(std::fabs(mean - expected / evidence) <= 1e-15);
}

TEST_CASE("point masses are particles: the exact answer is Stage 2 on the modes") {
  GaussianMixture prior{Matrix(3, 2), Vector::Constant(3, 1.0 / 3.0), 0.0};
  prior.means << 0, 1, 2, -1, -3, 0.5;
  Matrix q(2, 2);
  q << 0.3, 0.4, -50, 60;
  const Matrix difference =
      exact_posterior_mean(prior, q, 0.25) - posterior_mean(q, prior.means, 4.0);
  CHECK(difference.cwiseAbs().maxCoeff() <= 1e-13);
}

TEST_CASE("the exact answer is the least mean square error among shrinkages, on a sample") {
  const GaussianMixture prior = two_modes(1.0, 0.1, 2);
  Rng rng(31);
  const MixtureSample s = sample(prior, 0.5, 20000, rng);
  const Matrix best = exact_posterior_mean(prior, s.noisy, 0.5);
  const double error = (best - s.clean).squaredNorm();
  for (const double shrink : {1.0, 0.9, 0.7, 0.5})
    CHECK(error < (shrink * s.noisy - s.clean).squaredNorm());
  for (const double shrink : {0.95, 1.05}) CHECK(error < (shrink * best - s.clean).squaredNorm());
}

TEST_CASE("a sample has the moments of the mixture and remembers its components") {
  Rng rng(32);
  const MixtureSample s = sample(two_modes(2.0, 0.09, 1), 0.25, 50000, rng);
  double upper = 0.0;
  double within = 0.0;
  double noise = 0.0;
  for (Index i = 0; i < 50000; ++i) {
    const double mean = s.component[static_cast<std::size_t>(i)] == 1 ? 2.0 : -2.0;
    upper += mean > 0.0 ? 1.0 : 0.0;
    within += (s.clean(i, 0) - mean) * (s.clean(i, 0) - mean);
    noise += (s.noisy(i, 0) - s.clean(i, 0)) * (s.noisy(i, 0) - s.clean(i, 0));
  }
  CHECK(upper / 50000 == Approx(0.5).epsilon(0.02));
  CHECK(within / 50000 == Approx(0.09).epsilon(0.03));
  CHECK(noise / 50000 == Approx(0.25).epsilon(0.03));
}

TEST_CASE("a longer sample begins with the shorter one") {
  Rng a(33);
  Rng b(33);
  const MixtureSample shorter = sample(two_modes(1.0, 0.0, 2), 0.5, 5, a);
  const MixtureSample longer = sample(two_modes(1.0, 0.0, 2), 0.5, 9, b);
  CHECK(longer.noisy.topRows(5) == shorter.noisy);
}

TEST_CASE("point masses without noise are sampled exactly") {
  Rng rng(34);
  const MixtureSample s = sample(two_modes(1.25, 0.0, 1), 0.0, 50, rng);
  CHECK(s.noisy.cwiseAbs() == Matrix::Constant(50, 1, 1.25));
}

TEST_CASE("mixtures refuse bad input, and the generator is then untouched") {
  const GaussianMixture good = two_modes(1.0, 0.0, 1);
  Rng rng(35);
  Rng twin(35);
  GaussianMixture bad = good;
  bad.weights(0) = 0.7;
  CHECK(message_of([&] { sample(bad, 0.5, 3, rng); }) ==
        "sample: the sum of mixture.weights is 1.2, expected a number from 1 to 1");
  CHECK(message_of([&] { sample(good, -1.0, 3, rng); }) ==
        "sample: noise_variance is -1, expected a finite number >= 0");
  CHECK(message_of([&] { sample(good, 1.0, 0, rng); }) ==
        "sample: n is 0, expected a whole number from 1 to 10000000");
  bad.weights = Vector::Constant(3, 1.0 / 3.0);
  CHECK(message_of([&] { sample(bad, 0.5, 3, rng); }) ==
        "sample: mixture.weights is 3 x 1, expected 2 x 1");
  CHECK(rng.next() == twin.next());
  CHECK(message_of([] { two_modes(std::nan(""), 0.0, 1); }) ==
        "two_modes: centre is NaN, expected a finite number");
  CHECK(message_of([] { two_modes(1.0, -1.0, 1); }) ==
        "two_modes: variance is -1, expected a finite number >= 0");
  CHECK(message_of([] { two_modes(1.0, 0.0, 0); }) ==
        "two_modes: dimension is 0, expected a whole number from 1 to 1000000");
  CHECK(message_of([&] { exact_posterior_mean(good, Matrix::Zero(1, 2), 0.5); }) ==
        "exact_posterior_mean: queries has 2 columns, expected 1 (the columns of mixture.means)");
  CHECK(message_of([&] { exact_posterior_mean(good, Matrix::Zero(1, 1), 0.0); }) ==
        "exact_posterior_mean: noise_variance is 0, expected a finite number > 0");
}
