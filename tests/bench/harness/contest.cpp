#include "harness/contest.hpp"

#include <utility>

namespace bench {
namespace {

using Entries = std::map<std::string, std::map<std::string, Open>>;

// In a function, because entries of other files are made before any order among files is certain.
Entries& entries() {
  static Entries all;
  return all;
}

}  // namespace

Entry::Entry(const char* workload, const char* name, Open open) {
  entries()[workload][name] = open;
}

std::vector<std::string> names(const std::string& workload) {
  std::vector<std::string> all;
  for (const auto& entry : entries()[workload]) all.push_back(entry.first);
  return all;
}

std::unique_ptr<Contestant> open(const std::string& workload, const std::string& name,
                                 const Case& c) {
  return entries().at(workload).at(name)(c);
}

}  // namespace bench
