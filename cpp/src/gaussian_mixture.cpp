#include "attn/gaussian_mixture.hpp"

#include <cmath>

#include "attn/check.hpp"
#include "attn/denoiser.hpp"
#include "attn/mathfn.hpp"
#include "attn/softmax.hpp"

namespace attn {
namespace {

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

}  // namespace

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

MixtureSample sample(const GaussianMixture& mixture, double noise_variance, Index n, Rng& rng) {
  check_mixture("sample", mixture);
  check::not_negative("sample", "noise_variance", noise_variance);
  check::count("sample", "n", n, 1, 10000000);
  const Index d = mixture.means.cols();
  const double spread = std::sqrt(mixture.variance);
  const double noise = std::sqrt(noise_variance);
  const std::vector<double> weights(mixture.weights.data(),
                                    mixture.weights.data() + mixture.weights.size());
  MixtureSample out{Matrix(n, d), Matrix(n, d), std::vector<Index>(static_cast<std::size_t>(n))};
  for (Index i = 0; i < n; ++i) {
    const auto c = static_cast<Index>(rng.categorical(weights));
    out.component[static_cast<std::size_t>(i)] = c;
    for (Index k = 0; k < d; ++k) out.clean(i, k) = mixture.means(c, k) + spread * rng.normal();
    for (Index k = 0; k < d; ++k) out.noisy(i, k) = out.clean(i, k) + noise * rng.normal();
  }
  return out;
}

Matrix exact_posterior_mean(const GaussianMixture& mixture, const MatrixRef& queries,
                            double noise_variance) {
  check_mixture("exact_posterior_mean", mixture);
  check::points("exact_posterior_mean", "queries", queries);
  check::columns("exact_posterior_mean", "queries", queries, mixture.means.cols(),
                 "the columns of mixture.means");
  check::positive("exact_posterior_mean", "noise_variance", noise_variance);
  // A component seen through the noise is N(mean, (variance + noise) I); within it the posterior
  // mean moves from the query towards the component's mean by the share of the noise.
  const double total = mixture.variance + noise_variance;
  const double to_query = mixture.variance / total;
  const double to_mean = noise_variance / total;
  const Index components = mixture.means.rows();
  Matrix out = Matrix::Zero(queries.rows(), queries.cols());
  Vector s(components);
  for (Index i = 0; i < queries.rows(); ++i) {
    for (Index c = 0; c < components; ++c) {
      // Relative to the first component, as a product: far queries keep their digits.
      double difference = 0.0;
      for (Index k = 0; k < queries.cols(); ++k) {
        const double m0 = mixture.means(0, k);
        const double mc = mixture.means(c, k);
        difference += (mc - m0) * ((queries(i, k) - mc) + (queries(i, k) - m0));
      }
      s(c) = mathfn::log(mixture.weights(c)) + 0.5 * difference / total;
    }
    const Vector p = softmax(s);
    for (Index k = 0; k < queries.cols(); ++k) {
      double mean = 0.0;
      for (Index c = 0; c < components; ++c) mean += p(c) * mixture.means(c, k);
      out(i, k) = to_query * queries(i, k) + to_mean * mean;
    }
  }
  return out;
}

}  // namespace attn
