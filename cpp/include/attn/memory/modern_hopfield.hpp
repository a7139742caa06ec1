// The modern Hopfield network: a memory whose update is attention. Source: seed 001, section 9.2,
// where the energy lacks a factor: with E = -1/beta lse(beta K xi) + 1/2 |xi|^2 the update is the
// step to xi - grad E, and never raises E; with the one printed it can. States are rows, of which
// each is a network of its own. All functions are pure; any thread may call them.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// E of each state (m): of `states` (m x d) and stored patterns k (M x d), finite and not empty;
/// beta > 0. Throws Error otherwise, and for what is too large for a double. Source: seed 001, eq
/// 66, with the factor 1 / beta.
[[nodiscard]] Vector modern_hopfield_energy(const MatrixRef& k, const MatrixRef& states,
                                            double beta);

/// grad E = xi - K^T softmax(beta K xi) of each state (m x d). Arguments as above.
/// Source: seed 001, eq 68.
[[nodiscard]] Matrix modern_hopfield_gradient(const MatrixRef& k, const MatrixRef& states,
                                              double beta);

/// softmax(beta K xi) of each state (m x M). Arguments as above.
[[nodiscard]] Matrix modern_hopfield_weights(const MatrixRef& k, const MatrixRef& states,
                                             double beta);

/// K^T softmax(beta K xi) of each state (m x d). Arguments as above. Source: seed 001, eq 69.
[[nodiscard]] Matrix modern_hopfield_update(const MatrixRef& k, const MatrixRef& states,
                                            double beta);

/// V^T softmax(beta K xi) of each state (m x d_v): what the patterns stand for, v (M x d_v).
/// Attention; no step down an energy unless v is k. Arguments as above. Source: seed 001, eq 67.
[[nodiscard]] Matrix modern_hopfield_read(const MatrixRef& k, const MatrixRef& v,
                                          const MatrixRef& states, double beta);

/// How long to go on.
struct RetrievalOptions {
  double tolerance = 1e-10;    ///< a state is at rest when an update moves no entry by more; >= 0
  Index most_updates = 10000;  ///< of each state, 1 to check::kMaxBudget
};

/// Where states come to rest.
struct Retrieval {
  Matrix states;               ///< (m x d), after the last update
  Matrix weights;              ///< (m x M), softmax(beta K xi) of these
  std::vector<Index> updates;  ///< how many each state took
  std::vector<bool> settled;   ///< whether its last one was within the tolerance
};

/// Updates each state until it is at rest: from many starts, the attractors. Takes a transposed
/// copy of k for all updates together, and no other memory for each. Arguments as above. Throws
/// Error otherwise.
[[nodiscard]] Retrieval modern_hopfield_retrieve(const MatrixRef& k, const MatrixRef& states,
                                                 double beta, const RetrievalOptions& options = {});

/// States that hold several patterns at once: how many share each row of `weights`, exp(H), from 1
/// to M. Each row is a distribution. Throws Error otherwise.
[[nodiscard]] Vector patterns_held(const MatrixRef& weights);

}  // namespace attn
