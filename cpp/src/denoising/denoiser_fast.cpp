#include "attn/denoising/denoiser_fast.hpp"

#include <string>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/check.hpp"
#include "denoising/denoiser_fast_common.hpp"
#include "kernels/pair_sums.hpp"

namespace attn {
namespace {

// Sums less than this are taken pair by pair: what the transform leaves out would be too much of
// them.
constexpr double kLeastMass = 0.01;

void posterior_by_transform(const kernels::Points& queries, const kernels::Points& z, double beta_c,
                            kernels::GaussTransform& transform, float* out) {
  std::vector<float> mass(queries.count);
  transform.stage2(queries, z, out, mass.data());
  kernels::PairBuffers buffers;
  for (std::size_t i = 0; i < queries.count; ++i) {
    // Written so that NaN, which is 0 / 0, is lost.
    if (!(mass[i] >= static_cast<float>(kLeastMass))) buffers.lost.push_back(i);
  }
  kernels::stage2_of_lost(queries.data, z.data, z.count, z.dimensions, beta_c, buffers, out);
}

}  // namespace

PairSum cheaper_pair_sum(const FloatMatrixRef& z, double beta) {
  fast::check_points("cheaper_pair_sum", "z", z);
  fast::check_beta("cheaper_pair_sum", "beta", beta);
  FloatMatrix copy;
  const kernels::Points points = fast::points_of(z, copy);
  kernels::GaussTransform transform(points.dimensions, beta);
  return fast::takes_transform(PairSum::automatic, points, {}, 1.0, transform) ? PairSum::transform
                                                                               : PairSum::all_pairs;
}

FloatMatrix stage1_step_fast(const FloatMatrixRef& z, double beta, double eta, PairSum how) {
  fast::check_points("stage1_step_fast", "z", z);
  fast::check_beta("stage1_step_fast", "beta", beta);
  check::within("stage1_step_fast", "eta", eta, 0.0, 1.0);
  fast::check_method("stage1_step_fast", how, z.cols());
  FloatMatrix copy;
  const kernels::Points points = fast::points_of(z, copy);
  FloatMatrix out(z.rows(), z.cols());
  kernels::GaussTransform transform(points.dimensions, beta);
  if (fast::takes_transform(how, points, {}, 1.0, transform)) {
    transform.stage1(points, eta, out.data());
    return out;
  }
  kernels::PairBuffers buffers;
  kernels::stage1_all_pairs(points.data, points.count, points.dimensions, beta, eta, buffers,
                            out.data());
  return out;
}

FloatMatrix posterior_mean_fast(const FloatMatrixRef& queries, const FloatMatrixRef& z,
                                double beta_c, PairSum how) {
  fast::check_points("posterior_mean_fast", "z", z);
  fast::check_points("posterior_mean_fast", "queries", queries);
  if (queries.cols() != z.cols()) {
    check::refuse("posterior_mean_fast", "the columns of queries", std::to_string(queries.cols()),
                  std::to_string(z.cols()) + " (the columns of z)");
  }
  fast::check_beta("posterior_mean_fast", "beta_c", beta_c);
  fast::check_method("posterior_mean_fast", how, z.cols());
  FloatMatrix source_copy;
  FloatMatrix target_copy;
  const kernels::Points sources = fast::points_of(z, source_copy);
  const kernels::Points targets = fast::points_of(queries, target_copy);
  kernels::GaussTransform transform(sources.dimensions, beta_c);
  FloatMatrix out(queries.rows(), queries.cols());
  if (fast::takes_transform(how, sources, targets, kLeastMass, transform)) {
    posterior_by_transform(targets, sources, beta_c, transform, out.data());
    return out;
  }
  kernels::PairBuffers buffers;
  kernels::stage2_all_pairs(targets.data, targets.count, sources.data, sources.count,
                            sources.dimensions, beta_c, buffers, out.data());
  return out;
}

}  // namespace attn
