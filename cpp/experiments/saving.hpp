// A run that trains, as bytes that another process goes on from: every number bit for bit, the same
// bytes on every platform.
#pragma once

#include "attn/numerics/rng.hpp"
#include "experiments/description.hpp"

namespace attn::experiments {

using Bytes = std::vector<unsigned char>;

/// So that a state may hold a generator: `Rng::State rng`.
template <>
struct Describe<Rng::State> {
  ATTN_DESCRIBE(Rng::State, field(ATTN_MEMBER(counter), "of the generator"),
                field(ATTN_MEMBER(kept_normal), "sine of a pair, or 0"),
                field(ATTN_MEMBER(has_kept_normal), "whether there is one"));
};

/// Values one behind the other, from the low byte up. A count has eight bytes, also where an Index
/// has four.
class Packer {
 public:
  void put(double value);
  void put(float value);
  void put(std::uint64_t value) { word(value, 8); }
  void put(Index value) { word(static_cast<std::uint64_t>(std::int64_t{value}), 8); }
  void put(bool value) { word(value ? 1 : 0, 1); }
  void put(const std::string& value);
  template <typename Derived>
  void put(const Eigen::PlainObjectBase<Derived>& value) {
    put(value.rows());
    put(value.cols());
    for (Index i = 0; i < value.size(); ++i) put(value.data()[i]);
  }
  template <typename Item>
  void put(const std::vector<Item>& list) {
    put(static_cast<Index>(list.size()));
    for (const Item& item : list) put(item);
  }
  template <typename Item>
  void put(const std::optional<Item>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename Enum, std::enable_if_t<std::is_enum_v<Enum>, int> = 0>
  void put(Enum value) {
    put(static_cast<std::uint64_t>(value));
  }
  /// Every described member.
  template <typename Struct, std::enable_if_t<IsDescribed<Struct>::value, int> = 0>
  void put(const Struct& value);

  Bytes bytes;

 private:
  void word(std::uint64_t value, int size);
};

/// What a Packer has put, in the same order. Throws Error in the experiment's name where the bytes
/// hold something else; reserves no memory for more than there is.
class Unpacker {
 public:
  /// The bytes have to outlive it; nothing behind `end` is read.
  Unpacker(const char* experiment, const Bytes& bytes, std::size_t from, std::size_t end)
      : experiment_(experiment), bytes_(bytes), at_(from), end_(end) {}

  void get(double& out);
  void get(float& out);
  void get(std::uint64_t& out) { out = word(8); }
  void get(Index& out);
  void get(bool& out) { out = word(1) != 0; }
  void get(std::string& out);
  template <typename Derived>
  void get(Eigen::PlainObjectBase<Derived>& out) {
    Index rows = 0;
    Index cols = 0;
    get(rows);
    get(cols);
    constexpr Index kCols = Derived::ColsAtCompileTime;
    if (kCols != Eigen::Dynamic && cols != kCols) refuse();
    expect(rows, cols, sizeof(typename Derived::Scalar));
    out.resize(rows, cols);
    for (Index i = 0; i < out.size(); ++i) get(out.data()[i]);
  }
  template <typename Item>
  void get(std::vector<Item>& out) {
    Index size = 0;
    get(size);
    expect(size, 1, std::is_arithmetic_v<Item> ? sizeof(Item) : 1);
    out.resize(static_cast<std::size_t>(size));
    for (Item& item : out) get(item);
  }
  template <typename Item>
  void get(std::optional<Item>& out) {
    bool is_there = false;
    get(is_there);
    out.reset();
    if (is_there) get(out.emplace());
  }
  template <typename Struct, std::enable_if_t<IsDescribed<Struct>::value, int> = 0>
  void get(Struct& out);

  /// Throws Error unless everything has been taken.
  void finish() const {
    if (at_ != end_) refuse();
  }

 private:
  [[noreturn]] void refuse() const;
  std::uint64_t word(std::size_t size);
  // That there are as many items yet, of at least so many bytes each.
  void expect(Index rows, Index cols, std::size_t bytes_each) const;

  const char* experiment_;
  const Bytes& bytes_;
  std::size_t at_;
  std::size_t end_;
};

namespace saving {

template <typename Struct>
struct PackMembers {
  Packer& packer;
  const Struct& from;

  template <typename Member>
  void operator()(const Member& m) const {
    packer.put(from.*m.member);
  }
};

template <typename Struct>
struct UnpackMembers {
  Unpacker& unpacker;
  Struct& to;

  template <typename Member>
  void operator()(const Member& m) const {
    unpacker.get(to.*m.member);
  }
};

/// The names of a described state: what was saved with others is of another version of the
/// experiment.
struct Names {
  Packer& packer;

  template <typename S, typename M>
  void operator()(const Field<S, M>& f) const {
    packer.put(std::string(f.name));
    if constexpr (IsDescribed<M>::value) for_each_member<M>(Names{packer});
  }
  template <typename S, typename M>
  void operator()(const Group<S, M>&) const {
    for_each_member<M>(Names{packer});
  }
};

std::uint64_t hash(const Bytes& bytes);

/// What a saved run begins with: what it is of, and by which parameters.
Bytes header(const char* experiment, std::uint64_t params, std::uint64_t names);
/// The whole, with a sum over all that came before at its end.
Bytes sealed(Bytes bytes);
/// Where in the bytes the state lies: behind the header, up to the sum. Throws Error in the
/// experiment's name for anything but a whole saved run of it with these parameters.
Unpacker opened(const char* experiment, const Bytes& bytes, std::uint64_t params,
                std::uint64_t names);

template <typename State>
std::uint64_t names_hash() {
  Packer packer;
  for_each_member<State>(Names{packer});
  return hash(packer.bytes);
}

}  // namespace saving

template <typename Struct, std::enable_if_t<IsDescribed<Struct>::value, int>>
void Packer::put(const Struct& value) {
  for_each_member<Struct>(saving::PackMembers<Struct>{*this, value});
}

template <typename Struct, std::enable_if_t<IsDescribed<Struct>::value, int>>
void Unpacker::get(Struct& out) {
  for_each_member<Struct>(saving::UnpackMembers<Struct>{*this, out});
}

/// Bytes of a described value when it is packed; in memory it takes about as many.
template <typename Struct>
std::size_t packed_size(const Struct& value) {
  Packer packer;
  packer.put(value);
  return packer.bytes.size();
}

/// Of parameters, so that a saved run is gone on with by no others.
template <typename Params>
std::uint64_t hash_of_params(const Params& params) {
  Packer packer;
  packer.put(params);
  return saving::hash(packer.bytes);
}

/// A state of the experiment as bytes.
template <typename State>
Bytes save_state(const char* experiment, std::uint64_t params, const State& state) {
  Packer packer;
  packer.bytes = saving::header(experiment, params, saving::names_hash<State>());
  packer.put(state);
  return saving::sealed(std::move(packer.bytes));
}

/// What save_state was given. Throws Error in the experiment's name for bytes that are damaged, cut
/// off, or of anything else.
template <typename State>
State saved_state(const char* experiment, std::uint64_t params, const Bytes& bytes) {
  State state{};
  Unpacker unpacker = saving::opened(experiment, bytes, params, saving::names_hash<State>());
  unpacker.get(state);
  unpacker.finish();
  return state;
}

}  // namespace attn::experiments
