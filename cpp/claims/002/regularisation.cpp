// The claims of seed 002 on the weight of the term, section 7.4 and table 1, tried on small
// language models: what comes out otherwise may be due to text and size, and is "not found".
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "claims/002/parts.hpp"
#include "claims/002/tried.hpp"

namespace attn::claims {
namespace {

constexpr const char* kFewestBits =
    "after 800 updates bits with noise go on falling to λ = 0.1, and stay there. How long "
    "one trains matters: after 3200 they are fewest at 0.05 (002.section-7.4.noisy-longer)";
constexpr const char* kLeastFactor =
    "after 800 updates the degradation falls all along the path: embeddings go on growing. It does "
    "after 3200 as well, on average; in one of ten draws it is least at 0.05 then";

using A = Agreement;
using M = LanguageModel;

// ---- section 7.4
// ----------------------------------------------------------------------------------

double noisy(const M& model) { return model.bits(kTable1); }

double rise_in_percent(const Models& m) {
  const double plain = clean(m.plain());
  double most = 0.0;
  for (const double lambda : kPath) most = larger(most, clean(m.published(lambda)) / plain - 1.0);
  return 100.0 * most;
}

// The weight of least f.
double best(const Models& m, double (*f)(const M&)) {
  double out = 0.0, least = f(m.plain());
  for (const double lambda : kPath) {
    const double now = f(m.published(lambda));
    if (now < least) {
      least = now;
      out = lambda;
    }
  }
  return out;
}
double best_noisy(const Models& m) { return best(m, noisy); }
double best_degradation(const Models& m) { return best(m, degradation_of_table); }
double along_path(const Models& m) {
  double out = degradation_of_table(m.plain());
  for (const double lambda : kPath) out += noisy(m.published(lambda));
  return out;
}

double gain(const Models& m, double (*f)(const M&)) {
  return 100.0 * (1.0 - f(m.published(kBest)) / f(m.plain()));
}
double noisy_gain(const Models& m) { return gain(m, noisy); }
double degradation_gain(const Models& m) { return gain(m, degradation_of_table); }
double price_in_percent(const Models& m) { return -gain(m, clean); }

double noisy_beyond(const Models& m) {
  return noisy(m.published(kLambda)) - noisy(m.published(kBest));
}
double degradation_beyond(const Models& m) {
  return degradation_of_table(m.published(0.2)) - degradation_of_table(m.published(kBest));
}

double entropy_lost(const Models& m) { return m.published(0.005).entropy - m.plain().entropy; }
double entropy_along(const Models& m) {
  return m.published(0.2).entropy - m.published(0.005).entropy;
}
double log_det(const Models& m) { return m.published(kBest).log_det; }
double log_det_along(const Models& m) {
  return m.published(0.2).log_det - m.published(0.005).log_det;
}
double one_minus_rho(const Models& m) { return m.published(kBest).one_minus_rho; }
double signal_plain(const Models& m) { return m.plain().signal; }
double signal_first(const Models& m) { return m.published(0.005).signal; }
double jump(const Models& m) { return m.published(0.005).variance / m.plain().variance; }
double jump_of_embeddings(const Models& m) {
  return m.published(0.005).uniform_variance / m.plain().uniform_variance;
}
double jump_of_a_trace(const Models& m) {
  return (m.published(1e-4).variance - m.plain().variance) /
         (m.published(0.005).variance - m.plain().variance);
}
double variances(const Models& m) {
  return 3.0 * m.plain().variance - 2.0 * m.published(1e-4).variance - m.published(0.005).variance;
}
double growth_of_w(const Models& m) {
  const double start = GptTrainerOptions{}.std_dev;
  return (m.published(1e-4).rms_w - start) / (m.published(0.005).rms_w - start);
}
double lost(const Models& m, const M& model) { return m.plain().entropy - model.entropy; }
double entropy_of_a_trace(const Models& m) {
  return lost(m, m.published(1e-4)) / lost(m, m.published(0.2));
}
double entropy_by_descent(const Models& m) {
  return lost(m, m.descended(0.005)) / lost(m, m.descended(0.2));
}
double entropy_at_the_end(const Models& m) {
  return lost(m, m.descended(0.2)) / lost(m, m.published(0.2));
}
double effect_of_a_trace(const Models& m) {
  return degradation_of_table(m.plain()) - degradation_of_table(m.published(1e-4));
}

// ---- the list
// -------------------------------------------------------------------------------------

constexpr const char* kUniform =
    "at λ = 0 our prior is not trained, and its attention is uniform, which is not the paper's: "
    "its entropy is printed as 3.18 nats, where that of uniform attention over up to 255 "
    "characters is 4.54; ";

}  // namespace

std::vector<Claim> of_regularisation() {
  return claims_on_models({
      {"002.section-7.4.flat",
       "section 7.4, figure 7.6 (a)",
       "Bits without noise rise by only 3 % over the path.",
       "clean (blue) rises only *3%* across the full λ_m range",
       3.0,
       A::kSpread,
       0.0,
       "largest rise, percent",
       kAll,
       rise_in_percent,
       {0.0, "a path without a price"},
       12.26,
       0.5,
       kElsewhere,
       along_path},
      {"002.section-7.4.noisy-best",
       "section 7.4, figure 7.6 (a)",
       "Of all λ, 0.02 has the fewest bits at σ = 0.3.",
       "noisy BPC (red, σ=0.3) exhibits a U-shape with minimum at λ_m = *0.02*",
       0.02,
       A::kWithin,
       0.005,
       "λ of the fewest",
       kAll,
       best_noisy,
       {0.0, "a term that does not help"},
       0.16,
       0.03,
       kFewestBits,
       along_path},
      {"002.section-7.4.noisy-gain", "section 7.4, figure 7.6 (a)",
       "At σ = 0.3 the model with λ = 0.02 needs 8.9 % fewer bits.",
       "at λ_m = 0.02 — an *8.9%* improvement", 8.9, A::kSpread, 0.0, "percent of those at λ = 0",
       "λ = 0 and 0.02", noisy_gain, kNoTerm, 0.0, 0.0, "", along_path},
      {"002.section-7.4.noisy-beyond",
       "section 7.4",
       "Beyond λ = 0.02 the bits at σ = 0.3 rise again.",
       "Beyond λ_m = 0.02, noisy BPC rises again",
       0.0,
       A::kAbove,
       0.0,
       "bits at λ = 0.05, less those at 0.02",
       "λ = 0.02 and 0.05",
       noisy_beyond,
       {0.0, "a path that has come to its end"},
       -0.3768,
       0.03,
       kFewestBits},
      {"002.section-7.4.price", "section 7.4", "Without noise λ = 0.02 costs only 2.2 % more bits.",
       "the model pays only *2.2%* in clean BPC", 2.2, A::kSpread, 0.0, "percent", "λ = 0 and 0.02",
       price_in_percent, kNoTerm, 1.4208, 0.1, kElsewhere, along_path},
      {"002.section-7.4.best",
       "section 7.4, table 1",
       "The least degradation is at λ = 0.02.",
       "The optimal robustness (lowest degradation ratio) occurs at λ_m = *0.02*",
       0.02,
       A::kWithin,
       0.005,
       "λ of the least",
       kAll,
       best_degradation,
       {0.0, "a term that does not help"},
       0.2,
       0.001,
       kLeastFactor,
       along_path},
      {"002.section-7.4.gain", "section 7.4, figure 7.6 (b)",
       "At λ = 0.02 the degradation is 11 % less than without the term.",
       "at λ_m = 0.02 — an *11%* improvement in robustness", 11.0, A::kSpread, 0.0,
       "percent of that at λ = 0", "λ = 0 and 0.02", degradation_gain, kNoTerm, 0.0, 0.0, "",
       along_path},
      {"002.section-7.4.beyond",
       "section 7.4",
       "Beyond λ = 0.02 the degradation rises slightly.",
       "Beyond this optimum, the ratio rises slightly to *2.17×*",
       0.0,
       A::kAbove,
       0.0,
       "that at λ = 0.2, less that at 0.02",
       "λ = 0.02 and 0.2",
       degradation_beyond,
       {0.0, "a path that has come to its end"},
       -0.2868,
       0.02,
       kLeastFactor},
      {"002.section-7.4.sparser",
       "table 1, λ = 0 and 0.005",
       "From λ = 0 to 0.005 the entropy of the prior's attention falls by 0.06 nats, from 3.18 to "
       "3.12.",
       "*3.18* 0.961 76.5 0.005 2.134 4.755 2.23 3.12",
       -0.06,
       A::kSpread,
       0.0,
       "mean entropy at λ = 0.005, less that of uniform attention, nats",
       "λ = 0, where W is not trained and attention is uniform, and 0.005",
       entropy_lost,
       {0.0, "uniform attention"},
       -0.6457,
       0.03,
       kUniform},
      {"002.section-7.4.sparser-along",
       "section 7.4, prediction (i)",
       "A larger weight makes the prior's attention sparser.",
       "increasing λ_m should (i) encourage sparser, more concentrated attention in the prior",
       0.0,
       A::kBelow,
       0.0,
       "mean entropy at λ = 0.2, less that at 0.005, nats",
       "λ = 0.005 and 0.2",
       entropy_along,
       {0.0, "no trend"},
       0.0667,
       0.02,
       "no trend: seeds differ by twice as much"},
      {"002.section-7.4.margin",
       "section 7.4",
       "The term moves the determinant away from 0.",
       "moderate λ_m pushes det(Id_d − Σ_t A) away from zero",
       0.0,
       A::kAbove,
       0.0,
       "mean log |det|, 0 at λ = 0",
       "λ = 0.02",
       log_det,
       {0.0, "λ = 0"}},
      {"002.section-7.4.margin-along",
       "section 7.4, prediction (ii)",
       "A larger weight increases the margin, the determinant.",
       "(ii) increase the stability margin",
       0.0,
       A::kAbove,
       0.0,
       "mean log |det| at λ = 0.2, less that at 0.005",
       "λ = 0.005 and 0.2",
       log_det_along,
       {0.0, "no trend"}},
      {"002.section-7.4.rho",
       "ours, beside section 7.4 and eq 25",
       "By the second margin that eq 25 offers, which is for eigenvalues on the side of the "
       "boundary, the term takes the model beyond degeneracy: eigenvalues become large and "
       "negative.",
       "",
       0.0,
       A::kBelow,
       0.0,
       "mean of 1 − ρ(Σ_t Wᵀ), 1 at λ = 0",
       "λ = 0.02",
       one_minus_rho,
       {1.0, "λ = 0"}},
      {"002.table-1.snr-plain",
       "ours, beside table 1",
       "Tokens are smaller than their residuals where attention is uniform, as ours is at λ = 0: "
       "the "
       "mean of all tokens predicts less than nothing.",
       "",
       1.0,
       A::kBelow,
       0.0,
       "RMS of x over that of x − μ",
       "λ = 0",
       signal_plain,
       {1.0, "a mean that is 0"}},
      {"002.table-1.snr",
       "table 1, λ = 0.005",
       "With a little of the term the signal-to-noise ratio is 0.827.",
       "0.005 2.134 4.755 2.23 3.12 *0.827* 95.5",
       0.827,
       A::kSpread,
       0.0,
       "RMS of x over that of x − μ",
       "λ = 0.005",
       signal_first,
       {0.951, "uniform attention"},
       0.7366,
       0.01,
       kElsewhere},
      {"002.table-1.variance",
       "table 1, λ = 0 and 0.005",
       "From λ = 0 to 0.005 the variance under attention rises by a quarter, from 76.5 to 95.5.",
       "76.5 0.005 2.134 4.755 2.23 3.12 0.827 *95.5*",
       95.5 / 76.5,
       A::kSpread,
       0.0,
       "tr Σ_t / RMS² at 0.005, over that at 0",
       "λ = 0 and 0.005",
       jump,
       {1.0, "no change"},
       0.9172,
       0.02,
       kUniform},
      {"002.section-7.4.transition",
       "ours, beside section 7.4",
       "A fiftieth of the smallest printed weight changes the variance under attention by half of "
       "what that weight does, at least.",
       "",
       0.5,
       A::kAbove,
       0.0,
       "share of that jump that a fiftieth of this λ has",
       "λ = 0, 0.0001 and 0.005",
       jump_of_a_trace,
       {0.0, "a change in proportion to the weight, which is a fiftieth"},
       0.0,
       0.0,
       "",
       variances},
      {"002.section-7.4.trace",
       "ours, beside section 7.4",
       "A fiftieth of the smallest printed weight of the term makes no model robust.",
       "",
       0.0,
       A::kWithin,
       0.01,
       "how much less the degradation at σ = 0.3 is",
       "λ = 0 and 0.0001",
       effect_of_a_trace,
       {0.04, "the smallest printed weight, λ = 0.005"}},
      {"002.section-7.4.transition-embeddings",
       "ours, beside section 7.4",
       "Embeddings take little part in it: under uniform attention the variance changes by a tenth "
       "at most.",
       "",
       1.0,
       A::kWithin,
       0.1,
       "tr Σ_t / RMS² for uniform attention at λ = 0.005, over that at 0",
       "λ = 0 and 0.005",
       jump_of_embeddings,
       {95.5 / 76.5, "the printed change, all of it"}},
      {"002.section-7.4.adam",
       "ours, beside section 7.4",
       "Under AdamW a fiftieth of the smallest printed weight gives W the same size as that weight "
       "does: the gradient of W has the weight as a factor, and AdamW divides by the size of "
       "gradients.",
       "",
       1.0,
       A::kWithin,
       0.15,
       "how much W grows at λ = 0.0001, over how much at 0.005",
       "λ = 0.0001 and 0.005",
       growth_of_w,
       {0.02, "growth in proportion to the weight"}},
      {"002.section-7.4.adam-entropy",
       "ours, beside section 7.4",
       "So the prior's attention changes at once, and then hardly any more: at a two-thousandth of "
       "the largest weight it has lost most of the entropy that it loses there.",
       "",
       0.7,
       A::kAbove,
       0.0,
       "entropy that uniform attention has more than that at λ = 0.0001, over the same at 0.2",
       "λ = 0, 0.0001 and 0.2",
       entropy_of_a_trace,
       {0.0005, "a change in proportion to the weight"}},
      {"002.section-7.4.descent",
       "ours, beside section 7.4",
       "A control: if W alone goes down its gradient, without AdamW, nothing jumps. At a rate that "
       "changes attention as much at the end of the path, λ = 0.005 changes next to nothing.",
       "",
       0.05,
       A::kBelow,
       0.0,
       "entropy that uniform attention has more than that at λ = 0.005, over the same at 0.2",
       "λ = 0, 0.005 and 0.2, W by gradient descent at 100 times the rate",
       entropy_by_descent,
       {0.95, "AdamW"}},
      {"002.section-7.4.descent-end",
       "ours, beside section 7.4",
       "That rate is fast enough: at λ = 0.2 attention loses half of what it loses under AdamW, or "
       "more.",
       "",
       0.5,
       A::kAbove,
       0.0,
       "entropy that uniform attention has more than that at λ = 0.2, over the same under AdamW",
       "λ = 0 and 0.2, W by gradient descent at 100 times the rate, and by AdamW",
       entropy_at_the_end,
       {0.0, "W as it starts"}},
  });
}

}  // namespace attn::claims
