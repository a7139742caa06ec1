#include "cli/read_command.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "attn/numerics/check.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/head_file.hpp"
#include "attn/training/gpt_touch.hpp"
#include "cli/files.hpp"
#include "cli/parse_json.hpp"
#include "cli/progress.hpp"
#include "cli/train_checkpoint.hpp"
#include "cli/train_data.hpp"
#include "experiments/one-head/head_dials.hpp"
#include "experiments/one-head/kept_weights.hpp"
#include "experiments/one-head/model_readings.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;

bool is_folder(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

std::string name_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

// What the head does with keys that are not to be seen, in a word.
const char* mask_of(const Head& head) {
  if (head.mask.size() == 0 || (head.mask.array() == 0.0).all()) return "none";
  return head.mask == causal_mask(head.mask.rows(), head.mask.cols()) ? "causal" : "of its own";
}

void read_files(const ReadOptions& options) {
  std::vector<std::string> bytes;
  bytes.reserve(options.paths.size());
  std::vector<NamedBytes> files;
  for (const std::string& path : options.paths) {
    bytes.push_back(read_file(path));
    files.push_back({name_of(path), reinterpret_cast<const std::byte*>(bytes.back().data()),
                     bytes.back().size()});
  }
  const Head head = read_head(files);
  if (options.row) check::count("attn read", "--row", *options.row, 1, head.q.rows());
  const experiments::HeadDials found = experiments::head_dials(head, options.row.value_or(0) - 1);
  if (options.as_json) {
    json out = {{"files", json::array()},      {"tokens", head.q.rows()},
                {"keys", head.k.rows()},       {"key_size", head.k.cols()},
                {"value_size", head.v.cols()}, {"scale", *head.scale},
                {"mask", mask_of(head)},       {"row", nullptr},
                {"dials", json::array()},      {"missing", found.missing}};
    for (const NamedBytes& file : files) out["files"].push_back(file.name);
    if (options.row) out["row"] = *options.row;
    for (const experiments::Dial& dial : found.dials) {
      out["dials"].push_back({{"group", dial.group},
                              {"paper", dial.paper},
                              {"name", dial.name},
                              {"value", dial.value},
                              {"meaning", dial.meaning}});
    }
    std::cout << out.dump(1) << '\n';
  } else if (options.as_csv) {
    std::printf("group,paper,name,value\n");
    for (const experiments::Dial& dial : found.dials) {
      std::printf("%s,%s,%s,%.17g\n", dial.group.c_str(), dial.paper.c_str(), dial.name.c_str(),
                  dial.value);
    }
  } else {
    std::printf("%td queries, %td keys of %td numbers, values of %td; scale %.4g, mask %s\n",
                head.q.rows(), head.k.rows(), head.k.cols(), head.v.cols(), *head.scale,
                mask_of(head));
    std::string group;
    for (const experiments::Dial& dial : found.dials) {
      if (dial.group != group)
        std::printf("\n%s (seed %s)\n", dial.group.c_str(), dial.paper.c_str());
      group = dial.group;
      std::printf("  %-18s %9.4g  %s\n", dial.name.c_str(), dial.value, dial.meaning.c_str());
    }
    if (!found.missing.empty()) std::printf("\n");
    for (const std::string& sentence : found.missing) std::printf("%s\n", sentence.c_str());
  }
}

// A model that attn train has left in a folder, and the text that it is read on.
struct TrainedModel {
  GptShape shape;
  Vector weights;
  std::shared_ptr<const TrainText> text;
};

TrainedModel model_of(const std::string& folder, const std::string& text) {
  const std::optional<Checkpoint> checkpoint = look_at_checkpoint(folder);
  if (!checkpoint) throw Error("attn read: " + folder + " holds no run of attn train");
  if (checkpoint->run.is_null()) {
    throw Error("attn read: the checkpoint of " + folder +
                " is from before attn train wrote settings into it");
  }
  // A run says both, and its updates are those that its epochs have come to.
  json settings = checkpoint->run.at("config");
  settings.erase("epochs");
  TrainConfig config = parse_train_config(settings.dump(), "the settings in " + folder);
  if (!text.empty()) config.text = text;
  TrainedModel out;
  const TrainRun run = TrainTexts().run_of(config);
  if (run.text->about != checkpoint->run.at("texts")) {
    throw Error("attn read: " + config.text + " is not the text that " + folder +
                " was trained on");
  }
  out.shape = run.config.trainer.shape;
  out.text = run.text;
  out.weights = checkpoint->state.weights.head(gpt_size(out.shape)).cast<double>();
  return out;
}

GptBatch windows_of(const TrainedModel& model, std::optional<Index> most) {
  const std::vector<Index>& text = model.text->validation;
  const auto length = model.shape.context;
  const Index all = (static_cast<Index>(text.size()) - 1) / length;
  if (all < 1) throw Error("attn read: the validation text has no whole window");
  return gpt_windows(text, length, 0, std::min(most.value_or(all), all));
}

json table_of(const Matrix& values, const std::vector<experiments::ReadingColumn>& columns) {
  json out = json::object();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    json column = json::array();
    for (Index h = 0; h < values.rows(); ++h) column.push_back(values(h, static_cast<Index>(c)));
    out[std::string(columns[c].name)] = column;
  }
  return out;
}

void print_row(const experiments::ReadingColumn& column, const Matrix& values, Index c) {
  std::printf("  %-4s %-17s", column.paper == "control" ? "ctrl" : column.paper.data(),
              column.name.data());
  for (Index h = 0; h < values.rows(); ++h) std::printf(" %8.3g", values(h, c));
}

// Writes a head of a model over a window, with what the loss tells it, and with the window's
// characters.
void write_head(const std::string& path, const GptShape& shape, const Vector& weights,
                const GptBatch& batch, const CharacterVocabulary& characters,
                const GptHeadPlace& place) {
  const GptForward forward = gpt_forward(shape, weights, batch);
  Head head = gpt_head(shape, weights, batch, forward, place,
                       gpt_head_gradients(shape, weights, batch, forward));
  for (Index t = 0; t < batch.length; ++t) {
    head.tokens.push_back(characters.decode({batch.tokens[static_cast<std::size_t>(t)]}));
  }
  write_whole("attn read", path, head_npz(head));
}

// The first head of the first layer, over the first window.
void write_head_of(const TrainedModel& model, const std::string& path) {
  write_head(path, model.shape, model.weights, windows_of(model, 1), model.text->characters, {});
}

// False where it was stopped before its end.
bool read_folder(const ReadOptions& options) {
  const TrainedModel model = model_of(options.paths.front(), options.text);
  if (!options.example.empty()) {
    write_head_of(model, options.example);
    return true;
  }
  if (!options.weights.empty()) {
    write_whole("attn read", options.weights, experiments::weights_to_text(model.weights));
    return true;
  }
  const GptBatch batch = windows_of(model, options.windows);
  experiments::ReadingOptions reading;
  reading.touch = options.touch;
  listen_for_interrupts();
  experiments::ModelReadings found;
  try {
    found = experiments::read_model(model.shape, model.weights, batch, reading, show_progress);
  } catch (const Error&) {
    clear_progress();
    if (!interrupted()) throw;
    std::cerr << "attn read: stopped\n";
    return false;
  }
  clear_progress();
  const auto &columns = experiments::reading_columns(), &touches = experiments::touch_columns();
  const bool ranked = options.touch && model.shape.heads > 1;
  const Matrix within =
      ranked ? experiments::ranks_within_blocks(found, model.shape.heads) : Matrix();
  if (options.as_json) {
    json out = {{"windows", batch.sequences},
                {"bits", found.bits},
                {"blocks", model.shape.blocks},
                {"heads", model.shape.heads},
                {"readings", table_of(found.readings, columns)}};
    if (options.touch) out["touches"] = table_of(found.touches, touches);
    if (ranked) {
      const Matrix all = experiments::ranks_of_all(found);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t o = 0; o < touches.size(); ++o) {
          const auto i = static_cast<Index>(c), j = static_cast<Index>(o);
          const std::string touch(touches[o].name), column(columns[c].name);
          out["ranks_within_blocks"][touch][column] = within(i, j);
          out["ranks_of_all"][touch][column] = all(i, j);
        }
      }
    }
    std::cout << out.dump(1) << '\n';
    return true;
  }
  const char* rule = options.as_csv ? "," : " ";
  if (options.as_csv) {
    std::printf("name");
    for (Index h = 0; h < found.readings.rows(); ++h) {
      std::printf("%s%td.%td", rule, h / model.shape.heads + 1, h % model.shape.heads + 1);
    }
    std::printf("\n");
    const auto rows = [&](const Matrix& values, const std::vector<experiments::ReadingColumn>& of) {
      for (std::size_t c = 0; values.size() > 0 && c < of.size(); ++c) {
        std::printf("%s", of[c].name.data());
        for (Index h = 0; h < values.rows(); ++h) {
          std::printf(",%.17g", values(h, static_cast<Index>(c)));
        }
        std::printf("\n");
      }
    };
    rows(found.readings, columns);
    rows(found.touches, touches);
    return true;
  }
  std::printf("%td windows of %td tokens, %.3f bits a token\n\n  seed reading          ",
              batch.sequences, batch.length, found.bits);
  for (Index h = 0; h < found.readings.rows(); ++h) {
    std::printf(" %5td.%td ", h / model.shape.heads + 1, h % model.shape.heads + 1);
  }
  if (ranked) std::printf("  rank with removed, frozen, halved, noisy, within blocks");
  std::printf("\n");
  for (std::size_t c = 0; c < columns.size(); ++c) {
    print_row(columns[c], found.readings, static_cast<Index>(c));
    for (Index o = 0; ranked && o < within.cols(); ++o) {
      std::printf(o == 0 ? "   %6.2f" : " %6.2f", within(static_cast<Index>(c), o));
    }
    std::printf("\n");
  }
  if (options.touch) {
    std::printf("\n  bits by which predictions differ once a head is touched\n");
    for (std::size_t o = 0; o < touches.size(); ++o) {
      print_row(touches[o], found.touches, static_cast<Index>(o));
      std::printf("\n");
    }
  } else {
    std::printf("\nWith --touch: what each head is worth, and which reading foretells it.\n");
  }
  return true;
}

// A head of a small model at the start of its training, over a line of text.
void write_example(const std::string& path) {
  const std::string line = "To be, or not to be: that is the";
  const CharacterVocabulary characters(line);
  const std::vector<Index> tokens = characters.encode(line);
  GptShape shape;
  shape.vocabulary = characters.size();
  shape.context = static_cast<Index>(tokens.size()) - 1;
  Rng rng(1);
  const Vector weights = gpt_start(shape, rng, 0.3);
  write_head(path, shape, weights, {1, shape.context, tokens}, characters, {});
}

}  // namespace

bool read(const ReadOptions& options) {
  if (!options.example.empty() && options.paths.empty()) {
    write_example(options.example);
    return true;
  }
  if (options.paths.empty()) throw Error("attn read: which FILE or FOLDER? (see attn read --help)");
  if (options.as_json && options.as_csv) throw Error("attn read: --json or --csv, not both");
  if (options.windows)
    check::count("attn read", "--windows", *options.windows, 1, check::kMaxBudget);
  const bool folder = is_folder(options.paths.front());
  if (folder && options.paths.size() > 1) throw Error("attn read: one folder at a time");
  if (folder && options.row) throw Error("attn read: --row is of a file of one head");
  if (!folder && !options.example.empty()) {
    throw Error(
        "attn read: --example writes a head; beside it there may be a folder of attn train");
  }
  if (!folder &&
      (options.touch || options.windows || !options.text.empty() || !options.weights.empty())) {
    throw Error(
        "attn read: --touch, --windows, --text and --weights are of a folder of attn train");
  }
  if (folder) return read_folder(options);
  read_files(options);
  return true;
}

}  // namespace attn::cli
