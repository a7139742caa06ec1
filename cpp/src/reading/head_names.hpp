// The names of the arrays of a head file, and how a file's own names are said in messages.
// Internal.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "attn/reading/head.hpp"

namespace attn::head_io {

/// What an array is of a head.
enum class Role { kMatrix, kVector, kScale, kMask, kTokens };

/// A name, and the member that takes its numbers.
struct KnownName {
  const char* name;
  Role role;
  Matrix Head::*matrix = nullptr;
  Vector Head::*vector = nullptr;
  const char* rows = nullptr;  ///< what its rows are, where they are limited as tokens are
};

inline constexpr std::array<KnownName, 15> kKnownNames = {{
    {"X", Role::kMatrix, &Head::x, nullptr, "tokens"},
    {"W_Q", Role::kMatrix, &Head::w_q},
    {"W_K", Role::kMatrix, &Head::w_k},
    {"W_V", Role::kMatrix, &Head::w_v},
    {"W_O", Role::kMatrix, &Head::w_o},
    {"b_Q", Role::kVector, nullptr, &Head::b_q},
    {"b_K", Role::kVector, nullptr, &Head::b_k},
    {"b_V", Role::kVector, nullptr, &Head::b_v},
    {"Q", Role::kMatrix, &Head::q, nullptr, "tokens"},
    {"K", Role::kMatrix, &Head::k, nullptr, "keys"},
    {"V", Role::kMatrix, &Head::v, nullptr, "keys"},
    {"U", Role::kMatrix, &Head::u, nullptr, "tokens"},
    {"scale", Role::kScale},
    {"mask", Role::kMask},
    {"tokens", Role::kTokens},
}};

/// The name, or null where it is none of those.
const KnownName* find_known(std::string_view name);

/// Throws Error for a name that is not known, with one that is like it.
[[noreturn]] void refuse_name(std::string_view name);

/// A name of a file as a message may have it: control characters and what is not ASCII become `?`,
/// what is long is cut.
std::string printable(std::string_view name);

}  // namespace attn::head_io
