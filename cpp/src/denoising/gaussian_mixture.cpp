#include "attn/denoising/gaussian_mixture.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

void check_query(const char* function, const GaussianMixture& mixture, const MatrixRef& queries,
                 double noise_variance) {
  check_mixture(function, mixture);
  check::points(function, "queries", queries);
  check::columns(function, "queries", queries, mixture.means.cols(),
                 "the columns of mixture.means");
  check::positive(function, "noise_variance", noise_variance);
  check::result(function, "mixture.variance + noise_variance", mixture.variance + noise_variance);
}

// |q - m_a|^2 - |q - m_b|^2 of query i and the means a and b, as a product: far queries keep their
// digits.
double nearer(const GaussianMixture& mixture, const MatrixRef& queries, Index i, Index a, Index b) {
  double difference = 0.0;
  for (Index k = 0; k < queries.cols(); ++k) {
    const double ma = mixture.means(a, k);
    const double mb = mixture.means(b, k);
    difference += (mb - ma) * ((queries(i, k) - mb) + (queries(i, k) - ma));
  }
  return difference;
}

// Probability of each component given query i, where `total` is the variance of a component seen
// through the noise. `s` is scratch of one number per component.
Vector component_posterior(const GaussianMixture& mixture, const MatrixRef& queries, Index i,
                           double total, Vector& s) {
  const auto scores_from = [&](Index nearest) {
    for (Index c = 0; c < s.size(); ++c) {
      const double difference = nearer(mixture, queries, i, nearest, c);
      s(c) = mathfn::log(mixture.weights(c)) + 0.5 * difference / total;
    }
  };
  scores_from(0);
  if (!s.allFinite()) {
    // From the nearest, from which no difference is above 0; what is beyond -1e300 has no weight.
    Index nearest = 0;
    for (Index c = 1; c < s.size(); ++c) {
      if (nearer(mixture, queries, i, c, nearest) < 0.0) nearest = c;
    }
    scores_from(nearest);
    s = s.cwiseMax(-1e300);
  }
  return softmax(s);
}

double mean_of_centres(const GaussianMixture& mixture, const Vector& p, Index k) {
  double mean = 0.0;
  for (Index c = 0; c < p.size(); ++c) mean += p(c) * mixture.means(c, k);
  return mean;
}

}  // namespace

void check_mixture(const char* function, const GaussianMixture& mixture) {
  check::points(function, "mixture.means", mixture.means);
  check::vector(function, "mixture.weights", mixture.weights);
  check::shape(function, "mixture.weights", mixture.weights, mixture.means.rows(), 1);
  check::not_negative(function, "mixture.variance", mixture.variance);
  double sum = 0.0;
  for (Index c = 0; c < mixture.weights.size(); ++c) {
    check::positive(function, "a weight of mixture", mixture.weights(c));
    sum += mixture.weights(c);
  }
  check::within(function, "the sum of mixture.weights", sum, 1.0 - 1e-9, 1.0 + 1e-9);
}

GaussianMixture two_modes(double centre, double variance, Index dimension) {
  check::finite("two_modes", "centre", centre);
  check::not_negative("two_modes", "variance", variance);
  check::count("two_modes", "dimension", dimension, 1, 1000000);
  GaussianMixture mixture;
  mixture.means.resize(2, dimension);
  mixture.means.row(0).setConstant(-centre);
  mixture.means.row(1).setConstant(centre);
  mixture.weights = Vector::Constant(2, 0.5);
  mixture.variance = variance;
  return mixture;
}

GaussianMixture point_masses(const MatrixRef& points) {
  check::points("point_masses", "points", points);
  GaussianMixture mixture;
  mixture.means = points;
  mixture.weights = Vector::Constant(points.rows(), 1.0 / static_cast<double>(points.rows()));
  return mixture;
}

MixtureSample sample(const GaussianMixture& mixture, double noise_variance, Index n, Rng& rng) {
  check_mixture("sample", mixture);
  check::not_negative("sample", "noise_variance", noise_variance);
  check::count("sample", "n", n, 1, 10000000);
  const Index d = mixture.means.cols();
  check::product("sample", "n draws of d numbers", n, d);
  const double spread = std::sqrt(mixture.variance);
  const double noise = std::sqrt(noise_variance);
  const std::vector<double> weights(mixture.weights.data(),
                                    mixture.weights.data() + mixture.weights.size());
  MixtureSample out{Matrix(n, d), Matrix(n, d), std::vector<Index>(static_cast<std::size_t>(n))};
  for (Index i = 0; i < n; ++i) {
    const Index c = rng.categorical(weights);
    out.component[static_cast<std::size_t>(i)] = c;
    for (Index k = 0; k < d; ++k) out.clean(i, k) = mixture.means(c, k) + spread * rng.normal();
    for (Index k = 0; k < d; ++k) out.noisy(i, k) = out.clean(i, k) + noise * rng.normal();
  }
  return out;
}

// A component seen through the noise is N(mean, (variance + noise) I); within it the posterior mean
// moves from the query towards the component's mean by the share of the noise.
Matrix exact_posterior_mean(const GaussianMixture& mixture, const MatrixRef& queries,
                            double noise_variance) {
  check_query("exact_posterior_mean", mixture, queries, noise_variance);
  const double total = mixture.variance + noise_variance;
  const double to_query = mixture.variance / total;
  const double to_mean = noise_variance / total;
  Matrix out = Matrix::Zero(queries.rows(), queries.cols());
  Vector s(mixture.means.rows());
  for (Index i = 0; i < queries.rows(); ++i) {
    const Vector p = component_posterior(mixture, queries, i, total, s);
    for (Index k = 0; k < queries.cols(); ++k) {
      out(i, k) = to_query * queries(i, k) + to_mean * mean_of_centres(mixture, p, k);
    }
  }
  return out;
}

// The variance within a component, and that of the component's posterior mean between components.
Vector exact_posterior_variance(const GaussianMixture& mixture, const MatrixRef& queries,
                                double noise_variance) {
  check_query("exact_posterior_variance", mixture, queries, noise_variance);
  const double total = mixture.variance + noise_variance;
  const double to_mean = noise_variance / total;
  Vector out(queries.rows());
  Vector s(mixture.means.rows());
  for (Index i = 0; i < queries.rows(); ++i) {
    const Vector p = component_posterior(mixture, queries, i, total, s);
    double between = 0.0;
    for (Index k = 0; k < queries.cols(); ++k) {
      const double mean = mean_of_centres(mixture, p, k);
      for (Index c = 0; c < p.size(); ++c) {
        const double offset = mixture.means(c, k) - mean;
        between += p(c) * offset * offset;
      }
    }
    const double within = static_cast<double>(queries.cols()) * mixture.variance;
    out(i) = to_mean * (within + to_mean * between);
  }
  check::result("exact_posterior_variance", "a variance", out);
  return out;
}

}  // namespace attn
