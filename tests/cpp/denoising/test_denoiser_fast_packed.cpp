#include "allocations.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

constexpr Index kQueries = 300;
constexpr Index kPoints = 700;

FloatMatrix floats(Index rows, Index cols, std::uint64_t seed) {
  return layouts::matrix(rows, cols, seed).cast<float>();
}

// d columns of a buffer that others share.
FloatView columns(const FloatMatrix& m, Index d) { return {m.data() + 1, m.rows(), d, m.cols()}; }
FloatSpan columns_of(FloatMatrix& m, Index d) { return {m.data() + 1, m.rows(), d, m.cols()}; }

std::vector<PairSum> methods(Index d) {
  if (d > 2) return {PairSum::kAllPairs};
  return {PairSum::kAllPairs, PairSum::kTransform, PairSum::kAutomatic};
}

}  // namespace

TEST_CASE("points that lie in a larger buffer have the bits of points on their own") {
  for (Index d = 1; d <= 4; ++d) {
    const FloatMatrix z = floats(kPoints, d + 3, 1);
    const FloatMatrix queries = floats(kQueries, d + 2, 2);
    const FloatMatrix own_z = z.middleCols(1, d);
    const FloatMatrix own_queries = queries.middleCols(1, d);
    for (const PairSum how : methods(d)) {
      DenoiserWorkspace workspace;
      FloatMatrix moved = FloatMatrix::Constant(kPoints, d + 4, 7.0F);
      stage1_step_fast(columns(z, d), 5.0, 0.5, how, workspace, columns_of(moved, d));
      const FloatMatrix expected = stage1_step_fast(own_z, 5.0, 0.5, how);
      CHECK(moved.middleCols(1, d) == expected);
      FloatMatrix in_place = z;
      stage1_step_fast(columns(in_place, d), 5.0, 0.5, how, workspace, columns_of(in_place, d));
      CHECK(in_place.middleCols(1, d) == expected);
      FloatMatrix means = FloatMatrix::Constant(kQueries, d + 4, 7.0F);
      posterior_mean_fast(columns(queries, d), columns(z, d), 9.0, how, workspace,
                          columns_of(means, d));
      CHECK(means.middleCols(1, d) == posterior_mean_fast(own_queries, own_z, 9.0, how));
      moved.middleCols(1, d).setConstant(7.0F);
      means.middleCols(1, d).setConstant(7.0F);
      CHECK((moved.array() == 7.0F).all());
      CHECK((means.array() == 7.0F).all());
    }
  }
}

TEST_CASE("a layer in a workspace that has met the size allocates nothing") {
  for (Index d = 1; d <= 4; ++d) {
    const FloatMatrix queries = floats(kQueries, d + 2, 2);
    for (const PairSum how : methods(d)) {
      DenoiserWorkspace workspace;
      FloatMatrix z = floats(kPoints, d + 3, 1);
      FloatMatrix means(kQueries, d + 2);
      const auto run = [&] {
        stage1_step_fast(columns(z, d), 5.0, 0.0, how, workspace, columns_of(z, d));
        posterior_mean_fast(columns(queries, d), columns(z, d), 9.0, how, workspace,
                            columns_of(means, d));
      };
      run();
      const std::size_t bytes = workspace.bytes();
      CHECK(allocations_of(run) == 0);
      CHECK(workspace.bytes() == bytes);
    }
  }
}

TEST_CASE("a workspace serves other clouds, dimensions and bandwidths in turn") {
  DenoiserWorkspace workspace;
  for (const Index d : {2, 1, 3, 1, 2}) {
    for (const double beta : {0.5, 50.0}) {
      const FloatMatrix z = floats(100 * d, d, static_cast<std::uint64_t>(d));
      FloatMatrix out(z.rows(), d);
      stage1_step_fast({z.data(), z.rows(), d, d}, beta, 0.5, PairSum::kAutomatic, workspace,
                       {out.data(), z.rows(), d, d});
      CHECK(out == stage1_step_fast(z, beta, 0.5));
    }
  }
}
