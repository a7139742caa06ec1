// The claims of seed 003 about the attention that solves the task: section 2.3.
#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/sequence/pattern_construction.hpp"
#include "attn/training/head_mixing.hpp"
#include "claims/003/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr Index kSize = kClueLags / kClueGroups;
constexpr Index kQueries = 5;  // T
constexpr Index kColumns = kClueLags + kQueries;
constexpr Index kRows = kClueTokens + kColumns;

std::vector<Index> chain(std::uint64_t seed) {
  Rng rng(seed);
  return sample_pattern_chain(published_task(seed), kQueries, rng).tokens;
}

PatternConstruction solution(std::uint64_t seed, double lambda) {
  return pattern_construction(published_task(seed), chain(seed), lambda);
}

double limit_residual(std::uint64_t seed, const Progress&) {
  const PatternConstruction c = solution(seed, 40.0);
  return largest(c.logits - c.limit);
}

// The printed row of a_t: t zeros, then w entries, lag w - 1 first, then T - t zeros.
double pattern_residual(std::uint64_t seed, const Progress&) {
  const PatternConstruction c = solution(seed, 40.0);
  double worst = 0.0;
  for (Index k = 0; k < kClueGroups; ++k) {
    for (Index t = 0; t < kQueries; ++t) {
      Vector printed = Vector::Zero(kColumns);
      for (Index lag = 0; lag < kClueLags; ++lag) {
        const bool own = lag / kSize == k;
        printed(t + kClueLags - 1 - lag) = own ? 1.0 / static_cast<double>(kSize) : 0.0;
      }
      const Matrix& found = c.attention[static_cast<std::size_t>(k)];
      worst = larger(worst, largest(found.row(t).transpose() - printed));
    }
  }
  return worst;
}

// A token in each column, and below it where it stands.
Matrix augmented(std::uint64_t seed) {
  const std::vector<Index> tokens = chain(seed);
  Matrix x = Matrix::Zero(kRows, kColumns);
  for (Index p = 0; p < kColumns; ++p) {
    x(tokens[static_cast<std::size_t>(p)], p) = 1.0;
    x(kClueTokens + p, p) = 1.0;
  }
  return x;
}

// K_k^T Q_k as printed; positions p = w to T + w count from 1.
Matrix score_matrix(Index k, double lambda) {
  Matrix out = Matrix::Zero(kRows, kRows);
  for (Index i = k * kSize; i < (k + 1) * kSize; ++i) {
    for (Index p = kClueLags; p <= kColumns; ++p) {
      out(kClueTokens + p - i - 1, kClueTokens + p - 1) += lambda;
    }
  }
  return out;
}

// Scores of the printed matrix with keys M^T K and queries M^-1 Q: K = 1, M a triangular matrix of
// normal numbers with ones on its diagonal.
double keys_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  Matrix m = Matrix::Identity(kRows, kRows);
  for (Index i = 0; i < kRows; ++i) {
    for (Index j = 0; j < i; ++j) m(i, j) = 0.2 * rng.normal();
  }
  const Matrix x = augmented(seed);
  const double lambda = 3.0;
  const PatternConstruction c = solution(seed, lambda);
  double worst = 0.0;
  for (Index k = 0; k < kClueGroups; ++k) {
    Matrix queries = score_matrix(k, lambda).lazyProduct(x);
    for (Index i = 0; i < kRows; ++i) {
      for (Index j = 0; j < i; ++j) queries.row(i) -= m(i, j) * queries.row(j);
    }
    const Matrix keys = m.transpose().lazyProduct(x);
    const Matrix scores = keys.transpose().lazyProduct(queries);
    for (Index t = 0; t < kQueries; ++t) {
      const Index query = kClueLags - 1 + t;
      const Vector weights = softmax(scores.col(query).head(query + 1));
      const Matrix& found = c.attention[static_cast<std::size_t>(k)];
      worst = larger(worst, largest(found.row(t).head(query + 1).transpose() - weights));
    }
  }
  return worst;
}

PatternHeads drawn_heads(std::uint64_t seed) {
  Rng rng(seed);
  PatternHeads heads = minimal_heads(kClueGroups, kClueTokens, kClueLags, 1.0, rng);
  for (Matrix& v : heads.values) {
    for (double& entry : v.reshaped<Eigen::RowMajor>()) entry = rng.normal();
  }
  return heads;
}

double heads_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const PatternData data = uniform_contexts(published_task(seed), 50, PatternTargets::kLaws, rng);
  const PatternHeads heads = drawn_heads(seed);
  PatternHeads turned = heads;
  std::swap(turned.values[0], turned.values[2]);
  turned.logits.row(0).swap(turned.logits.row(2));
  return largest(pattern_predictions(data, heads) - pattern_predictions(data, turned));
}

double mixing_residual(std::uint64_t seed, const Progress&) {
  const PatternHeads heads = drawn_heads(seed);
  const PatternTensor own{heads.values, softmax_rows(heads.logits)};
  Rng rng(seed);
  Matrix mixture(kClueGroups, kClueGroups);
  for (double& entry : mixture.reshaped<Eigen::RowMajor>()) entry = rng.normal();
  for (Index k = 0; k < kClueGroups; ++k) mixture(k, k) += 3.0;
  return largest_difference(own, mix_heads(own, softmax_rows(mixture)));
}

double rows_of_input(std::uint64_t, const Progress&) {
  return static_cast<double>(augmented(1).rows());
}

// The last number of the unit vectors that the scores are made of.
double last_unit_vector(std::uint64_t, const Progress&) {
  const Matrix scores = score_matrix(0, 1.0);
  Index last = 0;
  for (Index row = 0; row < scores.rows(); ++row) {
    if (highest(scores.row(row).transpose()) > 0.0) last = row + 1;
  }
  return static_cast<double>(last);
}

// What leaks at a finite lambda, times e^lambda: (n - r) / r of n = 12 tokens of which r = 4 are
// read.
double leak_times_exponential(std::uint64_t, const Progress&) {
  const double lambda = 20.0;
  return pattern_leak(kSize, kClueLags, lambda) * mathfn::exp(lambda);
}

}  // namespace

std::vector<Claim> of_pattern_construction() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  const char* place = "section 2.3";
  residual(
      "003.section-2.3.limit", place,
      "With values A_k, filled up with zeros for positions, and sharp scores the heads give the "
      "law's own logits.",
      "they can be processed altogether with the same feature matrix V_k = A_k", 1e-13,
      "pattern_construction at λ = 40, five queries of a chain", limit_residual);
  residual("003.section-2.3.pattern", place,
           "With sharp scores a head's weights come to the printed row.",
           "As λ → ∞, the attention scores converge to the desired sparse pattern", 1e-14,
           "pattern_construction at λ = 40, and the printed row", pattern_residual);
  list.push_back({"003.section-2.3.values", place, "The value matrix of a head is A_k.",
                  "we set the value matrix *V_k = A_k*", 5.0, A::kWithin, 0.0,
                  "columns that V_k needs, for d = 5, w = 12, T = 5",
                  "rows of X̃, a token and its position", 1, false, rows_of_input});
  list.back().baseline = {0.0, "no columns"};
  list.back().correction = {
      "X̃ has d + T + w rows and A_k has d columns: it is [A_k 0], which does not see positions. "
      "Only the shape is wrong: with [A_k 0] the construction does what the section says",
      22.0, 1e-12, Verdict::kInError,
      "A slip of notation, with A_k meant to be filled up with zeros. The text does not say so, "
      "and gives V_k the shape (d + T + w) × (d + T + w), of which y_t would have too many rows. "
      "That V_k multiplies X alone, as in section 3.1: the equation of y_t in this section has V_k "
      "X̃."};
  list.push_back(
      {"003.section-2.3.unit-vectors", place, "The unit vectors of the scores have d + T numbers.",
       "standard basis vector in *d+T*", 10.0, A::kWithin, 0.0,
       "numbers that they need, for d = 5, w = 12, T = 5",
       "the last row of K_kᵀ Q_k, as printed, that is not 0", 1, false, last_unit_vector});
  list.back().baseline = {5.0, "tokens without positions"};
  list.back().correction = {"p goes to T + w, so that e_(d+p) has d + T + w of them", 22.0, 1e-12,
                            Verdict::kInError,
                            "A misprint. It is right if T counts the first w tokens too; but the "
                            "same section gives X̃ d + T + w rows and lets p go to T + w."};
  list.push_back({"003.section-2.3.diverge", place, "At finite scores a head's pattern leaks.",
                  "the parameters of the attention need to diverge to infinity to exactly learn "
                  "this operation",
                  0.0, A::kAbove, 0.0, "what leaks at λ = 20, times e^λ",
                  "pattern_leak, 4 of 12 tokens read: it falls as e^−λ and never is 0", 1, false,
                  leak_times_exponential});
  list.back().baseline = {0.0, "no leak"};
  residual("003.section-2.3.keys", place, "Keys and queries may be mixed.",
           "for any invertible matrix M without changing the attention scores", 1e-12,
           "weights of the printed K_kᵀ Q_k by a triangular M, and pattern_construction",
           keys_residual);
  residual("003.section-2.3.heads", place, "Heads may change places.",
           "the construction has a permutation symmetry", 1e-14,
           "pattern_predictions of drawn heads, two of them exchanged", heads_residual);
  residual("003.section-2.3.mixing", "ours, beside section 2.3",
           "Heads may be mixed with each other: weights by R, values by R^−⊤.", "", 1e-12,
           "mix_heads of drawn heads, R of positive rows that sum to 1", mixing_residual);
  return list;
}

}  // namespace attn::claims
