// What several experiments of this chapter use.
#pragma once

#include "experiments/numbers.hpp"

namespace attn::experiments {

/// The largest |sum - 1| of the rows that are not zeros.
double weight_error(const Matrix& weights);

/// A row as a vector.
Vector row_of(const Matrix& m, Index row);

/// Normal numbers of a seed, of variance 1, for settings.
Matrix some_numbers(Index rows, Index cols, std::uint64_t seed);

/// `count` numbers from low to high, each by the same factor above the one before. 0 < low < high.
Vector in_proportion(double low, double high, Index count);

}  // namespace attn::experiments
