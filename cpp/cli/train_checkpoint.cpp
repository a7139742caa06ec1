#include "cli/train_checkpoint.hpp"

#include <cstring>
#include <filesystem>

#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "experiments/arrays.hpp"

namespace attn::cli {
namespace {

namespace fs = std::filesystem;

// The same but for the number. That of the first format is followed by the recipe.
constexpr char kMagic[] = "attn train checkpoint 2\n";
constexpr char kFirstMagic[] = "attn train checkpoint 1\n";

template <typename T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& to, const Eigen::VectorXf& floats) {
  put(to, static_cast<std::uint64_t>(floats.size()));
  to.append(reinterpret_cast<const char*>(floats.data()),
            static_cast<std::size_t>(floats.size()) * sizeof(float));
}

void put(std::string& to, const std::string& text) {
  put(to, static_cast<std::uint64_t>(text.size()));
  to += text;
}

// Takes what put has written; false when the bytes end before.
class Bytes {
 public:
  explicit Bytes(const std::string& bytes) : left_(bytes.data()), end_(left_ + bytes.size()) {}

  template <typename T>
  bool take(T& value) {
    if (static_cast<std::size_t>(end_ - left_) < sizeof value) return false;
    std::memcpy(&value, left_, sizeof value);
    left_ += sizeof value;
    return true;
  }
  bool take(std::string& text) {
    std::uint64_t size = 0;
    if (!take(size) || static_cast<std::uint64_t>(end_ - left_) < size) return false;
    text.assign(left_, static_cast<std::size_t>(size));
    left_ += size;
    return true;
  }
  bool take(Eigen::VectorXf& floats) {
    std::uint64_t size = 0;
    if (!take(size) || static_cast<std::uint64_t>(end_ - left_) / sizeof(float) < size) {
      return false;
    }
    floats.resize(static_cast<Index>(size));
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(float);
    std::memcpy(floats.data(), left_, bytes);
    left_ += bytes;
    return true;
  }

 private:
  const char* left_;
  const char* end_;
};

std::uint64_t sum_of(const char* bytes, std::size_t size) {
  return experiments::hash_bytes(bytes, size);
}

bool take_run(Bytes& bytes, nlohmann::json& run) {
  std::string text;
  if (!bytes.take(text)) return false;
  try {
    run = parse_json("attn train: a checkpoint", text);
  } catch (const Error&) {
    return false;
  }
  return run.is_object();
}

std::optional<Checkpoint> parse(const std::string& file) {
  constexpr std::size_t kHead = sizeof kMagic - 1, kSum = sizeof(std::uint64_t);
  if (file.size() < kHead + kSum) return {};
  const bool first = file.compare(0, kHead, kFirstMagic) == 0;
  if (!first && file.compare(0, kHead, kMagic) != 0) return {};
  std::uint64_t sum = 0;
  std::memcpy(&sum, file.data() + file.size() - kSum, kSum);
  if (sum != sum_of(file.data(), file.size() - kSum)) return {};
  Checkpoint out;
  const std::string body = file.substr(kHead, file.size() - kHead - kSum);
  Bytes bytes(body);
  std::int64_t updates = 0;
  std::uint8_t kept = 0;
  GptTrainerState& state = out.state;
  if ((!first && !take_run(bytes, out.run)) || !bytes.take(out.recipe) ||
      !bytes.take(out.metrics) || !bytes.take(updates) || !bytes.take(state.windows.counter) ||
      !bytes.take(state.windows.kept_normal) || !bytes.take(kept) || !bytes.take(state.weights) ||
      !bytes.take(state.adamw.mean) || !bytes.take(state.adamw.squares)) {
    return {};
  }
  state.windows.has_kept_normal = kept != 0;
  state.adamw.updates = static_cast<Index>(updates);
  return out;
}

}  // namespace

void write_checkpoint(const std::string& folder, const Checkpoint& checkpoint) {
  std::string bytes = kMagic;
  const GptTrainerState& state = checkpoint.state;
  put(bytes, checkpoint.run.dump());
  put(bytes, checkpoint.recipe);
  put(bytes, checkpoint.metrics);
  put(bytes, static_cast<std::int64_t>(state.adamw.updates));
  put(bytes, state.windows.counter);
  put(bytes, state.windows.kept_normal);
  put(bytes, static_cast<std::uint8_t>(state.windows.has_kept_normal ? 1 : 0));
  put(bytes, state.weights);
  put(bytes, state.adamw.mean);
  put(bytes, state.adamw.squares);
  put(bytes, sum_of(bytes.data(), bytes.size()));
  const std::string path = folder + "/checkpoint", fresh = path + ".new";
  write_file("attn train", fresh, bytes);
  if (fs::exists(path)) rename_file("attn train", path, path + ".old");
  rename_file("attn train", fresh, path);
}

std::optional<Checkpoint> read_checkpoint(const std::string& folder) {
  const std::string newest = folder + "/checkpoint", metrics = folder + "/metrics.jsonl";
  std::error_code missing;
  const std::uintmax_t there = fs::file_size(metrics, missing);
  std::optional<Checkpoint> short_of_metrics;
  std::string path_of_short, passed_over;
  for (const std::string& path : {newest, newest + ".old"}) {
    if (!fs::exists(path)) continue;
    std::optional<Checkpoint> found = parse(read_file(path));
    const bool whole = found.has_value();
    if (whole && found->metrics <= (missing ? 0 : there)) {
      if (!passed_over.empty()) found->notes = passed_over + "; going on from " + path;
      // The next one that is written takes the place of this one, and not of one that is no use.
      if (path != newest) rename_file("attn train", path, newest);
      return found;
    }
    passed_over += (passed_over.empty() ? "" : ", ") + path +
                   (whole ? " was written when " + metrics + " was longer" : " is cut or changed");
    if (!whole || short_of_metrics) continue;
    short_of_metrics = std::move(found);
    path_of_short = path;
  }
  if (passed_over.empty()) return {};
  if (!short_of_metrics) throw Error("attn train: " + passed_over + "; --fresh begins again");
  if (path_of_short != newest) rename_file("attn train", path_of_short, newest);
  short_of_metrics->notes = passed_over + "; lines of it are lost, the training is not";
  return short_of_metrics;
}

std::optional<Checkpoint> look_at_checkpoint(const std::string& folder) {
  for (const char* name : {"/checkpoint", "/checkpoint.old"}) {
    if (!fs::exists(folder + name)) continue;
    try {
      if (std::optional<Checkpoint> found = parse(read_file(folder + name))) return found;
    } catch (const Error&) {
      // Another process has given it its other name.
    }
  }
  return {};
}

}  // namespace attn::cli
