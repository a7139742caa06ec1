#include "experiments/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "catch.hpp"
#include "experiments/array_sink.hpp"
#include "reference/experiment_json.hpp"
#include "reference/reference_file.hpp"

using namespace attn;
using namespace attn::experiments;
using nlohmann::json;

namespace {

const MemberInfo& member(const std::vector<MemberInfo>& members, const std::string& name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const MemberInfo& m) { return m.name == name; });
  REQUIRE(found != members.end());
  return *found;
}

const MemberInfo& param_of(const char* experiment, const char* name) {
  return member(named(experiment).params, name);
}

const MemberInfo& field_of(const char* experiment, const char* name) {
  return member(named(experiment).frame, name);
}

// The names of the arrays of a frame; of a list those of its first object.
void add_names(const std::vector<MemberInfo>& members, const std::string& prefix,
               std::set<std::string>& names) {
  for (const MemberInfo& m : members) {
    if (m.type == "object") {
      add_names(m.members, prefix + m.name + '.', names);
    } else if (m.type == "objects") {
      add_names(m.members, prefix + m.name + ".0.", names);
    } else if (m.type != "text") {
      names.insert(prefix + m.name);
    }
  }
}

// legs.3.toes is legs.0.toes.
std::string of_first(const std::string& name) {
  std::string out;
  bool at_start = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool digit = name[i] >= '0' && name[i] <= '9';
    if (at_start && digit) {
      while (name[i + 1] != '.') ++i;
      out += '0';
    } else {
      out += name[i];
    }
    at_start = name[i] == '.';
  }
  return out;
}

// The entry of an array's name: legs.3.toes is that of the toes of a leg.
const MemberInfo& described(const std::vector<MemberInfo>& members, const std::string& name) {
  const std::size_t end = name.find('.');
  const MemberInfo& m = member(members, name.substr(0, end));
  if (m.members.empty()) return m;
  const std::size_t behind = m.type == "objects" ? name.find('.', end + 1) : end;
  return described(m.members, name.substr(behind + 1));
}

// NaN nowhere, and Infinity only where the text of the entry speaks of it.
void check_numbers(const Experiment& e, const Arrays& arrays) {
  for (const auto& [name, array] : arrays) {
    CAPTURE(e.name);
    const bool may_be_infinite =
        described(e.frame, name).about.find("Infinity") != std::string::npos;
    std::string wrong;
    for (std::size_t i = 0; i < array.data.size() && wrong.empty(); ++i) {
      const double x = array.data[i];
      if (std::isfinite(x) || (may_be_infinite && !std::isnan(x))) continue;
      wrong = name + '[' + std::to_string(i) + "] is " + std::to_string(x);
    }
    CHECK(wrong == "");
  }
}

// No parameters: all have their defaults.
class Nothing final : public Source {
 public:
  using Source::Source;
  bool number(const char*, double&) const override { return false; }
  bool flag(const char*, bool&) const override { return false; }
  bool text(const char*, std::string&) const override { return false; }
  bool array(const char*, Array&) const override { return false; }
};

// How many axes an array of that type has.
std::size_t axes(const std::string& type) {
  if (type == "list") return 1;
  return type == "matrix" || type == "floats" ? 2 : 0;
}

}  // namespace

TEST_CASE("the catalogue is sorted by name, with a chapter and a part of the wasm for each") {
  REQUIRE(all().size() >= 14);
  for (std::size_t i = 0; i < all().size(); ++i) {
    const Experiment& e = all()[i];
    CAPTURE(e.name);
    if (i > 0) CHECK(all()[i - 1].name < e.name);
    CHECK_FALSE(e.chapter.empty());
    CHECK_FALSE(e.part.empty());
  }
}

TEST_CASE("an experiment is found by its name, and an unknown one refused") {
  for (const Experiment& e : all()) CHECK(&named(e.name) == &e);
  CHECK(message_of([] { named("nonsense"); }) == "there is no experiment 'nonsense'");
  CHECK(message_of([] { named(""); }) == "there is no experiment ''");
}

TEST_CASE("an experiment of the float kernels says so, all others do not") {
  std::set<std::string> floats;
  for (const Experiment& e : all()) {
    if (e.floats) floats.insert(e.name);
  }
  CHECK(floats == std::set<std::string>{"attention_passes", "dataset_size", "em_vs_sgd",
                                        "fast_attention", "gpt_noise", "gpt_pair", "kl_stages",
                                        "million_particles", "mse_depth", "ngram_ladder", "stages",
                                        "value_manifold", "waiting_time"});
}

TEST_CASE("defaults are given as JSON, and none where there is none") {
  for (const Experiment& e : all()) {
    for (const MemberInfo& m : e.params) {
      CAPTURE(e.name, m.name);
      if (!m.fallback.empty()) CHECK_FALSE(json::parse(m.fallback, nullptr, false).is_discarded());
      if (m.limits.needed) CHECK(m.fallback.empty());
    }
    for (const MemberInfo& m : e.frame) CHECK(m.fallback.empty());
  }
  CHECK(param_of("particles", "beta").fallback == "5");
  CHECK(param_of("particles", "eta").fallback == "0.1");
  CHECK(param_of("particles", "count").fallback == "64");
  CHECK(param_of("particles", "seed").fallback == "7");
  CHECK(param_of("particles", "clock").fallback == "\"equal-layers\"");
  CHECK(param_of("two_stage", "skip").fallback == "true");
  CHECK(param_of("mse_depth", "counts").fallback == "[1000, 3000, 5000, 8000]");
  CHECK(param_of("norm", "epsilon").fallback == "1e-05");
  CHECK(param_of("norm", "x").fallback.empty());
  CHECK(param_of("attention", "scale").fallback.empty());
  CHECK(catalogue::json_of(1.0 / 3.0) == "0.3333333333333333");
  CHECK(catalogue::json_of(0.1 + 0.2) == "0.30000000000000004");
}

TEST_CASE("a group has the defaults that the struct around it gives, not its own") {
  CHECK(param_of("before_after", "beta").fallback == "8");
  CHECK(param_of("before_after", "count").fallback == "100");
  CHECK(param_of("energy_landscape", "centre").fallback == "1.5");
  CHECK(param_of("two_stage", "centre").fallback == "1");
}

TEST_CASE("members say what they are") {
  CHECK(param_of("particles", "clock").type == "choice");
  CHECK(param_of("particles", "clock").names ==
        std::vector<std::string>{"equal-layers", "equal-time"});
  CHECK(param_of("particles", "seed").type == "seed");
  CHECK(param_of("heads", "w_q").type == "matrices");
  CHECK(param_of("attention", "key_length").type == "count");
  CHECK(param_of("attention", "allowed").type == "matrix");
  CHECK(field_of("particles", "trail").type == "matrix");
  CHECK(field_of("million_particles", "density").type == "floats");
  CHECK(field_of("million_particles", "transform").type == "flag");
  const MemberInfo& heads = field_of("heads", "heads");
  CHECK(heads.type == "objects");
  CHECK(heads.of == "AttentionOutput");
  CHECK(member(heads.members, "weights").type == "matrix");
  const MemberInfo& spread = field_of("before_after", "spread_after");
  CHECK(spread.type == "object");
  CHECK(spread.of == "Spread");
  CHECK(member(field_of("mse_depth", "bars").members, "noisy").of == "MseErrors");
}

TEST_CASE("the JSON of an experiment has its parameters with limits and its frame") {
  const json particles = reference::to_json(named("particles"));
  CHECK(particles.at("name") == "particles");
  CHECK(particles.at("chapter") == "denoising");
  CHECK(particles.at("floats") == false);
  const json& beta = particles.at("params").at(0);
  CHECK(beta.at("name") == "beta");
  CHECK(beta.at("default") == 5);
  CHECK(beta.at("low") == 0.0);
  CHECK(beta.at("lowIsOpen") == true);
  CHECK(beta.count("high") == 0);
  const json& count = particles.at("params").at(2);
  CHECK(count.at("high") == 2000);
  CHECK(count.at("lowIsOpen") == false);
  CHECK(reference::to_json(named("norm")).at("params").at(0).at("needed") == true);
  const json bars = reference::to_json(named("mse_depth")).at("frame").at(0);
  CHECK(bars.at("of") == "MseBar");
  CHECK(bars.at("members").at(0).at("name") == "count");
  CHECK(reference::to_json(all()).size() == all().size());
}

TEST_CASE(
    "every setting lies in its run and gives the committed bits: all that is described, and no "
    "number that is not finite unless its text says so",
    "[bits]") {
  const json expected = committed_bits("experiments");
  std::size_t doubles = 0;
  for (const Experiment& e : all()) {
    CAPTURE(e.name);
    std::set<std::string> names;
    add_names(e.frame, "", names);
    std::vector<std::string> hashes;
    for (OpenSetting& setting : e.settings()) {
      CHECK(setting.t >= 0);
      CHECK(setting.t <= setting.run->steps());
      CHECK((setting.refinements == 0 || setting.run->refines()));
      const Arrays arrays = arrays_of(setting);
      hashes.push_back(hash_text(arrays));
      check_numbers(e, arrays);
      std::set<std::string> got;
      for (const auto& [name, array] : arrays) got.insert(of_first(name));
      CHECK(got == names);
      // The two ends of the run, or as far as 300 units of work lead.
      for (const Index t : {Index{0}, setting.run->steps()}) {
        setting.run->seek(t, 300);
        check_numbers(e, arrays_of(*setting.run));
      }
    }
    CHECK(hashes.size() == 3);
    CHECK(std::set<std::string>(hashes.begin(), hashes.end()).size() == 3);
    // The last bits of the float kernels depend on the width of the vectors.
    if (e.floats) continue;
    ++doubles;
    CHECK(hashes == expected.at(e.name).get<std::vector<std::string>>());
  }
  CHECK(expected.size() == doubles);
}

TEST_CASE("frames of the defaults hold finite numbers too, or their text says that they do not",
          "[draws]") {
  for (const Experiment& e : all()) {
    const bool needs = std::any_of(e.params.begin(), e.params.end(),
                                   [](const MemberInfo& m) { return m.limits.needed; });
    // Its million tokens take seconds; the settings are it with fewer.
    if (needs || e.name == "million_particles") continue;
    const Nothing nothing(e.name.c_str());
    const std::unique_ptr<Run> run = e.open(nothing);
    check_numbers(e, arrays_of(*run));
    run->seek(run->opens(), 300);
    if (run->refines()) run->refine(1);
    check_numbers(e, arrays_of(*run));
  }
}

TEST_CASE("what takes long opens and refines in so many units, to the same bits in any portions",
          "[bits]") {
  // Calls of seek by one unit at its defaults, the last of which finds it open; calls of refine.
  struct Cut {
    const char* name;
    Index seeks;
    Index refinements;
  };
  for (const Cut& cut : {Cut{"diagnostics", 26, 1}, Cut{"frame_precision", 42, 1},
                         Cut{"toy_training", 7, 1}, Cut{"boundary_map", 4, 1},
                         Cut{"hopfield_capacity", 19, 14 * 18}, Cut{"linear_attention", 1, 250}}) {
    CAPTURE(cut.name);
    const Experiment& e = named(cut.name);
    const Nothing nothing(cut.name);
    const std::unique_ptr<Run> whole = e.open(nothing);
    const std::unique_ptr<Run> cut_up = e.open(nothing);
    REQUIRE(whole->seek(whole->opens(), check::kMaxBudget));
    Index seeks = 1;
    while (!cut_up->seek(cut_up->opens(), 1)) ++seeks;
    CHECK(seeks == cut.seeks);
    CHECK(hash_text(arrays_of(*cut_up)) == hash_text(arrays_of(*whole)));
    // Who does not seek first sees the same.
    const std::unique_ptr<Run> unsought = e.open(nothing);
    if (whole->steps() == 0) CHECK(hash_text(arrays_of(*unsought)) == hash_text(arrays_of(*whole)));
    Index refinements = 1;
    while (!cut_up->refine(1)) ++refinements;
    CHECK(refinements == cut.refinements);
    whole->refine(check::kMaxBudget);
    CHECK(hash_text(arrays_of(*cut_up)) == hash_text(arrays_of(*whole)));
  }
}

TEST_CASE("what comes out of a frame has as many axes as its type says") {
  for (const Experiment& e : all()) {
    const std::vector<OpenSetting> settings = e.settings();
    const Arrays arrays = arrays_of(*settings.back().run);
    for (const MemberInfo& m : e.frame) {
      CAPTURE(e.name, m.name);
      if (m.members.empty() && m.type != "text") {
        CHECK(arrays.at(m.name).shape.size() == axes(m.type));
      }
    }
  }
}
