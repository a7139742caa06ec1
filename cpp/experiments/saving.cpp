#include "experiments/saving.hpp"

#include <cstring>

#include "experiments/arrays.hpp"

namespace attn::experiments {
namespace {

constexpr unsigned char kMagic[] = {'a', 't', 't', 'n', 'r', 'u', 'n'};
constexpr unsigned char kFormat = 1;
constexpr std::size_t kSumSize = 8;

[[noreturn]] void refuse(const char* experiment, const std::string& what) {
  throw Error(std::string(experiment) + ": the saved run " + what);
}

// One past the header's first part: what it is, and of which format.
constexpr std::size_t kStart = sizeof kMagic + 1;

}  // namespace

void Packer::word(std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
}

void Packer::put(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  word(bits, 8);
}

void Packer::put(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  word(bits, 4);
}

void Packer::put(const std::string& value) {
  put(static_cast<Index>(value.size()));
  bytes.insert(bytes.end(), value.begin(), value.end());
}

void Unpacker::refuse() const { attn::experiments::refuse(experiment_, "holds something else"); }

std::uint64_t Unpacker::word(std::size_t size) {
  if (end_ - at_ < size) refuse();
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes_[at_++]} << (8 * i);
  return value;
}

void Unpacker::get(double& out) {
  const std::uint64_t bits = word(8);
  std::memcpy(&out, &bits, sizeof out);
}

void Unpacker::get(float& out) {
  const auto bits = static_cast<std::uint32_t>(word(4));
  std::memcpy(&out, &bits, sizeof out);
}

void Unpacker::get(Index& out) {
  const auto value = static_cast<std::int64_t>(word(8));
  if (value != std::int64_t{static_cast<Index>(value)}) refuse();
  out = static_cast<Index>(value);
}

void Unpacker::expect(Index rows, Index cols, std::size_t bytes_each) const {
  const std::size_t room = (end_ - at_) / bytes_each;
  if (rows < 0 || cols < 0) refuse();
  if (cols > 0 && static_cast<std::size_t>(rows) > room / static_cast<std::size_t>(cols)) refuse();
}

void Unpacker::get(std::string& out) {
  Index size = 0;
  get(size);
  expect(size, 1, 1);
  const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(at_);
  out.assign(first, first + size);
  at_ += static_cast<std::size_t>(size);
}

namespace saving {

std::uint64_t hash(const Bytes& bytes) { return hash_bytes(bytes.data(), bytes.size()); }

Bytes header(const char* experiment, std::uint64_t params, std::uint64_t names) {
  Packer packer;
  packer.bytes.assign(std::begin(kMagic), std::end(kMagic));
  packer.bytes.push_back(kFormat);
  packer.put(std::string(experiment));
  packer.put(params);
  packer.put(names);
  return std::move(packer.bytes);
}

Bytes sealed(Bytes bytes) {
  Packer packer;
  packer.bytes = std::move(bytes);
  packer.put(hash(packer.bytes));
  return std::move(packer.bytes);
}

Unpacker opened(const char* experiment, const Bytes& bytes, std::uint64_t params,
                std::uint64_t names) {
  if (bytes.size() < kStart || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    throw Error(std::string(experiment) + ": these bytes are no saved run");
  }
  if (bytes[sizeof kMagic] != kFormat) {
    refuse(experiment, "is of format " + std::to_string(bytes[sizeof kMagic]) + ", expected " +
                           std::to_string(kFormat));
  }
  if (bytes.size() < kStart + kSumSize) refuse(experiment, "is damaged or cut off");
  const std::size_t end = bytes.size() - kSumSize;
  std::uint64_t sum = 0;
  Unpacker(experiment, bytes, end, bytes.size()).get(sum);
  if (sum != hash_bytes(bytes.data(), end)) refuse(experiment, "is damaged or cut off");
  Unpacker unpacker(experiment, bytes, kStart, end);
  std::string name;
  std::uint64_t its_params = 0;
  std::uint64_t its_names = 0;
  unpacker.get(name);
  unpacker.get(its_params);
  unpacker.get(its_names);
  if (name != experiment) refuse(experiment, "is one of " + name);
  if (its_names != names) refuse(experiment, "is of another version of the experiment");
  if (its_params != params) refuse(experiment, "has other parameters");
  return unpacker;
}

}  // namespace saving

}  // namespace attn::experiments
