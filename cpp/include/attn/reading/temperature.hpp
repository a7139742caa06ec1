// What the temperature of a head says: a row of scores is a small gas, whose energies are the
// scores with the sign turned. Its heat capacity says at which temperatures its weights change
// most, and there a choice turns into an average. Source: seed 001, part III. Scores of hidden keys
// are -Infinity, as head_scores gives them. All functions are pure; any thread may call them; the
// same bits on every platform.
#pragma once

#include <vector>

#include "attn/numerics/types.hpp"

namespace attn {

/// C = Var(s) / T^2 of each row of scores (n x m) at each temperature (t): the variance under the
/// weights softmax(s / T), which is dE / dT of the mean energy E = -sum_j a_j s_j (n x t). Scores
/// finite or -Infinity, each row with a finite one, of at most 1e150 in size; temperatures finite
/// and > 0. Throws Error otherwise. Source: seed 001, eq 24 to 26.
[[nodiscard]] Matrix heat_capacity(const MatrixRef& scores, const VectorRef& temperatures);

/// The temperature at which the heat capacity of each row is greatest, to 1e-9 of itself (n); 0
/// where there is none, because the row has one key or all of its scores are alike. It is in
/// proportion to the scores: what they are multiplied by, it is too. Scores as above. Throws Error
/// otherwise.
[[nodiscard]] Vector peak_temperature(const MatrixRef& scores);

/// What a row of weights does.
enum class RetrievalClass {
  kOne,     ///< one key has more than 0.9 of the weight; so has one that is seen alone
  kFew,     ///< neither
  kAverage  ///< not kOne, and e^H, the effective number of keys, is more than 0.75 of those that
            ///< it may see
};

/// Which of these each row of weights is (n x m), a distribution with zeros for hidden keys. `keys`
/// says how many each row may see (n), from 1 to m; empty: those that have a weight. Throws Error
/// otherwise.
[[nodiscard]] std::vector<RetrievalClass> retrieval_classes(const MatrixRef& weights,
                                                            const std::vector<Index>& keys = {});

}  // namespace attn
