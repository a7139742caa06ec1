// One include for Catch2 2 (Debian 12) and 3 (elsewhere).
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;

inline auto contains(const std::string& text) { return Catch::Matchers::ContainsSubstring(text); }
#else
#include <catch2/catch.hpp>

inline auto contains(const std::string& text) { return Catch::Matchers::Contains(text); }
#endif

#include "attn/numerics/types.hpp"

/// The message of the attn::Error that `expression` must throw.
template <typename Expression>
std::string message_of(Expression&& expression) {
  try {
    expression();
  } catch (const attn::Error& error) {
    return error.what();
  }
  return "(no attn::Error)";
}
