#pragma once

namespace attn::cli {

/// The commit that this program was built from, 40 digits, with "+" where its C++ was changed after
/// it; "unknown" where the source was no checkout.
const char* commit();

}  // namespace attn::cli
