// Gradient Dynamics of Attention, seed 000, for its part of the wasm.
#pragma once

#include "claims/ledger.hpp"

namespace attn::claims {

struct Paper000 {
  static constexpr const char* kLedger = "ledger_000";
  static constexpr const char* kClaim = "claim_000";
  static constexpr bool kFloats = true;
  static const std::vector<Claim>& claims();
  /// Of the float passes that the claims on training ask.
  static double self_test();
};

}  // namespace attn::claims
