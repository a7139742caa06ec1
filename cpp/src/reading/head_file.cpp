#include "attn/reading/head_file.hpp"

#include <string_view>

#include "attn/numerics/check.hpp"
#include "reading/bytes.hpp"
#include "reading/csv.hpp"
#include "reading/head_names.hpp"
#include "reading/head_parts.hpp"
#include "reading/npy.hpp"
#include "reading/safetensors.hpp"
#include "reading/zip.hpp"

namespace attn {
namespace head_io {
namespace {

enum class FileKind { kNpz, kNpy, kCsv, kSafetensors };

// One file: what it is, and which array, where it is one.
struct HeadFile {
  std::string called;  // in messages, without folders
  std::string array;   // the name before the ending
  FileKind kind;
  Bytes bytes;
};

bool ends_as(std::string_view ending, std::string_view expected) {
  if (ending.size() != expected.size()) return false;
  for (std::size_t i = 0; i < ending.size(); ++i) {
    const char c = ending[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != expected[i]) return false;
  }
  return true;
}

FileKind kind_of(const std::string& called, std::string_view ending, Bytes bytes) {
  if (is_npy(bytes)) return FileKind::kNpy;
  for (const char* of_torch : {".pt", ".pth", ".ckpt", ".bin", ".pkl"}) {
    if (!ends_as(ending, of_torch)) continue;
    check::fail({"head file: ", called,
                 " holds pickled objects, as torch.save writes them, and nothing of a file is run; "
                 "save arrays by np.savez"});
  }
  if (is_zip(bytes)) return FileKind::kNpz;
  if (ends_as(ending, ".npz")) return FileKind::kNpz;
  if (ends_as(ending, ".npy")) return FileKind::kNpy;
  if (ends_as(ending, ".csv")) return FileKind::kCsv;
  if (ends_as(ending, ".safetensors")) return FileKind::kSafetensors;
  check::fail({"head file: ", called, " is none of .npz, .npy, .csv and .safetensors"});
}

HeadFile head_file(const NamedBytes& file) {
  std::string_view name = file.name;
  const std::size_t folder = name.find_last_of("/\\");
  if (folder != std::string_view::npos) name.remove_prefix(folder + 1);
  std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) dot = name.size();
  HeadFile out;
  out.called = name.empty() ? "a file without a name" : printable(name);
  out.array = std::string(name.substr(0, dot));
  out.bytes = {reinterpret_cast<const unsigned char*>(file.data), file.size};
  out.kind = kind_of(out.called, name.substr(dot), out.bytes);
  return out;
}

void check_sizes(const std::vector<NamedBytes>& files) {
  if (files.empty()) {
    check::fail("head file: no file; give one .npz or .safetensors, or several .npy and .csv");
  }
  if (files.size() > kMostArrays) {
    check::fail({"head file: ", files.size(), " files, at most ", kMostArrays});
  }
  std::uint64_t sum = 0;
  for (const NamedBytes& file : files) {
    if (file.size > kMostBytes - sum) {
      check::fail({"head file: more than ", kMostBytes, " bytes (64 MiB)"});
    }
    sum += file.size;
  }
}

void read_npz(const HeadFile& file, HeadParts& parts) {
  constexpr std::string_view kEnding = ".npy";
  if (!is_zip(file.bytes)) {
    constexpr std::string_view kBegin = "PK\x03\x04";
    const std::string_view all(reinterpret_cast<const char*>(file.bytes.data), file.bytes.size);
    if (kBegin.substr(0, all.size()) != all) {
      check::fail({"head file: ", file.called, " is not a zip, which an .npz is"});
    }
    check::fail({"head file: ", file.called, " ends before its table of contents does"});
  }
  std::vector<unsigned char> memory;
  for (const ZipEntry& entry : zip_entries(file.called, file.bytes)) {
    const std::size_t size = entry.name.size();
    if (size < kEnding.size() || entry.name.substr(size - kEnding.size()) != kEnding) {
      check::fail({"head file: \"", printable(entry.name), "\" of ", file.called,
                   " is not an array (.npy)"});
    }
    const std::string name = entry.name.substr(0, size - kEnding.size());
    parts.expect(name);
    parts.take(npy_array(name, zip_bytes(entry, file.bytes, memory)));
  }
}

void read_file(const HeadFile& file, HeadParts& parts) {
  std::vector<unsigned char> memory;
  switch (file.kind) {
    case FileKind::kNpz:
      read_npz(file, parts);
      break;
    case FileKind::kSafetensors:
      for (const HeadArray& array : safetensors_arrays(file.called, file.bytes)) {
        parts.expect(array.name);
        parts.take(array);
      }
      break;
    case FileKind::kNpy:
      parts.expect(file.array);
      parts.take(npy_array(file.array, file.bytes));
      break;
    case FileKind::kCsv:
      parts.expect(file.array);
      parts.take(csv_array(file.called, file.array, file.bytes, memory));
      break;
  }
}

}  // namespace
}  // namespace head_io

Head read_head(const std::vector<NamedBytes>& files) {
  using head_io::FileKind;
  head_io::check_sizes(files);
  std::vector<head_io::HeadFile> all;
  all.reserve(files.size());
  for (const NamedBytes& file : files) all.push_back(head_io::head_file(file));
  head_io::HeadParts parts;
  for (const head_io::HeadFile& file : all) {
    const bool archive = file.kind == FileKind::kNpz || file.kind == FileKind::kSafetensors;
    if (archive && all.size() > 1) {
      check::fail({"head file: ", file.called,
                   " has to come alone; give one .npz or .safetensors, or several .npy and .csv"});
    }
    head_io::read_file(file, parts);
  }
  return parts.complete();
}

}  // namespace attn
