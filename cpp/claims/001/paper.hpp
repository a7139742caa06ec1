// Attention as Bilinear Form, seed 001, for its part of the wasm.
#pragma once

#include "claims/ledger.hpp"

namespace attn::claims {

struct Paper001 {
  static constexpr const char* kLedger = "ledger_001";
  static constexpr const char* kClaim = "claim_001";
  static constexpr bool kFloats = true;
  static const std::vector<Claim>& claims();
  /// Of the float kernels that some claims ask.
  static double self_test();
};

}  // namespace attn::claims
