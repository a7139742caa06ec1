// Numbers that experiments write down, draw and sum up.
#pragma once

#include <initializer_list>

#include "attn/numerics/rng.hpp"
#include "attn/numerics/types.hpp"

namespace attn::experiments {

inline constexpr double kPi = 3.14159265358979323846;

/// A matrix, row by row; all rows have one length.
Matrix of_rows(std::initializer_list<std::initializer_list<double>> rows);

Vector of_numbers(std::initializer_list<double> numbers);

/// Normal numbers of mean 0, drawn row by row.
Matrix normal_rows(Rng& rng, Index rows, Index cols, double deviation = 1.0);

/// Of a list that is not empty: the number in the middle, or the mean of the two.
double median(Vector numbers);

}  // namespace attn::experiments
