#include "attn/numerics/rng.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

constexpr double kTwoPi = 0x1.921fb54442d18p+2;

/// The sum of the weights, added from the first to the last; throws unless they can be drawn from.
double checked_sum(const double* weights, Index n) {
  constexpr const char* kFunction = "Rng::categorical";
  if (n < 1) check::refuse(kFunction, "weights", "empty", "at least one entry");
  double sum = 0.0;
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(weights[i]) || weights[i] < 0.0) {
      const std::string entry = "weights[" + std::to_string(i) + "]";
      check::not_negative(kFunction, entry.c_str(), weights[i]);
    }
    sum += weights[i];
  }
  check::positive(kFunction, "the sum of weights", sum);
  return sum;
}

}  // namespace

Rng::Rng(std::uint64_t seed) noexcept : state_{seed, 0.0, false} {}

std::uint64_t Rng::next() noexcept {
  state_.counter += 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio, odd
  std::uint64_t bits = state_.counter;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

double Rng::uniform() noexcept {
  constexpr double kLargest = 1.0 - 0x1p-53;
  const double u = (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53;
  return u < kLargest ? u : kLargest;
}

double Rng::normal() noexcept {
  if (state_.has_kept_normal) {
    const double kept = state_.kept_normal;
    state_.kept_normal = 0.0;
    state_.has_kept_normal = false;
    return kept;
  }
  const double u1 = uniform();
  const double u2 = uniform();
  const double radius = std::sqrt(-2.0 * mathfn::log(u1));
  const double angle = kTwoPi * u2;
  state_.kept_normal = radius * mathfn::sin(angle);
  state_.has_kept_normal = true;
  return radius * mathfn::cos(angle);
}

Index Rng::categorical(const double* weights, Index n) {
  const double threshold = checked_sum(weights, n) * uniform();
  double cumulative = 0.0;
  Index last = 0;
  for (Index i = 0; i < n; ++i) {
    if (weights[i] == 0.0) continue;
    cumulative += weights[i];
    if (cumulative > threshold) return i;
    last = i;
  }
  return last;  // only when the sum is denormal and its product with u rounds to all of it
}

Index Rng::categorical(const std::vector<double>& weights) {
  return categorical(weights.data(), static_cast<Index>(weights.size()));
}

std::vector<Index> Rng::permutation(Index n) {
  // In whole numbers: 2^53 + 1 is no double.
  if (n < 0 || std::int64_t{n} > std::int64_t{1} << 53) {
    check::refuse("Rng::permutation", "n", std::to_string(n), "a whole number from 0 to 2^53");
  }
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  for (Index i = n - 1; i > 0; --i) {
    // u <= 1 - 2^-53 keeps the rounded product below i + 1; the cast is the floor.
    const auto j = static_cast<std::size_t>(uniform() * static_cast<double>(i + 1));
    std::swap(order[static_cast<std::size_t>(i)], order[j]);
  }
  return order;
}

Rng::State Rng::save() const noexcept { return state_; }

void Rng::restore(const State& state) {
  check::finite("Rng::restore", "state.kept_normal", state.kept_normal);
  state_ = state;
}

}  // namespace attn
