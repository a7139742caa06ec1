#include "attn/denoising/denoiser_fast.hpp"

#include <string>
#include <vector>

#include "attn/denoising/denoiser.hpp"
#include "attn/numerics/check.hpp"
#include "denoising/denoiser_fast_common.hpp"
#include "kernels/pair_sums.hpp"

namespace attn {

struct DenoiserWorkspace::Work {
  kernels::GaussTransform transform{1, 1.0};
  kernels::PairBuffers pairs;
  std::vector<float> mass;
};

DenoiserWorkspace::DenoiserWorkspace() : work_(std::make_unique<Work>()) {}
DenoiserWorkspace::DenoiserWorkspace(DenoiserWorkspace&& other) noexcept = default;
DenoiserWorkspace& DenoiserWorkspace::operator=(DenoiserWorkspace&& other) noexcept = default;
DenoiserWorkspace::~DenoiserWorkspace() = default;

std::size_t DenoiserWorkspace::bytes() const {
  return work_->transform.bytes() + work_->pairs.bytes() + work_->mass.capacity() * sizeof(float);
}

namespace {

// Sums less than this are taken pair by pair: of them the transform would leave out too much.
constexpr double kLeastMass = 0.01;

void posterior_by_transform(const kernels::Points& queries, const kernels::Points& z, double beta_c,
                            DenoiserWorkspace::Work& work, const kernels::MovedPoints& out) {
  work.mass.resize(queries.count);
  work.transform.stage2(queries, z, out, work.mass.data());
  work.pairs.lost.clear();
  for (std::size_t i = 0; i < queries.count; ++i) {
    // Written so that NaN, which is 0 / 0, is lost.
    if (!(work.mass[i] >= static_cast<float>(kLeastMass))) work.pairs.lost.push_back(i);
  }
  kernels::stage2_of_lost(queries, z, beta_c, work.pairs, out);
}

FloatSpan span_of(FloatMatrix& m) { return {m.data(), m.rows(), m.cols(), m.cols()}; }

}  // namespace

PairSum cheaper_pair_sum(const FloatMatrixRef& z, double beta) {
  fast::check_points("cheaper_pair_sum", "z", float_view::of(z));
  fast::check_beta("cheaper_pair_sum", "beta", beta);
  const kernels::Points points = fast::points_of(float_view::of(z));
  kernels::GaussTransform transform(points.dimensions, beta);
  return fast::takes_transform(PairSum::kAutomatic, points, {}, 1.0, transform)
             ? PairSum::kTransform
             : PairSum::kAllPairs;
}

void stage1_step_fast(const FloatView& z, double beta, double eta, PairSum how,
                      DenoiserWorkspace& workspace, const FloatSpan& out) {
  constexpr const char* kName = "stage1_step_fast";
  fast::check_points(kName, "z", z);
  fast::check_beta(kName, "beta", beta);
  check::within(kName, "eta", eta, 0.0, 1.0);
  fast::check_method(kName, how, z.cols);
  float_view::check_shape(kName, "out", out, z.rows, z.cols);
  const kernels::Points points = fast::points_of(z);
  DenoiserWorkspace::Work& work = workspace.work();
  work.transform.set(points.dimensions, beta);
  if (fast::takes_transform(how, points, {}, 1.0, work.transform)) {
    work.transform.stage1(points, eta, fast::moved_of(out));
  } else {
    kernels::stage1_all_pairs(points, beta, eta, work.pairs, fast::moved_of(out));
  }
}

FloatMatrix stage1_step_fast(const FloatMatrixRef& z, double beta, double eta, PairSum how) {
  DenoiserWorkspace workspace;
  FloatMatrix out(z.rows(), z.cols());
  stage1_step_fast(float_view::of(z), beta, eta, how, workspace, span_of(out));
  return out;
}

void posterior_mean_fast(const FloatView& queries, const FloatView& z, double beta_c, PairSum how,
                         DenoiserWorkspace& workspace, const FloatSpan& out) {
  constexpr const char* kName = "posterior_mean_fast";
  fast::check_points(kName, "z", z);
  fast::check_points(kName, "queries", queries);
  if (queries.cols != z.cols) {
    check::refuse(kName, "the columns of queries", std::to_string(queries.cols),
                  std::to_string(z.cols) + " (the columns of z)");
  }
  fast::check_beta(kName, "beta_c", beta_c);
  fast::check_method(kName, how, z.cols);
  float_view::check_shape(kName, "out", out, queries.rows, queries.cols);
  const kernels::Points sources = fast::points_of(z);
  const kernels::Points targets = fast::points_of(queries);
  DenoiserWorkspace::Work& work = workspace.work();
  work.transform.set(sources.dimensions, beta_c);
  if (fast::takes_transform(how, sources, targets, kLeastMass, work.transform)) {
    posterior_by_transform(targets, sources, beta_c, work, fast::moved_of(out));
  } else {
    kernels::stage2_all_pairs(targets, sources, beta_c, work.pairs, fast::moved_of(out));
  }
}

FloatMatrix posterior_mean_fast(const FloatMatrixRef& queries, const FloatMatrixRef& z,
                                double beta_c, PairSum how) {
  DenoiserWorkspace workspace;
  FloatMatrix out(queries.rows(), queries.cols());
  posterior_mean_fast(float_view::of(queries), float_view::of(z), beta_c, how, workspace,
                      span_of(out));
  return out;
}

}  // namespace attn
