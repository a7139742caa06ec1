// The number that is larger than all others. Internal.
#pragma once

#include <limits>

namespace attn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace attn
