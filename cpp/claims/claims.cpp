#include "claims/claims.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/largest.hpp"

namespace attn::claims {
namespace {

constexpr double kRounding = 1e-9;  // of a mean of 0s and 1s

// Of a share of them; a sign for the side.
double share_above(const Result& result, double bound, double side) {
  double count = 0.0;
  for (const double value : result.values) count += side * value > side * bound ? 1.0 : 0.0;
  return count / static_cast<double>(result.values.size());
}

Verdict compare_side(const Claim& claim, const Result& result, double side) {
  const double error = result.sd / std::sqrt(static_cast<double>(result.values.size()));
  if (side * result.mean - 2.0 * error > side * claim.value) return Verdict::kAgrees;
  const bool most = result.values.size() > 1 && share_above(result, claim.value, side) >= 0.7;
  return most ? Verdict::kClose : Verdict::kDiffers;
}

// What misses by so much that it does not agree.
Verdict compare_miss(const Claim& claim, const Result& result, double allowed) {
  const double miss = std::fabs(result.mean - claim.value);
  const double effect = std::fabs(claim.value - claim.baseline.value);
  const bool in_spread = result.sd == 0.0 || miss <= 4.0 * result.sd;
  return miss <= allowed && miss <= 0.3 * effect && in_spread ? Verdict::kClose : Verdict::kDiffers;
}

Verdict compare(const Claim& claim, const Result& result) {
  const double miss = std::fabs(result.mean - claim.value);
  switch (claim.agreement) {
    case Agreement::kWithin:
      if (miss <= claim.tolerance) return Verdict::kAgrees;
      return compare_miss(claim, result, 4.0 * claim.tolerance);
    case Agreement::kInterval:
      return miss <= claim.tolerance ? Verdict::kAgrees : Verdict::kDiffers;
    case Agreement::kSpread:
      if (miss <= 2.0 * result.sd) return Verdict::kAgrees;
      return compare_miss(claim, result, 4.0 * result.sd);
    case Agreement::kAbove:
      return compare_side(claim, result, 1.0);
    case Agreement::kBelow:
      return compare_side(claim, result, -1.0);
    case Agreement::kHolds:
      if (result.mean > 1.1) return Verdict::kDiffers;
      if (result.mean >= 0.9 - kRounding) return Verdict::kAgrees;
      return result.mean >= 0.7 - kRounding ? Verdict::kClose : Verdict::kDiffers;
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
    case Verdict::kInError:
      return "in error";
    case Verdict::kNotFound:
      return "not found";
    case Verdict::kUnclear:
      return "unclear";
    case Verdict::kOurs:
      return "ours";
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

Source source_of(const Claim& claim) {
  if (claim.place.rfind("ours, ", 0) == 0) return Source::kOurs;
  return claim.id.rfind("004.", 0) == 0 ? Source::kSummary : Source::kPaper;
}

Stamp stamp(const Claim& claim) {
  const std::string text = claim.id + '\n' + claim.quantity + '\n' + claim.recipe;
  const double seeds = static_cast<double>(claim.seeds);
  return {experiments::hash_text({{text, {{}, {seeds}}}}), claim.probe ? claim.probe() : 0.0};
}

bool is_current(const Claim& claim, const Stamp& kept) {
  const Stamp now = stamp(claim);
  return now.recipe == kept.recipe && std::isfinite(now.probe) &&
         std::fabs(now.probe - kept.probe) <= claim.probe_tolerance * std::fabs(now.probe);
}

Claim residual_claim(const char* id, const char* place, const char* statement,
                     const char* published, double tolerance, const char* recipe,
                     double (*ours)(std::uint64_t, const Progress&)) {
  Claim out{
      id,     place, statement, published, 0.0, Agreement::kWithin, tolerance, "largest residual",
      recipe, 10,    false,     ours};
  out.baseline = {1.0, "a formula that is off by its own size"};
  return out;
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
  const Verdict found = compare(claim, result);
  const Correction& correction = claim.correction;
  if (!correction.proof.empty()) {
    const bool ours = std::fabs(result.mean - correction.ours) <= correction.tolerance;
    const bool wrong = found == Verdict::kDiffers || correction.verdict == Verdict::kUnclear;
    if (wrong && ours) result.verdict = correction.verdict;
  } else if (source_of(claim) != Source::kOurs) {
    result.verdict = found;
  } else if (found == Verdict::kAgrees) {
    result.verdict = Verdict::kOurs;
  }
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
