#include "claims/002/paper.hpp"

#include "claims/002/parts.hpp"
#include "claims/one_head.hpp"
#include "experiments/support-tokens/gpt_runs.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper002::claims() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> all;
    for (auto* more : {of_residuals, of_blocks, of_margins, of_coupling, of_token_process, of_depth,
                       of_published_tables, of_language_models, of_regularisation,
                       of_longer_training, of_published_run}) {
      for (Claim& claim : more()) all.push_back(std::move(claim));
    }
    for (Claim& claim : of_one_head("002")) all.push_back(std::move(claim));
    return all;
  }();
  return list;
}

double Paper002::self_test() { return experiments::gpt_self_test(); }

}  // namespace attn::claims
