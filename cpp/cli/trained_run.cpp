#include "cli/trained_run.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/files.hpp"
#include "cli/parse_json.hpp"

namespace attn::cli {
namespace {

using claims::NoiseLevels;
using nlohmann::json;

void add_settings(const json& settings, const std::string& prefix, claims::TrainedRun& to) {
  for (const auto& [name, value] : settings.items()) {
    if (value.is_number()) to.settings[prefix + name] = value.get<double>();
    if (value.is_boolean()) to.settings[prefix + name] = value.get<bool>() ? 1.0 : 0.0;
    if (value.is_string()) to.words[prefix + name] = value.get<std::string>();
  }
}

// Mean over the lines on updates after this one.
double mean_of_batches(const std::string& folder, double after) {
  double sum = 0.0, count = 0.0;
  std::istringstream in(read_file(folder + "/metrics.jsonl"));
  for (std::string line; std::getline(in, line);) {
    const json found = parse_json("attn claims: metrics of " + folder, line);
    if (!found.contains("bpc") || found.at("update").get<double>() <= after) continue;
    sum += found.at("bpc").get<double>();
    count += 1.0;
  }
  if (count == 0.0) throw Error("attn claims: no metrics of the last epoch");
  return sum / count;
}

NoiseLevels levels(const json& from) {
  NoiseLevels out;
  for (const json& level : from) {
    out.emplace_back(level.at("sigma").get<double>(), level.at("bpc").get<double>());
  }
  return out;
}

}  // namespace

claims::TrainedRun read_trained_run(const std::string& folder) {
  claims::TrainedRun out;
  try {
    const json model = parse_json("attn claims: " + folder, read_file(folder + "/model.json"));
    const json& config = model.at("config");
    add_settings(config, "", out);
    add_settings(config.at("prior"), "prior.", out);
    // Where the texts lie does not matter, what they say does.
    out.words.erase("text");
    out.words.erase("validation");
    if (!model.contains("texts")) {
      throw Error(
          "attn claims: " + folder +
          "/model.json does not say of which texts it is: it is from before attn train did");
    }
    add_settings(model.at("texts"), "texts.", out);
    out.settings["weights"] = model.at("weights").get<double>();
    const json& programs = model.at("programs");
    if (!programs.empty()) out.commit = programs.back().at("commit").get<std::string>();
    out.validation = model.at("validation_bpc").get<double>();
    out.size = model.at("embedding_rms").get<double>();
    out.noise = levels(model.at("noise"));
    out.in_proportion = levels(model.at("noise_in_proportion"));
    const auto updates = model.at("updates").get<double>();
    out.settings["updates done"] = updates;
    const auto epochs = config.at("epochs").get<double>();
    const double last = epochs > 1.0 ? updates / epochs : updates;
    out.training = mean_of_batches(folder, updates - last);
    const std::string readings = folder + "/readings.json";
    if (std::filesystem::exists(readings)) {
      out.readings = parse_json("attn claims: " + readings, read_file(readings))
                         .get<std::map<std::string, double>>();
    }
  } catch (const json::exception& e) {
    throw Error("attn claims: " + folder + " holds no run of attn train: " + e.what());
  }
  return out;
}

}  // namespace attn::cli
