// Bytes of head files, made here rather than by the library: .npy, .npz and .safetensors as their
// formats say, with places to break them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "attn/reading/head_file.hpp"

namespace head_files {

/// A file in memory, with its name.
struct File {
  std::string name;
  std::string bytes;
};

inline attn::Head read(const std::vector<File>& files) {
  std::vector<attn::NamedBytes> all;
  all.reserve(files.size());
  for (const File& file : files) {
    all.push_back(
        {file.name, reinterpret_cast<const std::byte*>(file.bytes.data()), file.bytes.size()});
  }
  return attn::read_head(all);
}

/// The lowest `bytes` bytes of a number, the lowest first, or last.
inline std::string whole(std::uint64_t number, std::size_t bytes, bool big_endian = false) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t at = big_endian ? bytes - 1 - i : i;
    out += static_cast<char>((number >> (8 * at)) & 0xFFU);
  }
  return out;
}

inline std::uint64_t bits_of_double(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline std::string doubles(const std::vector<double>& numbers, bool big_endian = false) {
  std::string out;
  for (const double x : numbers) out += whole(bits_of_double(x), 8, big_endian);
  return out;
}

inline std::string floats(const std::vector<double>& numbers, bool big_endian = false) {
  std::string out;
  for (const double x : numbers) {
    const auto narrow = static_cast<float>(x);
    std::uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    out += whole(bits, 4, big_endian);
  }
  return out;
}

/// Of numbers that half floats have, none of them denormal.
inline std::string halves(const std::vector<double>& numbers, bool big_endian = false) {
  std::string out;
  for (const double x : numbers) {
    const std::uint64_t bits = bits_of_double(x);
    const std::uint64_t exponent = (bits >> 52U) & 0x7FFU;
    std::uint64_t half = (bits >> 63U) << 15U;
    const std::uint64_t narrow = exponent == 0x7FFU ? 31U : exponent - 1008U;
    if (exponent != 0) half |= (narrow << 10U) | ((bits >> 42U) & 0x3FFU);
    out += whole(half, 2, big_endian);
  }
  return out;
}

/// The upper halves of floats.
inline std::string bfloats(const std::vector<double>& numbers) {
  std::string out;
  for (const double x : numbers) out += floats({x}).substr(2);
  return out;
}

/// Characters of <U, each text as long as `length`.
inline std::string wide(const std::vector<std::u32string>& texts, std::size_t length,
                        bool big_endian = false) {
  std::string out;
  for (const std::u32string& text : texts) {
    for (std::size_t i = 0; i < length; ++i) {
      out += whole(i < text.size() ? text[i] : 0, 4, big_endian);
    }
  }
  return out;
}

/// A .npy with this dictionary.
inline std::string npy_of(const std::string& dictionary, const std::string& data,
                          unsigned version = 1) {
  std::string header = dictionary;
  header.append(63 - (header.size() + 10) % 64, ' ');
  header += '\n';
  return "\x93NUMPY" + whole(version, 1) + whole(0, 1) +
         whole(header.size(), version == 1 ? 2 : 4) + header + data;
}

inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       bool fortran = false, unsigned version = 1) {
  return npy_of("{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                    ", 'shape': " + shape + ", }",
                data, version);
}

inline std::uint32_t crc(const std::string& bytes) {
  std::uint32_t out = 0xFFFFFFFF;
  for (const char c : bytes) {
    out ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) out = (out >> 1U) ^ ((out & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~out;
}

/// A file of a zip; what is packed is the file where nothing else is given.
struct Entry {
  std::string name;
  std::string file;
  std::string packed = {};  // of method 8
  std::uint64_t method = 0;
  std::uint64_t flags = 0;
  std::uint64_t size = ~std::uint64_t{0};  // where another is announced
  bool zip64 = false;                      // in the header before the file, as NumPy writes it
  bool broken_crc = false;
};

/// A zip. `comment` stands at its end, `between` before each file after the first.
inline std::string zip(const std::vector<Entry>& entries, const std::string& comment = "",
                       const std::string& between = "") {
  std::string out, table;
  for (const Entry& entry : entries) {
    const std::string& data = entry.method == 8 ? entry.packed : entry.file;
    const std::uint64_t size = entry.size == ~std::uint64_t{0} ? entry.file.size() : entry.size;
    const std::uint64_t sum = crc(entry.file) ^ (entry.broken_crc ? 1U : 0U);
    if (!out.empty()) out += between;
    const std::string start = whole(20, 2) + whole(entry.flags, 2) + whole(entry.method, 2) +
                              whole(0x210000, 4) + whole(sum, 4);
    const std::string sizes = whole(data.size(), 4) + whole(size, 4);
    const std::string extra =
        entry.zip64 ? whole(1, 2) + whole(16, 2) + whole(size, 8) + whole(data.size(), 8) : "";
    table += whole(0x02014B50, 4) + whole(20, 2) + start + sizes + whole(entry.name.size(), 2) +
             std::string(12, '\0') + whole(out.size(), 4) + entry.name;
    out += whole(0x04034B50, 4) + start + (entry.zip64 ? std::string(8, '\xFF') : sizes) +
           whole(entry.name.size(), 2) + whole(extra.size(), 2) + entry.name + extra + data;
  }
  const std::string files = whole(entries.size(), 2);
  return out + table + whole(0x06054B50, 4) + whole(0, 4) + files + files + whole(table.size(), 4) +
         whole(out.size(), 4) + whole(comment.size(), 2) + comment;
}

/// A .safetensors.
inline std::string tensors(const std::string& header, const std::string& data) {
  return whole(header.size(), 8) + header + data;
}

/// `"name":{...}` of such a header.
inline std::string tensor(const std::string& name, const std::string& type,
                          const std::string& shape, std::size_t begin, std::size_t end) {
  return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
         std::to_string(begin) + "," + std::to_string(end) + "]}";
}

inline std::string from_hex(std::string_view digits) {
  const auto value = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  std::string out;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    out += static_cast<char>(value(digits[i]) * 16 + value(digits[i + 1]));
  }
  return out;
}

}  // namespace head_files
