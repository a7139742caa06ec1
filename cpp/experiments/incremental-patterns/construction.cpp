#include "experiments/incremental-patterns/construction.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/sequence/pattern_construction.hpp"
#include "attn/sequence/pattern_data.hpp"
#include "attn/training/cross_entropy.hpp"

namespace attn::experiments {
namespace {

constexpr Index kTokens = 5;
constexpr double kFactor = 1.5;
constexpr double kBase = 3.0;
constexpr Index kPoints = 81;
constexpr double kMostLambda = 20.0;
constexpr Index kSizes[] = {12, 112, 1012};

// By lag, the newest first, as the library has them.
Matrix by_lag(const Matrix& mask) { return mask.rowwise().reverse(); }

Index painted(const Matrix& mask, Index head) { return static_cast<Index>(mask.row(head).sum()); }

// The mean divergence of the law from softmax(sum_k A_k sum_i a_k[i] x_i) over contexts of n
// tokens. The newest of them are the same for every n.
double divergence(const Matrix& weights, Index n, std::uint64_t seed) {
  constexpr Index kHeads = Construction::kHeads, kLags = Construction::kLags;
  const PatternTask task = clue_task(kLags, kFactor, kBase);
  Rng rng(seed);
  const PatternData data =
      uniform_contexts(task, Construction::kContexts, PatternTargets::kLaws, rng);
  Matrix predicted(data.laws.rows(), kTokens);
  auto token = data.tokens.begin();
  for (Index row = 0; row < predicted.rows(); ++row) {
    Matrix seen = Matrix::Zero(kHeads, kTokens);  // what each head gives to each kind of token
    for (Index i = 0; i < kLags; ++i, ++token) {
      for (Index k = 0; k < kHeads; ++k) seen(k, *token) += weights(k, i);
    }
    Vector older = Vector::Zero(kTokens);
    for (Index i = kLags; i < n; ++i) {
      older(static_cast<Index>(static_cast<double>(kTokens) * rng.uniform())) += 1.0;
    }
    Vector logits = Vector::Zero(kTokens);
    for (Index k = 0; k < kHeads; ++k) {
      const double each = n > kLags ? weights(k, kLags) / static_cast<double>(n - kLags) : 0.0;
      const Matrix& a = task.features[static_cast<std::size_t>(k)];
      for (Index x = 0; x < kTokens; ++x) {
        const double given = seen(k, x) + each * older(x);
        for (Index y = 0; y < kTokens; ++y) logits(y) += given * a(y, x);
      }
    }
    predicted.row(row) = softmax(logits).transpose();
  }
  const Vector each = kl_divergences(data.laws, predicted);
  double sum = 0.0;
  for (const double one : each) sum += one;
  return sum / static_cast<double>(each.size());
}

// x_j^T (M^T K)^T (M^-1 Q) x_t for K^T Q as printed, K = 1 and a random M with ones on its diagonal
// and zeros above it: less the scores that are painted. Tokens are those of one context, with their
// positions as one-hot vectors below them; t is the newest.
double symmetry_error(const Matrix& reads, double lambda, std::uint64_t seed) {
  constexpr Index kLags = Construction::kLags, kSize = kTokens + kLags;
  Rng rng(seed);
  Matrix m = Matrix::Identity(kSize, kSize);
  for (Index i = 0; i < kSize; ++i) {
    for (Index j = 0; j < i; ++j) m(i, j) = 0.3 * rng.normal();
  }
  double worst = 0.0;
  for (Index k = 0; k < reads.rows(); ++k) {
    // Q x_t: lambda in the places of the positions that are read. Position p of 12 is lag 11 - p.
    Vector moved = Vector::Zero(kSize);
    for (Index p = 0; p < kLags; ++p) moved(kTokens + p) = lambda * reads(k, kLags - 1 - p);
    // M^-1 of it, from the first number on.
    for (Index i = 0; i < kSize; ++i) {
      for (Index j = 0; j < i; ++j) moved(i) -= m(i, j) * moved(j);
    }
    for (Index p = 0; p < kLags; ++p) {
      const auto token = static_cast<Index>(static_cast<double>(kTokens) * rng.uniform());
      // The key of position p is M^T times its token and position.
      double score = 0.0;
      for (Index i = 0; i < kSize; ++i) score += (m(token, i) + m(kTokens + p, i)) * moved(i);
      worst = larger(worst, std::fabs(score - lambda * reads(k, kLags - 1 - p)));
    }
  }
  return worst;
}

}  // namespace

std::vector<Setting<ConstructionParams>> Construction::settings() {
  ConstructionParams longer;
  longer.n = 112;
  longer.lambda = 2.5;
  ConstructionParams painted;
  painted.mask(0, 8) = 0.0;
  painted.mask.row(2).setZero();
  painted.lambda = 8.0;
  painted.seed = 7;
  return {{ConstructionParams{}, 0, 0}, {longer, 0, 0}, {painted, 0, 0}};
}

Construction::Construction(const Params& params) {
  check::shape(kName, "mask", params.mask, kHeads, kLags);
  checked(kName, params);
  const Matrix reads = by_lag(params.mask);
  const Matrix weights = pattern_weights(reads, params.n, params.lambda);
  Frame& f = frame_;
  f.n = params.n;
  f.weights = weights.rowwise().reverse();
  f.leak.resize(kHeads);
  for (Index k = 0; k < kHeads; ++k) {
    f.leak(k) = pattern_leak(painted(reads, k), params.n, params.lambda);
    double others = weights(k, kLags);
    for (Index i = 0; i < kLags; ++i) {
      if (reads(k, i) == 0.0) others += weights(k, i);
    }
    f.leak_error = larger(f.leak_error, std::fabs(f.leak(k) - others));
  }
  f.kl = divergence(weights, params.n, params.seed);
  f.lambdas.resize(kPoints);
  f.curves.resize(3 * kHeads, kPoints);
  for (Index i = 0; i < kPoints; ++i) {
    f.lambdas(i) = kMostLambda * static_cast<double>(i) / static_cast<double>(kPoints - 1);
    for (Index size = 0; size < 3; ++size) {
      for (Index k = 0; k < kHeads; ++k) {
        f.curves(size * kHeads + k, i) =
            pattern_leak(painted(reads, k), kSizes[size], f.lambdas(i));
      }
    }
  }
  f.symmetry_error = symmetry_error(reads, params.lambda, params.seed);
}

}  // namespace attn::experiments
