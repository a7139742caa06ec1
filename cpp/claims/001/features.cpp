// The claims of seed 001, section 10.2: linear attention.
#include <cmath>

#include "attn/attention/linear_attention.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// Of a query and a key of length 1, the mean of so many features over exp(q k).
double mean_of_features(FeatureKind kind, std::uint64_t seed) {
  Rng rng(seed);
  Matrix q = normal(rng, 1, 4);
  Matrix k = normal(rng, 1, 4);
  q /= std::sqrt(q.squaredNorm());
  k /= std::sqrt(k.squaredNorm());
  const FeatureMap map{kind, random_frequencies(20000, 4, false, rng)};
  return feature_kernel(map, q, k)(0, 0) / mathfn::exp(q.row(0).dot(k.row(0)));
}

double sums_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix q = normal(rng, 5, 3);
  const Matrix k = normal(rng, 7, 3);
  const Matrix v = normal(rng, 7, 2);
  double worst = 0.0;
  for (const FeatureKind kind : {FeatureKind::kElu, FeatureKind::kPositive}) {
    FeatureMap map{kind, {}};
    if (kind != FeatureKind::kElu) map.frequencies = random_frequencies(16, 3, false, rng);
    const Matrix kernel = feature_kernel(map, q, k);
    Matrix expected = kernel.lazyProduct(v);
    for (Index i = 0; i < expected.rows(); ++i) expected.row(i) /= kernel.row(i).sum();
    worst = larger(worst, largest(linear_attention(q, k, v, map).output - expected));
  }
  return worst;
}

// Of two keys, d = 1, with the scores 2 and 0: how much more the first one counts.
double preference_of_elu(std::uint64_t, const Progress&) {
  Matrix k(2, 1);
  k << 2.0, 0.0;
  const Matrix kernel = feature_kernel({FeatureKind::kElu, {}}, Matrix::Constant(1, 1, 1.0), k);
  return kernel(0, 0) / kernel(0, 1);
}

}  // namespace

std::vector<Claim> of_features() {
  std::vector<Claim> list;
  const auto kernel = [&](const char* id, const char* statement, FeatureKind kind) {
    list.push_back(
        {id, "section 10.2, (73)", statement, "K(q, k) ≈ φ(q)^T φ(k)", 1.0, A::kWithin, 0.02,
         "φ(q)^T φ(k) over exp(q k), |q| = |k| = 1",
         "mean over seeds of feature_kernel, d = 4, 20 000 frequencies", 20, false,
         [kind](std::uint64_t seed, const Progress&) { return mean_of_features(kind, seed); }});
  };
  kernel("001.eq-73.positive", "Positive random features stand for exp(q k).",
         FeatureKind::kPositive);
  kernel("001.eq-73.fourier", "Random Fourier features stand for exp(q k).", FeatureKind::kFourier);
  list.back().correction = {
      "they estimate exp(−|q − k|² / 2), which is exp(q k) times exp(−(|q|² + |k|²) / 2), here 1 / "
      "e",
      0.36788, 0.01};
  kernel("001.eq-73.trigonometric",
         "Random Fourier features times exp(|x|² / 2) stand for exp(q k).",
         FeatureKind::kTrigonometric);
  list.push_back({"001.eq-73.elu", "section 10.2, (73)",
                  "ELU + 1 approximates the exponential kernel.", "φ(x) = ELU(x) + 1", 7.389056,
                  A::kWithin, 0.1,
                  "how much more a key with score 2 counts than one with score 0, d = 1",
                  "feature_kernel at q = 1, k = 2 and 0; the kernel exp gives e²", 1, false,
                  preference_of_elu});
  list.back().correction = {"(q + 1)(k + 1) is 6 for the one and 2 for the other: another function",
                            3.0, 1e-12};
  list.push_back({"001.eq-74.sums", "section 10.2, (74)",
                  "Sums over keys can be taken first, once for all queries.",
                  "φ(q) Σ φ(k) v / φ(q) Σ φ(k)", 0.0, A::kWithin, 1e-11, "largest residual",
                  "linear_attention against the kernel written out, two feature maps", 10, false,
                  sums_residual});
  list.push_back(
      {"001.section-10.time", "section 10.2",
       "Linear attention takes time in proportion to n, a query O(d²).", "O(n d²); O(d²)", 0.0,
       A::kNotTried, 0.0, "",
       "a time is one of a machine: the benchmark's workload W7 and the figure measure it "
       "where they run",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
