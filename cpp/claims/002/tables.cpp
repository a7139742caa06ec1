// The claims of seed 002 about the numbers that it prints of its language models: section 7. What
// can be told without training.
#include "attn/numerics/largest.hpp"
#include "claims/002/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

double degradation_plain(std::uint64_t, const Progress&) { return 5.478 / 2.122; }
double degradation_margin(std::uint64_t, const Progress&) { return 5.315 / 2.158; }
double gap_of_clean(std::uint64_t, const Progress&) { return 2.158 - 2.122; }
double gap_in_percent(std::uint64_t, const Progress&) { return 100.0 * (2.158 / 2.122 - 1.0); }
double points_of_robustness(std::uint64_t, const Progress&) {
  return 100.0 * (1.0 - (5.315 / 2.158) / (5.478 / 2.122));
}
double rise_of_clean(std::uint64_t, const Progress&) { return 100.0 * (2.173 / 2.109 - 1.0); }
double price_of_best(std::uint64_t, const Progress&) { return 100.0 * (2.155 / 2.109 - 1.0); }
double gain_of_noisy(std::uint64_t, const Progress&) { return 100.0 * (1.0 - 4.496 / 4.934); }
double gain_of_degradation(std::uint64_t, const Progress&) { return 100.0 * (1.0 - 2.09 / 2.34); }

double largest_rise_of_entropy(std::uint64_t, const Progress&) {
  double out = 0.0, least = 3.18;
  for (const double h : {3.12, 3.08, 3.14, 3.11, 3.26, 3.10}) {
    out = larger(out, h - least);
    least = h < least ? h : least;
  }
  return out;
}

double same_run_twice(std::uint64_t, const Progress&) { return 2.122 - 2.109; }

// Two blocks of width 128: four matrices of attention and two of the feed-forward part four times
// as wide, without biases and norms.
double parameters_in_thousands(std::uint64_t, const Progress&) {
  return 2.0 * 12.0 * 128.0 * 128.0 / 1000.0;
}
double embeddings_in_thousands(std::uint64_t, const Progress&) { return 1013.0 * 128.0 / 1000.0; }

}  // namespace

std::vector<Claim> of_published_tables() {
  std::vector<Claim> list;
  const auto number = [&](const char* id, const char* place, const char* statement,
                          const char* published, double value, double tolerance,
                          const char* quantity, const char* recipe, auto* ours) {
    list.push_back({id, place, statement, published, value, A::kWithin, tolerance, quantity, recipe,
                    1, false, ours});
  };
  number("002.table-noise.plain", "section 7.3, the table", "What noise costs the plain model.",
         "2.58", 2.58, 5e-3, "bits per character with noise, over those without",
         "5.478 / 2.122, as printed", degradation_plain);
  number("002.table-noise.margin", "section 7.3, the table",
         "What noise costs the model with the barrier.", "2.46", 2.46, 5e-3,
         "bits per character with noise, over those without", "5.315 / 2.158, as printed",
         degradation_margin);
  number("002.section-7.gap", "section 7.2", "What the barrier costs without noise.", "0.036 BPC",
         0.036, 5e-4, "difference", "2.158 − 2.122, as printed", gap_of_clean);
  number("002.section-7.gap-percent", "section 7.2", "The same, relative.", "1.7 %", 1.7, 0.05,
         "percent", "2.158 / 2.122, as printed", gap_in_percent);
  number("002.section-7.points", "section 7.3",
         "How much less the model with the barrier degrades.", "12 percentage points", 12.0, 0.3,
         "percent of the other's degradation", "the two quotients above", points_of_robustness);
  list.back().correction = {
      "2.58 and 2.46 are no percentages: they differ by 0.12, which is 4.6 % of 2.58", 4.594, 5e-3};
  list.push_back({"002.section-7.below", "section 7.3, caption of figure 7.5",
                  "The model with the barrier has fewer bits per character at every noise.",
                  "consistently below CE-only (blue) across the entire noise range", 0.0, A::kBelow,
                  0.0, "difference without noise", "2.158 − 2.122, as printed", 1, false,
                  gap_of_clean});
  list.back().correction = {
      "without noise it is above; section 7.3 itself puts the crossing between σ = 0 and 0.05",
      0.036, 5e-4};
  number("002.table-1.baseline", "section 7.2 and table 1, λ = 0",
         "The same model by the same recipe has the same bits per character in both.",
         "2.122 and 2.109", 0.0, 5e-4, "difference", "as printed", same_run_twice);
  list.back().correction = {
      "two runs that should be one differ by a third of the effect that is reported, so that one "
      "pair of runs cannot decide it",
      0.013, 1e-4};
  number("002.section-7.parameters", "section 7.1", "The transformer's parameters, in thousands.",
         "∼ 150K", 150.0, 10.0, "thousands", "12 d² a block, d = 128, two blocks",
         parameters_in_thousands);
  list.back().correction = {"two blocks of that width have 393 thousand; attention alone has 131",
                            393.216, 1e-9};
  number("002.section-7.embeddings", "section 7.1", "The embedding's parameters, in thousands.",
         "∼ 130K", 130.0, 1.0, "thousands", "1013 characters of 128 numbers",
         embeddings_in_thousands);
  number("002.table-1.rise", "section 7.4", "How much bits without noise rise over the path.", "3%",
         3.0, 0.1, "percent", "2.173 / 2.109, as printed", rise_of_clean);
  number("002.table-1.price", "section 7.4", "What λ = 0.02 costs without noise.", "2.2%", 2.2,
         0.05, "percent", "2.155 / 2.109, as printed", price_of_best);
  number("002.table-1.noisy", "section 7.4", "How many fewer bits λ = 0.02 has at σ = 0.3.", "8.9%",
         8.9, 0.05, "percent", "4.496 / 4.934, as printed", gain_of_noisy);
  number("002.table-1.gain", "section 7.4", "How much less it degrades.", "11%", 11.0, 0.5,
         "percent", "2.09 / 2.34, as printed", gain_of_degradation);
  list.push_back({"002.table-1.sparser", "section 7.4, prediction (i), and table 1",
                  "Entropy falls as λ grows.", "encourage sparser, more concentrated attention",
                  0.0, A::kBelow, 0.0, "largest rise from one row to a later one, nats",
                  "the column H, as printed", 1, false, largest_rise_of_entropy});
  list.back().correction = {"the column has no trend: 3.18, 3.12, 3.08, 3.14, 3.11, 3.26, 3.10",
                            0.18, 1e-9};
  return list;
}

}  // namespace attn::claims
