#include "cli/train_config.hpp"

#include <array>
#include <limits>
#include <set>

#include "attn/numerics/check.hpp"
#include "cli/parse_json.hpp"

namespace attn::cli {
namespace {

using nlohmann::json;

constexpr std::array<const char*, 5> kPriors = {"none", "published", "barrier", "residual",
                                                "placebo"};

// Takes the members of an object by name, and knows which are left.
class Reader {
 public:
  Reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) throw Error(where_ + ": expected a JSON object");
  }

  void operator()(const char* name, double& to) {
    if (const json* j = find(name)) {
      if (!j->is_number()) refuse(name, *j, "a number");
      to = j->get<double>();
    }
  }
  void operator()(const char* name, Index& to) {
    if (const json* j = find(name)) {
      constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
      const bool large = j->is_number_unsigned() && j->get<std::uint64_t>() > kMost;
      if (large || !j->is_number_integer()) {
        refuse(name, *j, "a whole number" + (large ? " up to " + std::to_string(kMost) : ""));
      }
      to = j->get<Index>();
    }
  }
  void operator()(const char* name, std::uint64_t& to) {
    if (const json* j = find(name)) {
      if (!j->is_number_unsigned()) refuse(name, *j, "a whole number that is not negative");
      to = j->get<std::uint64_t>();
    }
  }
  void operator()(const char* name, bool& to) {
    if (const json* j = find(name)) {
      if (!j->is_boolean()) refuse(name, *j, "true or false");
      to = j->get<bool>();
    }
  }
  void operator()(const char* name, std::string& to) {
    if (const json* j = find(name)) {
      if (!j->is_string()) refuse(name, *j, "a text");
      to = j->get<std::string>();
    }
  }
  void operator()(const char* name, std::vector<double>& to) {
    if (const json* j = find(name)) {
      if (!j->is_array()) refuse(name, *j, "a list of numbers");
      to.clear();
      for (const json& x : *j) {
        if (!x.is_number()) refuse(name, x, "numbers");
        to.push_back(x.get<double>());
      }
    }
  }
  void operator()(const char* name, GptPriorKind& to) {
    std::string kind = kPriors[static_cast<std::size_t>(to)];
    (*this)(name, kind);
    for (std::size_t i = 0; i < kPriors.size(); ++i) {
      if (kind != kPriors[i]) continue;
      to = static_cast<GptPriorKind>(i);
      return;
    }
    refuse(name, kind, "none, published, barrier, residual or placebo");
  }
  const json* find(const char* name) {
    known_.insert(name);
    const auto at = object_.find(name);
    return at == object_.end() ? nullptr : &*at;
  }
  void end() const {
    for (const auto& [name, value] : object_.items()) {
      if (known_.count(name) == 0) throw Error(where_ + ": no setting '" + name + "'");
    }
  }
  const std::string& where() const { return where_; }

 private:
  [[noreturn]] void refuse(const char* name, const json& is, const std::string& expected) const {
    throw Error(where_ + ": " + name + " is " + is.dump() + ", expected " + expected);
  }

  const json& object_;
  std::string where_;
  std::set<std::string> known_;
};

// Writes them under the same names.
class Writer {
 public:
  template <typename T>
  void operator()(const char* name, const T& from) {
    out[name] = from;
  }
  void operator()(const char* name, GptPriorKind kind) {
    out[name] = kPriors[static_cast<std::size_t>(kind)];
  }

  json out = json::object();
};

// Every setting with its name, once: `each` reads or writes.
template <typename Config, typename Each>
void settings(Config& c, Each& each) {
  each("text", c.text);
  each("validation", c.validation);
  each("validation_share", c.validation_share);
  each("characters", c.characters);
  each("context", c.trainer.shape.context);
  each("width", c.trainer.shape.width);
  each("heads", c.trainer.shape.heads);
  each("blocks", c.trainer.shape.blocks);
  each("batch", c.trainer.batch);
  each("rate", c.trainer.schedule.rate);
  each("warmup", c.trainer.schedule.warmup);
  each("updates", c.trainer.schedule.updates);
  each("floor", c.trainer.schedule.floor);
  each("epochs", c.epochs);
  each("first", c.trainer.adamw.first);
  each("second", c.trainer.adamw.second);
  each("epsilon", c.trainer.adamw.epsilon);
  each("decay", c.trainer.adamw.decay);
  each("clip", c.trainer.adamw.clip);
  each("std_dev", c.trainer.std_dev);
  each("seed", c.trainer.seed);
  each("fused", c.fused);
  each("log_every", c.log_every);
  each("evaluate_every", c.evaluate_every);
  each("noise", c.noise);
  each("sample", c.sample);
}

template <typename Prior, typename Each>
void prior_settings(Prior& p, Each& each) {
  each("kind", p.kind);
  each("lambda", p.lambda);
  each("w", p.w);
  each("sigma", p.sigma);
  each("rms", p.rms);
  each("sequences", p.sequences);
  each("stride", p.stride);
}

// Those of the prior beside the others; where the texts lie is none.
json by_name(json settings) {
  const json prior = settings.value("prior", json::object());
  for (const char* other : {"text", "validation", "prior"}) settings.erase(other);
  for (const auto& [name, value] : prior.items()) settings["prior." + name] = value;
  return settings;
}

}  // namespace

TrainConfig parse_train_config(const std::string& text, const std::string& name) {
  const json object = parse_json("attn train: " + name, text);
  if (object.is_discarded()) throw Error("attn train: " + name + " is no JSON");
  TrainConfig out;
  Reader read(object, "attn train: " + name);
  settings(out, read);
  if (const json* prior = read.find("prior")) {
    Reader of_prior(*prior, read.where() + ", prior");
    prior_settings(out.trainer.prior, of_prior);
    of_prior.end();
  }
  read.end();
  if (out.epochs > 0.0 && read.find("updates") != nullptr) {
    throw Error(read.where() + ": epochs is " + object.at("epochs").dump() + " and updates is " +
                object.at("updates").dump() + ", expected one of them");
  }
  if (out.text.empty()) throw Error(read.where() + ": no text, expected the name of a file");
  const char* const where = "attn train";
  check::within(where, "validation_share", out.validation_share, 0.0, 0.9);
  check::count(where, "characters", out.characters, 0, check::kMaxBudget);
  check::within(where, "epochs", out.epochs, 0.0, 1e6);
  check::count(where, "log_every", out.log_every, 1, check::kMaxBudget);
  check::count(where, "evaluate_every", out.evaluate_every, 0, check::kMaxBudget);
  check::count(where, "sample", out.sample, 0, 1000000);
  // Times an embedding's size and a draw it has to be a float, or the run would end after all of
  // its updates with no result.
  for (const double sigma : out.noise) check::within(where, "an entry of noise", sigma, 0.0, 1e6);
  return out;
}

json to_json(const TrainConfig& config) {
  Writer write, of_prior;
  settings(config, write);
  prior_settings(config.trainer.prior, of_prior);
  write.out["prior"] = of_prior.out;
  return write.out;
}

std::string differing_settings(const json& there, const json& here, Settings which) {
  // A version that had no such setting did what is its default now.
  json before = by_name(to_json(TrainConfig())), now = by_name(here);
  before.update(by_name(there));
  if (which == Settings::kOfTraining) {
    for (const char* observes : {"log_every", "evaluate_every", "noise", "sample"}) {
      before.erase(observes);
      now.erase(observes);
    }
  }
  json all = before;
  all.update(now);
  std::string out;
  for (const auto& [name, ignored] : all.items()) {
    const json old_value = before.value(name, json()), new_value = now.value(name, json());
    if (old_value == new_value) continue;
    out += (out.empty() ? "" : ", ") + name + " is " + old_value.dump() + " there and " +
           new_value.dump() + " here";
  }
  return out;
}

}  // namespace attn::cli
