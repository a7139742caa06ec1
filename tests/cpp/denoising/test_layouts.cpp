#include "attn/denoising.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("both stages are those of the points, however these lie in memory") {
  const auto stages = [](const auto& queries, const auto& z) {
    return bits_of(stage1_weights(z, 2.0), stage1_step(z, 2.0, 0.5),
                   stage2_weights(queries, z, 3.0), posterior_mean(queries, z, 3.0),
                   energy(queries, z, 3.0), energy_gradient(queries, z, 3.0));
  };
  for (Index d = 1; d <= 3; ++d) check_same(stages, matrix(4, d, 1), matrix(6, d, 2));

  // A vector is points on a line.
  CHECK(stages(Vector(matrix(4, 1, 1)), Vector(matrix(6, 1, 2))) ==
        stages(matrix(4, 1, 1), matrix(6, 1, 2)));
}

TEST_CASE("a layer is written into a block of a larger matrix, also in its own place") {
  for (Index d = 1; d <= 3; ++d) {
    const Matrix z = matrix(6, d, 3);
    const Matrix expected = stage1_step(z, 2.0, 0.5);
    Stage1Workspace workspace(6, d);
    Matrix room = Matrix::Constant(9, d + 4, 7.0);
    auto block = room.block(1, 2, 6, d);
    stage1_step_into(z, 2.0, 0.5, workspace, block);
    CHECK(block == expected);
    block = z;
    stage1_step_into(block, 2.0, 0.5, workspace, block);
    CHECK(block == expected);
    block.setConstant(7.0);
    CHECK((room.array() == 7.0).all());
  }
}

TEST_CASE("flows begin from the points, however these lie in memory") {
  check_same(
      [](const auto& z) {
        ParticleFlow flow(z, 2.0, 0.5);
        flow.step(2);
        return bits_of(flow.particles(), cloud_variance(z), simulated_variance(z, 2.0, 0.5, 3));
      },
      matrix(6, 2, 1));
  const Matrix root = matrix(3, 3, 2);
  check_same(
      [](const auto& gamma) {
        const CovarianceFlow flow(gamma, 2.0);
        return bits_of(flow.covariance(0.7), integrated_covariance_flow(gamma, 2.0, 0.7));
      },
      Matrix(root * root.transpose()));
  check_same(
      [](const auto& betas, const auto& times) {
        const VarianceCurves curves = variance_curves(1.0, betas, times);
        return bits_of(curves.v, curves.limit, integrated_variance_flow(1.0, 2.0, times));
      },
      Vector(Vector::LinSpaced(3, 1.0, 9.0)), Vector(Vector::LinSpaced(5, 0.0, 2.0)));
}

TEST_CASE("the exact denoiser is that of the points, however these lie in memory") {
  check_same(
      [](const auto& points, const auto& queries) {
        const GaussianMixture prior = point_masses(points);
        return bits_of(prior.means, exact_posterior_mean(prior, queries, 0.5),
                       exact_posterior_variance(prior, queries, 0.5));
      },
      matrix(6, 2, 1), matrix(4, 2, 2));
}

TEST_CASE("both stages in float are those of the points, however these lie in memory") {
  const auto stages = [](const auto& queries, const auto& z) {
    layouts::Bits bits = bits_of(stage1_step_fast(z, 2.0, 0.5, PairSum::kAllPairs),
                                 posterior_mean_fast(queries, z, 3.0, PairSum::kAllPairs));
    if (z.cols() <= 2) {
      const layouts::Bits more = bits_of(stage1_step_fast(z, 2.0, 0.5, PairSum::kTransform),
                                         posterior_mean_fast(queries, z, 3.0, PairSum::kTransform));
      bits.insert(bits.end(), more.begin(), more.end());
    }
    FastParticleFlow flow(z, 2.0, 0.5);
    flow.step(2);
    layouts::append(bits, flow.particles());
    layouts::append(bits, static_cast<double>(cheaper_pair_sum(z, 2.0)));
    return bits;
  };
  for (Index d = 1; d <= 3; ++d) {
    check_same(stages, FloatMatrix(matrix(40, d, 1).cast<float>()),
               FloatMatrix(matrix(60, d, 2).cast<float>()));
  }
}
