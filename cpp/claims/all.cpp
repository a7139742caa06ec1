#include "claims/001/paper.hpp"
#include "claims/004/paper.hpp"

namespace attn::claims {

const std::vector<Claim>& all() {
  static const std::vector<Claim> list = [] {
    std::vector<Claim> claims = Paper001::claims();
    claims.insert(claims.end(), Paper004::claims().begin(), Paper004::claims().end());
    return claims;
  }();
  return list;
}

const Claim& named(const std::string& id) { return named(all(), id); }

}  // namespace attn::claims
