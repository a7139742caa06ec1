#include "reading/inflate.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace attn::head_io {
namespace {

constexpr unsigned kLongestCode = 15;
constexpr unsigned kFastBits = 10;
constexpr std::size_t kMostSymbols = 288;

// Bits from the lowest of each byte on. Behind the last there are zeros, and taking one of those is
// remembered.
class DeflateBits {
 public:
  explicit DeflateBits(Bytes bytes) : at_(bytes.data), end_(bytes.data + bytes.size) {}

  unsigned peek(unsigned n) {
    while (count_ < n && at_ != end_) {
      held_ |= std::uint64_t{*at_++} << count_;
      count_ += 8;
    }
    return static_cast<unsigned>(held_ & ((std::uint64_t{1} << n) - 1));
  }

  void drop(unsigned n) {
    if (n > count_) ended_ = true;
    held_ >>= n;
    count_ -= std::min(n, count_);
  }

  unsigned take(unsigned n) {
    const unsigned out = peek(n);
    drop(n);
    return out;
  }

  // The next bytes, from the next whole one on; null where they are not there.
  const unsigned char* take_bytes(std::size_t n) {
    at_ -= count_ / 8;
    held_ = 0;
    count_ = 0;
    if (n > static_cast<std::size_t>(end_ - at_)) return nullptr;
    const unsigned char* const out = at_;
    at_ += n;
    return out;
  }

  void skip_to_byte() { drop(count_ % 8); }
  bool ended() const { return ended_; }
  bool nothing_left() const { return at_ == end_ && count_ < 8; }

 private:
  const unsigned char* at_;
  const unsigned char* end_;
  std::uint64_t held_ = 0;
  unsigned count_ = 0;
  bool ended_ = false;
};

unsigned reversed(unsigned code, unsigned length) {
  unsigned out = 0;
  for (unsigned i = 0; i < length; ++i) out |= ((code >> i) & 1U) << (length - 1 - i);
  return out;
}

// A canonical code: short words are looked up, long ones counted through.
class HuffmanCode {
 public:
  // False for lengths that no code has. As in zlib, `may_lack` allows no word at all, and a single
  // one, which leaves half of the bits without meaning.
  bool build(const std::uint8_t* lengths, std::size_t n, bool may_lack = true) {
    counts_.fill(0);
    for (std::size_t i = 0; i < n; ++i) ++counts_[lengths[i]];
    const bool single = counts_[0] + counts_[1] == n && counts_[1] < 2;
    counts_[0] = 0;
    int left = 1;
    std::array<std::uint16_t, kLongestCode + 2> starts{};
    std::array<unsigned, kLongestCode + 2> codes{};
    for (std::size_t l = 1; l <= kLongestCode; ++l) {
      left = 2 * left - counts_[l];
      if (left < 0) return false;
      starts[l + 1] = static_cast<std::uint16_t>(starts[l] + counts_[l]);
      codes[l + 1] = (codes[l] + counts_[l]) << 1U;
    }
    if (left > 0 && !(single && may_lack)) return false;
    fast_.fill(0);
    for (std::size_t symbol = 0; symbol < n; ++symbol) {
      const unsigned length = lengths[symbol];
      if (length == 0) continue;
      symbols_[starts[length]++] = static_cast<std::uint16_t>(symbol);
      const unsigned code = codes[length]++;
      if (length > kFastBits) continue;
      for (unsigned at = reversed(code, length); at < fast_.size(); at += 1U << length) {
        fast_[at] = static_cast<std::uint16_t>(symbol << 4U | length);
      }
    }
    return true;
  }

  // The next symbol; kMostSymbols where there is none.
  std::size_t next(DeflateBits& bits) const {
    const unsigned ahead = bits.peek(kLongestCode);
    const unsigned found = fast_[ahead % fast_.size()];
    if (found != 0) {
      bits.drop(found & 15U);
      return found >> 4U;
    }
    unsigned code = 0, first = 0, index = 0;
    for (unsigned length = 1; length <= kLongestCode; ++length) {
      code |= (ahead >> (length - 1)) & 1U;
      const unsigned count = counts_[length];
      if (code < first + count) {
        bits.drop(length);
        return symbols_[index + code - first];
      }
      index += count;
      first = (first + count) << 1U;
      code <<= 1U;
    }
    return kMostSymbols;
  }

 private:
  std::array<std::uint16_t, std::size_t{1} << kFastBits> fast_{};
  std::array<std::uint16_t, kLongestCode + 1> counts_{};
  std::array<std::uint16_t, kMostSymbols> symbols_{};
};

class Inflater {
 public:
  Inflater(Bytes packed, std::vector<unsigned char>& out) : bits_(packed), out_(out) {}

  Inflated run() {
    for (bool last = false; !last;) {
      last = bits_.take(1) != 0;
      const unsigned kind = bits_.take(2);
      if (bits_.ended() || kind == 3) return Inflated::kDamaged;
      if (kind == 2 && !read_codes()) return Inflated::kDamaged;
      if (kind == 1) fixed_codes();
      const Inflated how = kind == 0 ? stored() : symbols();
      if (how != Inflated::kWhole) return how;
    }
    if (!bits_.nothing_left()) return Inflated::kDamaged;
    return at_ == out_.size() ? Inflated::kWhole : Inflated::kShorter;
  }

 private:
  Inflated stored() {
    bits_.skip_to_byte();
    const unsigned length = bits_.take(16), other = bits_.take(16);
    if (bits_.ended() || (length ^ other) != 0xFFFFU) return Inflated::kDamaged;
    const unsigned char* const from = bits_.take_bytes(length);
    if (from == nullptr) return Inflated::kDamaged;
    if (length > out_.size() - at_) return Inflated::kLonger;
    if (length > 0) std::memcpy(out_.data() + at_, from, length);
    at_ += length;
    return Inflated::kWhole;
  }

  void fixed_codes() {
    std::array<std::uint8_t, kMostSymbols> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    }
    literals_.build(lengths.data(), lengths.size());
    lengths.fill(5);
    distances_.build(lengths.data(), 32);
  }

  bool read_codes() {
    constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::size_t literals = bits_.take(5) + 257, distances = bits_.take(5) + 1;
    const std::size_t given = bits_.take(4) + 4;
    if (literals > 286 || distances > 30) return false;
    std::array<std::uint8_t, 320> lengths{};
    for (std::size_t i = 0; i < given; ++i) {
      lengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
    }
    if (bits_.ended() || !literals_.build(lengths.data(), kOrder.size(), false)) return false;
    if (!read_lengths(lengths.data(), literals + distances)) return false;
    // Without an end, 256, a block would have none.
    return lengths[256] != 0 && literals_.build(lengths.data(), literals) &&
           distances_.build(lengths.data() + literals, distances);
  }

  // Lengths are written in a code of their own, `literals_` as it is now.
  bool read_lengths(std::uint8_t* lengths, std::size_t n) {
    for (std::size_t i = 0; i < n;) {
      const std::size_t symbol = literals_.next(bits_);
      if (bits_.ended() || symbol > 18) return false;
      std::size_t times = 1;
      std::size_t length = symbol;
      if (symbol == 16) {
        if (i == 0) return false;
        length = lengths[i - 1];
        times = 3 + bits_.take(2);
      } else if (symbol > 16) {
        length = 0;
        times = symbol == 17 ? 3 + bits_.take(3) : 11 + bits_.take(7);
      }
      if (bits_.ended() || times > n - i) return false;
      for (; times > 0; --times) lengths[i++] = static_cast<std::uint8_t>(length);
    }
    return true;
  }

  Inflated symbols() {
    for (;;) {
      const std::size_t symbol = literals_.next(bits_);
      if (bits_.ended() || symbol > 285) return Inflated::kDamaged;
      if (symbol == 256) return Inflated::kWhole;
      if (symbol < 256) {
        if (at_ == out_.size()) return Inflated::kLonger;
        out_[at_++] = static_cast<unsigned char>(symbol);
        continue;
      }
      const std::size_t length = read_length(symbol - 257);
      const std::size_t code = distances_.next(bits_);
      if (code > 29) return Inflated::kDamaged;
      const std::size_t distance = read_distance(code);
      if (bits_.ended() || distance > at_) return Inflated::kDamaged;
      if (length > out_.size() - at_) return Inflated::kLonger;
      // One byte after the other: a copy may reach into what it writes.
      for (std::size_t i = 0; i < length; ++i, ++at_) out_[at_] = out_[at_ - distance];
    }
  }

  std::size_t read_length(std::size_t code) {
    if (code < 8) return code + 3;
    if (code == 28) return 258;
    const auto extra = static_cast<unsigned>(code / 4 - 1);
    return ((4 + code % 4) << extra) + 3 + bits_.take(extra);
  }

  std::size_t read_distance(std::size_t code) {
    if (code < 4) return code + 1;
    const auto extra = static_cast<unsigned>(code / 2 - 1);
    return ((2 + code % 2) << extra) + 1 + bits_.take(extra);
  }

  DeflateBits bits_;
  std::vector<unsigned char>& out_;
  std::size_t at_ = 0;
  HuffmanCode literals_, distances_;
};

}  // namespace

Inflated inflate(Bytes packed, std::uint64_t size, std::vector<unsigned char>& out) {
  // The shortest word for the longest copy has two bits, one for each code: 258 bytes.
  constexpr std::uint64_t kMostOfAByte = std::uint64_t{4} * 258;
  if (size > kMostOfAByte * packed.size) return Inflated::kShorter;
  out.resize(static_cast<std::size_t>(size));
  return Inflater(packed, out).run();
}

}  // namespace attn::head_io
