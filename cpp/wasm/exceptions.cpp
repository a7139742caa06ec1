// Throwing and catching in a part: the functions of the C++ ABI that compiled code calls, in place
// of libc++abi's, which are 2.3 KB of every download. All that is thrown in a part derives from
// std::exception, first and once, and what a part catches it catches with `catch (...)`, or as an
// Error (caught_error.cpp). So nobody has to tell types apart, but for that.
#include "wasm/exceptions.hpp"

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>

#include "wasm/thrown.hpp"

namespace attn::wasm {
namespace {

// Being handled, the innermost.
Thrown* handled = nullptr;

Thrown* of(void* exception) { return static_cast<Thrown*>(exception) - 1; }

}  // namespace

const char* caught_message() {
  return static_cast<const std::exception*>(static_cast<const void*>(handled + 1))->what();
}

extern "C" {

void* __cxa_allocate_exception(std::size_t size) {
  void* const room = std::malloc(sizeof(Thrown) + size);
  if (room == nullptr) std::abort();
  return static_cast<Thrown*>(room) + 1;
}

void __cxa_free_exception(void* exception) { std::free(of(exception)); }

[[noreturn]] void __cxa_throw(void* exception, const void* type, Destroy destroy) {
  *of(exception) = {type, destroy, nullptr, false};
  __builtin_wasm_throw(0, exception);
}

void* __cxa_begin_catch(void* exception) {
  Thrown* const thrown = of(exception);
  thrown->around = handled;
  thrown->on_its_way = false;
  handled = thrown;
  return exception;
}

// Also where another exception leaves the handler.
void __cxa_end_catch() {
  Thrown* const thrown = handled;
  handled = thrown->around;
  if (thrown->on_its_way) return;
  if (thrown->destroy != nullptr) thrown->destroy(thrown + 1);
  std::free(thrown);
}

[[noreturn]] void __cxa_rethrow() {
  handled->on_its_way = true;
  __builtin_wasm_throw(0, handled + 1);
}

// What types are made of. The linker wants them; nobody looks.
extern const void* const attn_class_type[11] __asm__("_ZTVN10__cxxabiv117__class_type_infoE");
const void* const attn_class_type[11] = {};
extern const void* const attn_derived_type[11] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
const void* const attn_derived_type[11] = {};

}  // extern "C"

}  // namespace attn::wasm

// An exception where there must be none. The page tells of a crash by itself.
[[noreturn]] void std::terminate() noexcept { std::abort(); }

// All of them: libc++'s lie together, and bring its handlers.
namespace {

void* given(void* room) {
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

void* aligned(std::size_t size, std::align_val_t to) {
  const auto places = static_cast<std::size_t>(to);
  return std::aligned_alloc(places, (size + places - 1) / places * places);
}

}  // namespace

const std::nothrow_t std::nothrow{};
void std::__throw_bad_alloc() { throw std::bad_alloc(); }

// malloc gives room for nothing, too.
void* operator new(std::size_t size) { return given(std::malloc(size)); }
void* operator new[](std::size_t size) { return given(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t to) { return given(aligned(size, to)); }
void* operator new[](std::size_t size, std::align_val_t to) { return given(aligned(size, to)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }

void operator delete(void* room) noexcept { std::free(room); }
void operator delete[](void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete(void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }
void operator delete(void* room, const std::nothrow_t&) noexcept { std::free(room); }
void operator delete[](void* room, const std::nothrow_t&) noexcept { std::free(room); }
