#include "attn/memory/capacity.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <vector>

#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/patterns.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "memory/signs.hpp"

namespace attn {
namespace {

void check_trial(const char* function, const CapacityTrial& trial, Index most_signs) {
  check::count(function, "trial.n", trial.n, 1, most_signs);
  check::count(function, "trial.flips", trial.flips, 0, trial.n);
  check::count(function, "trial.most", trial.most, 1, check::kMaxBudget);
}

// What the modern network makes of one query while patterns come in: weights in units of the right
// pattern's, sums of signs by weight. A weight depends on the Hamming distance alone.
class GrowingMemory {
 public:
  GrowingMemory(const CapacityTrial& trial, double beta, bool with_pulls, std::uint64_t pattern,
                std::uint64_t query)
      : pattern_(pattern),
        query_(query),
        mask_(trial.n == kSignsOfWord ? ~std::uint64_t{0} : (std::uint64_t{1} << trial.n) - 1),
        pulls_(with_pulls ? static_cast<std::size_t>(trial.n) : 0, 0.0) {
    for (Index distance = 0; distance <= trial.n; ++distance) {
      const auto nearer = static_cast<double>(trial.flips - distance);
      // Not twice beta first, which may overflow: of none nearer the weight is 1.
      weights_.push_back(mathfn::exp(2.0 * nearer * beta));
    }
    store(pattern);
  }

  void store(std::uint64_t pattern) {
    const auto distance = std::bitset<kSignsOfWord>((pattern ^ query_) & mask_).count();
    const double weight = weights_[distance];
    total_ += weight;
    const std::array<double, 2> pull{-weight, weight};
    std::uint64_t agrees = ~(pattern ^ pattern_);
    bool right = true;
    for (double& sum : pulls_) {
      sum += pull[agrees & 1];
      agrees >>= 1;
      // A pull of 0 is nobody's sign.
      right &= sum > 0.0;
    }
    has_signs_ = right;
  }

  bool has_half() const { return 1.0 >= 0.5 * total_; }

  bool has_signs() const { return has_signs_; }

 private:
  std::uint64_t pattern_, query_, mask_;
  std::vector<double> weights_;  // by distance
  std::vector<double> pulls_;    // of each sign towards that of the pattern, where asked for
  bool has_signs_ = true;
  double total_ = 0.0;
};

}  // namespace

std::optional<Index> modern_first_failure(const CapacityTrial& trial, double beta,
                                          ModernFailure criterion, Rng& rng) {
  check_trial("modern_first_failure", trial, kSignsOfWord);
  check::positive("modern_first_failure", "beta", beta);
  const std::uint64_t pattern = rng.next();
  std::uint64_t query = pattern;
  const std::vector<Index> places = rng.permutation(trial.n);
  for (Index i = 0; i < trial.flips; ++i) {
    query ^= std::uint64_t{1} << places[static_cast<std::size_t>(i)];
  }
  const bool signs = criterion == ModernFailure::kSigns;
  GrowingMemory memory(trial, beta, signs, pattern, query);
  for (Index count = 1; count <= trial.most; ++count) {
    if (count > 1) memory.store(rng.next());
    const bool found = signs ? memory.has_signs() : memory.has_half();
    if (!found) return count;
  }
  return std::nullopt;
}

std::optional<Index> classical_first_failure(const CapacityTrial& trial, double share,
                                             bool self_coupling, Rng& rng) {
  check_trial("classical_first_failure", trial, check::kMaxBudget);
  check::within("classical_first_failure", "share", share, 0.0, 1.0);
  const Matrix pattern = random_patterns(1, trial.n, rng);
  const Vector query = flip_signs(pattern.row(0), trial.flips, rng);
  ClassicalHopfield network(pattern, self_coupling);
  for (Index count = 1; count <= trial.most; ++count) {
    if (count > 1) network.store(random_patterns(1, trial.n, rng));
    const Vector state = network.settle(query, rng).state;
    const double right = 0.5 + 0.5 * overlap(state, pattern.row(0));
    if (right < share) return count;
  }
  return std::nullopt;
}

double modern_log_capacity(Index n, Index flips, double beta) {
  check::count("modern_log_capacity", "n", n, 1, check::kMaxBudget);
  check::count("modern_log_capacity", "flips", flips, 0, n / 2);
  check::positive("modern_log_capacity", "beta", beta);
  const auto signs = static_cast<double>(n);
  const auto turned = static_cast<double>(flips);
  double sharp = beta;
  if (flips > 0) sharp = std::min(beta, 0.5 * mathfn::log((signs - turned) / turned));
  // n b - n ln cosh b = n ln 2 - n ln(1 + e^-2b), in which nothing large cancels.
  const double log_two = mathfn::log(2.0), rest = mathfn::log(1.0 + mathfn::exp(-2.0 * sharp));
  return check::result("modern_log_capacity", "the capacity",
                       signs * log_two - 2.0 * turned * sharp - signs * rest);
}

}  // namespace attn
