#include "reference/reference.hpp"

#include <dirent.h>

#include <algorithm>

#include "catch.hpp"
#include "reference/case_file.hpp"
#include "reference/reference_file.hpp"

using namespace attn;

namespace {

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
  const nlohmann::json expected = committed_bits("cases");
  CHECK(expected.size() == files.size());
  for (const std::string& name : files) {
    const auto c = reference::parse_case(reference_file(name));
    const reference::Verdict v = reference::check_case(c);
    CAPTURE(name, v.problem);
    CHECK(v.ok);
    CHECK(v.hash == expected.at(name).get<std::string>());
  }
}

TEST_CASE("a case compares infinities and NaN as themselves") {
  auto c = reference::parse_case(reference_file("mmse_posterior_mean.json"));
  c.expected["m"].data[3] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(reference::check_case(c).ok);
  c.expected["m"].data[3] = std::nan("");
  CHECK_FALSE(reference::check_case(c).ok);
}

TEST_CASE("what is no case is refused with what was expected") {
  const auto refused = [](const nlohmann::json& j) {
    return message_of([&] { reference::parse_case(j.dump()); });
  };
  const auto good = nlohmann::json::parse(reference_file("mmse_posterior_mean.json"));
  CHECK(message_of([] { reference::parse_case("{\"topic\": x}"); }) ==
        "reference case: no JSON from byte 11 on");
  CHECK(message_of([] { reference::parse_case("[1e999]"); }) ==
        "reference case: a number is out of the range of a double");
  CHECK(refused({1, 2}) ==
        "reference case: expected a JSON object with topic, kind, case, inputs, params, expected, "
        "rtol and atol");
  for (const char* name :
       {"topic", "kind", "case", "inputs", "params", "expected", "rtol", "atol"}) {
    CAPTURE(name);
    nlohmann::json j = good;
    j.erase(name);
    CHECK(refused(j).find(std::string("reference case: ") + name + " is missing, expected a") == 0);
    j[name] = nullptr;
    CHECK(refused(j).find(std::string("reference case: ") + name +
                          " is of type null, expected a") == 0);
  }
  nlohmann::json j = good;
  j["expected"]["m"] = 3;
  CHECK(refused(j) ==
        "reference case: 'm' is of type number, expected an object with shape and data");
  j = good;
  j["expected"]["m"].erase("data");
  CHECK(refused(j) == "reference case: 'm': data is missing, expected a list");
  j["expected"]["m"]["shape"] = 3;
  CHECK(refused(j) == "reference case: 'm': shape is of type number, expected a list");
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

TEST_CASE("cases of training refuse labels, modes and chains that there are not") {
  auto c = reference::parse_case(reference_file("training_sgd_5steps.json")).given;
  c.inputs["y"].data[1] = 3.0;
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "training/head: y is 3, expected a whole number from 0 to 2");
  c.inputs["y"].data[1] = 1.5;
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "training/head: y is 1.5, expected a whole number from 0 to 2");
  c.inputs["y"].data[1] = 1.0;
  c.params["mode"] = std::string("adam");
  CHECK(message_of([&] { reference::evaluate(c); }) ==
        "training/head sgd_5steps: parameter 'mode' must be 'sgd' or 'freev'");
  c.params["mode"] = std::string("sgd");
  c.params["eta"] = 1e100;
  CHECK(message_of([&] { reference::evaluate(c); }).find("training diverges at step") !=
        std::string::npos);
  auto chain = reference::parse_case(reference_file("sticky_transition.json")).given;
  chain.inputs["distance"].data[4] = 3.0;
  CHECK(message_of([&] { reference::evaluate(chain); }) ==
        "sticky/transition transition: input 'distance' is not that on a circle");
}
