#include "claims/one_head.hpp"

#include "attn/numerics/check.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr const char* kHow =
    "node tools/one-head.mjs build/release/attn; ATTN_RUNS=build/one-head attn claims --full "
    "--keep cpp/claims/kept.json --commit \"$(git rev-parse HEAD)\"";

// What is read of a model, by its name in readings.json; and what it is on made-up readings of 0.5.
struct Found {
  const char* id;
  const char* place;
  const char* statement;
  double value;
  Agreement agreement;
  double tolerance;
  const char* quantity;
  std::vector<const char*> readings;
  double (*ours)(const std::vector<double>& readings);
  Baseline baseline;
};

double itself(const std::vector<double>& readings) { return readings.front(); }

double climbs(const std::vector<double>& nearest) {
  return holds(nearest == std::vector<double>{0.0, 1.0, 2.0, 3.0});
}

double all_four(const std::vector<double>& heads) { return holds(heads.front() == 4.0); }

const std::vector<Found>& all_found() {
  static const std::vector<Found> list = {
      {"000.one-head.routed-error",
       "ours, beside section 3, (10) to (13)",
       "Among the heads of one layer the error that a head routes, |u · (g − ḡ)|, foretells what "
       "the model loses without it.",
       0.5,
       A::kAbove,
       0.0,
       "rank correlation within a layer, mean over layers",
       {"routed error, rank"},
       itself,
       {0.0, "heads in any order"}},
      {"001.one-head.descent",
       "ours, beside section 9.2",
       "With values of their own, heads of the last layer do not move a token down their energy "
       "but a little up.",
       0.0,
       A::kBelow,
       0.0,
       "cosine of what a head adds with the descent of its energy, mean over the last layer",
       {"descent, cosine"},
       itself,
       {0.0, "directions that do not know of each other"}},
      {"002.one-head.size",
       "ours, beside section 5",
       "Which predictions noise on the embeddings breaks, the size of the stream foretells that "
       "the last norm divides by: the smaller, the more fragile.",
       0.6,
       A::kAbove,
       0.0,
       "rank correlation of 1 / size with the divergence, over tokens",
       {"size, rank"},
       itself,
       {0.0, "tokens in any order"}},
      {"002.one-head.margin",
       "ours, beside (25)",
       "The margin 1 − ρ of the last layer foretells it too, but next to nothing of that is left "
       "once the size is known.",
       0.0,
       A::kWithin,
       0.1,
       "rank correlation of the largest ρ of a head with the divergence, given the size",
       {"margin, rank given size"},
       itself,
       {0.4, "the size not known"}},
      {"003.one-head.ladder",
       "ours, beside section 4",
       "While it trains on text, a small transformer is nearest to one law after the other: of "
       "letters alone after 20 updates, then of the last character (100), of the last two (800), "
       "of the last three (3000).",
       1.0,
       A::kHolds,
       0.0,
       "whether these are the nearest of five laws, by the divergence of law from model",
       {"nearest, 20 updates", "nearest, 100 updates", "nearest, 800 updates",
        "nearest, 3000 updates"},
       climbs,
       {}},
      {"003.one-head.lags",
       "ours, beside section 3",
       "On text heads of the first layer do not share out the lags: all four have their greatest "
       "weight one character back.",
       1.0,
       A::kHolds,
       0.0,
       "whether the mean weight at lag 1 is the greatest of all lags in each of the four",
       {"heads with lag 1 first"},
       all_four,
       {}},
      {"004.one-head.noise",
       "ours, beside (1)",
       "Attention that has learned to foretell text does not clean: after the first layer's the "
       "stream has less than half of the signal to noise that it had before.",
       0.5,
       A::kBelow,
       0.0,
       "signal to noise after the attention over that before it, with a quarter of noise on the "
       "embeddings",
       {"signal to noise, ratio"},
       itself,
       {1.0, "attention that leaves the ratio as it was"}},
  };
  return list;
}

// That the run is one of those that were read.
std::vector<double> readings_of(const Found& found, const TrainedRun& run) {
  const std::string where = std::string("claims: ") + found.id + ": a run of ATTN_RUNS ";
  const auto setting = [&](const char* name, double expected) {
    const auto at = run.settings.find(name);
    if (at == run.settings.end() || at->second != expected) {
      throw Error(where + "has another " + name + " than data/one-head.json, expected " +
                  check::format_number(expected));
    }
  };
  setting("updates done", 3000.0);
  setting("width", 32.0);
  setting("blocks", 2.0);
  setting("heads", 4.0);
  const auto text = run.words.find("texts.hash");
  if (text == run.words.end() || text->second != "1f53e9ec33e8ce09") {
    throw Error(where + "is not of data/shakespeare.txt");
  }
  std::vector<double> out;
  for (const char* name : found.readings) {
    const auto at = run.readings.find(name);
    if (at == run.readings.end()) {
      throw Error(where + "has no \"" + name + "\" in its readings.json: " + kHow);
    }
    out.push_back(at->second);
  }
  return out;
}

Claim claim_of(const Found& found) {
  Claim out;
  out.id = found.id;
  out.place = found.place;
  out.statement = found.statement;
  out.value = found.value;
  out.agreement = found.agreement;
  out.tolerance = found.tolerance;
  out.quantity = found.quantity;
  out.recipe =
      "language models of two layers with four heads, width 32 and 32 characters, after 3000 "
      "updates on data/shakespeare.txt, read on windows of its last tenth in rows with at least "
      "four tokens before them";
  out.seeds = 10;
  out.slow = true;
  out.baseline = found.baseline;
  out.runs = {"kept-*"};
  out.command = kHow;
  out.recompute = [](std::uint64_t, const Progress&) -> double {
    throw Error(std::string("claims: in ATTN_RUNS there are no ten models that were read: ") +
                kHow);
  };
  // What is made of readings, of some that are made up.
  out.probe = [found] { return 1.0 + found.ours(std::vector<double>(found.readings.size(), 0.5)); };
  out.from_runs = [found](const std::vector<TrainedRun>& runs) {
    return found.ours(readings_of(found, runs.at(0)));
  };
  return out;
}

}  // namespace

std::vector<Claim> of_one_head(const std::string& paper) {
  std::vector<Claim> out;
  for (const Found& found : all_found()) {
    if (std::string(found.id).rfind(paper + '.', 0) == 0) out.push_back(claim_of(found));
  }
  return out;
}

}  // namespace attn::claims
