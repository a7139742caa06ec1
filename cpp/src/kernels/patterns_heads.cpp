// Votes of heads, in double.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "kernels/patterns.hpp"

namespace attn::kernels {
namespace {

// Highway has no doubles in WebAssembly. Two everywhere: sums of products are of two parts.
using Two = double __attribute__((vector_size(16)));
constexpr std::size_t kTwo = 2;

Two LoadTwo(const double* p) {
  Two out;
  std::memcpy(&out, p, sizeof out);
  return out;
}
void StoreTwo(const Two& a, double* p) { std::memcpy(p, &a, sizeof a); }
Two TwoOf(double x) { return Two{x, x}; }

// d_values += weights times derivatives of votes of kLags lags; d_weights <- those times values.
template <std::size_t kLags>
void TakeLags(std::size_t size, const double* values, const double* weights, const double* d_votes,
              double* d_values, double* d_weights) {
  Two weight[kLags];
  Two sums[kLags];
  for (std::size_t i = 0; i < kLags; ++i) {
    weight[i] = TwoOf(weights[i]);
    sums[i] = TwoOf(0.0);
  }
  for (std::size_t e = 0; e < size; e += kTwo) {
    const Two value = LoadTwo(values + e);
    Two d_value = LoadTwo(d_values + e);
    for (std::size_t i = 0; i < kLags; ++i) {
      const Two d = LoadTwo(d_votes + i * size + e);
      d_value += weight[i] * d;
      sums[i] += value * d;
    }
    StoreTwo(d_value, d_values + e);
  }
  for (std::size_t i = 0; i < kLags; ++i) d_weights[i] = sums[i][0] + sums[i][1];
}

}  // namespace

void pattern_votes(const PatternTables& t, const PatternWeights& heads, PatternVotes& votes) {
  const std::size_t size = t.tokens * t.stride;
  votes.doubles.resize(t.lags * size);
  votes.floats.resize(t.lags * size);
  float* floats = votes.floats.data();
  votes.largest = votes.reach = 0.0;
  for (std::size_t lag = 0; lag < t.lags; ++lag) {
    double* to = votes.doubles.data() + lag * size;
    double of_lag = 0.0;
    // Three heads at once, of which some may count for nothing.
    for (std::size_t k = 0; k < heads.heads; k += 3) {
      const double* v[3];
      double weight[3];
      for (std::size_t j = 0; j < 3; ++j) {
        const bool is = k + j < heads.heads;
        v[j] = heads.values.data() + (is ? k + j : k) * size;
        weight[j] = is ? heads.weights[(k + j) * t.lags + lag] : 0.0;
      }
      const Two w0 = TwoOf(weight[0]), w1 = TwoOf(weight[1]), w2 = TwoOf(weight[2]);
      for (std::size_t e = 0; e < size; e += kTwo) {
        Two sum = w0 * LoadTwo(v[0] + e) + w1 * LoadTwo(v[1] + e) + w2 * LoadTwo(v[2] + e);
        if (k > 0) sum = LoadTwo(to + e) + sum;
        StoreTwo(sum, to + e);
      }
    }
    for (std::size_t e = 0; e < size; ++e) {
      floats[lag * size + e] = static_cast<float>(to[e]);
      of_lag = std::max(of_lag, std::fabs(to[e]));
    }
    votes.largest = std::max(votes.largest, of_lag);
    votes.reach += of_lag;
  }
}

void pattern_derivatives(const PatternTables& t, const PatternWeights& heads,
                         const std::vector<double>& d_votes, PatternWeights& d) {
  const std::size_t size = t.tokens * t.stride;
  d.heads = heads.heads;
  d.values.assign(heads.heads * size, 0.0);
  d.weights.resize(heads.heads * t.lags);
  for (std::size_t k = 0; k < heads.heads; ++k) {
    const double* values = heads.values.data() + k * size;
    const double* weights = heads.weights.data() + k * t.lags;
    double* d_values = d.values.data() + k * size;
    double* d_weights = d.weights.data() + k * t.lags;
    std::size_t lag = 0;
    for (; lag + 4 <= t.lags; lag += 4) {
      TakeLags<4>(size, values, weights + lag, d_votes.data() + lag * size, d_values,
                  d_weights + lag);
    }
    for (; lag < t.lags; ++lag) {
      TakeLags<1>(size, values, weights + lag, d_votes.data() + lag * size, d_values,
                  d_weights + lag);
    }
  }
}

}  // namespace attn::kernels
