#include <cmath>
#include <limits>
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
  return claim;
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
  int errors = 0;
  int agreed = 0;
  int corrected = 0;
  for (const Claim& claim : claims::all()) {
    if (claim.slow || !claim.recompute) continue;
    const Result result = claims::recompute(claim);
    CAPTURE(claim.id, result.mean, result.sd);
    CHECK(result.verdict != Verdict::kDiffers);
    CHECK(result.verdict != Verdict::kNotRecomputed);
    CHECK(result.values.size() == static_cast<std::size_t>(claim.seeds));
    const bool wrong = !claim.correction.proof.empty() && !claim.correction.settings_unknown;
    corrected += wrong ? 1 : 0;
    errors += result.verdict == Verdict::kPaperInError ? 1 : 0;
    agreed += result.verdict == Verdict::kAgrees ? 1 : 0;
  }
  CHECK(errors >= 26);
  CHECK(errors == corrected);
  CHECK(agreed >= 50);
}

TEST_CASE("the errata come out as errors of the text, with our values") {
  const Result left = claims::recompute(claims::named("004.section-5.beta-5"));
  CHECK(left.verdict == Verdict::kPaperInError);
  CHECK(left.mean == Approx(0.1303).margin(5e-5));
  const Result line = claims::recompute(claims::named("004.figure-4a.bayes-line"));
  CHECK(line.verdict == Verdict::kPaperInError);
  CHECK(line.mean == Approx(0.4620).margin(5e-5));
  CHECK(claims::recompute(claims::named("004.figure-4a.bayes")).verdict == Verdict::kClose);
  const Result entropy = claims::recompute(claims::named("001.example-2.0.25.entropy"));
  CHECK(entropy.mean == Approx(0.0930).margin(5e-5));
  for (const char* id : {"000.section-3.logit",
                         "000.section-3.mean",
                         "000.section-3.pulled",
                         "000.section-4.compatibility",
                         "000.section-4.jointly",
                         "000.eq-43.dominant",
                         "000.section-5.responsibilities",
                         "000.eq-34.scores",
                         "000.section-7.distance",
                         "000.section-7.modulo",
                         "000.table-1.averaged",
                         "000.table-1.sum",
                         "001.section-3.mask",
                         "001.eq-21.ties",
                         "001.eq-72.masked",
                         "001.example-2.0.25.weight-1",
                         "001.example-2.0.25.weight-2",
                         "001.example-2.0.25.entropy",
                         "001.example-2.0.5.weight-1",
                         "001.example-2.0.5.weight-3",
                         "001.example-2.0.5.entropy",
                         "001.example-2.1.entropy",
                         "001.example-2.2.weight-1",
                         "001.example-2.2.weight-2",
                         "001.example-2.2.weight-3",
                         "003.eq-2.groups",
                         "003.section-2.3.values",
                         "003.section-2.3.unit-vectors",
                         "003.section-3.1.single-sum",
                         "004.section-2.clock",
                         "004.section-2.beta-1",
                         "004.section-2.beta-20",
                         "004.section-1.before",
                         "004.section-5.beta-20-rate",
                         "004.section-5.beta-20-collapse",
                         "004.section-6.converges",
                         "004.section-6.noisy",
                         "004.section-6.within"}) {
    CAPTURE(id);
    CHECK(claims::recompute(claims::named(id)).verdict == Verdict::kPaperInError);
  }
}

TEST_CASE("of seed 003 what depends on settings that are not stated is not found, and no error") {
  for (const char* id : {"003.section-2.2.specialise", "003.fig-3.identical", "003.fig-4.m-1-first",
                         "003.fig-4.m-1-rough"}) {
    CAPTURE(id);
    CHECK(claims::recompute(claims::named(id)).verdict == Verdict::kNotFound);
  }
}

TEST_CASE("a formula that is off by a fifth is noticed, or by three where one digit is published") {
  // Of these the tolerance is a twentieth of the value, or more: four times that is still close.
  const std::set<std::string> rough = {
      "000.section-8.predicts", "001.section-10.memory", "001.eq-64.diagonal",
      "002.table-1.gain",       "003.fig-4.zero",        "003.fig-4.m-1",
      "003.fig-4.m-1.3",        "003.fig-4.m-1.5",       "003.section-2.5.short"};
  for (const Claim& claim : claims::all()) {
    if (claim.agreement != Agreement::kWithin || claim.slow || claim.value == 0.0) continue;
    CAPTURE(claim.id);
    const double ours = claim.recompute(1, [](double) { return true; });
    const auto times = [&](double factor) { return claims::judge(claim, {factor * ours}).verdict; };
    CHECK(times(3.0) == Verdict::kDiffers);
    CHECK((times(1.2) == Verdict::kDiffers) == (rough.count(claim.id) == 0));
  }
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
  claim.correction = {"chapter 5", 0.5, 0.01};
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kPaperInError);
  CHECK(claims::judge(claim, {0.509}).verdict == Verdict::kPaperInError);
  CHECK(claims::judge(claim, {0.52}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {-0.5}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {0.4, 0.6}).verdict == Verdict::kPaperInError);
}

TEST_CASE("what a run of unknown settings may have given is not found, and no error of the paper") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"chapter 5", 0.5, 0.01, true};
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kNotFound);
  CHECK(claims::judge(claim, {0.52}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  CHECK(std::string(claims::name_of(Verdict::kNotFound)) == "not found");
}

TEST_CASE("a proof that the paper is wrong is refused where the paper is right, or nearly") {
  Claim claim = number(1.0, 0.1);
  claim.correction = {"chapter 5", 1.0, 0.5};
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.3}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {1.45}).verdict == Verdict::kPaperInError);
  claim.agreement = Agreement::kHolds;
  CHECK(claims::judge(claim, {1.0}).verdict == Verdict::kDiffers);
}

TEST_CASE("a bound is kept on one side, by a number") {
  Claim claim = number(2.0, 0.0);
  claim.agreement = Agreement::kAbove;
  CHECK(claims::judge(claim, {2.0}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.0, 5.0}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.99}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {kNaN}).verdict == Verdict::kDiffers);
  claim.agreement = Agreement::kBelow;
  CHECK(claims::judge(claim, {2.0}).verdict == Verdict::kAgrees);
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
    CHECK(verdict(1e9) != Verdict::kPaperInError);
    if (claim.agreement != Agreement::kAbove) CHECK(verdict(1e9) == Verdict::kDiffers);
    const claims::Correction& right = claim.correction;
    if (claim.agreement != Agreement::kBelow || !right.proof.empty()) {
      CHECK(verdict(-1e9) == Verdict::kDiffers);
    }
    CHECK((claim.slow || right.proof.empty() || right.tolerance < 0.1));
    if (right.proof.empty()) continue;
    ++corrected;
    CHECK(verdict(right.ours) ==
          (right.settings_unknown ? Verdict::kNotFound : Verdict::kPaperInError));
    CHECK(verdict(claim.value) == Verdict::kDiffers);
    CHECK(verdict(right.ours + 2.0 * right.tolerance + 1e-9) == Verdict::kDiffers);
    CHECK(verdict(right.ours - 2.0 * right.tolerance - 1e-9) == Verdict::kDiffers);
  }
  CHECK(corrected >= 26);
}

TEST_CASE("statistical numbers agree within two standard deviations, statements by their share") {
  Claim claim = number(1.0, 0.0);
  claim.agreement = Agreement::kSpread;
  const Result result = claims::judge(claim, {1.0, 1.2, 1.4});
  CHECK(result.mean == Approx(1.2));
  CHECK(result.sd == Approx(0.2));
  CHECK(result.verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.2, 1.21}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {2.0, 2.01}).verdict == Verdict::kDiffers);
  claim.agreement = Agreement::kHolds;
  CHECK(claims::judge(claim, {1.0, 1.0}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.0, 0.0}).verdict == Verdict::kClose);
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
