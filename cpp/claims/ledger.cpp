#include "claims/ledger.hpp"

#include <algorithm>

namespace attn::claims {
namespace {

const char* name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::kWithin:
      return "within";
    case Agreement::kInterval:
      return "interval";
    case Agreement::kSpread:
      return "spread";
    case Agreement::kAbove:
      return "above";
    case Agreement::kBelow:
      return "below";
    case Agreement::kHolds:
      return "holds";
    case Agreement::kNotTried:
      break;
  }
  return "not tried";
}

const char* name_of(Source source) {
  if (source == Source::kOurs) return "ours";
  return source == Source::kSummary ? "summary" : "paper";
}

}  // namespace

LedgerFrame ledger_of(const std::vector<Claim>& claims) {
  LedgerFrame frame;
  for (const Claim& claim : claims) {
    LedgerEntry e;
    e.id = claim.id;
    e.source = name_of(source_of(claim));
    e.place = claim.place;
    e.statement = claim.statement;
    e.published = claim.published;
    e.value = claim.value;
    e.agreement = name_of(claim.agreement);
    e.tolerance = claim.tolerance;
    e.quantity = claim.quantity;
    e.recipe = claim.recipe;
    e.proof = claim.correction.proof;
    e.corrected = claim.correction.ours;
    e.corrected_tolerance = claim.correction.tolerance;
    e.other_readings = claim.correction.other_readings;
    for (const Reading& reading : claim.readings) {
      e.readings.push_back({reading.words, reading.ours});
    }
    e.baseline = claim.baseline.value;
    e.baseline_of = claim.baseline.of;
    e.seeds = claim.seeds;
    e.slow = claim.slow;
    e.command = claim.command;
    const Stamp stamped = stamp(claim);
    e.stamp = stamped.recipe;
    e.probe = stamped.probe;
    e.probe_tolerance = claim.probe_tolerance;
    frame.claims.push_back(std::move(e));
  }
  return frame;
}

Recomputation::Recomputation(const std::vector<Claim>& claims, const ClaimParams& params)
    : claim_(named(claims, params.id)), values_(params.values) {
  if (!claim_.recompute) {
    throw Error("claim: '" + params.id + "' cannot be recomputed: " + claim_.recipe);
  }
  if (values_.size() > static_cast<std::size_t>(claim_.seeds)) {
    throw Error("claim: '" + params.id + "' has " + std::to_string(claim_.seeds) + " seeds, got " +
                std::to_string(values_.size()) + " values");
  }
}

bool Recomputation::refine(Index seeds) {
  const auto all = static_cast<std::size_t>(claim_.seeds);
  const std::size_t until = std::min(all, values_.size() + static_cast<std::size_t>(seeds));
  while (values_.size() < until) {
    values_.push_back(claim_.recompute(values_.size() + 1, [](double) { return true; }));
  }
  return values_.size() == all;
}

double Recomputation::progress() const {
  return static_cast<double>(values_.size()) / static_cast<double>(claim_.seeds);
}

ClaimFrame Recomputation::frame() const {
  const Result result = judge(claim_, values_);
  ClaimFrame out;
  out.done = static_cast<Index>(values_.size());
  out.seeds = claim_.seeds;
  out.values = result.values;
  out.mean = result.mean;
  out.sd = result.sd;
  out.verdict = claims::name_of(out.done < out.seeds ? Verdict::kNotRecomputed : result.verdict);
  return out;
}

}  // namespace attn::claims
