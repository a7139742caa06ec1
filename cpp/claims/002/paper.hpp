// Support Tokens, Stability Margins, and a New Foundation for Robust LLMs, seed 002, for its part
// of the wasm.
#pragma once

#include "claims/ledger.hpp"

namespace attn::claims {

struct Paper002 {
  static constexpr const char* kLedger = "ledger_002";
  static constexpr const char* kClaim = "claim_002";
  static constexpr bool kFloats = true;
  /// Of the language models that the claims on section 7 train.
  static double self_test();
  static const std::vector<Claim>& claims();
};

}  // namespace attn::claims
