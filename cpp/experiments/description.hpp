// How the parameters and the frame of an experiment are described: each member once, where it is
// declared. Everything that reads, writes, checks, prints or declares them is generic code over
// these descriptions.
//
//   struct CoolingParams {
//     ATTN_DESCRIBED(CoolingParams);
//     ATTN_PARAM(double, beta, "inverse temperature", positive()) = 5.0;
//     ATTN_PARAM(Index, steps, "of cooling", within(1, 1000)) = 10;
//   };
//
// A member that is not described does not compile. Structs have no bases: what several share is a
// member, ATTN_GROUP. Structs of the library are described from outside, by ATTN_DESCRIBE.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "attn/attention/attention.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/types.hpp"
#include "experiments/members.hpp"

/// Stands first in a struct whose members describe themselves.
#define ATTN_DESCRIBED(Struct) ATTN_DESCRIBED_AS(Struct, #Struct)
/// Likewise, where TypeScript knows the struct by another name.
#define ATTN_DESCRIBED_AS(Struct, name)                       \
  using Self = Struct;                                        \
  [[maybe_unused]] static constexpr const char* kName = name; \
  static constexpr int kFirstMember = __COUNTER__ + 1

/// Declares a member of a frame, or of a state: its meaning, with unit and shape. An initializer
/// may follow.
#define ATTN_FIELD(Type, name, about) ATTN_DECLARE(Type, name, field(ATTN_MEMBER(name), about))
/// Declares a parameter, whose default is the initializer that follows: its meaning, and where it
/// is a number its limits.
#define ATTN_PARAM(Type, name, ...) ATTN_DECLARE(Type, name, param(ATTN_MEMBER(name), __VA_ARGS__))
/// Declares a parameter that is one of some names: its meaning, and they, in the order of the
/// enumerators.
#define ATTN_CHOICE(Enum, name, ...) \
  ATTN_DECLARE(Enum, name, choice(ATTN_MEMBER(name), __VA_ARGS__))
/// Declares a struct whose members stand among those of the struct that holds it.
#define ATTN_GROUP(Type, name) ATTN_DECLARE(Type, name, group(ATTN_MEMBER(name)))

/// What describes a struct of the library, in the body of its `Describe`: field, param, choice and
/// group of each member, ATTN_MEMBER(name), in the order of the struct.
#define ATTN_DESCRIBE(Struct, ...)                                                     \
  using Self = Struct;                                                                 \
  static constexpr auto describe() { return attn::experiments::members(__VA_ARGS__); } \
  static_assert(true, "so that a semicolon follows")
#define ATTN_MEMBER(name) #name, &Self::name

// Members are overloads of one function, by their numbers: 0 is the first.
#define ATTN_DECLARE(Type, name, ...)                            \
  static constexpr auto described_member(                        \
      attn::experiments::MemberAt<__COUNTER__ - kFirstMember>) { \
    return attn::experiments::__VA_ARGS__;                       \
  }                                                              \
  Type name

namespace attn::experiments {

/// Where a number may lie. A list or matrix of numbers has none: its experiment knows.
struct Limits {
  double low = 0.0;
  double high = 0.0;
  bool open = false;    ///< low, which is 0 then, is itself refused
  bool given = false;   ///< there are limits
  bool needed = false;  ///< there is no default
};

constexpr Limits within(double low, double high) { return {low, high, false, true, false}; }
constexpr Limits above_zero(double high) { return {0.0, high, true, true, false}; }
constexpr Limits positive() { return above_zero(std::numeric_limits<double>::max()); }
constexpr Limits not_negative() { return within(0.0, std::numeric_limits<double>::max()); }
constexpr Limits needed() { return {0.0, 0.0, false, false, true}; }

/// A member of a frame.
template <typename Struct, typename Member>
struct Field {
  const char* name;
  Member Struct::*member;
  const char* about;  ///< meaning, with unit and shape
};

/// A member of parameters. What the struct's own initializer says is its default.
template <typename Struct, typename Member>
struct Param {
  const char* name;
  Member Struct::*member;
  const char* about;
  Limits limits;
};

/// A parameter that is one of some names, in the order of its enumerators.
template <typename Struct, typename Enum, std::size_t kCount>
struct Choice {
  const char* name;
  Enum Struct::*member;
  const char* about;
  std::array<const char*, kCount> names;
};

/// A struct whose members stand among those of the struct that holds it.
template <typename Struct, typename Member>
struct Group {
  Member Struct::*member;
};

template <typename Struct, typename Member>
constexpr Field<Struct, Member> field(const char* name, Member Struct::*member, const char* about) {
  return {name, member, about};
}

template <typename Struct, typename Member>
constexpr Param<Struct, Member> param(const char* name, Member Struct::*member, const char* about,
                                      Limits limits = {}) {
  static_assert(!std::is_enum_v<Member>, "one of some names is a choice");
  return {name, member, about, limits};
}

template <typename Struct, typename Enum, typename... Names>
constexpr Choice<Struct, Enum, sizeof...(Names)> choice(const char* name, Enum Struct::*member,
                                                        const char* about, Names... names) {
  static_assert(std::is_enum_v<Enum>);
  return {name, member, about, {names...}};
}

template <typename Struct, typename Member>
constexpr Group<Struct, Member> group(const char*, Member Struct::*member) {
  return {member};
}

/// The number of a member.
template <int kAt>
struct MemberAt {};

/// What `describe` returns.
template <typename... Members>
constexpr std::tuple<Members...> members(Members... described) {
  return {described...};
}

namespace described {

template <typename Struct, int kAt, typename = void>
struct HasMember : std::false_type {};
template <typename Struct, int kAt>
struct HasMember<Struct, kAt, std::void_t<decltype(Struct::described_member(MemberAt<kAt>()))>>
    : std::true_type {};

template <typename Struct, int... kBefore>
constexpr auto members_of(std::integer_sequence<int, kBefore...>) {
  constexpr int kNext = sizeof...(kBefore);
  if constexpr (HasMember<Struct, kNext>::value) {
    return members_of<Struct>(std::make_integer_sequence<int, kNext + 1>());
  } else {
    return members(Struct::described_member(MemberAt<kBefore>())...);
  }
}

}  // namespace described

/// The description of a struct: what its members say, or for a struct of the library what
/// `Describe` of it does.
template <typename Struct>
struct Describe {
  template <typename S = Struct, int = S::kFirstMember>
  static constexpr auto describe() {
    return described::members_of<S>(std::integer_sequence<int>());
  }
};

namespace described {

template <typename Visit, typename = void>
struct ReadsAbout : std::false_type {};
template <typename Visit>
struct ReadsAbout<Visit, std::void_t<typename Visit::ReadsAbout>> : std::true_type {};

template <typename Member>
constexpr Member silent(Member member) {
  member.about = nullptr;
  return member;
}
template <typename Struct, typename Member>
constexpr Group<Struct, Member> silent(Group<Struct, Member> group) {
  return group;
}

// One by one and as constants of their own, and with its text only for a visitor with a type
// ReadsAbout, so that texts that nobody reads are not linked: they would be a tenth of the wasm
// that pages load.
template <typename Struct, std::size_t kAt, typename Visit>
[[gnu::always_inline]] inline void visit_one(Visit& visit) {
  constexpr auto kWhole = std::get<kAt>(Describe<Struct>::describe());
  if constexpr (ReadsAbout<std::decay_t<Visit>>::value) {
    visit(kWhole);
  } else {
    constexpr auto kMember = silent(kWhole);
    visit(kMember);
  }
}

template <typename Struct, typename Visit, std::size_t... kAt>
[[gnu::always_inline]] inline void visit_all(Visit& visit, std::index_sequence<kAt...>) {
  (visit_one<Struct, kAt>(visit), ...);
}

}  // namespace described

/// Calls `visit` with each described member in turn, without its `about` unless it has a type
/// ReadsAbout. A struct of another number of members does not compile.
template <typename Struct, typename Visit>
void for_each_member(Visit&& visit) {
  constexpr std::size_t kCount = std::tuple_size_v<decltype(Describe<Struct>::describe())>;
  [[maybe_unused]] constexpr void (*kCounted)(
      const Struct&, std::integral_constant<std::size_t, kCount>) = &expect_members<Struct>;
  described::visit_all<Struct>(visit, std::make_index_sequence<kCount>());
}

template <typename Struct, typename = void>
struct IsDescribed : std::false_type {};
template <typename Struct>
struct IsDescribed<Struct, std::void_t<decltype(Describe<Struct>::describe())>> : std::true_type {};

// ---- Checks -------------------------------------------------------------------------------------

namespace limits {

void check(const char* experiment, const char* name, double value, Limits limits);
void check(const char* experiment, const char* name, Index value, Limits limits);
inline void check(const char*, const char*, std::uint64_t, Limits) {}
inline void check(const char*, const char*, bool, Limits) {}
template <typename Other>
void check(const char*, const char*, const Other&, Limits) {}
template <typename Number>
void check(const char* experiment, const char* name, const std::optional<Number>& value,
           Limits limits) {
  if (value) check(experiment, name, *value, limits);
}
void check_choice(const char* experiment, const char* name, std::size_t value, std::size_t count);

}  // namespace limits

template <typename Params>
const Params& checked(const char* experiment, const Params& params);

namespace limits {

template <typename Params>
struct Checker {
  const char* experiment;
  const Params& params;

  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Param<S, M>& p) const {
    check(experiment, p.name, params.*p.member, p.limits);
  }
  template <typename S, typename E, std::size_t kCount>
  [[gnu::always_inline]] void operator()(const Choice<S, E, kCount>& c) const {
    check_choice(experiment, c.name, static_cast<std::size_t>(params.*c.member), kCount);
  }
  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Group<S, M>& g) const {
    checked(experiment, params.*g.member);
  }
};

}  // namespace limits

/// Throws Error naming the experiment and the first parameter that is outside of its described
/// limits; returns params.
template <typename Params>
const Params& checked(const char* experiment, const Params& params) {
  for_each_member<Params>(limits::Checker<Params>{experiment, params});
  return params;
}

}  // namespace attn::experiments
