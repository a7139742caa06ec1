#include "wasm/part.hpp"

#include <cstring>

#include "attn/version.hpp"
#include "wasm/exceptions.hpp"

namespace attn::wasm {

void put_message() {
  const char* const message = caught_message();
  // The second is what a vector throws of which no address could name the end.
  const bool memory =
      std::strcmp(message, "std::bad_alloc") == 0 || std::strcmp(message, "vector") == 0;
  tape().clear();
  put(memory ? "not enough memory" : message);
}

namespace {

// Numbers from JavaScript, where a cast would truncate in silence; the run knows its own limits.
Index whole(const char* name, double value) {
  return check::count("run", name, value, 0, check::kMaxBudget);
}

}  // namespace

Run* open_in(const Opener* openers, std::size_t count) {
  Run* run = nullptr;
  guarded([&] {
    TapeReader start;
    for (std::size_t i = 0; i < count; ++i) {
      TapeReader after = start;
      if (!after.passes(openers[i].name)) continue;
      const TapeSource params(openers[i].name, after);
      std::unique_ptr<Run> opened = openers[i].open(params);
      params.refuse_unasked();
      run = opened.release();
      return true;
    }
    check::fail({"there is no experiment '", start.text(), "' in this part"});
  });
  return run;
}

extern "C" {

/// The tape, with room for so many doubles; what was on it is lost where it grows. Null where there
/// is no memory for that, which the tape says then.
EMSCRIPTEN_KEEPALIVE double* attn_tape(std::size_t size) {
  const auto resize = [&] {
    tape().resize(size);
    return true;
  };
  return guarded(resize) == kYes ? tape().data() : nullptr;
}

EMSCRIPTEN_KEEPALIVE const double* attn_answer() { return tape().data(); }

EMSCRIPTEN_KEEPALIVE void attn_version() {
  tape().clear();
  put(kVersion);
}

EMSCRIPTEN_KEEPALIVE double attn_opens(const Run* run) { return static_cast<double>(run->opens()); }

EMSCRIPTEN_KEEPALIVE bool attn_refines(const Run* run) { return run->refines(); }

EMSCRIPTEN_KEEPALIVE Answer attn_seek(Run* run, double t, double budget) {
  return guarded([&] { return run->seek(whole("t", t), whole("budget", budget)); });
}

EMSCRIPTEN_KEEPALIVE Answer attn_refine(Run* run, double budget) {
  return guarded([&] { return run->refine(whole("budget", budget)); });
}

EMSCRIPTEN_KEEPALIVE Answer attn_frame(const Run* run) {
  return guarded([&] {
    TapeSink sink;
    run->frame(sink);
    sink.close();
    return true;
  });
}

EMSCRIPTEN_KEEPALIVE void attn_drop(Run* run) { delete run; }

}  // extern "C"

}  // namespace attn::wasm
