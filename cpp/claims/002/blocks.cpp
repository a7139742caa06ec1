// The claims of seed 002 about the diagonal blocks: theorem 1 and appendices A and B.4.
#include <cmath>
#include <limits>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/scalar_residual.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// de_t / dx_t of the last token by differences.
Matrix last_block(const SupportHead& head, const ResidualOptions& options) {
  const Index t = head.x.rows() - 1;
  const Index d = head.x.cols();
  Matrix out(d, d);
  for (Index i = 0; i < d; ++i) {
    const auto residual = [&](const Matrix& token) {
      SupportHead moved = head;
      moved.x.row(t) = token;
      return moved.map(options).residual(t, i);
    };
    out.row(i) = central_differences(residual, head.x.row(t), 0.1).row(0);
  }
  return out;
}

double published_error(std::uint64_t seed, bool values_are_tokens, bool include_self) {
  const SupportHead head = support_head(seed, values_are_tokens);
  ResidualOptions options;
  options.include_self = include_self;
  const Matrix printed = published_residual_blocks(head.x, head.weights, options).back();
  return largest(printed - last_block(head, options));
}

double with_tokens_as_values(std::uint64_t seed, const Progress&) {
  return published_error(seed, true, false);
}

double with_any_values(std::uint64_t seed, const Progress&) {
  return published_error(seed, false, false);
}

double with_itself(std::uint64_t seed, const Progress&) {
  return published_error(seed, true, true);
}

double exact_residual(std::uint64_t seed, const Progress&) {
  double worst = 0.0;
  for (const bool include_self : {false, true}) {
    const SupportHead head = support_head(seed, false);
    ResidualOptions options;
    options.include_self = include_self;
    worst = larger(worst, largest(head.map(options).blocks.back() - last_block(head, options)));
  }
  return worst;
}

// Eq 51 for any values: sum alpha (v - vbar) k^T against Sigma W_K^T.
double covariance_error(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  ResidualOptions options;
  options.include_self = true;
  const ResidualMap map = head.map(options);
  const Index t = head.x.rows() - 1;
  Matrix sum = Matrix::Zero(head.x.cols(), map.keys.cols());
  for (Index s = 0; s <= t; ++s) {
    sum += map.weights(t, s) * (map.values.row(s) - map.mean.row(t)).transpose() * map.keys.row(s);
  }
  return largest(sum - value_covariances(map).back() * head.weights.w_k.transpose());
}

double covariance_identity(std::uint64_t seed, const Progress&) {
  const SupportHead head = support_head(seed, false);
  const ResidualMap map = head.map();
  const Index t = head.x.rows() - 1;
  Matrix second = Matrix::Zero(head.x.cols(), head.x.cols());
  for (Index s = 0; s < t; ++s) {
    second += map.weights(t, s) * map.values.row(s).transpose() * map.values.row(s);
  }
  second -= map.mean.row(t).transpose() * map.mean.row(t);
  return largest(second - value_covariances(map).back());
}

// A value weight of 1.7 in one dimension: the slope, by the exact block.
double scalar_with_value_weight(std::uint64_t, const Progress&) {
  // Two tokens around a query of 0: Var(x) is the square of their half distance, here 1.
  Matrix x(3, 1);
  x << -1.0, 1.0, 0.0;
  const HeadWeights weights{Matrix::Ones(1, 1), Matrix::Constant(1, 1, 0.5),
                            Matrix::Constant(1, 1, 1.7)};
  return residual_map(x, weights).blocks[2](0, 0);
}

double first_block(std::uint64_t seed, const Progress&) {
  ResidualOptions options;
  options.include_self = true;
  return largest(support_head(seed, true).map(options).blocks[0]);
}

}  // namespace

std::vector<Claim> of_blocks() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.eq-14.block", "section 3.5, theorem 1, (14) and (15)",
           "For values that are the tokens, the block of a token.", "∂e_t/∂x_t = I − Σ_t A", 1e-10,
           "published_residual_blocks with W_V = I, and central differences",
           with_tokens_as_values);
  list.push_back({"002.eq-14.values", "section 3.5, theorem 1; appendix B.4, the remark",
                  "The same block for values W_V x, Σ_t the covariance of these values.",
                  "the same derivation goes through", 0.0, A::kWithin, 1e-8,
                  "largest error of the printed block",
                  "published_residual_blocks of five tokens of three numbers, W_V drawn, and "
                  "central differences",
                  10, false, with_any_values});
  list.back().correction = {
      "the derivative of the mean is the covariance of values with keys times W_Q, W_V Cov(x) A; "
      "printed is W_V Cov(x) W_V^T A, which is the same for W_V = I alone",
      1.1416, 1e-3};
  list.push_back({"002.eq-14.scalar", "section 3.1, (7) and (8), with v = 1.7 x",
                  "With values w x the slope is 1 − a Var of the values.", "1 − a Var_t",
                  1.0 - 0.5 * 1.7 * 1.7, A::kWithin, 1e-9,
                  "slope of the last of −1, 1, 0 at a = 0.5", "residual_map", 1, false,
                  scalar_with_value_weight});
  list.back().correction = {
      "μ is linear in the values and logits are not made of them: the slope is 1 − a w Var(x)",
      0.15, 1e-12};
  residual("002.section-3.exact", "section 3.5 and appendix A; not in the text",
           "The block for any values, with and without the token itself: I − C W_Q, C the "
           "covariance of values and keys, less α_tt (W_V + (v_t − μ_t)(W_K^T q_t)^T).",
           "", 1e-10, "residual_map, and central differences", exact_residual);
  residual("002.eq-58.covariance", "appendix B.1, lemma B.2 and (58)",
           "A weighted covariance is the mean of products less the product of means.",
           "Σ_t = Σ α v v^T − v̄ v̄^T", 1e-13, "value_covariances, with the equation in loops",
           covariance_identity);
  list.push_back({"002.eq-51.covariance", "appendix A, (51)",
                  "The covariance of values and keys, by that of the values.",
                  "Σ α (v_s − v̄) k_s^T = Σ_t W_K^T", 0.0, A::kWithin, 1e-9, "largest difference",
                  "both sides in loops, W_V drawn", 10, false, covariance_error});
  list.back().correction = {"the left side is W_V Cov(x) W_K^T, the right one has W_V twice",
                            1.3181, 1e-3};
  list.push_back(
      {"002.eq-53.block", "appendix A, (52) and (53)",
       "The block where the context has the token itself, for values that are the tokens.",
       "I − α_tt W_V − Σ_t A", 0.0, A::kWithin, 1e-8, "largest error of the printed block",
       "published_residual_blocks with W_V = I, and central differences", 10, false, with_itself});
  list.back().correction = {
      "the token is a key of its own too: its logit moves with k_t, which takes away α_tt (v_t − "
      "μ_t)(W_K^T q_t)^T more",
      0.25262, 1e-4};
  list.push_back({"002.eq-54.first", "appendix A, (54) and (56)",
                  "With the token itself in its context and W_V = I there is a density.",
                  "log p = ... + Σ log|det((1 − α_tt) I − Σ_t A)|", 1.0, A::kAbove, 0.0,
                  "largest entry of the first block", "residual_map of drawn heads", 10, false,
                  first_block});
  list.back().correction = {
      "the first token sees itself alone: α_11 = 1, e_1 = 0 whatever x_1 is, and the "
      "log-determinant is −∞ for every head",
      0.0, 1e-15};
  return list;
}

}  // namespace attn::claims
