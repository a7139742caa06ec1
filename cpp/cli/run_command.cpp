#include "cli/run_command.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "attn/numerics/check.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/version.hpp"
#include "claims/described.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "experiments/array_sink.hpp"
#include "reference/case_file.hpp"
#include "reference/experiment_json.hpp"

namespace attn::cli {
namespace {

using experiments::Arrays;
using experiments::Experiment;
using experiments::MemberInfo;
using nlohmann::json;

// What stands behind the = on a command line: JSON, or else a name.
json value_of(const std::string& option, const std::string& text) {
  json value = parse_json("attn run: " + option, text);
  if (!value.is_discarded()) return value;
  try {
    (void)utf8_characters(text);
  } catch (const Error&) {
    throw Error("attn run: " + option + " is not in UTF-8, expected JSON or a name in UTF-8");
  }
  return text;
}

json params_of(const RunOptions& options) {
  json params = json::object();
  if (!options.params_file.empty()) {
    params =
        parse_json("attn run: --params " + options.params_file, read_file(options.params_file));
    if (!params.is_object()) {
      throw Error("attn run: --params " + options.params_file + " is no JSON object");
    }
  }
  std::set<std::string> given;
  for (const std::string& pair : options.params) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error("attn run: --param is '" + pair + "', expected name=value");
    }
    const std::string name = pair.substr(0, equals);
    if (name == "seed" && !options.seed.empty()) {
      throw Error("attn run: --seed is " + options.seed + " beside --param " + pair +
                  ", expected one of them");
    }
    if (!given.insert(name).second) {
      throw Error("attn run: --param " + name + " is given twice, expected one value");
    }
    params[name] = value_of("--param " + name, pair.substr(equals + 1));
  }
  if (!options.seed.empty()) params["seed"] = value_of("--seed", options.seed);
  return params;
}

Index step_of(const RunOptions& options, Index last) {
  if (options.t.empty()) return last;
  const json t = value_of("--t", options.t);
  if (!t.is_number()) throw Error("attn run: --t is '" + options.t + "', expected a number");
  return check::count("attn run", "--t", t.get<double>(), 0, last);
}

experiments::Training& training_of(experiments::Run& run, const RunOptions& options) {
  experiments::Training* const training = run.training();
  if (training == nullptr) {
    throw Error("attn run: " + options.experiment + " does not train: nothing to save or restore");
  }
  return *training;
}

// Writes the file of --save at once, and whenever --save-seconds have passed since the last time.
class Saver {
 public:
  Saver(experiments::Run& run, const RunOptions& options)
      : training_(options.save.empty() ? nullptr : &training_of(run, options)),
        path_(options.save),
        seconds_(options.save_seconds) {
    save();
  }

  void save() {
    if (training_ != nullptr) {
      const experiments::Bytes bytes = training_->save();
      write_whole("attn run", path_, std::string(bytes.begin(), bytes.end()));
    }
    last_ = Clock::now();
  }
  void save_now_and_then() {
    if (training_ != nullptr && Clock::now() - last_ >= seconds_) save();
  }

 private:
  using Clock = std::chrono::steady_clock;
  experiments::Training* training_;
  std::string path_;
  std::chrono::duration<double> seconds_;
  Clock::time_point last_;
};

// As far as the reader lets it, in slices: a unit of a run takes from microseconds to a second.
void take(experiments::Run& run, Index t, Saver& saver) {
  experiments::Training* const training = run.training();
  if (!run.seek(t, 1)) {
    // One step after the other, because a step may be any number of units.
    Index step = training != nullptr ? std::min(t, training->frontier()) : 0;
    const auto share = [&] { return static_cast<double>(step) / static_cast<double>(t + 1); };
    for (; step <= t && show_progress(share()); saver.save_now_and_then()) {
      if (run.seek(step, 1)) ++step;
    }
  }
  if (training != nullptr) {
    // Nobody looks at what would be trained ahead; and what was until an interrupt is shown.
    if (interrupted()) run.seek(std::min(t, training->frontier()), check::kMaxBudget);
    return;
  }
  if (!run.refines()) return;
  constexpr Index kSlice = 100;
  while (!interrupted() && !run.refine(kSlice) && show_progress(run.progress())) {
  }
}

// One column per array, scalars and shorter arrays padded with nothing; matrices flattened row by
// row.
std::string to_csv(const Arrays& arrays) {
  std::ostringstream text;
  text.precision(17);
  std::size_t rows = 0;
  const char* comma = "";
  for (const auto& [name, a] : arrays) {
    text << comma << name;
    comma = ",";
    rows = std::max(rows, a.data.size());
  }
  text << '\n';
  for (std::size_t i = 0; i < rows; ++i) {
    comma = "";
    for (const auto& [name, a] : arrays) {
      text << comma;
      if (i < a.data.size()) text << a.data[i];
      comma = ",";
    }
    text << '\n';
  }
  return text.str();
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void print_summary(const Arrays& arrays) {
  for (const auto& [name, a] : arrays) {
    std::printf("%-20s", name.c_str());
    if (a.data.size() > 8) {
      std::printf(" %zu numbers, the last %.17g\n", a.data.size(), a.data.back());
      continue;
    }
    for (const double x : a.data) std::printf(" %.17g", x);
    std::printf("\n");
  }
}

std::string limits_text(const MemberInfo& m) {
  std::ostringstream text;
  if (!m.names.empty()) {
    for (const std::string& name : m.names) text << (text.str().empty() ? "" : ", ") << name;
  } else if (m.limits.given) {
    const bool bounded = m.limits.high < 1e300;
    text << (m.limits.open ? "> " : bounded ? "" : ">= ") << m.limits.low;
    if (bounded) text << " .. " << m.limits.high;
  }
  return text.str();
}

void print_members(const std::vector<MemberInfo>& members, const std::string& indent) {
  for (const MemberInfo& m : members) {
    std::cout << indent << m.name;
    if (!m.fallback.empty()) std::cout << " = " << m.fallback;
    std::cout << "  (" << m.type;
    if (!limits_text(m).empty()) std::cout << ", " << limits_text(m);
    if (m.limits.needed) std::cout << ", needed";
    std::cout << ")  " << m.about << '\n';
    print_members(m.members, indent + "  ");
  }
}

}  // namespace

void list(bool as_json) {
  if (as_json) {
    std::cout << json({{"version", kVersion},
                       {"experiments", reference::to_json(experiments::all())},
                       {"ledgers", reference::to_json(claims::ledgers())},
                       {"topics", reference::topics()}})
                     .dump(1)
              << '\n';
    return;
  }
  std::cout << "Experiments (attn run NAME, attn describe NAME):\n";
  for (const Experiment& e : experiments::all()) {
    std::cout << "  " << e.name << ": " << e.about << "\n   ";
    for (const MemberInfo& m : e.params) {
      std::cout << ' ' << m.name;
      if (!m.fallback.empty()) std::cout << '=' << m.fallback;
    }
    std::cout << '\n';
  }
  std::cout << "Topics (attn check FILE):\n";
  for (const std::string& topic : reference::topics()) std::cout << "  " << topic << '\n';
}

void list_bits() {
  json out = json::object();
  for (const Experiment& e : experiments::all()) {
    if (!e.floats) out[e.name] = experiments::setting_hashes(e);
  }
  std::cout << out.dump(1) << '\n';
}

void describe(const std::string& experiment) {
  const Experiment& e = experiments::named(experiment);
  std::cout << e.name << ": " << e.about << "\nParameters:\n";
  print_members(e.params, "  ");
  std::cout << "Results" << (e.floats ? ", in single precision" : "") << ":\n";
  print_members(e.frame, "  ");
}

bool run(const RunOptions& options) {
  const bool csv = ends_with(options.out, ".csv");
  if (!options.out.empty() && !csv && !ends_with(options.out, ".json")) {
    throw Error("attn run: --out is '" + options.out +
                "', expected a name that ends in .json or .csv");
  }
  check::not_negative("attn run", "--save-seconds", options.save_seconds);
  const Experiment& experiment = experiments::named(options.experiment);
  const json params = params_of(options);
  const std::unique_ptr<experiments::Run> opened =
      experiment.open(reference::JsonSource(experiment, params));
  const Index t = step_of(options, opened->steps());
  if (!options.restore.empty()) {
    const std::string text = read_file(options.restore);
    training_of(*opened, options).restore(experiments::Bytes(text.begin(), text.end()));
  }
  Saver saver(*opened, options);
  listen_for_interrupts();
  take(*opened, t, saver);
  const bool complete = !interrupted();
  clear_progress();
  saver.save();
  if (!complete) {
    std::cerr << "attn run: stopped; what follows is what was done until then\n";
  }
  const Arrays result = experiments::arrays_of(*opened);
  const json report = {{"experiment", options.experiment},
                       {"version", kVersion},
                       {"params", params},
                       {"t", t},
                       {"complete", complete},
                       {"hash", experiments::hash_text(result)},
                       {"outputs", reference::to_json(result)}};
  if (!options.out.empty()) {
    std::ofstream file(options.out, std::ios::binary);
    file << (csv ? to_csv(result) : report.dump(1) + '\n');
    if (!file.flush()) throw Error("attn run: cannot write " + options.out);
  }
  if (options.as_json) {
    std::cout << report.dump(1) << '\n';
  } else {
    print_summary(result);
  }
  return complete;
}

}  // namespace attn::cli
