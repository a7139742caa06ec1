#include "claims/003/paper.hpp"

#include "claims/003/parts.hpp"
#include "claims/one_head.hpp"
#include "experiments/incremental-patterns/pattern_run.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper003::claims() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> all;
    for (auto* more : {of_pattern_task, of_transformer, of_learning, of_pattern_construction,
                       of_ablations, of_data_sizes, of_regression, of_pattern_flow}) {
      for (Claim& claim : more()) all.push_back(std::move(claim));
    }
    for (Claim& claim : of_one_head("003")) all.push_back(std::move(claim));
    return all;
  }();
  return list;
}

double Paper003::self_test() { return experiments::pattern_self_test(); }

}  // namespace attn::claims
