// The ledgers of the papers as the catalogue has the experiments: what pages open beside those.
#pragma once

#include "claims/000/paper.hpp"
#include "claims/001/paper.hpp"
#include "claims/002/paper.hpp"
#include "claims/003/paper.hpp"
#include "claims/004/paper.hpp"
#include "experiments/catalogue.hpp"

namespace attn::claims {

template <typename... Paper>
std::vector<experiments::Experiment> ledgers_of() {
  using experiments::catalogue::entry;
  std::vector<experiments::Experiment> list;
  (list.insert(list.end(), {entry<Ledger<Paper>>("ledger", Paper::kLedger),
                            entry<PaperClaim<Paper>>("ledger", Paper::kLedger)}),
   ...);
  return list;
}

/// In the order of the papers: of each its list of claims, and one of them recomputed.
inline std::vector<experiments::Experiment> ledgers() {
  return ledgers_of<Paper000, Paper001, Paper002, Paper003, Paper004>();
}

}  // namespace attn::claims
