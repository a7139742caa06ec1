// The claims of seed 002 about depth: section 6 and appendix D.
#include <cmath>

#include "claims/002/parts.hpp"
#include "experiments/support-tokens/depth_localisation.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

experiments::DepthLocalisationFrame stack(std::uint64_t seed, bool first, bool second) {
  experiments::DepthLocalisationParams p;
  p.seed = seed;
  p.asks << first, second, false;
  return experiments::DepthLocalisation(p).frame();
}

double plain_residual(std::uint64_t seed, const Progress&) {
  const auto f = stack(seed, false, false);
  return std::fabs(f.total) + f.sum_error;
}

double triangle_residual(std::uint64_t seed, const Progress&) {
  const auto f = stack(seed, true, true);
  return f.above + f.sum_error;
}

double localised_residual(std::uint64_t seed, const Progress&) {
  const auto f = stack(seed, true, false);
  return std::fabs(f.total - f.layers(0)) + f.sum_error;
}

double reappears(std::uint64_t seed, const Progress&) {
  return std::fabs(stack(seed, true, true).layers(1));
}

}  // namespace

std::vector<Claim> of_depth() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.proposition-3.zero", "section 6.4, proposition 3 and (40); appendix D.4",
           "A layer whose tokens below ask has no term: a plain transformer has none.",
           "∂e_t/∂x_t = I", 1e-12, "attn run depth_localisation, no layer asking itself",
           plain_residual);
  residual("002.eq-77.triangle", "section 6.3, (39); appendix D.1, lemma D.1 and (77)",
           "The Jacobian of a stack is block lower triangular, and its log-determinant the sum of "
           "those of the blocks.",
           "det J = Π Π det(∂e_t/∂x_t)", 1e-11,
           "attn run depth_localisation, two layers asking themselves", triangle_residual);
  residual("002.corollary-6.1.single", "section 6.4, corollary 6.1",
           "With an attention prior below and plain layers above, the term is that of the prior.",
           "exactly the single-layer stability term", 1e-12,
           "attn run depth_localisation, layer 1 alone", localised_residual);
  list.push_back({"002.section-6.reappears", "sections 6.4 and 6.5; appendix D, the last remark",
                  "A layer that asks with its own token has a term again.",
                  "an additional log-determinant term may appear", 1e-3, A::kAbove, 0.0,
                  "|term| of layer 2, asking itself", "attn run depth_localisation", 10, false,
                  reappears});
  return list;
}

}  // namespace attn::claims
