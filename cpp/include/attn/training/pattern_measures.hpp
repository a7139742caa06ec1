// What heads that learn a pattern task have learned of it. Source: seed 003, sections 2.2 to 2.4;
// the strengths are ours. All functions are pure; any thread may call them; the same bits on every
// platform.
#pragma once

#include "attn/sequence/pattern_data.hpp"
#include "attn/training/pattern_flow.hpp"

namespace attn {

/// How much of each group's matrix heads have: <sum of s_k[i] V_k over heads k and lags i of the
/// group, A> / |A|^2, where A is the group's matrix less the means of its rows and columns, which
/// predictions do not see or other groups can make up for; 0 for all that is 0 then (h). The task
/// as PatternTask says, heads of its tokens and lags. Throws Error otherwise.
[[nodiscard]] Vector pattern_strengths(const PatternTask& task, const PatternHeads& heads);

/// The strengths of the best model that reads i groups, each by its own matrix times a number, in
/// row i - 1: those for which the mean cross-entropy of data.laws and softmax(sum_k a_k A_k
/// mean_{I(k)} e_x), k <= i, is least; zeros behind (h x h). The last row is of ones. Laws that no
/// finite strength is best for end where floats of them do not change any more. data of the task's
/// tokens and lags. Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] Matrix best_strengths(const PatternTask& task, const PatternData& data);

/// The mean divergence of data.laws from the best laws of who reads 0 to h groups of these contexts
/// (h + 1), in nats: BestLaws::stairs, which is over all contexts, as far as these show it. `best`
/// of the task that the contexts are of. Throws Error as best_laws_of.
[[nodiscard]] Vector pattern_stairs(const BestLaws& best, const PatternData& data);

/// The least over groups of what its best head gives to it: 1 where every group has a head of its
/// own. masses (H x groups) as pattern_masses has them; finite. Throws Error otherwise.
[[nodiscard]] double pattern_purity(const MatrixRef& masses);

/// How far heads attend to the same: the mean over pairs of them of sum_i min(s_k[i], s_l[i]). 1
/// for equal ones, 0 where no two read a common lag; 1 for a single head. logits (H x w), finite.
/// Throws Error otherwise.
[[nodiscard]] double competition(const MatrixRef& logits);

}  // namespace attn
