#include "claims/001/paper.hpp"

#include "claims/001/parts.hpp"
#include "claims/one_head.hpp"
#include "experiments/bilinear-form/fast_attention.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper001::claims() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> all = of_index_notation();
    for (auto* more : {of_bilinear_form, of_gibbs, of_geometry, of_gradients, of_memory,
                       of_features, of_worked_examples}) {
      for (Claim& claim : more()) all.push_back(std::move(claim));
    }
    for (Claim& claim : of_one_head("001")) all.push_back(std::move(claim));
    return all;
  }();
  return list;
}

double Paper001::self_test() { return experiments::FastAttention::self_test(); }

}  // namespace attn::claims
