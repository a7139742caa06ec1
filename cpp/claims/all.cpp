#include "claims/000/paper.hpp"
#include "claims/001/paper.hpp"
#include "claims/002/paper.hpp"
#include "claims/003/paper.hpp"
#include "claims/004/paper.hpp"

namespace attn::claims {

const std::vector<Claim>& all() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> claims;
    for (const auto* paper : {&Paper000::claims(), &Paper001::claims(), &Paper002::claims(),
                              &Paper003::claims(), &Paper004::claims()}) {
      claims.insert(claims.end(), paper->begin(), paper->end());
    }
    return claims;
  }();
  return list;
}

const Claim& named(const std::string& id) { return named(all(), id); }

}  // namespace attn::claims
