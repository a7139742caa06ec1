#include <cmath>
#include <set>
#include <string>

#include "catch.hpp"
#include "claims.hpp"

using namespace attn;
using claims::Agreement;
using claims::Claim;
using claims::Result;
using claims::Verdict;

namespace {

const Claim& named(const std::string& id) {
  for (const Claim& claim : claims::all()) {
    if (claim.id == id) return claim;
  }
  FAIL("there is no claim " << id);
  return claims::all().front();
}

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
    CHECK(claim.id.substr(0, 4) == "004.");
    CHECK_FALSE(claim.place.empty());
    CHECK_FALSE(claim.statement.empty());
    CHECK_FALSE(claim.recipe.empty());
    CHECK(claim.seeds >= 1);
    CHECK((claim.agreement == Agreement::kNotTried) == !claim.recompute);
    if (claim.agreement == Agreement::kSpread) CHECK(claim.seeds >= 10);
  }
  CHECK(ids.size() >= 30);
}

TEST_CASE("what is quick is recomputed, and nothing differs without an explanation") {
  int errors = 0;
  int agreed = 0;
  for (const Claim& claim : claims::all()) {
    if (claim.slow || !claim.recompute) continue;
    const Result result = claims::recompute(claim);
    CAPTURE(claim.id, result.mean, result.sd);
    CHECK(result.verdict != Verdict::kDiffers);
    CHECK(result.verdict != Verdict::kNotRecomputed);
    CHECK(result.values.size() == static_cast<std::size_t>(claim.seeds));
    errors += result.verdict == Verdict::kPaperInError ? 1 : 0;
    agreed += result.verdict == Verdict::kAgrees ? 1 : 0;
  }
  CHECK(errors >= 8);
  CHECK(agreed >= 12);
}

TEST_CASE("the errata come out as errors of the text, with our values") {
  const Result left = claims::recompute(named("004.section-5.beta-5"));
  CHECK(left.verdict == Verdict::kPaperInError);
  CHECK(left.mean == Approx(0.1303).margin(5e-5));
  const Result line = claims::recompute(named("004.figure-4a.bayes-line"));
  CHECK(line.verdict == Verdict::kPaperInError);
  CHECK(line.mean == Approx(0.4620).margin(5e-5));
  CHECK(claims::recompute(named("004.figure-4a.bayes")).verdict == Verdict::kClose);
  for (const char* id :
       {"004.section-2.clock", "004.section-2.beta-1", "004.section-2.beta-20",
        "004.section-1.before", "004.section-5.beta-20-rate", "004.section-5.beta-20-collapse",
        "004.section-6.converges", "004.section-6.noisy", "004.section-6.within"}) {
    CAPTURE(id);
    CHECK(claims::recompute(named(id)).verdict == Verdict::kPaperInError);
  }
}

TEST_CASE("a formula that is off by a factor is noticed") {
  for (const Claim& claim : claims::all()) {
    if (claim.agreement != Agreement::kWithin || claim.slow || claim.value == 0.0) continue;
    CAPTURE(claim.id);
    Claim wrong = claim;
    wrong.proof.clear();
    wrong.seeds = 1;
    wrong.recompute = [&claim](std::uint64_t seed, const registry::Progress& progress) {
      return 2.0 * claim.recompute(seed, progress);
    };
    CHECK(claims::recompute(wrong).verdict == Verdict::kDiffers);
  }
}

TEST_CASE("numbers agree within the tolerance, are close within four, and differ beyond") {
  const Claim claim = number(1.0, 0.1);
  CHECK(claims::judge(claim, {1.09}).verdict == Verdict::kAgrees);
  CHECK(claims::judge(claim, {1.3}).verdict == Verdict::kClose);
  CHECK(claims::judge(claim, {0.5}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {std::nan("")}).verdict == Verdict::kDiffers);
  CHECK(claims::judge(claim, {}).verdict == Verdict::kNotRecomputed);
  Claim explained = claim;
  explained.proof = "chapter 5";
  CHECK(claims::judge(explained, {0.5}).verdict == Verdict::kPaperInError);
  CHECK(claims::judge(explained, {1.0}).verdict == Verdict::kAgrees);
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
}

TEST_CASE("a recomputation that is stopped has no verdict") {
  Claim claim = number(1.0, 0.1);
  claim.seeds = 3;
  claim.recompute = [](std::uint64_t seed, const registry::Progress& progress) {
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
