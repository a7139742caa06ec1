// Parameters, from wherever they come: JavaScript, JSON, the command line.
#pragma once

#include "experiments/arrays.hpp"
#include "experiments/description.hpp"

namespace attn::experiments {

/// Named values. Each function answers whether there is one of that name, and throws Error naming
/// the experiment where it is of another type. What there is none of keeps its default.
class Source {
 public:
  explicit Source(const char* experiment) : experiment_(experiment) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual bool number(const char* name, double& out) const = 0;
  /// A whole number, for a seed; from JavaScript at most 2^53.
  virtual bool seed(const char* name, std::uint64_t& out) const;
  virtual bool flag(const char* name, bool& out) const = 0;
  virtual bool text(const char* name, std::string& out) const = 0;
  /// A number, a list of numbers, or {shape, data}.
  virtual bool array(const char* name, Array& out) const = 0;

  /// Of the experiment, for messages.
  const char* experiment() const { return experiment_; }

  bool read(const char* name, double& out) const { return number(name, out); }
  bool read(const char* name, bool& out) const { return flag(name, out); }
  bool read(const char* name, std::string& out) const { return text(name, out); }
  bool read(const char* name, Index& out) const;
  bool read(const char* name, std::uint64_t& out) const { return seed(name, out); }
  bool read(const char* name, std::vector<double>& out) const;
  bool read(const char* name, std::vector<Index>& out) const;
  bool read(const char* name, Vector& out) const;
  bool read(const char* name, Matrix& out) const;
  bool read(const char* name, FloatMatrix& out) const;
  bool read(const char* name, Mask& out) const;                 ///< 0 is false
  bool read(const char* name, std::vector<Matrix>& out) const;  ///< along the first of three axes
  template <typename Number>
  bool read(const char* name, std::optional<Number>& out) const {
    Number value{};
    if (!read(name, value)) return false;
    out = value;
    return true;
  }
  /// Throws Error: there is no such parameter, and it has no default.
  [[noreturn]] void refuse_missing(const char* name) const;
  /// The number of one of `count` names.
  bool choose(const char* name, const char* const* names, std::size_t count,
              std::size_t& out) const;

 private:
  const char* experiment_;
};

template <typename Params>
void read(const Source& source, Params& params);

template <typename Params>
struct Reader {
  const Source& source;
  Params& params;

  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Param<S, M>& p) const {
    if (!source.read(p.name, params.*p.member) && p.limits.needed) source.refuse_missing(p.name);
  }
  template <typename S, typename E, std::size_t kCount>
  [[gnu::always_inline]] void operator()(const Choice<S, E, kCount>& c) const {
    std::size_t chosen = 0;
    if (!source.choose(c.name, c.names.data(), kCount, chosen)) return;
    params.*c.member = static_cast<E>(chosen);
  }
  template <typename S, typename M>
  [[gnu::always_inline]] void operator()(const Group<S, M>& g) const {
    read(source, params.*g.member);
  }
};

/// Params as the source has them, with defaults for the rest; checked by the experiment itself.
template <typename Params>
void read(const Source& source, Params& params) {
  for_each_member<Params>(Reader<Params>{source, params});
}

}  // namespace attn::experiments
