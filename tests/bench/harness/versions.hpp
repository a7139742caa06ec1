// What the benchmarks were built with.
#pragma once

#include <map>
#include <string>

namespace bench {

/// Versions by the name of the tool or library.
std::map<std::string, std::string> versions();

}  // namespace bench
