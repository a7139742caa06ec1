// Incremental Learning of Sparse Attention Patterns in Transformers, seed 003, for its part of the
// wasm.
#pragma once

#include "claims/ledger.hpp"

namespace attn::claims {

struct Paper003 {
  static constexpr const char* kLedger = "ledger_003";
  static constexpr const char* kClaim = "claim_003";
  static constexpr bool kFloats = true;
  /// Of the float passes that the claims on training ask.
  static double self_test();
  static const std::vector<Claim>& claims();
};

}  // namespace attn::claims
