// The claims of seed 002 on trained language models, sections 7.2, 7.3 and 9, tried on small ones:
// what comes out otherwise may be due to text and size, and is "not found".
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "claims/002/parts.hpp"
#include "claims/002/tried.hpp"

namespace attn::claims {
namespace {

using A = Agreement;
using M = LanguageModel;

// ---- section 7.2
// ----------------------------------------------------------------------------------

double gap(const Models& m) { return clean(m.published(kLambda)) - clean(m.plain()); }
double gap_in_percent(const Models& m) { return 100.0 * gap(m) / clean(m.plain()); }

double distance_of_curves(const Models& m) {
  const M& a = m.plain();
  const M& b = m.published(kLambda);
  double out = 0.0;
  for (std::size_t i = 0; i < a.curve.size() && i < b.curve.size(); ++i) {
    out = larger(out, std::fabs(b.curve[i] - a.curve[i]));
  }
  return out;
}

double growth_of_embeddings(const Models& m) { return m.published(kLambda).rms / m.plain().rms; }
double price_over_placebo(const Models& m) {
  return clean(m.published(kLambda)) - clean(m.placebo(0.29));
}

// ---- section 7.3
// ----------------------------------------------------------------------------------

using OfTwoCurves = double (*)(const Vector& plain, const Vector& other);
template <OfTwoCurves f>
double of_both(const Models& m) {
  return f(m.plain().bits, m.published(kLambda).bits);
}
double grows(const Vector& plain, const Vector& other) {
  return holds(least_growth(plain, other) > 0.0);
}

double degradation_plain(const Models& m) { return degradation(m.plain().bits, kLoudest); }
double degradation_published(const Models& m) {
  return degradation(m.published(kLambda).bits, kLoudest);
}

double relative_noise(const Models& m) {
  return m.published(kLambda).bits_relative - m.plain().bits_relative;
}

double over_plain(const Models& m, GptPriorKind kind) {
  return degradation_of_table(m({kind})) - degradation_of_table(m.plain());
}
double barrier(const Models& m) { return over_plain(m, GptPriorKind::kBarrier); }
double residual(const Models& m) { return over_plain(m, GptPriorKind::kResidual); }

// What a placebo of the same size has of the advantage at sigma 0.3.
double share(const Models& m, double lambda, double rms) {
  return (degradation_of_table(m.plain()) - degradation_of_table(m.placebo(rms))) /
         (degradation_of_table(m.plain()) - degradation_of_table(m.published(lambda)));
}
double advantages(const Models& m) {
  return 3.0 * degradation_of_table(m.plain()) - 2.0 * degradation_of_table(m.placebo(0.29)) -
         degradation_of_table(m.published(kLambda));
}
double share_of_placebo(const Models& m) { return share(m, kLambda, 0.29); }
double price_at_the_end(const Models& m) {
  return clean(m.published(0.2)) - clean(m.placebo(0.41));
}
double share_at_the_end(const Models& m) { return share(m, kPath.back(), 0.41); }

double largest_real(const Models& m) { return m.published(kLambda).largest_real; }
double negative(const Models& m) {
  double out = 0.0;
  for (const double lambda : kPath) out = larger(out, m.published(lambda).negative);
  return out;
}

// ---- section 9
// ----------------------------------------------------------------------------------

double warning(const Models& m) { return m.published(kLambda).warning; }

// ---- the list
// -------------------------------------------------------------------------------------

}  // namespace

std::vector<Claim> of_language_models() {
  std::vector<Claim> list = claims_on_models({
      {"002.section-7.2.gap", "section 7.2",
       "Without noise the term costs 0.036 bits per character.",
       "The *0.036* BPC gap (1.7% relative) confirms that the margin term acts", 0.036, A::kSpread,
       0.0, "bits per character, more than without it", kTwo, gap, kNoTerm, 0.1666, 0.01,
       kElsewhere},
      {"002.section-7.2.percent", "section 7.2",
       "Without noise the model with the term needs 1.7 % more bits per character.",
       "The 0.036 BPC gap (*1.7%* relative) confirms that", 1.7, A::kSpread, 0.0, "percent", kTwo,
       gap_in_percent, kNoTerm, 5.863, 0.3, kElsewhere, gap},
      {"002.section-7.2.trajectories",
       "section 7.2, figure 7.4",
       "Both models learn along nearly the same curve.",
       "Both models converge smoothly with *nearly overlapping curves*",
       0.1,
       A::kBelow,
       0.0,
       "largest distance of validation curves, bits, at each hundredth update",
       kTwo,
       distance_of_curves,
       {3.0, "a model before its training beside one after it"},
       0.1668,
       0.01,
       "the distance is that of the ends, and a tenth of a bit would be near: at this size the "
       "term "
       "costs more than it is said to"},
      {"002.section-7.2.size",
       "ours, beside section 7.2",
       "The term makes embeddings larger: by a half at least.",
       "",
       1.5,
       A::kAbove,
       0.0,
       "their root mean square over that without the term",
       kTwo,
       growth_of_embeddings,
       {1.0, "two models without the term"}},
      {"002.section-7.2.placebo",
       "ours, beside section 7.2",
       "Without noise the term costs more than embeddings of the size that it gives them.",
       "",
       0.0,
       A::kAbove,
       0.0,
       "bits per character, more than of a placebo with RMS 0.29",
       "λ = 0.05, and a placebo",
       price_over_placebo,
       {0.0, "the placebo"}},
      {"002.section-7.3.below", "section 7.3",
       "At every noise the model with the term has fewer bits.",
       "At every noise level σ > 0, the margin-regularized model achieves lower absolute BPC", 0.0,
       A::kBelow, 0.0, "largest difference over ten σ", kTwo, of_both<worst_with_noise>, kNoTerm},
      {"002.section-7.3.crossover",
       "section 7.3",
       "Bits of both models are equal between σ = 0 and 0.05.",
       "the crossover in absolute BPC occurs between *σ = 0.0* and σ = 0.05",
       0.025,
       A::kInterval,
       0.025,
       "that σ, by interpolation",
       kTwo,
       of_both<crossing>,
       {0.25, "curves that cross anywhere, in the middle of their range"},
       0.0,
       0.0,
       "",
       gap},
      {"002.section-7.3.plain", "section 7.3, the table",
       "Without the term, noise of σ = 0.5 multiplies the bits per character by 2.58.",
       "CE-only degrades to *2.58×* its clean performance at σ = 0.5", 2.58, A::kSpread, 0.0,
       "bits over those without noise", "λ = 0", degradation_plain, kClean, 2.0957, 0.02,
       kElsewhere},
      {"002.section-7.3.margin", "section 7.3, the table",
       "With the term, noise of σ = 0.5 multiplies the bits per character by 2.46.",
       "while Margin-only degrades only *2.46×* — a 12 percentage-point improvement", 2.46,
       A::kSpread, 0.0, "bits over those without noise", "λ = 0.05", degradation_published, kClean,
       1.7047, 0.02, kElsewhere},
      {"002.section-7.3.graceful", "section 7.3",
       "Under noise the model with the term degrades less than the one without.",
       "the margin-regularized model degrades more gracefully", 0.0, A::kAbove, 0.0,
       "the first degradation less the second, σ = 0.5", kTwo, of_both<robustness>, kNoTerm},
      {"002.section-7.3.points", "section 7.3, figure 7.5",
       "Under noise of σ = 0.5 the model with the term degrades less by 12 percentage points.",
       "Margin-only degrades only 2.46× — a *12* percentage-point improvement in robustness", 0.12,
       A::kSpread, 0.0, "the first degradation less the second, σ = 0.5", kTwo, of_both<robustness>,
       kNoTerm, 0.391, 0.02,
       "more than three times as much; by how much embeddings grew in the paper is not stated"},
      {"002.section-7.3.grows",
       "section 7.3",
       "The difference of the degradations grows with every step of σ.",
       "The gap in relative degradation grows monotonically with σ",
       1.0,
       A::kHolds,
       0.0,
       "holds for all ten steps of 0.05",
       kTwo,
       of_both<grows>,
       {},
       0.4,
       0.05,
       kElsewhere,
       of_both<robustness>},
      {"002.section-7.3.buffer",
       "ours, beside section 7.3",
       "With the term no eigenvalue of Σ_t Wᵀ comes near the boundary, which is 1. Without it W is "
       "not trained, and they are 0.",
       "",
       0.5,
       A::kBelow,
       0.0,
       "largest real part of an eigenvalue of Σ_t Wᵀ, 1 being the boundary",
       "λ = 0.05",
       largest_real,
       {1.0, "a model at the boundary"}},
      {"002.section-7.3.sign",
       "ours, beside section 7.3",
       "No determinant is below 0, at none of the weights.",
       "",
       0.0,
       A::kWithin,
       0.0,
       "largest share of them over λ",
       kAll,
       negative,
       {0.5, "determinants of either sign"}},
      {"002.section-7.3.interpretation",
       "ours, beside section 7.3",
       "Embeddings pinned to the size that the term gives them have more than half of its "
       "advantage "
       "under noise, without any determinant.",
       "",
       0.5,
       A::kAbove,
       0.0,
       "share of the advantage at σ = 0.3 that a placebo with embeddings of that size has",
       "λ = 0 and 0.05, and a placebo with RMS 0.29",
       share_of_placebo,
       {0.0, "a placebo that is no more robust than the plain model"},
       0.0,
       0.0,
       "",
       advantages},
      {"002.section-7.3.barrier", "ours, beside section 7.3",
       "A term that is a barrier at a boundary makes the model less robust: embeddings become "
       "small, "
       "and noise of a fixed size is larger beside them.",
       "", 0.0, A::kAbove, 0.0, "degradation at σ = 0.3 with W = 4 I, less that without a term",
       "λ = 0, and W = 4 I", barrier, kNoTerm},
      {"002.section-7.3.residual", "ours, beside sections 7.1 and 7.3",
       "With the squares of eq 19, which section 7.1 drops, the term makes the model less robust: "
       "embeddings become small.",
       "", 0.0, A::kAbove, 0.0, "degradation at σ = 0.3, less that without a term",
       "λ = 0, and 0.05 with |x_t − μ_t|² / (2 · 0.2²)", residual, kNoTerm},
      {"002.section-7.3.relative", "ours, beside section 7.3",
       "With noise in proportion to its embeddings the model with the term needs more bits.", "",
       0.0, A::kAbove, 0.0, "difference of bits, σ being half of the embeddings' root mean square",
       kTwo, relative_noise, kNoTerm},
      {"002.section-7.4.interpretation",
       "ours, beside section 7.4",
       "At the end of the path, too, embeddings pinned to that size have more than half of the "
       "advantage, without any determinant.",
       "",
       0.5,
       A::kAbove,
       0.0,
       "share of the advantage at λ = 0.2 that a placebo with embeddings of that size has",
       "λ = 0 and 0.2, and a placebo with RMS 0.41",
       share_at_the_end,
       {0.0, "a placebo that is no more robust than the plain model"},
       0.0,
       0.0,
       "",
       advantages},
      {"002.section-7.4.placebo",
       "ours, beside section 7.4",
       "At λ = 0.2 the term costs more without noise than embeddings of that size.",
       "",
       0.0,
       A::kAbove,
       0.0,
       "bits per character, more than of a placebo with RMS 0.41",
       "λ = 0.2, and a placebo",
       price_at_the_end,
       {0.0, "the placebo"}},
      {"002.section-9.flag",
       "ours, beside section 9",
       "In our small models a token's margin tells next to nothing of how hard the next one is to "
       "foresee. Section 9 proposes it as one of several signals, and tries none.",
       "",
       0.0,
       A::kWithin,
       0.05,
       "correlation of log |det| at a token with the bits that the next one costs",
       "λ = 0.05",
       warning,
       {-0.2, "a margin that warns"}},
  });
  list.push_back(
      {"002.section-7.3.maintain", "section 7.3",
       "The regularizer keeps a distance from the boundary.",
       "maintain a safety buffer from the Jacobian degeneracy boundary", 0.0, A::kNotTried, 0.0, "",
       "a purpose, and not a number: without the term the matrix of the boundary is not "
       "trained and stays 0, further from it than with the term (002.section-7.3.buffer)",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
