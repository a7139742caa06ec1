#include "wasm/part.hpp"

#include "attn/version.hpp"
#include "wasm/exceptions.hpp"

namespace attn::wasm {
namespace {

/// What a function answers that can refuse.
enum Answer { kRefused = -1, kNo = 0, kYes = 1 };

/// Puts the message of the exception that is being handled onto the tape: one that crosses into JavaScript has none.
void put_message() {
  std::string message = caught_message();
  if (message == "std::bad_alloc") message = "not enough memory";
  tape().clear();
  put(message);
}

template <typename Body>
Answer guarded(const Body& body) {
  try {
    return body() ? kYes : kNo;
  } catch (...) {
    put_message();
    return kRefused;
  }
}

// Numbers from JavaScript, where a cast would truncate in silence; the run knows its own limits.
Index whole(const char* name, double value) {
  return check::count("run", name, value, 0, check::kMaxBudget);
}

// Of what is kept; more than there is memory.
constexpr Index kMostBytes = 1 << 30;

experiments::Training& training(Run& run) {
  experiments::Training* const training = run.training();
  if (training == nullptr) throw Error("this run does not train");
  return *training;
}

}  // namespace

Run* open_in(const Opener* openers, std::size_t count) {
  Run* run = nullptr;
  guarded([&] {
    TapeReader start;
    const std::string name = start.text();
    for (std::size_t i = 0; i < count && run == nullptr; ++i) {
      if (name == openers[i].name)
        run = openers[i].open(TapeSource(openers[i].name, start)).release();
    }
    if (run == nullptr) throw Error("there is no experiment '" + name + "' in this part");
    return true;
  });
  return run;
}

extern "C" {

/// The tape, with room for so many doubles; what was on it is lost where it grows.
EMSCRIPTEN_KEEPALIVE double* attn_tape(std::size_t size) {
  tape().resize(size);
  return tape().data();
}

EMSCRIPTEN_KEEPALIVE const double* attn_answer() { return tape().data(); }

EMSCRIPTEN_KEEPALIVE void attn_version() {
  tape().clear();
  put(std::string(kVersion));
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

/// Of a run that trains; -1 for any other.
EMSCRIPTEN_KEEPALIVE double attn_frontier(Run* run) {
  const experiments::Training* const training = run->training();
  return training == nullptr ? -1.0 : static_cast<double>(training->frontier());
}

EMSCRIPTEN_KEEPALIVE Answer attn_save(Run* run) {
  return guarded([&] {
    const experiments::Bytes bytes = training(*run).save();
    tape().clear();
    put(static_cast<double>(bytes.size()));
    put_bytes(bytes.data(), bytes.size());
    return true;
  });
}

EMSCRIPTEN_KEEPALIVE Answer attn_restore(Run* run) {
  return guarded([&] {
    const auto* const first = reinterpret_cast<const unsigned char*>(tape().data() + 1);
    training(*run).restore({first, first + static_cast<std::size_t>(tape().front())});
    return true;
  });
}

EMSCRIPTEN_KEEPALIVE Answer attn_keep_within(Run* run, double bytes) {
  return guarded([&] {
    training(*run).keep_within(
        static_cast<std::size_t>(check::count("run", "bytes", bytes, 0, kMostBytes)));
    return true;
  });
}

EMSCRIPTEN_KEEPALIVE void attn_drop(Run* run) { delete run; }

}  // extern "C"

}  // namespace attn::wasm
