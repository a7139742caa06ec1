// A long sequence in single precision: each query sees what came before, by sums that grow with no
// token.
#include <attn/attention/linear_attention_fast.hpp>
#include <iostream>

int main() {
  const attn::Index n = 20000, d = 8;
  attn::Rng rng(1);
  attn::FloatMatrix q(n, d), k(n, d), v(n, 1);
  for (attn::Index i = 0; i < n; ++i) {
    for (attn::Index c = 0; c < d; ++c) {
      q(i, c) = static_cast<float>(0.4 * rng.normal());
      k(i, c) = static_cast<float>(0.4 * rng.normal());
    }
    v(i, 0) = k(i, 0);
  }
  const attn::FeatureMap map{attn::FeatureKind::kPositive,
                             attn::random_frequencies(64, d, true, rng)};
  const attn::FloatMatrix out = attn::linear_attention_fast(q, k, v, map, true);
  // The value is a coordinate of the key: queries that have more of it find more of it.
  float with = 0.0F, against = 0.0F;
  for (attn::Index i = n / 2; i < n; ++i) (q(i, 0) > 0.0F ? with : against) += out(i, 0);
  std::cout << "more found along it than against it: " << (with > against) << '\n';
  attn::LinearWorkspace workspace;
  const attn::FloatView first{q.data(), 10, d, d}, keys{k.data(), 10, d, d},
      values{v.data(), 10, 1, 1};
  attn::FloatMatrix few(10, 1);
  attn::linear_attention_fast(first, keys, values, map, true, workspace, {few.data(), 10, 1, 1});
  std::cout << "what comes later changes nothing: " << few.isApprox(out.topRows(10), 1e-5F) << '\n';
}

// Prints:
//  more found along it than against it: 1
//  what comes later changes nothing: 1
