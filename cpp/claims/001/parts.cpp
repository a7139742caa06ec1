#include "claims/001/parts.hpp"

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

}  // namespace attn::claims
