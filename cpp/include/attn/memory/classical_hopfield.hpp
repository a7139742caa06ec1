// Hopfield's network of 1982. Source: seed 001, section 9.1. Whatever is computed of signs is whole
// numbers until it is divided by N, and so exact. An object changes by store() alone; until then
// any thread may use it.
#pragma once

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Where a network came to rest.
struct HopfieldRest {
  Vector state;          ///< (N) signs
  Index sweeps = 0;      ///< passes over all units, the last one without a change
  bool settled = false;  ///< whether there was such a last one
};

/// Patterns stored by Hebb's rule. Stored are also their negatives, and mixtures that nobody
/// stored. Of 600 units 83 random patterns, 0.138 N, are kept with an overlap of 0.95 on average;
/// with 102, 0.17 N, it is 0.74, and three in ten of the networks lose theirs.
class ClassicalHopfield {
 public:
  /// patterns (M x N), not empty, each entry +1 or -1. With `self_coupling` W has the diagonal M /
  /// N of eq 64, with which a network of many patterns keeps any input at all; without it the
  /// diagonal is 0, to which the capacity that is published belongs. Throws Error otherwise.
  explicit ClassicalHopfield(const MatrixRef& patterns, bool self_coupling = false);

  /// Stores more patterns (M x N), not empty, each entry +1 or -1. Throws Error otherwise.
  void store(const MatrixRef& patterns);

  /// W = 1/N sum_mu xi_mu xi_mu^T, with or without its diagonal (N x N). Source: seed 001, eq 64.
  [[nodiscard]] Matrix weights() const;

  /// -1/2 x W x. x (N), each entry -1, 0 or +1. Throws Error otherwise. Source: seed 001, eq 65.
  [[nodiscard]] double energy(const VectorRef& x) const;

  /// sign(W x), all units at once, sign(0) = +1 (N). It may lead back and forth between two states,
  /// and then the energy is no witness. x as in energy.
  [[nodiscard]] Vector update(const VectorRef& x) const;

  /// One unit after the other, in a new random order for each sweep, until a sweep changes none: no
  /// step raises the energy. x as in energy; 1 <= most_sweeps <= check::kMaxBudget. Throws Error
  /// otherwise.
  [[nodiscard]] HopfieldRest settle(const VectorRef& x, Rng& rng, Index most_sweeps = 1000) const;

 private:
  [[nodiscard]] Vector overlaps(const Vector& x) const;
  [[nodiscard]] double field(const Vector& overlaps, const Vector& x, Index i) const;

  Matrix by_unit_;   // (N x M, and room for more): the sums run over the patterns
  Index count_ = 0;  // M
  bool self_coupling_;
  double own_ = 0.0;  // what a unit's own sign is taken away with: M, or 0 with self-coupling
};

}  // namespace attn
