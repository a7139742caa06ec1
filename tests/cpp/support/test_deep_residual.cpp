#include "attn/support/deep_residual.hpp"

#include <Eigen/LU>
#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/residual_map.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

constexpr Index kTokens = 4;
constexpr Index kSize = 2;

struct Deep {
  std::vector<Matrix> x;
  std::vector<DeepLayer> layers;
};

// Three layers over four tokens of two numbers; each asks as it is told.
Deep deep(const std::vector<DeepQuery>& queries, std::uint64_t seed) {
  Deep out;
  const auto draw = [&](Index rows, double size) {
    return Matrix(size * layouts::matrix(rows, kSize, seed++));
  };
  out.x.push_back(draw(kTokens, 1.0));
  for (const DeepQuery query : queries) {
    const Matrix a = draw(kSize, 0.7);
    const Matrix w_v = draw(kSize, 0.7);
    out.layers.push_back({query, a, w_v, draw(kSize, 0.7)});
    out.x.push_back(draw(kTokens, 1.0));
  }
  return out;
}

const std::vector<std::vector<DeepQuery>> kStacks = {
    {DeepQuery::kBelow, DeepQuery::kBelow, DeepQuery::kBelow},
    {DeepQuery::kPrior, DeepQuery::kBelow, DeepQuery::kBelow},
    {DeepQuery::kPrior, DeepQuery::kOwn, DeepQuery::kBelow},
    {DeepQuery::kOwn, DeepQuery::kBelow, DeepQuery::kOwn},
    {DeepQuery::kBelow, DeepQuery::kPrior, DeepQuery::kOwn}};

// The variables of all layers, one below the other, and back.
Matrix stacked(const Deep& deep) {
  Matrix out(static_cast<Index>(deep.layers.size()) * kTokens, kSize);
  for (std::size_t l = 1; l < deep.x.size(); ++l) {
    out.middleRows(static_cast<Index>(l - 1) * kTokens, kTokens) = deep.x[l];
  }
  return out;
}

Deep with(Deep deep, const Matrix& variables) {
  for (std::size_t l = 1; l < deep.x.size(); ++l) {
    deep.x[l] = variables.middleRows(static_cast<Index>(l - 1) * kTokens, kTokens);
  }
  return deep;
}

}  // namespace

TEST_CASE("the Jacobian of a stack agrees with differences and is block lower triangular") {
  std::uint64_t seed = 1;
  for (const auto& queries : kStacks) {
    const Deep stack = deep(queries, seed++);
    const Matrix jacobian = deep_residual_jacobian(stack.x, stack.layers);
    for (Index row = 0; row < jacobian.rows(); ++row) {
      const Index layer = row / (kTokens * kSize);
      const Index within = row % (kTokens * kSize);
      const auto residual = [&](const Matrix& variables) {
        const Deep moved = with(stack, variables);
        return deep_residual(moved.x, moved.layers)
            .residual[static_cast<std::size_t>(layer)](within / kSize, within % kSize);
      };
      const Matrix by_x = central_differences(residual, stacked(stack), 0.05);
      const Matrix derived = jacobian.row(row).reshaped<Eigen::RowMajor>(by_x.rows(), kSize);
      CHECK(gradient_error(derived, by_x, 1e-3) < 1e-9);
      const Index above = (row / kSize + 1) * kSize;
      CHECK(largest(jacobian.row(row).tail(jacobian.cols() - above)) == 0.0);
    }
  }
}

TEST_CASE(
    "layers' log-determinants sum to that of the whole Jacobian, and are 0 where a layer asks "
    "below") {
  std::uint64_t seed = 20;
  for (const auto& queries : kStacks) {
    const Deep stack = deep(queries, seed++);
    const DeepResidual r = deep_residual(stack.x, stack.layers);
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(deep_residual_jacobian(stack.x, stack.layers));
    CHECK(std::fabs(std::log(std::fabs(lu.determinant())) - r.log_abs_det.sum()) < 1e-12);
    for (std::size_t l = 0; l < queries.size(); ++l) {
      const double most = largest(r.log_abs_det.row(static_cast<Index>(l)));
      CHECK((most == 0.0) == (queries[l] == DeepQuery::kBelow));
    }
  }
}

TEST_CASE("a prior stage under a plain stack has the single layer's term and no other") {
  // Corollary 6.1.
  const Deep stack = deep(kStacks[1], 31);
  const DeepResidual r = deep_residual(stack.x, stack.layers);
  const Matrix identity = Matrix::Identity(kSize, kSize);
  const ResidualMap alone = residual_map(stack.x[1], {stack.layers[0].a, identity, identity});
  CHECK(std::fabs(r.log_abs_det.sum() + alone.barrier) < 1e-14);
}

TEST_CASE("what a token reads does not depend on later tokens") {
  const Deep stack = deep(kStacks[2], 40);
  const DeepResidual before = deep_residual(stack.x, stack.layers);
  Deep later = stack;
  for (Matrix& x : later.x) x.row(kTokens - 1).setConstant(3.0);
  const DeepResidual after = deep_residual(later.x, later.layers);
  for (std::size_t l = 0; l < stack.layers.size(); ++l) {
    CHECK(largest(before.residual[l].topRows(kTokens - 1) -
                  after.residual[l].topRows(kTokens - 1)) == 0.0);
  }
}

TEST_CASE("deep_residual says what is wrong with its arguments") {
  Deep stack = deep(kStacks[0], 50);
  stack.layers[1].w_m = Matrix::Zero(1, 2);
  CHECK(message_of([&] { (void)deep_residual(stack.x, stack.layers); }).find("layers[1].w_m") !=
        std::string::npos);
  stack = deep(kStacks[0], 50);
  stack.x.pop_back();
  CHECK(message_of([&] {
          (void)deep_residual(stack.x, stack.layers);
        }).find("the number of matrices in x") != std::string::npos);
  stack = deep(kStacks[0], 50);
  stack.layers[0].a *= 1e200;
  stack.layers[0].query = DeepQuery::kPrior;
  stack.x[1] *= 1e200;
  CHECK(message_of([&] { (void)deep_residual(stack.x, stack.layers); }) ==
        "deep_residual: a query is too large for a double");
  CHECK(message_of([&] { (void)deep_residual_jacobian(stack.x, stack.layers); }) ==
        "deep_residual_jacobian: a query is too large for a double");
  stack.layers[0].query = DeepQuery::kOwn;
  CHECK(message_of([&] { (void)deep_residual_jacobian(stack.x, stack.layers); }) ==
        "deep_residual_jacobian: a logit is too large for a double");
  stack = deep(kStacks[0], 50);
  stack.x[2](0, 0) = std::nan("");
  CHECK(message_of([&] { (void)deep_residual_jacobian(stack.x, stack.layers); }).find("x[2]") !=
        std::string::npos);
}
