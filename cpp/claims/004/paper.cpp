#include "claims/004/paper.hpp"

#include "experiments/denoising/self_test.hpp"

namespace attn::claims {

const std::vector<Claim>& Paper004::claims() {
  static const std::vector<Claim> list = of_empirical_bayes();
  return list;
}

double Paper004::self_test() { return experiments::denoiser_self_test(); }

}  // namespace attn::claims
