// Support Tokens, Stability Margins, and a New Foundation for Robust LLMs, seed 002, for its part of the wasm.
#pragma once

#include "claims/ledger.hpp"

namespace attn::claims {

struct Paper002 {
  static constexpr const char* kLedger = "ledger_002";
  static constexpr const char* kClaim = "claim_002";
  static const std::vector<Claim>& claims();
  /// Nothing here is computed in single precision.
  static double self_test() { return 0.0; }
};

}  // namespace attn::claims
