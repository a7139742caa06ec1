#include "reading/zip.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "attn/numerics/check.hpp"
#include "reading/head_names.hpp"
#include "reading/inflate.hpp"

namespace attn::head_io {
namespace {

constexpr std::uint64_t kZipLocal = 0x04034B50, kZipCentral = 0x02014B50, kZipEnd = 0x06054B50;
constexpr std::size_t kZipLocalSize = 30, kZipCentralSize = 46, kZipEndSize = 22;
constexpr std::uint64_t kZipIn64 = 0xFFFFFFFF;
constexpr unsigned kZipStored = 0, kZipDeflated = 8;
// How hard was tried (two bits), sizes behind the data, a name in UTF-8.
constexpr std::uint64_t kZipKnownFlags = 0x080E, kZipSizesBehind = 8, kZipEncrypted = 1;

std::uint64_t zip_two(Bytes bytes, std::size_t at) { return whole_at(bytes.data + at, 2); }
std::uint64_t zip_four(Bytes bytes, std::size_t at) { return whole_at(bytes.data + at, 4); }

std::string zip_text(Bytes bytes, std::size_t at, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes.data) + at, size};
}

// Whether `size` bytes from `at` on are within the file.
bool zip_holds(Bytes file, std::uint64_t at, std::uint64_t size) {
  return at <= file.size && size <= file.size - at;
}

// Puts what an extra field of zip64 has in place of the numbers that say so, in their order.
bool zip_read_64(Bytes extra, std::initializer_list<std::uint64_t*> numbers) {
  std::optional<Bytes> found;
  for (std::size_t at = 0; at < extra.size;) {
    if (extra.size - at < 4) return false;
    const auto size = static_cast<std::size_t>(zip_two(extra, at + 2));
    if (size > extra.size - at - 4) return false;
    if (zip_two(extra, at) == 1) {
      if (found) return false;
      found = part(extra, at + 4, size);
    }
    at += 4 + size;
  }
  std::size_t at = 0;
  for (std::uint64_t* const number : numbers) {
    if (*number != kZipIn64) continue;
    if (!found || found->size - at < 8) return false;
    *number = whole_at(found->data + at, 8);
    at += 8;
  }
  return true;
}

// The header before a file.
struct ZipHeader {
  std::uint64_t flags, method, crc, packed, size, data;
  std::string name;
};

// Nothing where it is not a header, or is cut off.
std::optional<ZipHeader> zip_header(Bytes file, std::uint64_t where) {
  if (!zip_holds(file, where, kZipLocalSize)) return std::nullopt;
  const auto at = static_cast<std::size_t>(where);
  if (zip_four(file, at) != kZipLocal) return std::nullopt;
  ZipHeader out{zip_two(file, at + 6),
                zip_two(file, at + 8),
                zip_four(file, at + 14),
                zip_four(file, at + 18),
                zip_four(file, at + 22),
                0,
                {}};
  const auto name = static_cast<std::size_t>(zip_two(file, at + 26));
  const auto extra = static_cast<std::size_t>(zip_two(file, at + 28));
  if (!zip_holds(file, where + kZipLocalSize, name + extra)) return std::nullopt;
  out.name = zip_text(file, at + kZipLocalSize, name);
  out.data = where + kZipLocalSize + name + extra;
  const Bytes field = part(file, at + kZipLocalSize + name, extra);
  if (!zip_read_64(field, {&out.size, &out.packed})) return std::nullopt;
  return out;
}

// A file without its end: the headers say within which array that is.
[[noreturn]] void zip_is_cut(const std::string& file, Bytes bytes) {
  std::uint64_t at = 0;
  while (const std::optional<ZipHeader> header = zip_header(bytes, at)) {
    if (!zip_holds(bytes, header->data, header->packed)) {
      check::fail(
          {"head file: ", file, " ends before array \"", zip_label(header->name), "\" does"});
    }
    at = header->data + header->packed;
  }
  check::fail({"head file: ", file, " ends before its table of contents does"});
}

[[noreturn]] void zip_is_damaged(const std::string& file) {
  check::fail({"head file: the table of contents of ", file, " is damaged"});
}

// Where the table of contents begins and ends, and how many files it has.
struct ZipTable {
  std::size_t begin, end;
  std::uint64_t files;
};

ZipTable zip_table(const std::string& file, Bytes bytes) {
  if (bytes.size < kZipEndSize) zip_is_cut(file, bytes);
  const std::size_t last = bytes.size - kZipEndSize;
  // A comment of up to 65535 bytes may stand behind it.
  const std::size_t least = last - std::min<std::size_t>(last, 0xFFFF);
  std::size_t at = last;
  while (zip_four(bytes, at) != kZipEnd || zip_two(bytes, at + 20) != last - at) {
    if (at == least) zip_is_cut(file, bytes);
    --at;
  }
  const std::uint64_t files = zip_two(bytes, at + 10);
  const std::uint64_t size = zip_four(bytes, at + 12), begin = zip_four(bytes, at + 16);
  if (files == 0xFFFF || size == kZipIn64 || begin == kZipIn64) {
    check::fail({"head file: ", file, " is a zip for more files or bytes than a head has"});
  }
  if (zip_two(bytes, at + 4) != 0 || zip_two(bytes, at + 6) != 0 ||
      zip_two(bytes, at + 8) != files) {
    check::fail({"head file: ", file, " is one of several parts of a zip"});
  }
  if (begin > at || size != at - begin) zip_is_damaged(file);
  return {static_cast<std::size_t>(begin), at, files};
}

// Refuses what cannot be unpacked, or is said differently before the file.
void zip_check(const ZipHeader& header, const ZipEntry& entry, std::uint64_t flags,
               std::uint64_t method) {
  const std::string label = zip_label(entry.name);
  if (((flags | header.flags) & kZipEncrypted) != 0) {
    check::fail({"head file: array \"", label, "\" is encrypted"});
  }
  if (method != kZipStored && method != kZipDeflated) {
    check::fail({"head file: array \"", label, "\" is packed by method ", method,
                 ", expected 0 (stored) or 8 (deflate)"});
  }
  const bool sizes_differ =
      header.packed != entry.packed || header.size != entry.size || header.crc != entry.crc;
  if (((flags | header.flags) & ~kZipKnownFlags) != 0 || header.name != entry.name ||
      header.method != method || ((header.flags & kZipSizesBehind) == 0 && sizes_differ) ||
      (method == kZipStored && entry.packed != entry.size)) {
    check::fail(
        {"head file: the header before array \"", label, "\" and the table of contents differ"});
  }
}

// One line of the table at `at`, which is moved on.
ZipEntry zip_entry(const std::string& file, Bytes bytes, const ZipTable& table, std::size_t& at) {
  if (table.end - at < kZipCentralSize || zip_four(bytes, at) != kZipCentral) {
    zip_is_damaged(file);
  }
  const auto name = static_cast<std::size_t>(zip_two(bytes, at + 28));
  const auto extra = static_cast<std::size_t>(zip_two(bytes, at + 30));
  const auto comment = static_cast<std::size_t>(zip_two(bytes, at + 32));
  if (table.end - at - kZipCentralSize < name + extra + comment) zip_is_damaged(file);
  std::uint64_t packed = zip_four(bytes, at + 20), size = zip_four(bytes, at + 24);
  std::uint64_t header = zip_four(bytes, at + 42);
  const Bytes field = part(bytes, at + kZipCentralSize + name, extra);
  if (!zip_read_64(field, {&size, &packed, &header})) zip_is_damaged(file);
  ZipEntry out;
  out.name = zip_text(bytes, at + kZipCentralSize, name);
  const std::string label = zip_label(out.name);
  const std::optional<ZipHeader> before = zip_header(bytes, header);
  if (!before) {
    check::fail({"head file: array \"", label, "\" does not begin where the table of contents of ",
                 file, " says"});
  }
  if (!zip_holds(part(bytes, 0, table.begin), before->data, packed)) {
    check::fail({"head file: ", file, " ends before array \"", label, "\" does"});
  }
  out.crc = static_cast<std::uint32_t>(zip_four(bytes, at + 16));
  out.header = static_cast<std::size_t>(header);
  out.data = static_cast<std::size_t>(before->data);
  out.packed = static_cast<std::size_t>(packed);
  out.size = size;
  const std::uint64_t method = zip_two(bytes, at + 10);
  out.deflated = method == kZipDeflated;
  zip_check(*before, out, zip_two(bytes, at + 8), method);
  at += kZipCentralSize + name + extra + comment;
  return out;
}

void zip_refuse_overlaps(const std::string& file, const std::vector<ZipEntry>& entries) {
  std::vector<const ZipEntry*> sorted;
  sorted.reserve(entries.size());
  for (const ZipEntry& entry : entries) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const ZipEntry* a, const ZipEntry* b) { return a->header < b->header; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1]->data + sorted[i - 1]->packed <= sorted[i]->header) continue;
    check::fail({"head file: arrays \"", zip_label(sorted[i - 1]->name), "\" and \"",
                 zip_label(sorted[i]->name), "\" of ", file, " overlap"});
  }
}

}  // namespace

bool is_zip(Bytes file) {
  if (file.size < 4) return false;
  const std::uint64_t first = zip_four(file, 0);
  return first == kZipLocal || first == kZipEnd;
}

std::string zip_label(const std::string& name) {
  const std::size_t dot = name.size() < 4 ? 0 : name.size() - 4;
  return printable(name.substr(dot) == ".npy" ? name.substr(0, dot) : name);
}

std::vector<ZipEntry> zip_entries(const std::string& file, Bytes bytes) {
  const ZipTable table = zip_table(file, bytes);
  if (table.files > kMostArrays) {
    check::fail({"head file: ", file, " has ", table.files, " arrays, at most ", kMostArrays});
  }
  std::vector<ZipEntry> out;
  std::size_t at = table.begin;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < table.files; ++i) {
    out.push_back(zip_entry(file, bytes, table, at));
    // Each is bounded before it is added: nothing wraps.
    if (out.back().size > kMostBytes || (sum += out.back().size) > kMostBytes) {
      check::fail({"head file: the arrays of ", file, " take more than ", kMostBytes,
                   " bytes (64 MiB) unpacked"});
    }
  }
  if (at != table.end) zip_is_damaged(file);
  zip_refuse_overlaps(file, out);
  return out;
}

Bytes zip_bytes(const ZipEntry& entry, Bytes file, std::vector<unsigned char>& memory) {
  Bytes out = part(file, entry.data, entry.packed);
  const std::string label = zip_label(entry.name);
  if (entry.deflated) {
    switch (inflate(out, entry.size, memory)) {
      case Inflated::kWhole:
        break;
      case Inflated::kDamaged:
        check::fail({"head file: array \"", label, "\" is damaged: it does not unpack"});
      case Inflated::kShorter:
        check::fail({"head file: array \"", label, "\" is damaged: it unpacks to less than ",
                     entry.size, " bytes"});
      case Inflated::kLonger:
        check::fail({"head file: array \"", label, "\" is damaged: it unpacks to more than ",
                     entry.size, " bytes"});
    }
    out = {memory.data(), memory.size()};
  }
  if (crc_32(out) != entry.crc) {
    check::fail({"head file: array \"", label, "\" is damaged: its check sum (CRC-32) is another"});
  }
  return out;
}

std::uint32_t crc_32(Bytes bytes) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xEDB88320U : 0U);
    table[i] = rest;
  }
  std::uint32_t out = 0xFFFFFFFF;
  for (std::size_t i = 0; i < bytes.size; ++i) {
    out = table[(out ^ bytes.data[i]) & 0xFFU] ^ (out >> 8U);
  }
  return ~out;
}

}  // namespace attn::head_io
