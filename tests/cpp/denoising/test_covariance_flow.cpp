#include "attn/denoising/covariance_flow.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "attn/denoising/stage1_clock.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Matrix covariance_of_rank(Index d, Index rank, std::uint64_t seed) {
  Rng rng(seed);
  Matrix a(d, rank);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = rng.normal();
  return a * a.transpose();
}

}  // namespace

TEST_CASE("the eigenvalues are those of Eigen's solver, ascending, in every dimension") {
  for (const Index d : {1, 2, 3, 5, 12, 40}) {
    const Matrix gamma0 = covariance_of_rank(d, d, static_cast<std::uint64_t>(70 + d));
    const CovarianceFlow flow(gamma0, 5.0);
    const Vector ours = flow.eigenvalues(0.0);
    const Vector theirs = Eigen::SelfAdjointEigenSolver<Matrix>(gamma0).eigenvalues();
    CHECK(largest(ours - theirs) <= 1e-13 * largest(gamma0));
    CHECK(largest(gamma0 * flow.axes() - flow.axes() * ours.asDiagonal()) <=
          1e-13 * largest(gamma0));
  }
}

TEST_CASE("small variances next to large ones keep their digits") {
  // Standard deviations 1e6, 1, 1e-6 with correlations of a half: the determinant is that of the
  // correlations, 1/2.
  Matrix gamma0(3, 3);
  gamma0 << 1e12, 0.5e6, 0.5, 0.5e6, 1.0, 0.5e-6, 0.5, 0.5e-6, 1e-12;
  const Vector v = CovarianceFlow(gamma0, 1.0).eigenvalues(0.0);
  CHECK(v(0) * v(1) * v(2) == Approx(0.5).epsilon(1e-13));
  CHECK(v(0) == Approx(0.5 / 0.75 * 1e-12).epsilon(1e-5));
}

TEST_CASE("covariances: closed form and entry-by-entry integration agree in every dimension") {
  for (const Index d : {1, 2, 3, 6}) {
    const Matrix gamma0 = covariance_of_rank(d, d, static_cast<std::uint64_t>(50 + d));
    for (const double beta : {0.2, 5.0, 50.0}) {
      const CovarianceFlow flow(gamma0, beta);
      for (const double t : {0.0, 0.3, 2.0}) {
        const Matrix integrated = integrated_covariance_flow(gamma0, beta, t, {1e-12, 1e-13});
        CHECK(largest(flow.covariance(t) - integrated) <= 1e-10 * largest(gamma0));
      }
    }
  }
}

TEST_CASE(
    "covariances keep their axes, and each eigenvalue is a variance of its own in its clock") {
  const Matrix gamma0 = covariance_of_rank(4, 4, 60);
  const CovarianceFlow flow(gamma0, 5.0);
  const Matrix& axes = flow.axes();
  CHECK(largest(axes.transpose() * axes - Matrix::Identity(4, 4)) <= 1e-14);
  const Vector start = flow.eigenvalues(0.0);
  for (const double t : {0.1, 1.0, 4.0}) {
    const Matrix gamma = flow.covariance(t);
    CHECK(gamma == gamma.transpose());
    const Matrix within = axes.transpose() * gamma * axes;
    for (Index k = 0; k < 4; ++k) {
      const double v = variance_flow(start(k), 5.0, diffusion_from_attention_time(5.0, t));
      CHECK(within(k, k) == Approx(v).margin(1e-14));
      CHECK(flow.eigenvalues(t)(k) == Approx(v).epsilon(1e-13));
    }
  }
  CHECK(largest(flow.covariance(0.0) - gamma0) <= 1e-14 * largest(gamma0));
}

TEST_CASE("whole layers of a covariance are the matrix recursion written out") {
  const Matrix gamma0 = covariance_of_rank(3, 3, 61);
  const double beta = 2.0;
  const double eta = 0.2;
  Matrix gamma = gamma0;
  for (int layer = 0; layer < 4; ++layer) {
    const Matrix shift = Matrix::Identity(3, 3) + beta * gamma;
    const Matrix map = Matrix::Identity(3, 3) - eta * shift.inverse();
    gamma = map * gamma * map.transpose();
  }
  CHECK(largest(CovarianceFlow(gamma0, beta).covariance_after(4, eta) - gamma) <= 1e-13);
}

TEST_CASE(
    "Theorem 5.1: the noise is gone at T_beta, and the distance to the prior falls as 1/beta") {
  Matrix prior(2, 2);
  prior << 1.0, 0.6, 0.6, 0.8;
  const double sigma2 = 0.5;
  const Matrix noisy = prior + sigma2 * Matrix::Identity(2, 2);
  double before = 0.0;
  for (const double beta : {100.0, 1000.0, 10000.0}) {
    const Matrix end = CovarianceFlow(noisy, beta).covariance(matched_attention_time(beta, sigma2));
    const double distance = largest(end - prior);
    if (before != 0.0) CHECK(before / distance == Approx(10.0).epsilon(0.05));
    before = distance;
  }
  CHECK(before < 1e-3);
}

TEST_CASE("a covariance may be singular, zero, or off by rounding") {
  const Matrix flat = covariance_of_rank(3, 1, 62);
  const Vector eigenvalues = CovarianceFlow(flat, 5.0).eigenvalues(0.5);
  CHECK(eigenvalues(0) >= 0.0);
  CHECK(eigenvalues(1) <= 1e-14);
  CHECK(eigenvalues(2) > 0.0);
  CHECK(CovarianceFlow(Matrix::Zero(2, 2), 5.0).covariance(1.0) == Matrix::Zero(2, 2));
  Matrix nearly = Matrix::Identity(2, 2);
  nearly(0, 1) = 1e-16;
  CHECK(largest(CovarianceFlow(nearly, 5.0).covariance(0.0) - nearly) <= 2e-16);
  CHECK(CovarianceFlow(Matrix::Identity(2, 2), 5.0).covariance(1e308) == Matrix::Zero(2, 2));
}

TEST_CASE("covariance flows refuse what is no covariance") {
  Matrix skew = Matrix::Identity(2, 2);
  skew(1, 0) = 0.5;
  CHECK(
      message_of([&] { CovarianceFlow(skew, 5.0); }) ==
      "CovarianceFlow: gamma0[1, 0] - its mirror image is 0.5, expected 0, for a symmetric matrix");
  CHECK(message_of([&] { return integrated_covariance_flow(skew, 5.0, 1.0); }) ==
        "integrated_covariance_flow: gamma0[1, 0] - its mirror image is 0.5, expected 0, for a "
        "symmetric matrix");
  CHECK_THAT(
      message_of([] { return integrated_covariance_flow(-Matrix::Identity(2, 2), 5.0, 1.0); }),
      contains("integrated_covariance_flow: beta times an eigenvalue of gamma0 is -5, "));
  CHECK(message_of([] { CovarianceFlow(Matrix::Zero(2, 3), 5.0); }) ==
        "CovarianceFlow: gamma0 has 3 columns, expected 2 (its rows)");
  CHECK(
      message_of([] { CovarianceFlow(-Matrix::Identity(1, 1), 5.0); }) ==
      "CovarianceFlow: beta times an eigenvalue of gamma0 is -5, expected a number from -5e-12 to "
      "1e300");
  CHECK(message_of([] { CovarianceFlow(Matrix::Identity(1, 1), 0.0); }) ==
        "CovarianceFlow: beta is 0, expected a finite number > 0");
  CHECK(message_of([] { return CovarianceFlow(Matrix::Identity(1, 1), 1.0).covariance(-1.0); }) ==
        "CovarianceFlow::eigenvalues: t_prime is -1, expected a finite number >= 0");
  CHECK(message_of([] {
          return CovarianceFlow(Matrix::Identity(1, 1), 1.0).covariance_after(1, 3.0);
        }) == "variance_recursion: eta is 3, expected a number from 0 to 2");
}
