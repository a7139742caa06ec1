// What shows how a head trains: which values it reads, how long they are, how sharp its weights
// are. Compatibility and advantage are in RoutingGradients.
// Source: seed 000, section 8.1. All functions are pure; any thread may call them.
#pragma once

#include <vector>

#include "attn/training/attention_classifier.hpp"

namespace attn {

/// What head_diagnostics finds.
struct HeadDiagnostics {
  Vector column_usage;    ///< sum_i alpha_ij: how much each value is read; they add up to n_q (n_k)
  double columns_in_use;  ///< e^H of the usage over its sum: from 1, all read one, to n_k
  Vector value_norms;     ///< |v_j| (n_k)
  Vector entropies;       ///< of each query's weights, in nats (n_q)
  /// The mean |cos| over pairs of keys: 0 for orthogonal ones, 1 for parallel ones and for a single
  /// key. A key of length 0 has the cosine 0 with all.
  double key_alignment;
};

/// Of one head: weights alpha (n_q x n_k), each row a distribution; values (n_k x d_v) and keys
/// (n_k x d_k), finite. Throws Error otherwise, and for what is too large for a double.
[[nodiscard]] HeadDiagnostics head_diagnostics(const MatrixRef& weights, const MatrixRef& values,
                                               const MatrixRef& keys);

/// What training_change finds.
struct TrainingChange {
  double attention;    ///< |alpha' - alpha|, over all heads, Frobenius
  double values;       ///< |v' - v| likewise
  double calibration;  ///< the mean of KL(t_i || p'_i) - KL(t_i || p_i): < 0 where predictions got
                       ///< better
};

/// How far attention, values and calibration have moved from one pass to another of the same sizes:
/// whether the frame stands while precision grows. Throws Error for passes of other sizes. Source:
/// seed 000, section 6.3.
[[nodiscard]] TrainingChange training_change(const ClassifierForward& from,
                                             const ClassifierForward& to);

}  // namespace attn
