#include "attn/denoising/denoiser.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

Matrix cloud(Index n, Index d, double size, std::uint64_t seed) {
  Rng rng(seed);
  Matrix z(n, d);
  for (Index i = 0; i < z.size(); ++i) z.data()[i] = size * rng.normal();
  return z;
}

// The definition, in long double and without any trick.
Matrix naive_weights(const Matrix& q, const Matrix& z, double beta) {
  Matrix w(q.rows(), z.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    std::vector<long double> s;
    long double top = -1e4000L;
    for (Index j = 0; j < z.rows(); ++j) {
      long double distance2 = 0.0L;
      for (Index k = 0; k < z.cols(); ++k) {
        const long double u = static_cast<long double>(q(i, k)) - static_cast<long double>(z(j, k));
        distance2 += u * u;
      }
      s.push_back(-0.5L * static_cast<long double>(beta) * distance2);
      if (s.back() > top) top = s.back();
    }
    long double sum = 0.0L;
    for (const long double x : s) sum += std::exp(x - top);
    for (Index j = 0; j < z.rows(); ++j) {
      w(i, j) = static_cast<double>(std::exp(s[static_cast<std::size_t>(j)] - top) / sum);
    }
  }
  return w;
}

}  // namespace

TEST_CASE("Stage 1 weights are the definition over shapes and bandwidths") {
  for (const Index n : {1, 2, 5, 40}) {
    for (const Index d : {1, 2, 3, 7}) {
      for (const double beta : {1e-6, 0.5, 5.0, 1000.0}) {
        const Matrix z = cloud(n, d, 1.0, static_cast<std::uint64_t>(n * 10 + d));
        CHECK(largest(stage1_weights(z, beta) - naive_weights(z, z, beta)) <= 2e-13);
      }
    }
  }
}

TEST_CASE("the step by pairs is (1 - eta) z + eta A z") {
  for (const Index n : {1, 2, 5, 60}) {
    for (const Index d : {1, 2, 3, 8}) {
      for (const double eta : {0.0, 0.1, 1.0}) {
        const Matrix z = cloud(n, d, 1.5, static_cast<std::uint64_t>(n + 100 * d));
        const Matrix by_matrix = (1.0 - eta) * z + eta * (naive_weights(z, z, 5.0) * z);
        CHECK(largest(stage1_step(z, 5.0, eta) - by_matrix) <= 4e-15);
      }
    }
  }
}

TEST_CASE("a layer keeps every particle inside the hull of the cloud") {
  Matrix z = cloud(30, 2, 2.0, 9);
  for (int layer = 0; layer < 20; ++layer) {
    const Matrix next = stage1_step(z, 3.0, 1.0);
    for (Index k = 0; k < 2; ++k) {
      CHECK(highest(next.col(k)) <= highest(z.col(k)) + 1e-15);
      CHECK(lowest(next.col(k)) >= lowest(z.col(k)) - 1e-15);
    }
    z = next;
  }
}

TEST_CASE("a layer commutes with shifting, mirroring and reordering the cloud") {
  const Matrix z = cloud(12, 3, 1.0, 10);
  const Matrix step = stage1_step(z, 4.0, 0.3);
  const Matrix shifted = z.array() + 8.0;
  CHECK(largest(stage1_step(shifted, 4.0, 0.3) - (step.array() + 8.0).matrix()) <= 1e-13);
  CHECK(stage1_step(-z, 4.0, 0.3) == -step);
  CHECK(largest(stage1_step(z.colwise().reverse(), 4.0, 0.3) - Matrix(step.colwise().reverse())) <=
        1e-14);
}

TEST_CASE("identical tokens and a single token stay where they are, bit by bit") {
  const Matrix same = Matrix::Constant(7, 2, 0.3);
  CHECK(stage1_step(same, 5.0, 1.0) == same);
  const Matrix one = Matrix::Constant(1, 4, -2.7);
  CHECK(stage1_step(one, 1e-3, 0.7) == one);
}

TEST_CASE("with a vanishing bandwidth all particles jump to the mean, with a huge one none moves") {
  const Matrix z = cloud(16, 2, 1.0, 11);
  const Matrix to_mean = stage1_step(z, 1e-300, 1.0);
  CHECK(largest(to_mean.rowwise() - z.colwise().mean()) <= 1e-15);
  CHECK(stage1_step(z, 1e308, 1.0) == z);
}

TEST_CASE("coordinates up to the stated limit give finite results") {
  Matrix z(3, 2);
  z << 1e150, -1e150, -1e150, 1e150, 0.0, 1.0;
  for (const double beta : {5e-324, 1.0, 1e308}) {
    CHECK(stage1_step(z, beta, 1.0).allFinite());
    CHECK(stage1_weights(z, beta).allFinite());
    CHECK(posterior_mean(z, z, beta).allFinite());
    CHECK(energy_gradient(z, z, beta).allFinite());
  }
}

TEST_CASE("particles as near as rounding can tell share the weight of the nearest, at any beta") {
  // Beside 1e300 the differences of squared distances are rounding, and beta makes anything of
  // them.
  Matrix z(6, 3);
  z << 1e150, 1e150, 1e150, 1e150, 1e150, -1e4, 1e150, 1e150, 1e150, 1e150, 1e150, 1e150, -16.0,
      -16.0, -4.0, -4.0, -16.0, 1e4;
  Matrix queries(4, 3);
  queries << 1e150, 1e150, 1e150, 1e150, 1e150, 1e150, 1e150, 0.0, -16.0, -16.0, -16.0, -16.0;
  for (const double beta : {1e-300, 1.0, 1.79e308}) {
    const Matrix weights = stage2_weights(queries, z, beta);
    CHECK(weights.allFinite());
    CHECK(largest(weights.rowwise().sum() - Vector::Ones(4)) <= 1e-14);
    CHECK(posterior_mean(queries, z, beta).allFinite());
    CHECK(energy_gradient(queries, z, beta).allFinite());
    CHECK(energy(queries, z, beta).allFinite());
  }
}

TEST_CASE("out may be the input of stage1_step_into") {
  Matrix z = cloud(9, 2, 1.0, 12);
  const Matrix expected = stage1_step(z, 5.0, 0.2);
  Stage1Workspace workspace(9, 2);
  stage1_step_into(z, 5.0, 0.2, workspace, z);
  CHECK(z == expected);
}

TEST_CASE("buffers have sizes that there are") {
  CHECK(message_of([] { Stage1Workspace(-1, 2); }) ==
        "Stage1Workspace: n is -1, expected a whole number from 0 to 1000000000");
  CHECK_THROWS_AS(Stage1Workspace(2, -1), Error);
}

TEST_CASE("Stage 2 weights are the definition, and the posterior mean is their average") {
  const Matrix z = cloud(25, 3, 1.0, 13);
  const Matrix q = cloud(6, 3, 2.0, 14);
  const Matrix expected = naive_weights(q, z, 2.0);
  CHECK(largest(stage2_weights(q, z, 2.0) - expected) <= 1e-14);
  CHECK(largest(posterior_mean(q, z, 2.0) - expected * z) <= 1e-14);
}

TEST_CASE("Stage 2 is one step of length one down the energy") {
  const Matrix z = cloud(25, 3, 1.0, 15);
  const Matrix q = cloud(6, 3, 2.0, 16);
  CHECK(largest(q - energy_gradient(q, z, 2.0) - posterior_mean(q, z, 2.0)) <= 1e-14);
}

TEST_CASE("the energy's gradient agrees with central differences") {
  const Matrix z = cloud(10, 2, 1.0, 17);
  const Matrix q = cloud(4, 2, 1.5, 18);
  const Matrix gradient = energy_gradient(q, z, 3.0);
  const double h = 6e-6;
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index k = 0; k < q.cols(); ++k) {
      Matrix up = q;
      Matrix down = q;
      up(i, k) += h;
      down(i, k) -= h;
      CHECK(std::fabs((energy(up, z, 3.0)(i) - energy(down, z, 3.0)(i)) / (2 * h) -
                      gradient(i, k)) <= 1e-9);
    }
  }
}

TEST_CASE("a query far from every particle still tells near ones from far ones") {
  Matrix z(2, 1);
  z << 0.0, 1e-8;
  const Matrix q = Matrix::Constant(1, 1, 1e8);
  // The scores differ by beta (q - 5e-9) 1e-8 = 1 to rounding, while each alone is 5e15.
  const double ratio = stage2_weights(q, z, 1.0)(0, 1) / stage2_weights(q, z, 1.0)(0, 0);
  CHECK(std::fabs(ratio - std::exp(1.0)) <= 1e-7);
}

TEST_CASE("the denoiser refuses bad input and names it") {
  const Matrix z = cloud(3, 2, 1.0, 19);
  Matrix bad = z;
  bad(2, 1) = std::nan("");
  const std::string positive = ", expected a finite number > 0";
  CHECK(message_of([&] { return stage1_weights(z, 0.0); }) ==
        "stage1_weights: beta is 0" + positive);
  CHECK(message_of([&] { return stage1_weights(Matrix::Zero(9000, 1), 1.0); }) ==
        "stage1_weights: rows of z is 9000, expected a whole number from 1 to 8192");
  CHECK(message_of([&] { return stage1_step(bad, 1.0, 0.1); }) ==
        "stage1_step: z[2, 1] is NaN, expected a finite number");
  CHECK(message_of([&] { return stage1_step(Matrix(0, 2), 1.0, 0.1); }) ==
        "stage1_step: z is 0 x 2, expected at least 1 x 1");
  CHECK(message_of([&] { return stage1_step(z, -3.0, 0.1); }) ==
        "stage1_step: beta is -3" + positive);
  CHECK(message_of([&] { return stage1_step(z, 1.0, -0.1); }) ==
        "stage1_step: eta is -0.1, expected a finite number >= 0");
  CHECK(message_of([&] { return stage2_weights(z, bad, 1.0); }) ==
        "stage2_weights: z[2, 1] is NaN, expected a finite number");
  CHECK(message_of(
            [&] { return stage2_weights(Matrix::Zero(70000, 1), Matrix::Zero(70000, 1), 1.0); }) ==
        "stage2_weights: rows of queries times rows of z is 4900000000, expected a whole number "
        "from 1 to 67108864");
  CHECK(message_of([&] { return posterior_mean(Matrix::Zero(1, 3), z, 1.0); }) ==
        "posterior_mean: z has 2 columns, expected 3 (the columns of queries)");
  CHECK(message_of([&] { return energy(z, z, std::nan("")); }) ==
        "energy: beta_c is NaN" + positive);
  CHECK(message_of([&] { return energy_gradient(Matrix(0, 0), z, 1.0); }) ==
        "energy_gradient: queries is 0 x 0, expected at least 1 x 1");
}

TEST_CASE(
    "a step size that could lead beyond a double is refused, the largest that cannot is taken") {
  const Matrix z = Matrix::Identity(2, 2);
  CHECK_THROWS_WITH(stage1_step(z, 1e-3, 1.7e308),
                    "stage1_step: eta is 1.7e308, expected a number from 0 to 1e150");
  Matrix far(3, 1);
  far << -check::kMaxCoordinate, check::kMaxCoordinate, check::kMaxCoordinate;
  for (const double beta : {1e-320, 1e-300, 1.0, 1e300}) {
    CHECK(stage1_step(far, beta, kMaxStep).allFinite());
  }
}

TEST_CASE("an energy that is too large for a double is an error") {
  const Matrix z = Matrix::Ones(2, 1);
  CHECK_THROWS_WITH(energy(z, z, 5e-324), "energy: an energy is too large for a double");
  CHECK(energy(z, z, 1e-300).allFinite());
}
