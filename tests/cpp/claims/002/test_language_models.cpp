// The claims of seed 002 on language models: their text, probes of those that are trained, and runs
// that others are read from.
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "claims/002/language_models.hpp"
#include "claims/002/parts.hpp"

namespace claims = attn::claims;
using attn::Error;
using attn::GptPriorKind;
using attn::claims::Claim;
using attn::claims::Models;
using attn::claims::Progress;
using attn::claims::TrainedRun;
using nlohmann::json;

namespace {

std::string file_of_repository(const std::string& path) {
  std::ifstream in(std::string(ATTN_REFERENCE_DIR) + "/../../" + path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The settings of a run of wikitext-2.json, as model.json has them.
TrainedRun run_of(const json& sweep, const std::string& name) {
  json config = sweep.at("settings");
  const std::string variant = name.substr(0, name.rfind('-'));
  config.merge_patch(sweep.at("variants").at(variant));
  config["seed"] = std::stoi(name.substr(name.rfind('-') + 1));
  TrainedRun out;
  for (const auto& [setting, value] : config.items()) {
    if (value.is_number()) out.settings[setting] = value.get<double>();
  }
  const json& prior = config.at("prior");
  out.prior = prior.at("kind").get<std::string>();
  if (prior.contains("lambda")) out.settings["prior.lambda"] = prior.at("lambda").get<double>();
  out.validation = 2.0;
  out.training = 1.5;
  for (const json& sigma : config.at("noise")) {
    out.noise.emplace_back(sigma.get<double>(), 2.0 + 4.0 * sigma.get<double>());
  }
  out.size = 0.1;
  out.in_proportion = out.noise;
  return out;
}

std::vector<TrainedRun> runs_of(const json& sweep, const Claim& claim) {
  std::vector<TrainedRun> out;
  for (const std::string& name : claim.runs) out.push_back(run_of(sweep, name));
  return out;
}

const Claim& published(const std::string& id) {
  static const std::vector<Claim> list = claims::of_published_run();
  return claims::named(list, id);
}

}  // namespace

TEST_CASE("language models of claims are trained on the text that the repository has") {
  CHECK(claims::shakespeare() == file_of_repository("data/shakespeare.txt"));
}

TEST_CASE("a model of a claim is trained once, and has what is measured of it") {
  const Progress go_on = [](double) { return true; };
  const Models models(1, go_on, true);
  const claims::LanguageModel& plain = models.plain();
  CHECK(&plain == &models.plain());
  CHECK(plain.curve.size() == 1);
  CHECK(plain.curve.front() == plain.bits(0));
  CHECK(claims::degradation(plain.bits, 0) == 1.0);
  CHECK(claims::degradation(plain.bits, 10) > claims::degradation(plain.bits, 4));
  // Without a W attention is uniform: the mean of log t over the tokens t = 1 to 31.
  double uniform = 0.0;
  for (int t = 1; t < 32; ++t) uniform += std::log(t) / 31.0;
  CHECK(plain.entropy == Approx(uniform).margin(1e-12));
  CHECK(plain.variance == Approx(plain.uniform_variance).margin(1e-9));
  CHECK(plain.largest_real == 0.0);
  CHECK(plain.one_minus_rho == 1.0);
  const claims::LanguageModel& barrier = models({GptPriorKind::kBarrier});
  CHECK(&barrier != &plain);
  CHECK(barrier.log_det < 0.0);
  CHECK(barrier.largest_real > 0.0);
  CHECK(barrier.one_minus_rho < 1.0);
  CHECK(barrier.negative == 0.0);
  CHECK(barrier.entropy < uniform);
}

TEST_CASE("a model that is stopped is not kept") {
  int asked = 0;
  const Progress stop = [&](double) { return ++asked < 0; };
  const Progress go_on = [](double) { return true; };
  CHECK(Models(2, stop, true).plain().curve.empty());
  CHECK(asked == 1);
  CHECK(Models(2, go_on, true).plain().curve.size() == 1);
}

TEST_CASE("claims on the published run take the runs of its configuration, and no others") {
  const json sweep = json::parse(file_of_repository("cpp/claims/002/wikitext-2.json"));
  std::set<std::string> variants;
  for (const Claim& claim : claims::of_published_run()) {
    CAPTURE(claim.id);
    REQUIRE_FALSE(claim.runs.empty());
    CHECK(claim.slow);
    CHECK(std::isfinite(claim.probe()));
    CHECK_THROWS_WITH(claim.recompute(1, [](double) { return true; }),
                      contains("in ATTN_RUNS there are no ") && contains("attn sweep cpp/claims"));
    const std::vector<TrainedRun> runs = runs_of(sweep, claim);
    CHECK_NOTHROW(claim.from_runs(runs));
    for (const std::string& name : claim.runs) variants.insert(name.substr(0, name.size() - 2));
    for (const char* setting : {"context", "width", "batch", "epochs", "rate", "decay", "seed"}) {
      std::vector<TrainedRun> others = runs;
      others.back().settings[setting] *= 2.0;
      CHECK_THROWS_WITH(claim.from_runs(others), contains(std::string("has another ") + setting));
      others.back().settings.erase(setting);
      CHECK_THROWS_AS(claim.from_runs(others), Error);
    }
    std::vector<TrainedRun> others = runs;
    others.back().prior = "placebo";
    CHECK_THROWS_WITH(claim.from_runs(others), contains("has another term, placebo"));
    others = runs;
    if (others.back().prior == "published") {
      others.back().settings["prior.lambda"] = 0.3;
      CHECK_THROWS_WITH(claim.from_runs(others), contains("has another prior.lambda"));
    }
  }
  CHECK(variants.size() == sweep.at("variants").size());
}

TEST_CASE("numbers of the published run are those that its files have") {
  const json sweep = json::parse(file_of_repository("cpp/claims/002/wikitext-2.json"));
  TrainedRun plain = run_of(sweep, "none-1");
  TrainedRun term = run_of(sweep, "published-0.05-1");
  const auto ours = [&](const char* id, const std::vector<TrainedRun>& runs) {
    return published(id).from_runs(runs);
  };
  CHECK(ours("002.wikitext-2.plain", {plain}) == 2.0);
  CHECK(ours("002.wikitext-2.plain-training", {plain}) == 1.5);
  CHECK(ours("002.wikitext-2.plain-noise", {plain}) == 4.0);
  CHECK(ours("002.wikitext-2.plain-degradation", {plain}) == 2.0);
  CHECK(ours("002.table-1.0", {plain}) == Approx(3.2));
  // Several draws at one deviation are their mean.
  plain.noise.emplace_back(0.5, 5.0);
  CHECK(ours("002.wikitext-2.plain-noise", {plain}) == 4.5);
  plain.noise.pop_back();
  term.validation = 2.1;
  for (auto& [sigma, bits] : term.noise) bits = 2.1 + sigma;
  CHECK(ours("002.wikitext-2.gap", {plain, term}) == Approx(0.1));
  CHECK(ours("002.wikitext-2.graceful", {plain, term}) == Approx(2.0 - 2.6 / 2.1));
  CHECK(ours("002.wikitext-2.below", {plain, term}) == Approx(-0.05));
  CHECK(ours("002.wikitext-2.crossover", {plain, term}) == Approx(0.1 / 3.0));
  CHECK(ours("002.wikitext-2.grows", {plain, term}) == Approx(0.1 - 0.05 / 2.1));
  // They cross once more where the other has more bits with little noise, and later fewer.
  term.noise[0].second = plain.noise[0].second + 0.2;
  term.noise[1].second = plain.noise[1].second - 0.3;
  CHECK(ours("002.wikitext-2.crossover", {plain, term}) == Approx(0.07));
  for (auto& [sigma, bits] : term.noise) bits = 9.0;
  CHECK_THROWS_WITH(ours("002.wikitext-2.crossover", {plain, term}), contains("do not cross"));
  term.size = 0.3;
  term.in_proportion.back().second = 4.5;
  CHECK(ours("002.wikitext-2.size", {plain, term}) == Approx(3.0));
  CHECK(ours("002.wikitext-2.relative", {plain, term}) == Approx(0.5));
  plain.noise.resize(3);
  CHECK_THROWS_WITH(ours("002.table-1.0", {plain}), contains("has not been evaluated"));
  const Claim& best = published("002.wikitext-2.best");
  std::vector<TrainedRun> path = runs_of(sweep, best);
  REQUIRE(path.size() == 7);
  CHECK(best.from_runs(path) == 0.0);
  path[3].noise[5].second = 2.5;
  CHECK(best.from_runs(path) == 0.02);
}
