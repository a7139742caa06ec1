#include "attn/denoising/mmse.hpp"

#include <cmath>
#include <functional>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/quadrature.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kPi = 3.14159265358979323846;

Matrix column(std::initializer_list<double> values) {
  Matrix m(static_cast<Index>(values.size()), 1);
  Index i = 0;
  for (const double x : values) m(i++, 0) = x;
  return m;
}

GaussianMixture mixture(const Matrix& means, std::initializer_list<double> weights,
                        double variance) {
  return {means, column(weights).col(0), variance};
}

// Independent coordinates: component (i, j) is component i of a next to component j of b.
GaussianMixture product(const GaussianMixture& a, const GaussianMixture& b) {
  const Index n = a.means.rows() * b.means.rows();
  GaussianMixture out{Matrix(n, a.means.cols() + b.means.cols()), Vector(n), a.variance};
  for (Index i = 0; i < a.means.rows(); ++i) {
    for (Index j = 0; j < b.means.rows(); ++j) {
      const Index c = i * b.means.rows() + j;
      out.means.row(c) << a.means.row(i), b.means.row(j);
      out.weights(c) = a.weights(i) * b.weights(j);
    }
  }
  return out;
}

// Trapezoidal rule on the line, which converges faster than any power of the step for what is
// analytic there.
double on_line(const std::function<double(double)>& f, double half_width) {
  const double h = half_width / 4000.0;
  double sum = 0.0;
  for (int i = -4000; i <= 4000; ++i) sum += f(h * i);
  return h * sum;
}

// The density of what is seen, one-dimensional.
double density(const GaussianMixture& prior, double noise, double y) {
  const double total = prior.variance + noise;
  double p = 0.0;
  for (Index c = 0; c < prior.means.rows(); ++c) {
    const double u = y - prior.means(c, 0);
    p += prior.weights(c) * std::exp(-0.5 * u * u / total) / std::sqrt(2.0 * kPi * total);
  }
  return p;
}

double prior_variance(const GaussianMixture& prior) {
  const Vector mean = prior.means.transpose() * prior.weights;
  double sum = 0.0;
  for (Index c = 0; c < prior.means.rows(); ++c) {
    sum += prior.weights(c) * (prior.means.row(c).transpose() - mean).squaredNorm();
  }
  return sum + static_cast<double>(prior.means.cols()) * prior.variance;
}

const GaussianMixture kUneven = mixture(column({-1.0, 0.2, 3.0}), {0.3, 0.6, 0.1}, 0.04);

}  // namespace

// Values of other mixtures, by mpmath, are in reference/mmse_*.json.

TEST_CASE("published parameters: .2547 of the noise for d = 4, .4620 for point masses") {
  const Mmse fitted = mmse(two_modes(1.0, 0.025, 4), 0.5);
  CHECK(fitted.value / 0.5 == Approx(0.2547).margin(5e-5));
  CHECK(fitted.method == MmseMethod::kLine);
  CHECK(mmse(two_modes(1.0, 0.0, 1), 0.5).value / 0.5 == Approx(0.4620).margin(5e-5));
}

TEST_CASE("two equal modes: the closed formula with sech^2, in any dimension") {
  for (const Index d : {1, 2, 5}) {
    for (const double s2 : {0.0, 0.05, 1.0}) {
      for (const double noise : {0.05, 0.5, 20.0}) {
        const double centre = 0.8;
        const double mu = centre * std::sqrt(static_cast<double>(d));
        const double total = s2 + noise;
        const auto sech2 = [&](double y) {
          const double c = std::cosh(mu * y / total);
          const double u = (y - mu) / std::sqrt(total);
          return std::exp(-0.5 * u * u) / std::sqrt(2.0 * kPi * total) / (c * c);
        };
        const double share = noise / total;
        const double expected =
            static_cast<double>(d) * s2 * share +
            share * share * mu * mu * on_line(sech2, mu + 14.0 * std::sqrt(total));
        const Mmse m = mmse(two_modes(centre, s2, d), noise);
        CHECK(m.value == Approx(expected).epsilon(1e-12));
        CHECK(m.error <= 1e-10 * m.value);
      }
    }
  }
}

TEST_CASE("one Gaussian, and components at one place, have the closed form s2 n / (s2 + n)") {
  const Mmse one = mmse({Matrix::Constant(1, 3, 2.0), Vector::Constant(1, 1.0), 2.0}, 0.5);
  CHECK(one.value == Approx(3.0 * 2.0 * 0.5 / 2.5).epsilon(1e-15));
  CHECK(one.method == MmseMethod::kClosedForm);
  CHECK(one.error <= 1e-15 * one.value);
  const Mmse same = mmse(mixture(column({1.0, 1.0}), {0.2, 0.8}, 2.0), 0.5);
  CHECK(same.value == Approx(0.4).epsilon(1e-15));
  CHECK(same.method == MmseMethod::kClosedForm);
}

TEST_CASE("Brown's identity: the error is n d - n^2 times the Fisher information of what is seen") {
  for (const double noise : {0.1, 0.5, 3.0}) {
    const auto information = [&](double y) {
      const double m = exact_posterior_mean(kUneven, Matrix::Constant(1, 1, y), noise)(0, 0);
      const double score = (m - y) / noise;  // Tweedie's formula
      return density(kUneven, noise, y) * score * score;
    };
    const double expected = noise - noise * noise * on_line(information, 30.0);
    CHECK(mmse(kUneven, noise).value == Approx(expected).epsilon(1e-11));
  }
}

TEST_CASE("the error is the average of the posterior variance") {
  for (const double noise : {0.1, 0.5, 3.0}) {
    const auto uncertainty = [&](double y) {
      const Matrix query = Matrix::Constant(1, 1, y);
      return density(kUneven, noise, y) * exact_posterior_variance(kUneven, query, noise)(0);
    };
    CHECK(mmse(kUneven, noise).value == Approx(on_line(uncertainty, 30.0)).epsilon(1e-12));
  }
}

TEST_CASE("the posterior mean makes this error on a sample, in one, two and three dimensions") {
  GaussianMixture plane = mixture(Matrix(3, 2), {0.5, 0.3, 0.2}, 0.1);
  plane.means << 0, 0, 2, 0.5, -0.5, 1.5;
  GaussianMixture space = mixture(Matrix(4, 3), {0.4, 0.3, 0.2, 0.1}, 0.1);
  space.means << 0, 0, 0, 1.5, 0, 0, 0, 1.5, 0, 0, 0, 1.5;
  for (const GaussianMixture& prior : {kUneven, plane, space}) {
    Rng rng(51);
    const Index n = 40000;
    const MixtureSample s = sample(prior, 0.5, n, rng);
    const Matrix best = exact_posterior_mean(prior, s.noisy, 0.5);
    const Vector squares = (best - s.clean).rowwise().squaredNorm();
    const double mean = squares.mean();
    const double deviation = std::sqrt((squares.array() - mean).square().mean());
    const Mmse m = mmse(prior, 0.5);
    const double allowed = 4.0 * (deviation / std::sqrt(static_cast<double>(n)) + m.error);
    CHECK(std::fabs(m.value - mean) <= allowed);
  }
}

TEST_CASE("independent coordinates add: two on lines, in the plane, in space by draws") {
  const GaussianMixture a = mixture(column({-1.0, 1.0}), {0.6, 0.4}, 0.02);
  const GaussianMixture b = mixture(column({-0.7, 0.4, 0.9}), {0.2, 0.5, 0.3}, 0.02);
  for (const double noise : {0.02, 0.5, 1e3}) {
    const double sum = mmse(a, noise).value + mmse(b, noise).value;
    const Mmse plane = mmse(product(a, b), noise);
    CHECK(plane.method == MmseMethod::kPlane);
    CHECK(plane.value == Approx(sum).epsilon(1e-11));
    CHECK(plane.error <= 1e-9 * plane.value);
    MmseOptions by_draws;
    by_draws.plane_work = 0.0;
    by_draws.draws = 20000;
    const Mmse drawn = mmse(product(a, b), noise, by_draws);
    CHECK(drawn.method == MmseMethod::kMonteCarlo);
    CHECK(std::fabs(drawn.value - sum) <= 4.0 * drawn.error);
    CHECK(drawn.error <= 0.02 * sum);
    const Mmse space = mmse(product(product(a, b), a), noise, by_draws);
    CHECK(space.method == MmseMethod::kMonteCarlo);
    CHECK(std::fabs(space.value - sum - mmse(a, noise).value) <= 4.0 * space.error);
  }
}

TEST_CASE("only the span of the means counts: rotated, shifted and in more dimensions the same") {
  // Orthonormal: (2, 1, 2)/3 and (-2, 2, 1)/3.
  Matrix frame(2, 3);
  frame << 2.0 / 3, 1.0 / 3, 2.0 / 3, -2.0 / 3, 2.0 / 3, 1.0 / 3;
  GaussianMixture flat = mixture(Matrix(3, 2), {0.5, 0.3, 0.2}, 0.0);
  flat.means << 0, 0, 1.5, 0.25, -0.5, 1.75;
  GaussianMixture space = flat;
  space.means = (flat.means * frame).array() + 7.0;
  CHECK(mmse(space, 0.5).value == Approx(mmse(flat, 0.5).value).epsilon(1e-12));
  CHECK(mmse(space, 0.5).method == MmseMethod::kPlane);
  GaussianMixture line = mixture(column({0.0, 0.9, 2.1}), {0.5, 0.3, 0.2}, 0.0);
  GaussianMixture tilted = line;
  tilted.means = line.means * frame.row(0);
  CHECK(mmse(tilted, 0.5).value == Approx(mmse(line, 0.5).value).epsilon(1e-12));
  CHECK(mmse(tilted, 0.5).method == MmseMethod::kLine);
}

TEST_CASE("more noise, more error: from nothing at no noise to the prior's variance") {
  for (const GaussianMixture& prior :
       {kUneven, two_modes(1.0, 0.0, 2), mixture(column({0.0, 1.0}), {1e-9, 1.0 - 1e-9}, 0.01)}) {
    CHECK(mmse(prior, 0.0).value == 0.0);
    double before = 0.0;
    for (double noise = 1e-4; noise < 1e8; noise *= 3.0) {
      const double value = mmse(prior, noise).value;
      CHECK(value >= before);
      CHECK(value <= prior_variance(prior) * (1.0 + 1e-12));
      CHECK(value <= noise * static_cast<double>(prior.means.cols()));
      before = value;
    }
    CHECK(mmse(prior, 1e12).value == Approx(prior_variance(prior)).epsilon(1e-10));
  }
}

TEST_CASE("tiny and huge noise: units do not matter, and small errors keep their digits") {
  const double standard = mmse(kUneven, 0.5).value;
  for (const double unit : {1e-70, 1e-3, 1e70}) {
    GaussianMixture scaled = kUneven;
    scaled.means *= unit;
    scaled.variance *= unit * unit;
    CHECK(mmse(scaled, 0.5 * unit * unit).value == Approx(standard * unit * unit).epsilon(1e-12));
  }
  // Two point masses D standard deviations apart: (noise) D^2 exp(-D^2 / 8) times an integral that
  // tends to sqrt(pi / 8) / D; the next term is -pi^2 / (8 (D / 2)^2) of it.
  for (const double distance : {40.0, 60.0, 75.0}) {
    const double value = mmse(two_modes(0.5 * distance, 0.0, 1), 1.0).value;
    const double leading = distance * std::exp(-distance * distance / 8.0) * std::sqrt(kPi / 8.0);
    const double next = 1.0 - kPi * kPi / (2.0 * distance * distance);
    CHECK(value == Approx(leading * next).epsilon(100.0 / std::pow(distance, 4.0)));
  }
  CHECK(mmse(two_modes(1.0, 0.0, 3), 1e-300).value == 0.0);
  CHECK(mmse(two_modes(1e150, 0.0, 1), 5e-324).value == 0.0);
  CHECK(mmse(two_modes(1e-150, 0.0, 1), 1e300).value == Approx(1e-300).epsilon(1e-12));
}

TEST_CASE("a rare component is worth its weight") {
  // Far from the common one but within its reach, it is seen, and wrong by its distance where not.
  for (const double weight : {1e-3, 1e-12, 1e-100}) {
    const GaussianMixture prior = mixture(column({0.0, 1.0}), {1.0 - weight, weight}, 0.0);
    const Mmse m = mmse(prior, 1.0);
    CHECK(m.value == Approx(weight).epsilon(3.0 * weight + 1e-13));
    CHECK(m.error <= 1e-10 * m.value);
  }
}

TEST_CASE("empirical priors: thousands of points, each seen by those that matter") {
  Rng rng(52);
  const Matrix points = sample(two_modes(1.0, 0.1, 1), 0.0, 2000, rng).clean;
  const GaussianMixture prior = point_masses(points);
  // Noise wider than the gaps: the smooth prior's error, up to the sampling of 2000 points.
  CHECK(mmse(prior, 0.5).value == Approx(mmse(two_modes(1.0, 0.1, 1), 0.5).value).epsilon(0.03));
  // Noise of all sizes: against the posterior mean of the particles, on fresh queries.
  for (const double noise : {1e-8, 1e-5, 0.5}) {
    const MixtureSample s = sample(prior, noise, 1000, rng);
    const Vector squares =
        (posterior_mean(s.noisy, points, 1.0 / noise) - s.clean).rowwise().squaredNorm();
    const double deviation = std::sqrt((squares.array() - squares.mean()).square().mean());
    const Mmse m = mmse(prior, noise);
    CHECK(m.method == MmseMethod::kLine);
    CHECK(m.error <= 1e-10 * m.value);
    CHECK(std::fabs(m.value - squares.mean()) <= 4.0 * deviation / std::sqrt(1000.0));
  }
}

TEST_CASE("points come in any order, and repeated ones add their weights") {
  const Mmse a = mmse(mixture(column({0.3, -1.0, 0.3, 2.0}), {0.1, 0.4, 0.2, 0.3}, 0.0), 0.5);
  const Mmse b = mmse(mixture(column({-1.0, 0.3, 2.0}), {0.4, 0.3, 0.3}, 0.0), 0.5);
  CHECK(a.value == Approx(b.value).epsilon(1e-14));
}

TEST_CASE("components out of reach of each other do not mix: the error is that of their groups") {
  const GaussianMixture pair = mixture(column({0.0, 1.0}), {0.5, 0.5}, 0.0);
  const GaussianMixture apart =
      mixture(column({0.0, 1e9, 1.0, 1e9 + 1.0}), {0.25, 0.25, 0.25, 0.25}, 0.0);
  CHECK(mmse(apart, 0.5).value == Approx(mmse(pair, 0.5).value).epsilon(1e-12));
  // In space: two pairs on lines of their own, one component alone.
  GaussianMixture corners = mixture(Matrix(5, 3), {0.2, 0.2, 0.2, 0.2, 0.2}, 0.0);
  corners.means << 0, 0, 0, 1e6, 0, 0, 0, 1, 0, 1e6, 0, 1, 0, 0, -1e6;
  const Mmse m = mmse(corners, 0.5);
  CHECK(m.method == MmseMethod::kLine);
  CHECK(m.value == Approx(0.8 * mmse(pair, 0.5).value).epsilon(1e-12));
}

TEST_CASE("draws are reproducible, and more of them are closer") {
  GaussianMixture prior = mixture(Matrix(4, 3), {0.4, 0.3, 0.2, 0.1}, 0.1);
  prior.means << 0, 0, 0, 1.5, 0, 0, 0, 1.5, 0, 0, 0, 1.5;
  MmseOptions options;
  options.draws = 2000;
  const Mmse few = mmse(prior, 0.5, options);
  CHECK(mmse(prior, 0.5, options).value == few.value);
  options.seed = 2;
  CHECK(mmse(prior, 0.5, options).value != few.value);
  options.draws = 50000;
  const Mmse many = mmse(prior, 0.5, options);
  CHECK(few.error / many.error == Approx(5.0).epsilon(0.1));
  CHECK(std::fabs(few.value - many.value) <= 4.0 * few.error);
}

TEST_CASE("mmse refuses bad input and names it") {
  const GaussianMixture good = two_modes(1.0, 0.0, 1);
  GaussianMixture bad = good;
  bad.weights(0) = 0.7;
  CHECK(message_of([&] { return mmse(bad, 0.5); }) ==
        "mmse: the sum of mixture.weights is 1.2, expected a number from 1 to 1");
  CHECK(message_of([&] { return mmse(good, -1.0); }) ==
        "mmse: noise_variance is -1, expected a number from 0 to 1e300");
  CHECK(message_of([&] { return mmse(good, std::nan("")); }) ==
        "mmse: noise_variance is NaN, expected a number from 0 to 1e300");
  bad = good;
  bad.variance = 1e301;
  CHECK(message_of([&] { return mmse(bad, 1.0); }) ==
        "mmse: prior.variance is 1e301, expected a number from 0 to 1e300");
  CHECK(message_of([] { return mmse(point_masses(Matrix::Zero(5000, 2)), 0.5); }) ==
        "mmse: the number of components is 5000, expected a whole number from 1 to 4096");
  CHECK(message_of([] { return mmse(point_masses(Matrix::Zero(20001, 1)), 0.5); }) ==
        "mmse: the number of components is 20001, expected a whole number from 1 to 20000");
  MmseOptions options;
  options.draws = 1;
  CHECK(message_of([&] { return mmse(good, 0.5, options); }) ==
        "mmse: options.draws is 1, expected a whole number from 2 to 1000000000");
  options = {};
  options.plane_work = -1.0;
  CHECK(message_of([&] { return mmse(good, 0.5, options); }) ==
        "mmse: options.plane_work is -1, expected a finite number >= 0");
}
