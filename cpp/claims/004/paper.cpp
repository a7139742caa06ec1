#include "claims/004/paper.hpp"

#include "claims/004/parts.hpp"
#include "claims/one_head.hpp"
#include "experiments/denoising/self_test.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper004::claims() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> all;
    for (auto* more : {of_particles, of_empirical_bayes, of_variance, of_recovery, of_errors}) {
      for (Claim& claim : more()) all.push_back(std::move(claim));
    }
    for (Claim& claim : of_one_head("004")) all.push_back(std::move(claim));
    return all;
  }();
  return list;
}

double Paper004::self_test() { return experiments::denoiser_self_test(); }

}  // namespace attn::claims
