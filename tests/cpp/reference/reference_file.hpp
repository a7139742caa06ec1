// The files of tests/reference.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

/// The text of a file of tests/reference.
inline std::string reference_file(const std::string& name) {
  std::ifstream file(std::string(ATTN_REFERENCE_DIR) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The committed hashes: those of `cases` or of `experiments`.
inline nlohmann::json committed_bits(const char* of) {
  return nlohmann::json::parse(reference_file("bits.json")).at(of);
}
