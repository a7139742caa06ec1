// What becomes of section 7.4 of seed 002 on small language models that are trained four times as
// long.
#include "attn/numerics/largest.hpp"
#include "claims/002/parts.hpp"
#include "claims/002/tried.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

double noisy_at(const Models& m, double lambda) {
  return m.longer({GptPriorKind::kPublished, lambda}).bits(kTable1);
}
// By how much the path has fewer bits at 0.05 than anywhere beside it.
double depth_of_valley(const Models& m) {
  const Eigen::Vector3d beside(noisy_at(m, kBest), noisy_at(m, 0.1), noisy_at(m, 0.2));
  return lowest(beside) - noisy_at(m, kLambda);
}
double about_valley(const Models& m) {
  double out = 0.0;
  for (const double lambda : {kBest, kLambda, 0.1, 0.2}) out += noisy_at(m, lambda);
  return out;
}

double over_placebo(const Models& m) {
  return noisy_at(m, kLambda) - m.longer({GptPriorKind::kPlacebo, kLambda, 0.56}).bits(kTable1);
}

}  // namespace

std::vector<Claim> of_longer_training() {
  return claims_on_models({
      {"002.section-7.4.noisy-longer",
       "ours, beside section 7.4, figure 7.6 (a)",
       "Trained four times as long, our models have the U-shape of bits under noise that is "
       "printed, at another strength: the fewest are at λ = 0.05.",
       "",
       0.0,
       A::kAbove,
       0.0,
       "bits at σ = 0.3 for λ = 0.02, 0.1 or 0.2, whichever are fewest, less those for 0.05",
       "λ = 0.02, 0.05, 0.1 and 0.2",
       depth_of_valley,
       {0.0, "a path that goes on falling, or rises from 0.02"},
       0.0,
       0.0,
       "",
       about_valley,
       Models::kLonger},
      {"002.section-7.4.placebo-longer",
       "ours, beside section 7.4",
       "Trained four times as long, the model with the term is less robust than embeddings of that "
       "size are without any determinant.",
       "",
       0.0,
       A::kAbove,
       0.0,
       "bits at σ = 0.3, more than of a placebo with RMS 0.56",
       "λ = 0.05, and a placebo",
       over_placebo,
       {0.0, "the placebo"},
       0.0,
       0.0,
       "",
       nullptr,
       Models::kLonger},
  });
}

}  // namespace attn::claims
