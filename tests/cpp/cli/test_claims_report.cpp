// What `attn claims --json` and `--report` print of claims made up for it.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli/claims_record.hpp"
#include "cli/claims_report.hpp"

using namespace attn;
using claims::Agreement;
using claims::Claim;
using claims::Verdict;
using cli::Recomputed;
using nlohmann::json;

namespace {

Claim claim(const char* id, const char* published) {
  Claim out;
  out.id = id;
  out.place = "section 5, |x|";
  out.statement = "The variance is 0.26.";
  out.published = published;
  out.value = 0.26;
  out.agreement = Agreement::kWithin;
  out.tolerance = 0.01;
  out.quantity = "v(T*)";
  out.recipe = "variance_flow";
  out.baseline = {1.0, "no flow"};
  return out;
}

Recomputed judged(const Claim& claim, std::vector<double> values) {
  return {&claim, claims::judge(claim, std::move(values)), {}};
}

// Of the four kinds that are printed in ways of their own.
struct Examples {
  Claim error = claim("001.error", "the variance is about *0.26* at T*");
  Claim summary = claim("004.summary", "much slower than with the other");
  Claim unclear = claim("004.unclear", "a variance of *0.26* per layer");
  Claim ours = claim("001.ours", "");
  std::vector<Recomputed> all;

  Examples() {
    error.correction = {"chapter denoising, (4)", 0.13, 1e-3};
    error.correction.other_readings = "none: it is given";
    summary.agreement = Agreement::kHolds;
    summary.value = 1.0;
    unclear.seeds = 2;
    unclear.correction = {"section 5", 0.26, 0.01, Verdict::kUnclear};
    unclear.readings = {{"per token", 0.5, 0.01, nullptr}};
    ours.place = "ours, beside section 5";
    all = {judged(error, {0.13}), judged(summary, {1.0}), judged(unclear, {0.25, 0.27}),
           judged(ours, {0.26})};
  }
};

}  // namespace

TEST_CASE("the number in question stands between asterisks, and T* has none") {
  const auto words = [](const char* text) { return cli::read_quotation(text).words; };
  const auto printed = [](const char* text) { return cli::read_quotation(text).printed; };
  CHECK(words("loss of *1.8961* nats") == "loss of 1.8961 nats");
  CHECK(printed("loss of *1.8961* nats") == "1.8961");
  CHECK(printed("v(T*) at T* = 0") == "");
  CHECK(words("v(T*) at T* = 0") == "v(T*) at T* = 0");
  CHECK(printed("v at T* is *0.13* or so") == "0.13");
  CHECK(printed("β* is *much more*, not *less*") == "much more");
  CHECK(printed("*whole*") == "whole");
  CHECK(printed("2 * 3 * 4") == "");
  CHECK(printed("* * *") == "");
  CHECK(printed("an end *") == "");
  CHECK(printed("an end *x") == "");
  CHECK(printed("") == "");
}

TEST_CASE("the standard error is that of a mean, and 0 for one value") {
  claims::Result result;
  result.values = {1.0, 2.0, 3.0, 4.0};
  result.sd = 3.0;
  CHECK(cli::standard_error(result) == 1.5);
  result.values = {1.0};
  CHECK(cli::standard_error(result) == 0.0);
}

TEST_CASE("a record has what its schema asks for, and nothing that is not in it") {
  std::ifstream in(ATTN_LEDGER_SCHEMA);
  const json schema = json::parse(in).at("$defs").at("entry");
  const Examples examples;
  for (const Recomputed& one : examples.all) {
    const json record = cli::record_of(one);
    CAPTURE(record.dump());
    for (const auto& [name, value] : record.items()) CHECK(schema.at("properties").contains(name));
    for (const json& name : schema.at("required")) CHECK(record.contains(name.get<std::string>()));
    const json& verdicts = schema.at("properties").at("verdict").at("enum");
    CHECK(std::find(verdicts.begin(), verdicts.end(), record.at("verdict")) != verdicts.end());
  }
  const json error = cli::record_of(examples.all[0]);
  CHECK(error.at("quotation") == "the variance is about 0.26 at T*");
  CHECK(error.at("printed") == "0.26");
  CHECK(error.at("verdict") == "in error");
  CHECK(error.at("other_readings") == "none: it is given");
  CHECK(error.at("baseline").at("value") == 1.0);
  CHECK_FALSE(error.contains("standard_error"));
  const json unclear = cli::record_of(examples.all[2]);
  CHECK(unclear.at("source") == "summary");
  CHECK(unclear.at("readings").at(0).at("words") == "per token");
  CHECK(unclear.at("standard_error").get<double>() == Approx(0.01));
  const json ours = cli::record_of(examples.all[3]);
  CHECK(ours.at("source") == "ours");
  CHECK_FALSE(ours.contains("quotation"));
  CHECK_FALSE(ours.contains("printed"));
}

TEST_CASE("the report has papers, counts, errata with all that belongs to them, and every row") {
  const Examples examples;
  const std::string report = cli::report_of(examples.all, "2026-11-23", "0123abc");
  const auto has = [&](const std::string& text) {
    CAPTURE(text, report);
    CHECK(report.find(text) != std::string::npos);
  };
  has("# Errata and confirmations of five papers\n");
  has(", 2026-11-23, commit 0123abc.\n");
  has("Of 1 statements: 1 in error. Beside them 1 of ours");
  has("Of 2 statements: 1 unclear, 1 agree. We know this paper through a summary alone");
  has("section 5, \\|x\\|; in error\n\n> “the variance is about **0.26** at T\\*”\n");
  has("- v(T\\*): 0.13\n- without the effect, no flow: 1\n- derived: chapter denoising, (4)\n");
  has("- read otherwise: none: it is given\n");
  has("`attn claims --only 001.error`");
  has("| in error | printed 0.26, recomputed 0.13 |\n");
  has("| agrees with summary | holds |\n");
  has("| unclear | printed 0.26, recomputed 0.26 |\n");
  has("### Errata\n\nNone.\n");
  CHECK(report.find("001.ours") == std::string::npos);
  CHECK(report.find("Gradient Dynamics") == std::string::npos);
}
