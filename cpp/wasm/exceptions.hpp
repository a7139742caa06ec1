// What is thrown in a part, once it has been caught.
#pragma once

namespace attn::wasm {

/// The message of the exception that is being handled; in a `catch (...)` alone.
const char* caught_message();

}  // namespace attn::wasm
