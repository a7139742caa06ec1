#include "attn/denoising/gaussian_mixture.hpp"

#include <cmath>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/largest.hpp"
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
  CHECK(largest(mean - Matrix::Constant(1, 3, 0.75 * -2.0 + 0.25 * 2.0)) <= 1e-15);
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
  CHECK(largest(difference) <= 1e-13);
}

TEST_CASE("point masses from a cloud: equal weights, and the posterior mean of Stage 2") {
  Rng rng(36);
  const Matrix cloud = sample(two_modes(1.0, 0.2, 2), 0.0, 30, rng).clean;
  const GaussianMixture prior = point_masses(cloud);
  CHECK(prior.means == cloud);
  CHECK(prior.weights == Vector::Constant(30, 1.0 / 30.0));
  CHECK(prior.variance == 0.0);
  const Matrix q = cloud.topRows(5) * 1.5;
  const Matrix difference = exact_posterior_mean(prior, q, 0.25) - posterior_mean(q, cloud, 4.0);
  CHECK(largest(difference) <= 1e-14);
}

TEST_CASE("the posterior variance is the noise times the divergence of the posterior mean") {
  // The second-order form of Tweedie's formula: Cov(x | y) = noise * d E[x | y] / dy.
  GaussianMixture prior{Matrix(3, 2), Vector(3), 0.3};
  prior.means << -1, 0, 1, 0.5, 0.2, 2;
  prior.weights << 0.5, 0.3, 0.2;
  Matrix q(3, 2);
  q << 0.1, 0.2, -1.0, 1.5, 4.0, -3.0;
  const double h = 1e-5;
  const Vector variance = exact_posterior_variance(prior, q, 0.5);
  for (Index i = 0; i < q.rows(); ++i) {
    double divergence = 0.0;
    for (Index k = 0; k < 2; ++k) {
      Matrix up = q.row(i);
      Matrix down = q.row(i);
      up(0, k) += h;
      down(0, k) -= h;
      divergence += (exact_posterior_mean(prior, up, 0.5)(0, k) -
                     exact_posterior_mean(prior, down, 0.5)(0, k)) /
                    (2 * h);
    }
    CHECK(variance(i) == Approx(0.5 * divergence).epsilon(1e-8));
  }
}

TEST_CASE("posterior variances: of one Gaussian the closed form, of two point masses sech^2") {
  const GaussianMixture one{Matrix::Constant(1, 3, 2.0), Vector::Constant(1, 1.0), 3.0};
  CHECK(exact_posterior_variance(one, Matrix::Constant(1, 3, -9.0), 1.0)(0) ==
        Approx(3.0 * 0.75).epsilon(1e-15));
  for (const double q : {0.0, 0.3, -2.0}) {
    const double c = std::cosh(1.5 * q / 0.5);
    CHECK(exact_posterior_variance(two_modes(1.5, 0.0, 1), Matrix::Constant(1, 1, q), 0.5)(0) ==
          Approx(2.25 / (c * c)).epsilon(1e-13));
  }
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
  CHECK(message_of([&] { return sample(bad, 0.5, 3, rng); }) ==
        "sample: the sum of mixture.weights is 1.2, expected a number from 1 to 1");
  CHECK(message_of([&] { return sample(good, -1.0, 3, rng); }) ==
        "sample: noise_variance is -1, expected a finite number >= 0");
  CHECK(message_of([&] { return sample(good, 1.0, 0, rng); }) ==
        "sample: n is 0, expected a whole number from 1 to 10000000");
  bad.weights = Vector::Constant(3, 1.0 / 3.0);
  CHECK(message_of([&] { return sample(bad, 0.5, 3, rng); }) ==
        "sample: mixture.weights is 3 x 1, expected 2 x 1");
  CHECK(rng.next() == twin.next());
  CHECK(message_of([] { return two_modes(std::nan(""), 0.0, 1); }) ==
        "two_modes: centre is NaN, expected a finite number");
  CHECK(message_of([] { return two_modes(1.0, -1.0, 1); }) ==
        "two_modes: variance is -1, expected a finite number >= 0");
  CHECK(message_of([] { return two_modes(1.0, 0.0, 0); }) ==
        "two_modes: dimension is 0, expected a whole number from 1 to 1000000");
  CHECK(message_of([&] { return exact_posterior_mean(good, Matrix::Zero(1, 2), 0.5); }) ==
        "exact_posterior_mean: queries has 2 columns, expected 1 (the columns of mixture.means)");
  CHECK(message_of([&] { return exact_posterior_mean(good, Matrix::Zero(1, 1), 0.0); }) ==
        "exact_posterior_mean: noise_variance is 0, expected a finite number > 0");
  CHECK(message_of([&] { return exact_posterior_variance(good, Matrix::Zero(1, 2), 0.5); }) ==
        "exact_posterior_variance: queries has 2 columns, expected 1 (the columns of "
        "mixture.means)");
  CHECK(message_of([] { return point_masses(Matrix(0, 1)); }) ==
        "point_masses: points is 0 x 1, expected at least 1 x 1");
}

TEST_CASE("variances that add up to more than a double are an error") {
  const GaussianMixture wide = two_modes(1.0, 1.7e308, 2);
  const Matrix query = Matrix::Ones(1, 2);
  CHECK_THROWS_WITH(exact_posterior_mean(wide, query, 1.7e308),
                    "exact_posterior_mean: mixture.variance + noise_variance is too large for a "
                    "double");
  CHECK_THROWS_WITH(exact_posterior_variance(two_modes(1.0, 1e308, 20), Matrix::Ones(1, 20), 1e307),
                    "exact_posterior_variance: a variance is too large for a double");
}

TEST_CASE("with hardly any noise the posterior mean is the nearest mean, whichever comes first") {
  Matrix means(3, 1);
  means << 5.0, -1.0, 1.0;
  Matrix queries(3, 1);
  queries << 0.9, -0.9, 100.0;
  Matrix nearest(3, 1);
  nearest << 1.0, -1.0, 5.0;
  for (const double noise : {1e-300, 1e-310, 5e-324}) {
    CHECK(exact_posterior_mean(point_masses(means), queries, noise) == nearest);
    CHECK(largest(exact_posterior_variance(point_masses(means), queries, noise)) == 0.0);
  }
  const Matrix far = 1e147 * means;
  CHECK(exact_posterior_mean(point_masses(far), 1e147 * queries, 1e-300) == 1e147 * nearest);
}
