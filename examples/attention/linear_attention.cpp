// Softmax by positive features: the more of them, the nearer; ELU + 1 is another function. And the
// same key by key.
#include <attn/attention/attention.hpp>
#include <attn/attention/linear_attention.hpp>
#include <iostream>

int main() {
  attn::Matrix q(1, 2), k(3, 2), v(3, 1);
  q << 0.5, -0.3;
  k << 0.4, 0.1, -0.6, 0.2, 0.1, -0.8;
  v << 1, 2, 3;
  attn::AttentionOptions unscaled;
  unscaled.scale = 1.0;
  std::cout << "softmax " << attn::attention(q, k, v, unscaled) << '\n';
  std::cout << "ELU + 1 " << attn::linear_attention(q, k, v, {}).output << '\n';
  for (const attn::Index m : {10, 1000, 100000}) {
    attn::Rng rng(1);
    const attn::FeatureMap map{attn::FeatureKind::kPositive,
                               attn::random_frequencies(m, 2, false, rng)};
    std::cout << m << " positive features " << attn::linear_attention(q, k, v, map).output << '\n';
  }
  // As a recurrent network: keys are taken in as they come, and queries read what there is.
  attn::LinearAttentionState state({}, 2, 1);
  for (attn::Index j = 0; j < k.rows(); ++j) {
    state.add(k.row(j), v.row(j));
    std::cout << "ELU + 1 after key " << j << ' ' << state.read(q).output << '\n';
  }
  std::cout << "variance of one for the first key "
            << attn::positive_feature_variance(q.row(0), k.row(0)) << '\n';
}

// Prints:
//  softmax 2.04694
//  ELU + 1 1.859
//  10 positive features 2.17708
//  1000 positive features 2.02481
//  100000 positive features 2.04648
//  ELU + 1 after key 0 1
//  ELU + 1 after key 1 1.37004
//  ELU + 1 after key 2 1.859
//  variance of one for the first key 1.88213
