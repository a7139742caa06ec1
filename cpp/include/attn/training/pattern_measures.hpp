// What heads that learn a pattern task have learned of it. Source: seed 003, sections 2.2 to 2.4;
// the strengths are ours. All functions are pure; any thread may call them; the same bits on every
// platform.
#pragma once

#include "attn/sequence/pattern_data.hpp"
#include "attn/training/pattern_flow.hpp"

namespace attn {

/// How much of each group's matrix the heads have learned: 0 at the start, 1 when they have all of
/// it (h). What they have of a group is the sum of s_k[i] V_k over heads k and its lags i; the
/// result is <that, A> / |A|^2, where A is the group's matrix less the means of its rows and
/// columns: of these predictions do not see the ones, and other groups can make up for the others.
/// 0 where A is 0. The task as PatternTask says, heads of its tokens and lags. Throws Error
/// otherwise.
[[nodiscard]] Vector pattern_strengths(const PatternTask& task, const PatternHeads& heads);

/// What pattern_strengths should come to on each plateau: row i - 1 has the strengths of the best
/// model that reads the first i groups alone, and zeros behind them (h x h). Such a model predicts
/// softmax(sum_k a_k A_k mean_{I(k)} e_x), k <= i, with the matrix A_k of each group as it is; best
/// are those a_k for which the mean cross-entropy from data.laws is least. With all groups they are
/// 1, the last row. Where no finite strength is best the search ends once floats of the predictions
/// do not change any more. data of the task's tokens and lags. Throws Error otherwise, and for what
/// is too large for a double.
[[nodiscard]] Matrix best_strengths(const PatternTask& task, const PatternData& data);

/// The stairs on which an excess loss waits over these contexts: entry i, of 0 to h, is the mean
/// divergence, in nats, of data.laws from the best prediction of a model that reads the first i
/// groups alone (h + 1). BestLaws::stairs is the same over all contexts there are. `best` is that
/// of the task that the contexts are of. Throws Error as best_laws_of.
[[nodiscard]] Vector pattern_stairs(const BestLaws& best, const PatternData& data);

/// Whether heads have specialised: 1 where every group has a head that reads nothing else, and
/// else, of the group that is worst off, the share of its best head that this gives to it. masses
/// (H x groups) as pattern_masses has them; finite. Throws Error otherwise.
[[nodiscard]] double pattern_purity(const MatrixRef& masses);

/// How far heads attend to the same: the mean over pairs of them of sum_i min(s_k[i], s_l[i]). 1
/// for equal ones, 0 where no two read a common lag; 1 for a single head. logits (H x w), finite.
/// Throws Error otherwise.
[[nodiscard]] double competition(const MatrixRef& logits);

}  // namespace attn
