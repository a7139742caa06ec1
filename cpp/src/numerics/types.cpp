#include "attn/numerics/types.hpp"

namespace attn {

Error::Error(const std::string& message) : std::invalid_argument(message) {}

// Defined here, so that the class has one home: `catch` in another library or wasm finds this type.
Error::~Error() = default;

}  // namespace attn
