// The contestants of one program under Google Benchmark:
//
//   attn_bench [--benchmark_...] CASE.json...   times every contestant of the cases' workloads
//   attn_bench --write=FOLDER --only=CONTESTANT CASE.json
//                                               runs it once, its output in FOLDER/CONTESTANT.f32
//   attn_bench --versions                       what it was built with
//
// tests/bench/run.mjs writes the cases into build/bench/cases: {"workload", "id", "params",
// "inputs"}, inputs being files of floats beside the case.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/contest.hpp"
#include "harness/versions.hpp"

namespace {

struct NamedCase {
  std::string workload;
  std::string id;
  bench::Case content;
};

std::vector<float> read_floats(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  const auto bytes = static_cast<std::size_t>(file.tellg());
  std::vector<float> floats(bytes / sizeof(float));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(floats.data()), static_cast<std::streamsize>(bytes));
  return floats;
}

NamedCase read_case(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  const auto json = nlohmann::json::parse(file);
  NamedCase c{json.at("workload"), json.at("id"), {json.at("params"), {}}};
  const std::string folder = path.substr(0, path.find_last_of('/') + 1);
  for (const auto& [name, input] : json.at("inputs").items())
    c.content.inputs[name] = read_floats(folder + input.get<std::string>());
  return c;
}

void write_output(const NamedCase& c, const std::string& name, const std::string& folder) {
  const auto contestant = bench::open(c.workload, name, c.content);
  contestant->run();
  const std::vector<float> output = contestant->output();
  std::ofstream file(folder + "/" + name + ".f32", std::ios::binary);
  file.write(reinterpret_cast<const char*>(output.data()),
             static_cast<std::streamsize>(output.size() * sizeof(float)));
  if (!file) throw std::runtime_error(folder + ": cannot be written");
}

void enter(const NamedCase& c) {
  for (const std::string& name : bench::names(c.workload)) {
    const std::string title = c.workload + "/" + c.id + "/" + name;
    benchmark::RegisterBenchmark(title.c_str(), [&c, name](benchmark::State& state) {
      const auto contestant = bench::open(c.workload, name, c.content);
      contestant->run();  // as everywhere: what is done for the first time is not timed
      for (auto _ : state) {
        contestant->run();
        benchmark::ClobberMemory();
      }
    })->Unit(benchmark::kMillisecond);
  }
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::string folder;
  std::string only;
  std::vector<NamedCase> cases;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--versions") {
      std::cout << nlohmann::json(bench::versions()).dump() << '\n';
    } else if (argument.rfind("--write=", 0) == 0) {
      folder = argument.substr(8);
    } else if (argument.rfind("--only=", 0) == 0) {
      only = argument.substr(7);
    } else {
      cases.push_back(read_case(argument));
    }
  }
  for (const NamedCase& c : cases) {
    if (folder.empty()) {
      enter(c);
    } else {
      write_output(c, only, folder);
    }
  }
  if (folder.empty() && !cases.empty()) benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << argv[0] << ": " << e.what() << '\n';
    return 1;
  }
}
