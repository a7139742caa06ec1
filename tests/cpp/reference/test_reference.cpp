#include "reference/reference.hpp"

#include <dirent.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "reference/case_file.hpp"

using namespace attn;

namespace {

std::string read(const std::string& name) {
  std::ifstream file(std::string(ATTN_REFERENCE_DIR) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

nlohmann::json bits() { return nlohmann::json::parse(read("bits.json")); }

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  DIR* folder = opendir(ATTN_REFERENCE_DIR);
  REQUIRE(folder != nullptr);
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    const bool json = name.size() > 5 && name.substr(name.size() - 5) == ".json";
    if (json && name != "bits.json") names.push_back(name);
  }
  closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE(
    "every reference case agrees within its tolerance, with the bits of every other platform") {
  const std::vector<std::string> files = case_files();
  REQUIRE(files.size() >= 8);
  const nlohmann::json expected = bits().at("cases");
  CHECK(expected.size() == files.size());
  for (const std::string& name : files) {
    const auto c = reference::parse_case(read(name));
    const reference::Verdict v = reference::check_case(c);
    CAPTURE(name, v.problem);
    CHECK(v.ok);
    CHECK(v.hash == expected.at(name).get<std::string>());
  }
}

TEST_CASE("every experiment gives the committed bits") {
  const nlohmann::json expected = bits().at("experiments");
  for (const auto& e : reference::experiments()) {
    // The last bits of the float kernels depend on the width of the vectors.
    if (e.name == "kernel_error" || e.name == "mse") continue;
    CAPTURE(e.name);
    CHECK(reference::hash_text(reference::run_experiment(e.name, {})) ==
          expected.at(e.name).get<std::string>());
  }
}

TEST_CASE("the float kernel's error is within its bound in the experiment that measures it") {
  for (const double n : {1.0, 37.0, 1000.0}) {
    const auto out = reference::run_experiment("kernel_error", {{"count", n}});
    CHECK(out.at("relative_error").data.at(0) <= 1e-6);
  }
}

TEST_CASE("a hash changes with a single bit, a name, a shape; and not with the NaN") {
  const reference::Arrays a = {{"x", {{2}, {1.0, 2.0}}}};
  CHECK(reference::hash(a) != reference::hash({{"x", {{2}, {1.0, 2.0000000000000004}}}}));
  CHECK(reference::hash(a) != reference::hash({{"y", {{2}, {1.0, 2.0}}}}));
  CHECK(reference::hash(a) != reference::hash({{"x", {{2, 1}, {1.0, 2.0}}}}));
  CHECK(reference::hash({{"x", {{}, {std::nan("")}}}}) ==
        reference::hash({{"x", {{}, {-std::nan("1")}}}}));
  CHECK(reference::hash_text(reference::Arrays{}) == "cbf29ce484222325");
}

TEST_CASE("a case compares infinities and NaN as themselves") {
  auto c = reference::parse_case(read("mmse_posterior_mean.json"));
  c.expected["m"].data[3] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(reference::check_case(c).ok);
  c.expected["m"].data[3] = std::nan("");
  CHECK_FALSE(reference::check_case(c).ok);
}

TEST_CASE("evaluate says what a case lacks") {
  reference::Case c{"empbayes", "two_stage", "mine", {}, {}};
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "empbayes/two_stage mine: input 'tokens' is missing");
  c.inputs["tokens"] = {{2}, {1.0, 2.0}};
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "empbayes/two_stage mine: input 'tokens' must be a matrix");
  c.inputs["tokens"] = {{2, 1}, {1.0, 2.0}};
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "empbayes/two_stage mine: parameter 'beta' is missing");
  c.params["beta"] = std::string("big");
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "empbayes/two_stage mine: parameter 'beta' must be a number");
  c.kind = "three_stage";
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "empbayes/three_stage mine: unknown topic or kind");
}

TEST_CASE("an experiment that is stopped returns what it has") {
  int asked = 0;
  const auto out =
      reference::run_experiment("particles", {{"count", 5}}, [&](double) { return ++asked < 4; });
  CHECK(out.at("trail").shape == std::vector<Index>{4, 5});
}
