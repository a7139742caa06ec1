#include "reading/head_names.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "attn/numerics/check.hpp"

namespace attn::head_io {
namespace {

// The letters alone, small.
std::string name_letters(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Least number of letters that are put in, left out or replaced.
std::size_t name_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

const char* similar_name(std::string_view name) {
  constexpr std::size_t kLongest = 16;
  if (name.size() > kLongest) return nullptr;
  for (const KnownName& known : kKnownNames) {
    if (name_letters(known.name) == name_letters(name)) return known.name;
  }
  const char* found = nullptr;
  std::size_t least = 3;
  for (const KnownName& known : kKnownNames) {
    const std::string_view other = known.name;
    const std::size_t distance = name_distance(name, other);
    // Of names as short as "Z" all letters would be others.
    if (distance < least && distance < std::min(name.size(), other.size())) {
      least = distance;
      found = known.name;
    }
  }
  return found;
}

}  // namespace

const KnownName* find_known(std::string_view name) {
  for (const KnownName& known : kKnownNames) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

void refuse_name(std::string_view name) {
  const char* const similar = similar_name(name);
  if (similar != nullptr) {
    check::fail({"head file: \"", printable(name), "\" is not a name it knows; did you mean \"",
                 similar, "\"?"});
  }
  std::string names;
  for (const KnownName& known : kKnownNames) {
    if (!names.empty()) names += ", ";
    names += known.name;
  }
  check::fail({"head file: \"", printable(name), "\" is not a name it knows: ", names});
}

std::string printable(std::string_view name) {
  constexpr std::size_t kLongest = 60;
  std::string out;
  for (const char c : name.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  if (name.size() > kLongest) out += "...";
  return out;
}

}  // namespace attn::head_io
