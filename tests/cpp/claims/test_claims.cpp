#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "claims/000/paper.hpp"
#include "claims/001/paper.hpp"
#include "claims/002/paper.hpp"
#include "claims/003/paper.hpp"
#include "claims/004/paper.hpp"

using namespace attn;
using claims::Agreement;
using claims::Claim;
using claims::Progress;
using claims::Result;
using claims::Verdict;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Claim number(double value, double tolerance) {
  Claim claim;
  claim.value = value;
  claim.agreement = Agreement::kWithin;
  claim.tolerance = tolerance;
  claim.baseline = {value - 100.0 * tolerance - 1.0, "nothing"};
  return claim;
}

// What came out when somebody last looked: cpp/claims/verdicts.txt, an id and its verdict a line.
std::map<std::string, std::string> kept_verdicts() {
  std::map<std::string, std::string> out;
  std::ifstream in(ATTN_VERDICTS);
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    out[line.substr(0, space)] = line.substr(space + 1);
  }
  return out;
}

// Without the effect, with the spread that there is, nothing agrees, nor is it close.
void check_without_effect(const Claim& claim, const Result& found) {
  std::vector<double> values = found.values;
  for (double& value : values) value += claim.baseline.value - found.mean;
  Claim plain = claim;
  plain.correction = {};
  plain.place = "of the paper";
  const Verdict verdict = claims::judge(plain, values).verdict;
  CAPTURE(claim.baseline.value, claims::name_of(verdict));
  CHECK(verdict == Verdict::kDiffers);
}

}  // namespace

TEST_CASE("every claim has an id of its own, a place, a statement, and says how or why not") {
  std::set<std::string> ids;
  for (const Claim& claim : claims::all()) {
    CAPTURE(claim.id);
    CHECK(ids.insert(claim.id).second);
    const std::string seed = claim.id.substr(0, 4);
    CHECK((seed == "000." || seed == "001." || seed == "002." || seed == "003." || seed == "004."));
    CHECK_FALSE(claim.place.empty());
    CHECK_FALSE(claim.statement.empty());
    CHECK_FALSE(claim.recipe.empty());
    // A quotation, or it is ours.
    const bool ours = claims::source_of(claim) == claims::Source::kOurs;
    CHECK(claim.published.empty() == ours);
    const claims::Correction& right = claim.correction;
    CHECK((right.proof.empty() || !ours));
    const bool in_error = right.verdict == Verdict::kInError && !right.proof.empty();
    CHECK(in_error == !right.other_readings.empty());
    if (in_error) CHECK(right.other_readings.back() == '.');
    CHECK((right.verdict == Verdict::kUnclear) == !claim.readings.empty());
    CHECK((right.verdict == Verdict::kInError || right.verdict == Verdict::kNotFound ||
           right.verdict == Verdict::kUnclear));
    // A statement is false without its effect; of a number somebody has to say.
    const bool tried = claim.agreement != Agreement::kNotTried;
    if (tried && claim.agreement != Agreement::kHolds) CHECK_FALSE(claim.baseline.of.empty());
    CHECK(claim.seeds >= 1);
    CHECK((claim.agreement == Agreement::kNotTried) == !claim.recompute);
    if (claim.agreement == Agreement::kSpread) CHECK(claim.seeds >= 10);
    CHECK(claim.slow == static_cast<bool>(claim.probe));
  }
  CHECK(ids.size() >= 80);
}

TEST_CASE("what is quick has a number for its first seed") {
  for (const Claim& claim : claims::all()) {
    if (claim.slow || !claim.recompute) continue;
    CAPTURE(claim.id);
    CHECK(std::isfinite(claim.recompute(1, [](double) { return true; })));
  }
}

TEST_CASE("what is quick is recomputed, and nothing differs without an explanation", "[draws]") {
  const std::map<std::string, std::string> expected = kept_verdicts();
  CHECK(expected.size() == claims::all().size());
  for (const Claim& claim : claims::all()) {
    CAPTURE(claim.id);
    REQUIRE(expected.count(claim.id) == 1);
    if (claim.slow || !claim.recompute) continue;
    const Result result = claims::recompute(claim);
    CAPTURE(result.mean, result.sd);
    CHECK(claims::name_of(result.verdict) == expected.at(claim.id));
    CHECK(result.values.size() == static_cast<std::size_t>(claim.seeds));
    if (claim.agreement != Agreement::kHolds) check_without_effect(claim, result);
    for (const claims::Reading& reading : claim.readings) {
      std::vector<double> values;
      for (Index s = 1; s <= claim.seeds; ++s) {
        values.push_back(
            reading.recompute(static_cast<std::uint64_t>(s), [](double) { return true; }));
      }
      CHECK(claims::judge(claim, values).mean == Approx(reading.ours).margin(reading.tolerance));
    }
  }
}

TEST_CASE("a formula that is off by a fifth is noticed, or by three where one digit is published") {
  // Of these the tolerance is a twentieth of the value, or more: four times that is still close.
  const std::set<std::string> rough = {"002.table-1.gain", "003.fig-4.zero"};
  std::set<std::string> unnoticed;
  for (const Claim& claim : claims::all()) {
    if (claim.agreement != Agreement::kWithin || claim.slow || claim.value == 0.0) continue;
    CAPTURE(claim.id);
    const double ours = claim.recompute(1, [](double) { return true; });
    const auto times = [&](double factor) { return claims::judge(claim, {factor * ours}).verdict; };
    CHECK(times(3.0) == Verdict::kDiffers);
    if (times(1.2) != Verdict::kDiffers) unnoticed.insert(claim.id);
  }
  CHECK(unnoticed == rough);
}

TEST_CASE("what is slow goes out of date where its probe is off by a fifth, or no number",
          "[draws]") {
  for (const Claim& claim : claims::all()) {
    if (!claim.probe) continue;
    CAPTURE(claim.id);
    const claims::Stamp now = claims::stamp(claim);
    CHECK(std::isfinite(now.probe));
    CHECK(now.probe != 0.0);
    Claim other = claim;
    const auto is_current = [&](double probe, double kept) {
      other.probe = [&] { return probe; };
      return claims::is_current(other, {now.recipe, kept});
    };
    CHECK(is_current(now.probe, now.probe));
    for (const double wrong :
         {1.2 * now.probe, 0.8 * now.probe, -now.probe, 0.0, kNaN, kInfinity}) {
      CHECK_FALSE(is_current(wrong, now.probe));
      CHECK_FALSE(is_current(now.probe, wrong));
    }
    CHECK_FALSE(is_current(kNaN, kNaN));
    CHECK_FALSE(is_current(kInfinity, kInfinity));
  }
}

TEST_CASE("numbers agree within the tolerance, are close within four, and differ beyond") {
  const Claim claim = number(1.0, 0.1);
  CHECK(claims::judge(claim, {1.09}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.3}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {}).verdict == Verdict::kNotRecomputed);
}

TEST_CASE("the paper is in error only as long as ours is the stored value") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"derived", 0.5, 0.01};
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kInError);
  CHECK(claims::judge(claim, {0.509}).verdict == Verdict::kInError);
  CHECK(claims::judge(claim, {0.52}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {-0.5}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {0.4, 0.6}).verdict == Verdict::kInError);
}

TEST_CASE("what a run of unknown settings may have given is not found, and no error of the paper") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"derived", 0.5, 0.01, Verdict::kNotFound};
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kNotFound);
  CHECK(claims::judge(claim, {0.52}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  CHECK(std::string(claims::name_of(Verdict::kNotFound)) == "not found");
}

TEST_CASE("an interval has no fringe") {
  Claim claim = number(1.0, 0.1);
  claim.agreement = Agreement::kInterval;
  CHECK(claims::judge(claim, {1.09}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.11}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
}

TEST_CASE("close is measured in the effect, and never past four standard deviations") {
  Claim claim = number(1.0, 0.1);
  claim.baseline.value = 0.5;
  CHECK(claims::judge(claim, {1.14}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {1.16}).verdict == Verdict::kDiffers);
  claim.baseline.value = 0.0;
  CHECK(claims::judge(claim, {1.16}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {1.155, 1.16, 1.165}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.1, 1.16, 1.22}).verdict == Verdict::kClose);
}

TEST_CASE("what can be read in two ways is unclear whatever comes out of the first") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"section 3", 1.0, 0.01, Verdict::kUnclear};
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kUnclear);
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
}

TEST_CASE("a statement of ours is ours where it holds, and no paper is judged by it") {
  Claim claim = number(1.0, 0.1);
  claim.place = "ours, beside section 5.2";
  CHECK(claims::source_of(claim) == claims::Source::kOurs);
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kOurs);
  CHECK(claims::judge(claim, {1.2}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  claim.place = "section 5.2";
  claim.id = "004.section-5";
  CHECK(claims::source_of(claim) == claims::Source::kSummary);
}

TEST_CASE("a proof that the paper is wrong is refused where the paper is right, or nearly") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"derived", 1.0, 0.5};
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.3}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.45}).verdict == Verdict::kInError);
  claim.agreement = Agreement::kHolds;
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
}

TEST_CASE("a bound is kept on one side, by a number") {
  Claim claim = number(2.0, 0.0);
  claim.agreement = Agreement::kAbove;
  CHECK(claims::judge(claim, {2.01}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {2.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.99}).verdict == Verdict::kDiffers);
  // Over seeds by more than two standard errors; then by their share.
  CHECK(claims::judge(claim, {2.9, 3.0, 3.1}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.5, 5.0, 5.0, 5.0}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {-4.0, 5.0, 5.0, 5.0}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {1.0, 5.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.0, 1.5, 9.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  claim.agreement = Agreement::kBelow;
  CHECK(claims::judge(claim, {1.99}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {2.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {2.01}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
}

TEST_CASE("whatever the verdict on a claim, another value, NaN or an infinite one is noticed") {
  int corrected = 0;
  for (const Claim& claim : claims::all()) {
    if (!claim.recompute) continue;
    CAPTURE(claim.id);
    const auto seeds = static_cast<std::size_t>(claim.seeds);
    const auto verdict = [&](double value) {
      return claims::judge(claim, std::vector<double>(seeds, value)).verdict;
    };
    // Of every seed, of the last alone, and in the spread of what is finite.
    for (const double value : {kNaN, kInfinity, -kInfinity}) {
      CHECK(verdict(value) == Verdict::kDiffers);
      std::vector<double> last(seeds, claim.value);
      last.back() = value;
      CHECK(claims::judge(claim, last).verdict == Verdict::kDiffers);
    }
    CHECK(claims::judge(claim, {claim.value + 1e200, claim.value - 1e200}).verdict ==
          Verdict::kDiffers);
    CHECK(verdict(1e9) != Verdict::kInError);
    if (claim.agreement != Agreement::kAbove) CHECK(verdict(1e9) == Verdict::kDiffers);
    const claims::Correction& right = claim.correction;
    if (claim.agreement != Agreement::kBelow || !right.proof.empty()) {
      CHECK(verdict(-1e9) == Verdict::kDiffers);
    }
    CHECK((claim.slow || right.proof.empty() || right.tolerance < 0.1));
    if (right.proof.empty()) continue;
    ++corrected;
    CHECK(verdict(right.ours) == right.verdict);
    if (right.verdict != Verdict::kUnclear) CHECK(verdict(claim.value) == Verdict::kDiffers);
    CHECK(verdict(right.ours + 2.0 * right.tolerance + 1e-9) == Verdict::kDiffers);
    CHECK(verdict(right.ours - 2.0 * right.tolerance - 1e-9) == Verdict::kDiffers);
  }
  CHECK(corrected >= 26);
}

TEST_CASE("statistical numbers agree within two standard deviations, statements by their share") {
  Claim claim = number(1.0, 0.0);
  claim.agreement = Agreement::kSpread;
  claim.baseline = {0.0, "nothing"};
  const Result result = claims::judge(claim, {1.0, 1.2, 1.4});
  CHECK(result.mean == Approx(1.2));
  CHECK(result.sd == Approx(0.2));
  CHECK(result.verdict == Verdict::kAgrees);
  // Of .3 of the effect, and within four standard deviations.
  CHECK(claims::judge(claim, {1.2, 1.1, 1.15}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {1.2, 1.21}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.35, 1.45, 1.55}).verdict == Verdict::kDiffers);
  claim.baseline.value = 0.8;
  CHECK(claims::judge(claim, {1.2, 1.1, 1.15}).verdict == Verdict::kDiffers);
  claim.agreement = Agreement::kHolds;
  CHECK(claims::judge(claim, {1.0, 1.0}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.0, 1.0, 1.0, 0.0}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {1.0, 1.0, 0.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {0.0, 0.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.0, kNaN}).verdict == Verdict::kDiffers);
  claim.agreement = Agreement::kSpread;
  CHECK(claims::judge(claim, {1.0, kNaN}).verdict == Verdict::kDiffers);
}

TEST_CASE("values that are all the same have no spread") {
  const Result same = claims::judge(number(0.2, 0.1), std::vector<double>(10, 0.2));
  CHECK(same.mean == 0.2);
  CHECK(same.sd == 0.0);
}

TEST_CASE("a recomputation that is stopped has no verdict") {
  Claim claim = number(1.0, 0.1);
  claim.seeds = 3;
  claim.recompute = [](std::uint64_t seed, const Progress& progress) {
    progress(0.5);
    return static_cast<double>(seed);
  };
  double last = 0.0;
  const auto stop = [&](double share) {
    CHECK(share >= last);
    last = share;
    return share < 0.4;
  };
  CHECK(claims::recompute(claim, stop).verdict == Verdict::kNotRecomputed);
  CHECK(last == Approx(0.5));
  CHECK(claims::recompute(claim).values.size() == 3);
}

TEST_CASE("kept values go out of date with the recipe and with the code") {
  const std::string id = "004.figure-4a.both-1000";
  const Claim& claim = claims::named(id);
  const claims::Stamp stamp = claims::stamp(claim);
  CHECK(stamp.recipe.size() == 16);
  CHECK(stamp.probe > 0.0);
  CHECK(claims::is_current(claim, stamp));
  // What another instruction set does to single precision is no change of the code.
  CHECK(claims::is_current(claim, {stamp.recipe, stamp.probe * 1.0005}));
  CHECK_FALSE(claims::is_current(claim, {stamp.recipe, stamp.probe * 1.002}));
  CHECK_FALSE(claims::is_current(claim, {"0000000000000000", stamp.probe}));
  Claim other = claim;
  other.recipe += ", otherwise";
  CHECK_FALSE(claims::is_current(other, stamp));
  other = claim;
  other.seeds += 1;
  CHECK_FALSE(claims::is_current(other, stamp));
  other = claim;
  other.probe = [&] { return 1.1 * claim.probe(); };
  CHECK_FALSE(claims::is_current(other, stamp));
}

namespace {

claims::Recomputation recomputation(const std::string& id, std::vector<double> values = {}) {
  claims::ClaimParams p;
  p.id = id;
  p.values = std::move(values);
  return {claims::all(), p};
}

}  // namespace

TEST_CASE("a claim is recomputed seed by seed, and gone on with from values of an earlier run") {
  claims::Recomputation whole = recomputation("004.section-2.score");
  CHECK(whole.frame().done == 0);
  CHECK(whole.frame().verdict == "not recomputed");
  CHECK(whole.progress() == 0.0);
  CHECK_FALSE(whole.refine(3));
  CHECK(whole.frame().done == 3);
  CHECK(whole.frame().verdict == "not recomputed");
  claims::Recomputation resumed = recomputation("004.section-2.score", whole.frame().values);
  CHECK(whole.refine(100));
  CHECK(whole.refine(1));
  CHECK(whole.progress() == 1.0);
  CHECK(whole.frame().verdict == "agrees");
  CHECK(resumed.refine(7));
  CHECK(resumed.frame().values == whole.frame().values);
  CHECK(whole.frame().values == claims::recompute(claims::named("004.section-2.score")).values);
}

TEST_CASE(
    "a recomputation refuses what is no claim, what cannot be recomputed, and values too many") {
  CHECK_THROWS_WITH(recomputation("004.nonsense"), "claims: there is no claim '004.nonsense'");
  CHECK_THROWS_WITH(recomputation("004.eq-1.sign"),
                    contains("claim: '004.eq-1.sign' cannot be recomputed: a misprint"));
  CHECK_THROWS_WITH(recomputation("004.section-5.time", {1.0, 2.0}),
                    "claim: '004.section-5.time' has 1 seeds, got 2 values");
}

TEST_CASE("the ledger of a paper lists its claims with what a page shows of them") {
  const claims::LedgerFrame frame = claims::ledger_of(claims::Paper004::claims());
  REQUIRE(frame.claims.size() == claims::Paper004::claims().size());
  for (std::size_t i = 0; i < frame.claims.size(); ++i) {
    const claims::LedgerEntry& entry = frame.claims[i];
    CHECK(entry.id.rfind("004.", 0) == 0);
    CHECK(entry.id == claims::Paper004::claims()[i].id);
    CHECK(entry.stamp.size() == 16);
  }
  CHECK(claims::Paper000::claims().size() + claims::Paper001::claims().size() +
            claims::Paper002::claims().size() + claims::Paper003::claims().size() +
            claims::Paper004::claims().size() ==
        claims::all().size());
}
