// What is claimed of ten models that were read: from which runs, and what is refused.
#include "claims/one_head.hpp"

#include <cmath>
#include <functional>

#include "catch.hpp"

namespace claims = attn::claims;
using attn::claims::Claim;
using attn::claims::TrainedRun;

namespace {

std::vector<Claim> all() {
  std::vector<Claim> out;
  for (const char* paper : {"000", "001", "002", "003", "004"}) {
    for (Claim& claim : claims::of_one_head(paper)) {
      CHECK(claim.id.rfind(std::string(paper) + ".one-head.", 0) == 0);
      out.push_back(std::move(claim));
    }
  }
  return out;
}

TrainedRun run() {
  TrainedRun out;
  out.settings = {{"updates done", 3000}, {"width", 32}, {"blocks", 2}, {"heads", 4}};
  out.words = {{"texts.hash", "1f53e9ec33e8ce09"}};
  out.readings = {{"routed error, rank", 0.75},  {"descent, cosine", -0.25},
                  {"size, rank", 0.5},           {"margin, rank given size", 0.125},
                  {"nearest, 20 updates", 0},    {"nearest, 100 updates", 1},
                  {"nearest, 800 updates", 2},   {"nearest, 3000 updates", 3},
                  {"heads with lag 1 first", 4}, {"signal to noise, ratio", 0.375}};
  return out;
}

}  // namespace

TEST_CASE("claims on ten heads take what was read of the run of a seed") {
  const std::vector<Claim> list = all();
  CHECK(list.size() == 7);
  for (const Claim& claim : list) {
    CAPTURE(claim.id);
    CHECK(claims::source_of(claim) == claims::Source::kOurs);
    CHECK(claim.published.empty());
    CHECK(claim.runs == std::vector<std::string>{"kept-*"});
    CHECK(claim.seeds == 10);
    CHECK_THROWS_WITH(claim.recompute(1, [](double) { return true; }),
                      contains("tools/one-head.mjs"));
  }
  const auto value = [&](const char* id, const TrainedRun& of) {
    return claims::named(list, id).from_runs({of});
  };
  CHECK(value("000.one-head.routed-error", run()) == 0.75);
  CHECK(value("001.one-head.descent", run()) == -0.25);
  CHECK(value("002.one-head.size", run()) == 0.5);
  CHECK(value("002.one-head.margin", run()) == 0.125);
  CHECK(value("004.one-head.noise", run()) == 0.375);
  CHECK(value("003.one-head.ladder", run()) == 1.0);
  CHECK(value("003.one-head.lags", run()) == 1.0);
  TrainedRun other = run();
  other.readings["nearest, 800 updates"] = 3;
  other.readings["heads with lag 1 first"] = 3;
  CHECK(value("003.one-head.ladder", other) == 0.0);
  CHECK(value("003.one-head.lags", other) == 0.0);
}

TEST_CASE("claims on ten heads refuse another run, and one that was not read") {
  const std::vector<Claim> list = all();
  const auto refused = [](const Claim& claim, const std::function<void(TrainedRun&)>& change) {
    TrainedRun other = run();
    change(other);
    return message_of([&] { (void)claim.from_runs({other}); });
  };
  for (const Claim& claim : list) {
    CAPTURE(claim.id);
    for (const char* setting : {"updates done", "width", "blocks", "heads"}) {
      CHECK(refused(claim, [&](TrainedRun& r) {
              r.settings[setting] = 7;
            }).find(std::string("has another ") + setting) != std::string::npos);
    }
    CHECK(refused(claim, [](TrainedRun& r) {
            r.words["texts.hash"] = "00";
          }).find("is not of data/shakespeare.txt") != std::string::npos);
    CHECK(refused(claim, [](TrainedRun& r) { r.readings.clear(); }).find("in its readings.json") !=
          std::string::npos);
  }
}

TEST_CASE("claims on ten heads go red when what was found is not so") {
  for (const Claim& claim : all()) {
    CAPTURE(claim.id);
    // What the effect's absence would give, ten times.
    std::vector<double> absent(10, claim.baseline.value);
    for (std::size_t i = 0; i < absent.size(); ++i) absent[i] += 1e-3 * static_cast<double>(i % 2);
    CHECK(claims::judge(claim, absent).verdict != claims::Verdict::kOurs);
    CHECK(claims::judge(claim, std::vector<double>(10, std::nan(""))).verdict !=
          claims::Verdict::kOurs);
  }
}
