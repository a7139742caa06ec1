#include "claims/claims.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/largest.hpp"

namespace attn::claims {
namespace {

Verdict compare(const Claim& claim, const Result& result) {
  const double distance = std::fabs(result.mean - claim.value);
  switch (claim.agreement) {
    case Agreement::kWithin:
      if (distance <= claim.tolerance) return Verdict::kAgrees;
      return distance <= 4.0 * claim.tolerance ? Verdict::kClose : Verdict::kDiffers;
    case Agreement::kSpread:
      if (distance <= 2.0 * result.sd) return Verdict::kAgrees;
      return distance <= 0.3 * std::fabs(claim.value) ? Verdict::kClose : Verdict::kDiffers;
    case Agreement::kAbove:
      return result.mean >= claim.value ? Verdict::kAgrees : Verdict::kDiffers;
    case Agreement::kBelow:
      return result.mean <= claim.value ? Verdict::kAgrees : Verdict::kDiffers;
    case Agreement::kHolds:
      if (result.mean >= 0.9 && result.mean < 1.1) return Verdict::kAgrees;
      return result.mean > 0.1 && result.mean < 0.9 ? Verdict::kClose : Verdict::kDiffers;
    case Agreement::kNotTried:
      break;
  }
  return Verdict::kNotRecomputed;
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAgrees:
      return "agrees";
    case Verdict::kClose:
      return "close";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kPaperInError:
      return "paper in error";
    case Verdict::kNotFound:
      return "not found";
    case Verdict::kNotRecomputed:
      break;
  }
  return "not recomputed";
}

const Claim& named(const std::vector<Claim>& claims, const std::string& id) {
  const auto found = std::find_if(claims.begin(), claims.end(),
                                  [&](const Claim& claim) { return claim.id == id; });
  if (found == claims.end()) throw Error("claims: there is no claim '" + id + "'");
  return *found;
}

Stamp stamp(const Claim& claim) {
  const std::string text = claim.id + '\n' + claim.quantity + '\n' + claim.recipe;
  const double seeds = static_cast<double>(claim.seeds);
  return {experiments::hash_text({{text, {{}, {seeds}}}}), claim.probe ? claim.probe() : 0.0};
}

bool is_current(const Claim& claim, const Stamp& kept) {
  const Stamp now = stamp(claim);
  return now.recipe == kept.recipe && std::isfinite(now.probe) &&
         std::fabs(now.probe - kept.probe) <= 1e-3 * std::fabs(now.probe);
}

Claim residual_claim(const char* id, const char* place, const char* statement,
                     const char* published, double tolerance, const char* recipe,
                     double (*ours)(std::uint64_t, const Progress&)) {
  return {
      id,     place, statement, published, 0.0, Agreement::kWithin, tolerance, "largest residual",
      recipe, 10,    false,     ours};
}

Result judge(const Claim& claim, std::vector<double> values) {
  Result result;
  result.values = std::move(values);
  const auto n = static_cast<double>(result.values.size());
  // From the first on, so that values that are all the same have no spread.
  if (!result.values.empty()) result.mean = result.values.front();
  for (const double value : result.values) result.mean += (value - result.values.front()) / n;
  for (const double value : result.values) {
    result.sd += (value - result.mean) * (value - result.mean) / larger(1.0, n - 1.0);
  }
  result.sd = std::sqrt(result.sd);
  if (result.values.empty()) return result;
  result.verdict = Verdict::kDiffers;
  if (!std::isfinite(result.mean) || !std::isfinite(result.sd)) return result;
  result.verdict = compare(claim, result);
  const Correction& correction = claim.correction;
  if (correction.proof.empty()) return result;
  const bool ours = std::fabs(result.mean - correction.ours) <= correction.tolerance;
  const bool wrong = result.verdict == Verdict::kDiffers;
  const Verdict corrected =
      correction.settings_unknown ? Verdict::kNotFound : Verdict::kPaperInError;
  result.verdict = wrong && ours ? corrected : Verdict::kDiffers;
  return result;
}

Result recompute(const Claim& claim, const Progress& progress) {
  if (claim.agreement == Agreement::kNotTried) return {};
  std::vector<double> values;
  const auto seeds = static_cast<double>(claim.seeds);
  for (Index s = 1; s <= claim.seeds; ++s) {
    const auto before = static_cast<double>(s - 1);
    bool going = true;
    const double value = claim.recompute(static_cast<std::uint64_t>(s), [&](double share) {
      going = progress((before + share) / seeds);
      return going;
    });
    if (!going) return {};
    values.push_back(value);
  }
  return judge(claim, std::move(values));
}

}  // namespace attn::claims
