// One row of a head under the instruments that need nothing but the head: gas, blame, lag,
// distance. Sources: seed 001, part III; seed 000, eq 10 to 23; seed 003, section 3; seed 004,
// eq 1.
#pragma once

#include <vector>

#include "attn/reading/head.hpp"

namespace attn::experiments {

/// What is read of a row; lists are over the keys that it may see, in their order.
struct RowReading {
  std::vector<Index> keys;     ///< which these are
  Vector scores;               ///< at the temperature 1, with the mask
  Vector weights;              ///< at the temperature that was asked for
  Vector advantage;            ///< A = u (g - v); empty where the head has no U
  Vector distance;             ///< -scale |q - k|^2 / 2
  Vector log_temperatures;     ///< (49) log2, from 1/8 to 8
  Vector capacity;             ///< (49) heat capacity at these
  Vector capacity_gauss;       ///< (49) mean of 20 rows of normal scores of the same spread
  double peak = 0.0;           ///< temperature at which it is greatest; 0 where there is none
  Vector lags;                 ///< weight by lag; empty where there are not as many keys as queries
  double weight_error = 0.0;   ///< of the sum of the weights, from 1
  double routing_error = 0.0;  ///< of the sum of weight times advantage, from 0
  double capacity_error = 0.0;  ///< from the growth of the mean energy, by differences
  double distance_error = 0.0;  ///< of the scores from distance and the lengths of query and keys
};

/// Of row `row` of a head as complete_head returns it, at a temperature > 0, with so many lags.
/// Throws Error otherwise.
RowReading row_reading(const Head& head, Index row, double temperature, Index lags);

}  // namespace attn::experiments
