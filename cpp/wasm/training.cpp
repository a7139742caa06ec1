// Runs that train, for the parts that have some.
#include "wasm/part.hpp"

namespace attn::wasm {
namespace {

// Of what is kept; more than there is memory.
constexpr Index kMostBytes = 1 << 30;

void save(const experiments::Training& training) {
  const experiments::Bytes bytes = training.save();
  tape().clear();
  put(static_cast<double>(bytes.size()));
  put_bytes(bytes.data(), bytes.size());
}

void restore(experiments::Training& training) {
  const auto* const first = reinterpret_cast<const unsigned char*>(tape().data() + 1);
  training.restore({first, first + static_cast<std::size_t>(tape().front())});
}

}  // namespace

double call_training(Run* run, TrainingCall call, double bytes) {
  experiments::Training* const training = run->training();
  if (call == TrainingCall::kFrontier) {
    return training == nullptr ? -1.0 : static_cast<double>(training->frontier());
  }
  return guarded([&] {
    if (training == nullptr) check::fail("this run does not train");
    if (call == TrainingCall::kSave) save(*training);
    if (call == TrainingCall::kRestore) restore(*training);
    if (call == TrainingCall::kKeepWithin) {
      training->keep_within(
          static_cast<std::size_t>(check::count("run", "bytes", bytes, 0, kMostBytes)));
    }
    return true;
  });
}

}  // namespace attn::wasm
