// Attention weights as a Gibbs distribution: entropy, energy, free energy. A score s_j is the
// energy -s_j, and weights p are those of any distribution over the keys. Source: seed 001, part
// III. Logarithms are natural, entropies in nats. Results are finite for temperatures up to 1e300
// and scores up to 1e300 in size.
#pragma once

#include "attn/numerics/types.hpp"

namespace attn {

/// H = -sum_j p_j log p_j, where 0 log 0 = 0: from 0, all weight on one key, to log n.
/// p: at least one entry, all >= 0, with the sum 1 to within 1e-6. Throws Error otherwise.
/// Source: seed 001, eq 24.
[[nodiscard]] double entropy(const VectorRef& p);

/// H / log n, from 0 to 1; 0 where there is one key. p as above.
[[nodiscard]] double normalised_entropy(const VectorRef& p);

/// <E> = -sum_j p_j s_j. p as above; s of the same size, finite. Throws Error otherwise.
[[nodiscard]] double mean_energy(const VectorRef& p, const VectorRef& s);

/// F = -T log sum_j exp(s_j / T); at T = 0 its limit, minus the largest score. It is <E> - T H of
/// the weights softmax(s, T). s: at least one finite score; temperature >= 0, finite. Throws Error
/// otherwise. Source: seed 001, eq 25 and 26.
[[nodiscard]] double free_energy(const VectorRef& s, double temperature);

/// <E> - T H of any distribution: least, and then free_energy, for p = softmax(s, T).
/// p, s and temperature as above. Source: seed 001, eq 27.
[[nodiscard]] double variational_free_energy(const VectorRef& p, const VectorRef& s,
                                             double temperature);

/// By how much that is above its least value: T times the Kullback-Leibler divergence of p from
/// softmax(s, T), and at T = 0 the largest score less the mean one; never negative. Taken as a sum
/// over keys, whose rounding is some 1e-15 of T and of how far scores differ; the difference of the
/// two free energies has that of how large they are. A gap smaller than its rounding has no digits
/// left. p, s and temperature as above.
[[nodiscard]] double variational_gap(const VectorRef& p, const VectorRef& s, double temperature);

}  // namespace attn
