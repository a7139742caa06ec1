// How many members a struct has, held against a number at compile time.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace attn::experiments {

// A structured binding of another number of names than there are members does not compile; g++ and
// clang++ say how many there are. Never called.
#define ATTN_NAMES_4(p) p##1, p##2, p##3, p##4
#define ATTN_NAMES_8(p) ATTN_NAMES_4(p##a), ATTN_NAMES_4(p##b)
#define ATTN_NAMES_16(p) ATTN_NAMES_8(p##c), ATTN_NAMES_8(p##d)
#define ATTN_EXPECT_MEMBERS(count, ...)                                                  \
  template <typename Struct>                                                             \
  void expect_members(const Struct& s, std::integral_constant<std::size_t, count>) {     \
    [[maybe_unused]] const auto& [__VA_ARGS__] = s; /* check-structure.mjs says which */ \
  }

template <typename Struct>
void expect_members(const Struct&, std::integral_constant<std::size_t, 0>) {
  static_assert(std::is_empty_v<Struct>, "a member is not described");
}
#define ATTN_EXPECT_FROM(count, ...)                \
  ATTN_EXPECT_MEMBERS(count, __VA_ARGS__)           \
  ATTN_EXPECT_MEMBERS(count + 1, __VA_ARGS__, a)    \
  ATTN_EXPECT_MEMBERS(count + 2, __VA_ARGS__, a, b) \
  ATTN_EXPECT_MEMBERS(count + 3, __VA_ARGS__, a, b, c)
ATTN_EXPECT_MEMBERS(1, a)
ATTN_EXPECT_MEMBERS(2, a, b)
ATTN_EXPECT_MEMBERS(3, a, b, c)
ATTN_EXPECT_FROM(4, ATTN_NAMES_4(x))
ATTN_EXPECT_FROM(8, ATTN_NAMES_8(x))
ATTN_EXPECT_FROM(12, ATTN_NAMES_8(x), ATTN_NAMES_4(y))
ATTN_EXPECT_FROM(16, ATTN_NAMES_16(x))
ATTN_EXPECT_FROM(20, ATTN_NAMES_16(x), ATTN_NAMES_4(y))
ATTN_EXPECT_FROM(24, ATTN_NAMES_16(x), ATTN_NAMES_8(y))
ATTN_EXPECT_FROM(28, ATTN_NAMES_16(x), ATTN_NAMES_8(y), ATTN_NAMES_4(z))
ATTN_EXPECT_FROM(32, ATTN_NAMES_16(x), ATTN_NAMES_16(y))

#undef ATTN_EXPECT_FROM
#undef ATTN_EXPECT_MEMBERS
#undef ATTN_NAMES_16
#undef ATTN_NAMES_8
#undef ATTN_NAMES_4

}  // namespace attn::experiments
