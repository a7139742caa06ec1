// `catch (const Error&)`, for the parts in which the library has one. Clauses are numbered by their
// types: with no other type the number is 1. tools/check-structure.mjs finds others.
#include "attn/numerics/types.hpp"
#include "wasm/thrown.hpp"

namespace attn::wasm {

// What compiled code and the function below tell each other.
struct LandingPad {
  unsigned place;
  const void* table;
  int clause;
};

extern "C" {

extern const char attn_error_type __asm__("_ZTIN4attn5ErrorE");

extern LandingPad __wasm_lpad_context;
LandingPad __wasm_lpad_context = {};

int _Unwind_CallPersonality(void* exception);
int _Unwind_CallPersonality(void* exception) {
  const bool error = (static_cast<const Thrown*>(exception) - 1)->type == &attn_error_type;
  __wasm_lpad_context.clause = error ? 1 : 0;
  return 0;
}

}  // extern "C"

}  // namespace attn::wasm
