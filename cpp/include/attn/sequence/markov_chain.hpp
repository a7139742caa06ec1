// Chains of symbols, each drawn by the one before: laws and samples. A chain over n symbols is its
// transition matrix P (n x n), P_ab the probability that b follows a. Logarithms are natural,
// entropies in nats. All functions are pure but for the generator that they are given; any thread
// may call them.
#pragma once

#include <vector>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn {

/// Steps from symbol a to symbol b on a circle of `symbols`, the shorter way: 0 to symbols / 2.
/// 0 <= a, b < symbols. Throws Error otherwise.
[[nodiscard]] Index circular_distance(Index a, Index b, Index symbols);

/// The sticky chain: a symbol stays with probability `stay`, or else goes to another with
/// probability proportional to 1 / circular_distance. symbols >= 2, 0 <= stay <= 1. Throws Error
/// otherwise. Source: seed 000, section 7.2, whose words leave the weights open: 1 / distance alone
/// has the printed entropy.
[[nodiscard]] Matrix sticky_transition(Index symbols = 8, double stay = 0.3);

/// The law pi (n) with pi P = pi, by elimination without differences (Grassmann, Taksar and Heyman
/// 1985): each probability to nearly all digits. Symbols to which the chain does not return have 0.
/// transition (n x n): each row a distribution; one set of symbols in which the chain ends,
/// whatever the first. Throws Error otherwise.
[[nodiscard]] Vector stationary_distribution(const MatrixRef& transition);

/// sum_a pi_a H(P_a): the least mean loss of any prediction of the next symbol, given all before.
/// For the sticky chain of 8 symbols and 0.3 it is 1.8832539. transition as above. Throws Error
/// otherwise. Source: seed 000, table 1.
[[nodiscard]] double entropy_rate(const MatrixRef& transition);

/// sum_a pi_a max_b P_ab: how often the best guess at the next symbol is right. transition as
/// above. Throws Error otherwise.
[[nodiscard]] double bayes_accuracy(const MatrixRef& transition);

/// The `length` symbols that follow `first`, each of one Rng::categorical. transition (n x n): each
/// row a distribution; 0 <= first < n, length >= 0. Throws Error otherwise.
[[nodiscard]] std::vector<Index> sample_chain(const MatrixRef& transition, Index first,
                                              Index length, Rng& rng);

}  // namespace attn
