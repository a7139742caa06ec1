#include "claims/000/paper.hpp"

#include "claims/000/parts.hpp"
#include "claims/one_head.hpp"
#include "experiments/gradient-dynamics/em_vs_sgd.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper000::claims() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> all;
    for (auto* more : {of_head, of_head_gradients, of_routing, of_first_order, of_training,
                       of_chain, of_table_1}) {
      for (Claim& claim : more()) all.push_back(std::move(claim));
    }
    for (Claim& claim : of_one_head("000")) all.push_back(std::move(claim));
    return all;
  }();
  return list;
}

double Paper000::self_test() { return experiments::EmVsSgd::self_test(); }

}  // namespace attn::claims
