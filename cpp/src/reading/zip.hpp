// The files of a zip, which an .npz is: stored or deflated, in one part, below 4 GiB. Sizes may
// stand in fields of zip64, as NumPy writes them. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reading/bytes.hpp"

namespace attn::head_io {

/// A file of a zip. Its bytes are there, and overlap with those of no other.
struct ZipEntry {
  std::string name;
  std::uint32_t crc = 0;  ///< of what is unpacked
  bool deflated = false;
  std::size_t header = 0;  ///< where its own header begins
  std::size_t data = 0;    ///< where what is packed begins
  std::size_t packed = 0;  ///< bytes of that
  std::uint64_t size = 0;  ///< bytes unpacked
};

/// Whether a file begins as a zip does.
bool is_zip(Bytes file);

/// What the table of contents at the end says, checked against the headers before each file. `file`
/// is what messages call it. Throws Error for more than kMostArrays files or kMostBytes unpacked,
/// and for what is cut off, damaged, encrypted or packed in another way.
std::vector<ZipEntry> zip_entries(const std::string& file, Bytes bytes);

/// The bytes of one, unpacked into `memory` where they are packed. Throws Error where they are
/// damaged.
Bytes zip_bytes(const ZipEntry& entry, Bytes file, std::vector<unsigned char>& memory);

/// What messages call an entry: its name without .npy, as far as it can be printed.
std::string zip_label(const std::string& name);

/// The check sum of a zip, CRC-32.
std::uint32_t crc_32(Bytes bytes);

}  // namespace attn::head_io
