// The claims of seed 002 on language models: their text, probes of those that are trained, and runs
// that others are read from.
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "claims/002/language_models.hpp"
#include "claims/002/parts.hpp"
#include "claims/002/published_run.hpp"

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

// The settings of a run of wikitext-2.json, as model.json has them with those that are left out
// there; texts, updates and weights are those that attn train says of WikiText-2.
TrainedRun run_of(const json& sweep, const std::string& name) {
  json config = sweep.at("settings");
  const std::string variant = name.substr(0, name.rfind('-'));
  config.merge_patch(sweep.at("variants").at(variant));
  config["seed"] = std::stoi(name.substr(name.rfind('-') + 1));
  TrainedRun out;
  out.settings = {{"epsilon", 1e-8},
                  {"characters", 0},
                  {"validation_share", 0.1},
                  {"updates", 13160},
                  {"updates done", 13160},
                  {"weights", 502556},
                  {"texts.characters", 10780437},
                  {"texts.validation_characters", 1120192},
                  {"texts.vocabulary", 284},
                  {"prior.lambda", 0.05},
                  {"prior.w", 4},
                  {"prior.sigma", 0.2},
                  {"prior.rms", 0.29},
                  {"prior.sequences", 4},
                  {"prior.stride", 4}};
  for (const auto& [setting, value] : config.items()) {
    if (value.is_number()) out.settings[setting] = value.get<double>();
    if (value.is_boolean()) out.settings[setting] = value.get<bool>() ? 1.0 : 0.0;
  }
  const json& prior = config.at("prior");
  out.words = {{"prior.kind", prior.at("kind").get<std::string>()},
               {"texts.hash", "7b89021982589152"},
               {"texts.validation_hash", "058efd746c3a900a"}};
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
  CHECK(plain.rms_w == 0.0);
  CHECK(plain.warning == 0.0);
  CHECK(barrier.rms_w == Approx(4.0 / std::sqrt(32.0)));
  CHECK(std::fabs(barrier.warning) <= 1.0);
  CHECK(barrier.warning != 0.0);
}

TEST_CASE("without AdamW for W the model is the same but for W, which moves with its weight",
          "[draws]") {
  const Progress go_on = [](double) { return true; };
  const Models models(1, go_on, true);
  const auto descent = [&](double lambda, double share) {
    return models({GptPriorKind::kPublished, lambda, 0.29, share});
  };
  const auto adam = [&](double lambda) { return models.published(lambda); };
  // So slow that W stays where it starts.
  CHECK(descent(0.005, 1e-6).rms_w == Approx(attn::GptTrainerOptions{}.std_dev).epsilon(0.05));
  CHECK(descent(0.005, 1e-6).bits(0) == Approx(adam(0.005).bits(0)).epsilon(1e-3));
  const double start = descent(0.005, 1e-6).rms_w;
  CHECK(adam(0.005).rms_w > 2.0 * start);
  CHECK(adam(0.0001).rms_w == Approx(adam(0.005).rms_w).epsilon(0.1));
  CHECK(&models.descended(0.2) != &models.published(0.2));
  // A step of plain descent is in proportion to the weight of the term.
  const double less = descent(0.0001, 100.0).rms_w - start,
               more = descent(0.2, 100.0).rms_w - start;
  CHECK(more > 100.0 * std::fabs(less));
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
    if (!claim.recompute) continue;
    REQUIRE_FALSE(claim.runs.empty());
    CHECK(claim.slow);
    CHECK(std::isfinite(claim.probe()));
    CHECK(claim.probe_tolerance == 1e-4);
    CHECK_THROWS_WITH(claim.recompute(1, [](double) { return true; }),
                      contains("in ATTN_RUNS there are no ") && contains("attn sweep cpp/claims"));
    const std::vector<TrainedRun> runs = runs_of(sweep, claim);
    CHECK_NOTHROW(claim.from_runs(runs));
    for (const std::string& name : claim.runs) variants.insert(name.substr(0, name.size() - 2));
  }
  CHECK(variants.size() == sweep.at("variants").size());
}

TEST_CASE("claims on the published run refuse another run, and say what differs") {
  const json sweep = json::parse(file_of_repository("cpp/claims/002/wikitext-2.json"));
  const Claim& claim = published("002.wikitext-2.gap");
  const std::vector<TrainedRun> runs = runs_of(sweep, claim);
  const bool with_term = GENERATE(false, true);
  const std::size_t which = with_term ? 1 : 0;
  const std::string where = "claims: the run " + claim.runs[which] + " has another ";
  std::set<std::string> unread = {"prior.w", "prior.sigma", "prior.rms"};
  if (!with_term) unread.insert({"prior.lambda", "prior.sequences", "prior.stride"});
  for (const auto& [setting, value] : runs[which].settings) {
    CAPTURE(setting);
    std::vector<TrainedRun> others = runs;
    others[which].settings[setting] = 2.0 * value + 1.0;
    if (unread.count(setting) > 0) {
      CHECK_NOTHROW(claim.from_runs(others));
      continue;
    }
    CHECK_THROWS_WITH(claim.from_runs(others), contains(where + setting + " than the published"));
    others[which].settings.erase(setting);
    CHECK_THROWS_WITH(claim.from_runs(others), contains(where + setting) && contains(": none, "));
  }
  const auto refused = [&](const std::function<void(TrainedRun&)>& change) {
    std::vector<TrainedRun> others = runs;
    change(others[which]);
    try {
      (void)claim.from_runs(others);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  // One update on another text, whatever its settings say.
  CHECK(refused([](TrainedRun& run) { run.settings["updates done"] = 1; }) ==
        where + "updates done than the published one: 1, expected 13160");
  for (const char* text : {"texts.hash", "texts.validation_hash"}) {
    CHECK(refused([&](TrainedRun& run) { run.words[text][3] = 'x'; }) ==
          where + text + " than the published one: " +
              (std::string(text) == "texts.hash" ? "7b8x021982589152" : "058xfd746c3a900a") +
              ", expected " + runs[which].words.at(text));
    CHECK(refused([&](TrainedRun& run) { run.words.erase(text); }) != "taken");
  }
  CHECK(refused([](TrainedRun& run) { run.words["prior.kind"] = "placebo"; }) ==
        where + "prior.kind than the published one: placebo, expected " +
            (with_term ? "published" : "none"));
  // A setting that nobody knew of when the claims were written.
  CHECK(refused([](TrainedRun& run) { run.settings["dropout"] = 0.5; }) ==
        where + "dropout than the published one: 0.5, expected none");
}

TEST_CASE("the probe of the published run moves with training, evaluation and what is measured") {
  const auto number = [](const attn::GptTrainerOptions& options) {
    return claims::tiny_training(options);
  };
  for (const double lambda : {0.0, 0.02}) {
    const attn::GptTrainerOptions usual = claims::tiny_options(lambda);
    const double now = number(usual);
    CHECK(std::isfinite(now));
    // What another instruction set may do to it.
    CHECK(claims::tiny_training(usual, false) == Approx(now).epsilon(1e-5));
    const auto moves = [&](const std::function<void(attn::GptTrainerOptions&)>& change) {
      attn::GptTrainerOptions other = usual;
      change(other);
      return std::fabs(number(other) / now - 1.0) > 2e-4;
    };
    using O = attn::GptTrainerOptions;
    CHECK(moves([](O& o) { o.schedule.rate *= 1.1; }));
    CHECK(moves([](O& o) { o.schedule.updates += 1; }));
    CHECK(moves([](O& o) { o.schedule.floor = 0.5; }));
    CHECK(moves([](O& o) { o.adamw.first = 0.8; }));
    CHECK(moves([](O& o) { o.adamw.second = 0.9; }));
    CHECK(moves([](O& o) { o.adamw.decay = 0.0; }));
    CHECK(moves([](O& o) { o.adamw.clip = 0.0; }));
    CHECK(moves([](O& o) { o.std_dev *= 1.01; }));
    CHECK(moves([](O& o) { o.seed = 2; }));
    CHECK(moves([](O& o) { o.batch = 5; }));
    CHECK(moves([](O& o) { o.shape.heads = 4; }));
    CHECK(moves([](O& o) { o.prior.stride = 3; }) == (lambda > 0.0));
    CHECK(moves([](O& o) { o.prior.sequences = 3; }) == (lambda > 0.0));
    CHECK(moves([](O& o) { o.prior.kind = GptPriorKind::kResidual; }));
  }
  CHECK(number(claims::tiny_options(0.02)) != number(claims::tiny_options(0.2)));
  // A measure of numbers that are made up, times these.
  const double plain = number(claims::tiny_options(0.0)), term = number(claims::tiny_options(0.05));
  CHECK(published("002.wikitext-2.plain").probe() == Approx(2.1 * plain));
  CHECK(published("002.wikitext-2.gap").probe() == Approx(0.1 * (plain + term)));
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
  CHECK(ours("002.table-1.0-clean", {plain}) == 2.0);
  CHECK(ours("002.table-1.0-degradation", {plain}) == Approx(1.6));
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
