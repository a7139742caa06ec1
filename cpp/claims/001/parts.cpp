#include "claims/001/parts.hpp"

#include "attn/attention/attention.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::claims {

Matrix normal(Rng& rng, Index rows, Index cols) {
  Matrix out(rows, cols);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = rng.normal();
  return out;
}

MultiHeadWeights random_heads(Rng& rng, std::size_t heads) {
  MultiHeadWeights w;
  for (std::size_t h = 0; h < heads; ++h) {
    w.w_q.push_back(normal(rng, 6, 2));
    w.w_k.push_back(normal(rng, 6, 2));
    w.w_v.push_back(normal(rng, 6, 2));
    w.w_o.push_back(normal(rng, 2, 6));
  }
  return w;
}

Matrix exponentials(const Matrix& m) {
  return m.unaryExpr([](double x) { return mathfn::exp(x); });
}

Problem::Problem(std::uint64_t seed) {
  Rng rng(seed);
  q = normal(rng, 5, 3);
  k = normal(rng, 7, 3);
  v = normal(rng, 7, 2);
  d_output = normal(rng, 5, 2);
}

Vector Problem::scores() const { return attention_scores(q, k).row(0); }

}  // namespace attn::claims
