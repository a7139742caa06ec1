// Numbers as they are written in a text. Internal.
#pragma once

#include <string_view>

namespace attn::head_io {

/// What a text is.
enum class Decimal { kNumber, kTooLarge, kNone };

/// Reads `12`, `-.5`, `1.25e-3`, `inf`, `-Infinity`, `NaN` in any case, the whole text: the double
/// that is nearest to it, of two the even one. kTooLarge where that would be infinite although the
/// text is not.
[[nodiscard]] Decimal read_decimal(std::string_view text, double& number);

}  // namespace attn::head_io
