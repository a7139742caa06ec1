// All experiments by name, with what their descriptions say: for the command, the tests and what is
// generated. Not in the wasm that pages load.
#pragma once

#include <string>
#include <vector>

#include "experiments/run.hpp"

namespace attn::experiments {

/// A described member of parameters or of a frame.
struct MemberInfo {
  std::string name;
  std::string type;   ///< number, count, seed, flag, text, choice, list, matrix, floats, matrices,
                      ///< object, objects
  std::string about;  ///< meaning, with unit and shape
  std::string fallback;             ///< the default, as JSON; empty where there is none
  Limits limits;                    ///< of parameters
  std::vector<std::string> names;   ///< of a choice
  std::string of;                   ///< the name of the struct, for object and objects
  std::vector<MemberInfo> members;  ///< of it
};

/// A run of an experiment's setting, opened, and where to look at it.
struct OpenSetting {
  std::unique_ptr<Run> run;
  Index t = 0;
  Index refinements = 0;
};

/// An experiment as its description and CMakeLists.txt have it.
struct Experiment {
  std::string name;
  std::string chapter;  ///< the folder
  std::string part;     ///< of the wasm
  std::string about;
  std::string type;  ///< what the types of parameters and frame are called; mostly the name
  bool floats =
      false;  ///< computed in single precision: the last bits depend on the machine's vectors
  std::vector<MemberInfo> params;
  std::vector<MemberInfo> frame;
  std::unique_ptr<Run> (*open)(const Source&) = nullptr;
  std::vector<OpenSetting> (*settings)() = nullptr;
};

/// Sorted by name.
const std::vector<Experiment>& all();

/// Throws Error where there is none of that name.
const Experiment& named(const std::string& name);

/// The frame of a setting: sought, refined, as arrays.
Arrays arrays_of(OpenSetting& setting);

/// Of the frame of each setting, as hash_text has it: what is the same on every platform where
/// `floats` is false.
std::vector<std::string> setting_hashes(const Experiment& experiment);

namespace catalogue {

inline const char* type_of(const double*) { return "number"; }
inline const char* type_of(const Index*) { return "count"; }
inline const char* type_of(const std::uint64_t*) { return "seed"; }
inline const char* type_of(const bool*) { return "flag"; }
inline const char* type_of(const std::string*) { return "text"; }
inline const char* type_of(const Vector*) { return "list"; }
inline const char* type_of(const std::vector<double>*) { return "list"; }
inline const char* type_of(const std::vector<Index>*) { return "list"; }
inline const char* type_of(const Matrix*) { return "matrix"; }
inline const char* type_of(const Mask*) { return "matrix"; }
inline const char* type_of(const FloatMatrix*) { return "floats"; }
inline const char* type_of(const std::vector<Matrix>*) { return "matrices"; }
template <typename Number>
const char* type_of(const std::optional<Number>*) {
  return type_of(static_cast<const Number*>(nullptr));
}

std::string json_of(double value);
std::string json_of(Index value);
std::string json_of(std::uint64_t value);
std::string json_of(bool value);
std::string json_of(const std::string& value);
std::string json_of(const std::vector<Index>& value);
template <typename Other>  // empty unless it is given
std::string json_of(const Other&) {
  return "";
}

template <typename Struct>
std::vector<MemberInfo> describe();

/// Sets the defaults of described members to what a struct has.
template <typename Struct>
struct Defaults {
  const Struct& from;
  std::vector<MemberInfo>& list;
  std::size_t at = 0;

  template <typename S, typename M>
  void operator()(const Param<S, M>& p) {
    MemberInfo& info = list[at++];
    if (!p.limits.needed) info.fallback = json_of(from.*p.member);
  }
  template <typename Other>
  void operator()(const Other&) {
    ++at;
  }
};

struct Describer {
  using ReadsAbout = void;

  std::vector<MemberInfo> list;

  template <typename S, typename M>
  void operator()(const Param<S, M>& p) {
    MemberInfo info;
    info.name = p.name;
    info.type = type_of(static_cast<const M*>(nullptr));
    info.about = p.about;
    if (!p.limits.needed) info.fallback = json_of(S{}.*p.member);
    info.limits = p.limits;
    list.push_back(info);
  }
  template <typename S, typename E, std::size_t kCount>
  void operator()(const Choice<S, E, kCount>& c) {
    MemberInfo info;
    info.name = c.name;
    info.type = "choice";
    info.about = c.about;
    info.names.assign(c.names.begin(), c.names.end());
    info.fallback = json_of(info.names[static_cast<std::size_t>(S{}.*c.member)]);
    list.push_back(info);
  }
  template <typename S, typename M>
  void operator()(const Field<S, M>& f) {
    MemberInfo info;
    info.name = f.name;
    info.about = f.about;
    of_member(info, static_cast<const M*>(nullptr));
    list.push_back(info);
  }
  template <typename S, typename M>
  void operator()(const Group<S, M>& g) {
    // Its members have the defaults that the struct around it gives them.
    const std::vector<MemberInfo> inner = grouped(S{}.*g.member);
    list.insert(list.end(), inner.begin(), inner.end());
  }

 private:
  template <typename M>
  static void of_member(MemberInfo& info, const M* member) {
    if constexpr (IsDescribed<M>::value) {
      of_struct<M>(info, "object");
    } else {
      info.type = type_of(member);
    }
  }
  template <typename Item>
  static void of_member(MemberInfo& info, const std::vector<Item>* member) {
    if constexpr (IsDescribed<Item>::value) {
      of_struct<Item>(info, "objects");
    } else {
      info.type = type_of(member);
    }
  }
  template <typename Struct>
  static void of_struct(MemberInfo& info, const char* type) {
    info.type = type;
    info.of = name_of<Struct>(0);
    info.members = describe<Struct>();
  }
  template <typename Struct>
  static auto name_of(int) -> decltype(std::string(Describe<Struct>::kName)) {
    return Describe<Struct>::kName;
  }
  template <typename Struct>
  static std::string name_of(long) {
    return Struct::kName;
  }
  template <typename Member>
  static std::vector<MemberInfo> grouped(const Member& member) {
    Describer inner;
    for_each_member<Member>(inner);
    // A group within a group is one member and several entries: it keeps the defaults of its own
    // struct.
    if (inner.list.size() == std::tuple_size_v<decltype(Describe<Member>::describe())>) {
      for_each_member<Member>(Defaults<Member>{member, inner.list});
    }
    return inner.list;
  }
};

template <typename Struct>
std::vector<MemberInfo> describe() {
  Describer describer;
  for_each_member<Struct>(describer);
  return describer.list;
}

template <typename X, typename = void>
struct Floats : std::false_type {};
template <typename X>
struct Floats<X, std::enable_if_t<X::kFloats>> : std::true_type {};

template <typename X>
std::vector<OpenSetting> settings() {
  std::vector<OpenSetting> out;
  for (const Setting<typename X::Params>& s : X::settings()) {
    out.push_back({runs::of<X>(s.params), s.t, s.refinements});
  }
  return out;
}

template <typename X, typename = void>
struct HasType : std::false_type {};
template <typename X>
struct HasType<X, std::void_t<decltype(X::kType)>> : std::true_type {};
template <typename X, typename = void>
struct HasSettings : std::false_type {};
template <typename X>
struct HasSettings<X, std::void_t<decltype(X::settings())>> : std::true_type {};

/// What `all` lists; called by the file that CMake makes of the chapters' lists.
template <typename X>
Experiment entry(const char* chapter, const char* part) {
  Experiment e;
  e.name = X::kName;
  e.chapter = chapter;
  e.part = part;
  e.about = X::kAbout;
  e.type = e.name;
  if constexpr (HasType<X>::value) e.type = X::kType;
  e.floats = Floats<X>::value;
  e.params = describe<typename X::Params>();
  e.frame = describe<typename X::Frame>();
  e.open = &open<X>;
  if constexpr (HasSettings<X>::value) e.settings = &settings<X>;
  return e;
}

}  // namespace catalogue

}  // namespace attn::experiments
