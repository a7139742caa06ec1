#include "claims/002/tried.hpp"

#include <cmath>

#include "claims/002/noise_curve.hpp"

namespace attn::claims {
namespace {

// After 20 updates a difference is hundredths of a bit, of which floats in another order change
// millionths: more than a thousandth of one that is near 0. So the bits of a model, some two, are
// added to a hundred of it.
double probe(double (*ours)(const Models&)) {
  const Progress go_on = [](double) { return true; };
  const Models models(1, go_on, true);
  return 100.0 * std::fabs(ours(models)) + clean(models.plain());
}

}  // namespace

double clean(const LanguageModel& model) { return model.bits(0); }

double degradation_of_table(const LanguageModel& model) { return degradation(model.bits, kTable1); }

std::vector<Claim> claims_on_models(const std::vector<Tried>& all) {
  std::vector<Claim> list;
  for (const Tried& t : all) {
    const std::string recipe =
        std::string("language models with ") + t.models +
        "; 800 updates on data/shakespeare.txt, width 32, two blocks, 32 characters, two draws of "
        "noise";
    const auto ours = t.ours;
    const auto probed = t.probed ? t.probed : t.ours;
    list.push_back({t.id, t.place, t.statement, t.published, t.value, t.agreement, t.tolerance,
                    t.quantity, recipe, 10, true,
                    [ours](std::uint64_t seed, const Progress& progress) {
                      return ours(Models(seed, progress));
                    },
                    [probed] { return probe(probed); }});
    list.back().baseline = t.baseline;
    if (*t.why != '\0') list.back().correction = {t.why, t.mean, t.margin, Verdict::kNotFound};
  }
  return list;
}

}  // namespace attn::claims
