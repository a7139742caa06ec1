#include "experiments/incremental-patterns/kl_stages.hpp"

#include <cmath>
#include <functional>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::ClueMatrices;
using experiments::HeadsStart;
using experiments::KlStages;
using experiments::KlStagesFrame;
using experiments::KlStagesParams;
using experiments::PatternReference;

namespace {

constexpr std::uint64_t kDraws = 12;

KlStagesFrame at(const KlStagesParams& p, Index t) {
  KlStages run(p);
  REQUIRE(run.seek(t, 1));
  return run.frame();
}

std::uint64_t count(KlStagesParams p, const std::function<bool(const KlStagesFrame&)>& holds) {
  std::uint64_t sum = 0;
  for (p.run.seed = 1; p.run.seed <= kDraws; ++p.run.seed) sum += holds(at(p, 1200)) ? 1U : 0U;
  return sum;
}

}  // namespace

TEST_CASE(
    "kl_stages: the model passes through the best laws, and by the truncated ones at a distance",
    "[draws]") {
  // The storyboard, of 54 draws: .006 to .018, and .027 to .055.
  CHECK(count({}, [](const KlStagesFrame& f) {
          return f.min_kl(0) < 0.02 && f.dips(0) < f.dips(1) && f.dips(1) < f.dips(2);
        }) >= kDraws - 1);
  KlStagesParams truncated;
  truncated.reference = PatternReference::kTruncated;
  CHECK(count(truncated, [](const KlStagesFrame& f) {
          return f.min_kl(0) > 0.022 && f.min_kl(0) < 0.065;
        }) == kDraws);
  // Of all groups there is nothing to truncate.
  CHECK(at(truncated, 1200).kl.col(2) == at({}, 1200).kl.col(2));
}

TEST_CASE("kl_stages: on a plateau a group is believed as far as is best for who reads no more",
          "[draws]") {
  Index as_predicted = 0;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    KlStagesParams p;
    p.run.seed = seed;
    KlStages run(p);
    REQUIRE(run.seek(1200, 1));
    const Vector dips = run.frame().dips;
    REQUIRE(run.seek(static_cast<Index>(dips(0)), 1));
    const KlStagesFrame first = run.frame();
    CHECK(std::fabs(first.strengths(0) - first.best_strengths(0, 0)) < 0.04);
    CHECK(first.strengths(1) < 0.06);
    REQUIRE(run.seek(static_cast<Index>(dips(1)), 1));
    const KlStagesFrame second = run.frame();
    as_predicted += std::fabs(second.strengths(1) - second.best_strengths(1, 1)) < 0.05 ? 1 : 0;
  }
  // Less where the third stage begins early.
  CHECK(as_predicted >= 7);
}

TEST_CASE("kl_stages: what the presets promise holds in other draws too", "[draws]") {
  KlStagesParams random;
  random.run.matrices = ClueMatrices::kOrthogonal;
  random.reference = PatternReference::kTruncated;
  CHECK(count(random, [](const KlStagesFrame& f) { return f.min_kl(0) > 0.07; }) >= kDraws - 2);
  KlStagesParams equal;
  equal.run.start = HeadsStart::kEqual;
  CHECK(count(equal, [](const KlStagesFrame& f) { return f.min_kl(1) > 0.2; }) == kDraws);
  KlStagesParams flat;
  flat.run.m = 1.0;
  CHECK(count(flat, [](const KlStagesFrame& f) { return f.min_kl(0) > 0.05; }) == kDraws);
}

TEST_CASE("kl_stages: divergences are those in double, and never below 0 by more than floats") {
  const KlStagesFrame f = at({}, 300);
  CHECK(f.kl_error < 4e-6);
  CHECK(f.lowest_kl > -4e-6);
  CHECK(f.sum_error < 1e-12);
  CHECK(f.kl.col(2) == f.excess);
  CHECK(f.min_kl(0) == lowest(f.kl.col(0).head(301)));
  CHECK(KlStages::self_test() < 1e-5);
}
