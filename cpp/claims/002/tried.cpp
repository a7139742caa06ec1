#include "claims/002/tried.hpp"

#include <cmath>

#include "claims/002/noise_curve.hpp"

namespace attn::claims {
namespace {

// Of models that do not have what is asked for, such as a crossing, 0.
double number_or_none(double (*ours)(const Models&), const Models& models) {
  try {
    return ours(models);
  } catch (const Error&) {
    return 0.0;
  }
}

// After 20 updates a difference is hundredths of a bit, of which floats in another order change
// millionths: more than a thousandth of one that is near 0. So the bits of a model, some two, are
// added to a hundred of it. Where that is said of what a claim is made of, its own
// number is added too, so that the probe moves with its formula.
double probe(double (*ours)(const Models&), double (*probed)(const Models&)) {
  const Progress go_on = [](double) { return true; };
  const Models models(1, go_on, true);
  const double made_of = 100.0 * std::fabs((probed ? probed : ours)(models));
  const double own = probed ? number_or_none(ours, models) : 0.0;
  return made_of + clean(models.plain()) + own;
}

}  // namespace

double clean(const LanguageModel& model) { return model.bits(0); }

double degradation_of_table(const LanguageModel& model) { return degradation(model.bits, kTable1); }

std::vector<Claim> claims_on_models(const std::vector<Tried>& all) {
  std::vector<Claim> list;
  for (const Tried& t : all) {
    const std::string recipe =
        std::string("language models with ") + t.models + "; " + std::to_string(t.updates) +
        " updates on data/shakespeare.txt, width 32, two blocks, 32 characters, two draws of "
        "noise";
    const auto ours = t.ours;
    const auto probed = t.probed;
    list.push_back({t.id, t.place, t.statement, t.published, t.value, t.agreement, t.tolerance,
                    t.quantity, recipe, 10, true,
                    [ours](std::uint64_t seed, const Progress& progress) {
                      return ours(Models(seed, progress));
                    },
                    [ours, probed] { return probe(ours, probed); }});
    list.back().baseline = t.baseline;
    if (*t.why != '\0') list.back().correction = {t.why, t.mean, t.margin, Verdict::kNotFound};
  }
  return list;
}

}  // namespace attn::claims
