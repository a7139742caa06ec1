#include "cli/trained_run.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/files.hpp"
#include "cli/parse_json.hpp"

namespace attn::cli {
namespace {

using claims::NoiseLevels;
using nlohmann::json;

void add_numbers(const json& settings, const std::string& prefix,
                 std::map<std::string, double>& to) {
  for (const auto& [name, value] : settings.items()) {
    if (value.is_number()) to[prefix + name] = value.get<double>();
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
    const json& prior = config.at("prior");
    add_numbers(config, "", out.settings);
    add_numbers(prior, "prior.", out.settings);
    out.prior = prior.at("kind").get<std::string>();
    out.validation = model.at("validation_bpc").get<double>();
    out.size = model.at("embedding_rms").get<double>();
    out.noise = levels(model.at("noise"));
    out.in_proportion = levels(model.at("noise_in_proportion"));
    const auto updates = model.at("updates").get<double>();
    const auto epochs = config.at("epochs").get<double>();
    const double last = epochs > 1.0 ? updates / epochs : updates;
    out.training = mean_of_batches(folder, updates - last);
  } catch (const json::exception& e) {
    throw Error("attn claims: " + folder + " holds no run of attn train: " + e.what());
  }
  return out;
}

}  // namespace attn::cli
