// How an exception lies in memory.
#pragma once

namespace attn::wasm {

using Destroy = void* (*)(void*);

/// Before the exception itself.
struct alignas(8) Thrown {
  const void* type;
  Destroy destroy;
  Thrown* around;   ///< what is being handled outside of the handler of this
  bool on_its_way;  ///< thrown again by its handler, which is being left
};

}  // namespace attn::wasm
