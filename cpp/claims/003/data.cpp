// The claims of seed 003 about the size of the data: section 2.5, figure 5.
#include <map>
#include <utility>

#include "claims/003/parts.hpp"
#include "experiments/incremental-patterns/dataset_size.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// Where it is best to stop.
struct Stopped {
  double groups;  // that the nearest of the best laws reads
  double best;    // excess there
  double end;     // excess after all steps
};

const Stopped& stopped(Index n, std::uint64_t seed) {
  static thread_local std::map<std::pair<Index, std::uint64_t>, Stopped> kept;
  const auto key = std::make_pair(n, seed);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  experiments::DatasetSizeParams p;
  p.sequences = n;
  p.seed = seed;
  const experiments::DatasetSize size(p);
  const experiments::DatasetSizeFrame& f = size.frame();
  return kept.emplace(key, Stopped{static_cast<double>(f.nearest), f.best, f.end}).first->second;
}

double groups_of_few(std::uint64_t seed, const Progress&) { return stopped(150, seed).groups; }
double groups_of_more(std::uint64_t seed, const Progress&) { return stopped(600, seed).groups; }
double more_groups(std::uint64_t seed, const Progress&) {
  return stopped(600, seed).groups - stopped(150, seed).groups;
}
double gain_by_data(std::uint64_t seed, const Progress&) {
  return stopped(150, seed).best / stopped(600, seed).best;
}
double cost_of_going_on(std::uint64_t seed, const Progress&) {
  return stopped(150, seed).end / stopped(150, seed).best;
}

}  // namespace

std::vector<Claim> of_data_sizes() {
  std::vector<Claim> list;
  const char* place = "section 2.5, figure 5";
  const char* recipe =
      "attn run dataset_size: m = 2, b₀ = 1.5, one drawn token for each context; the text does not "
      "state its settings";
  const auto bound = [&](const char* id, const char* statement, const char* published, double value,
                         const char* quantity, auto* ours) {
    list.push_back({id, place, statement, published, value, A::kAbove, 0.0, quantity, recipe, 10,
                    false, ours});
  };
  bound("003.fig-5.stages", "With less data fewer groups are learned.",
        "the number of stages that occur in training decreases", 0.9,
        "groups that the nearest law reads where it is best to stop: 600 contexts less 150",
        more_groups);
  bound("003.fig-5.loss", "And the least loss is higher.",
        "best validation loss as a function of the dataset size", 1.0,
        "least excess with 150 contexts, over that with 600", gain_by_data);
  list.push_back({"003.section-2.5.short", place,
                  "Stopped in time, a model on little data reads fewer lags than there are.",
                  "misspecified models … a shorter context length", 1.0, A::kWithin, 0.2,
                  "groups that the nearest law reads where it is best to stop, 150 contexts",
                  recipe, 10, false, groups_of_few});
  bound("003.section-2.5.select", "How many it reads is set by the data: with 600 contexts more.",
        "early stopping seem to select the misspecification length automatically", 2.0,
        "groups that the nearest law reads where it is best to stop, 600 contexts", groups_of_more);
  bound("003.section-2.5.stop", "Going on costs.", "a beneficial regularization", 1.5,
        "excess after 1500 steps over the least one, 150 contexts", cost_of_going_on);
  list.push_back(
      {"003.fig-5.curves", place, "Losses over the size of the data set, and their curves.", "",
       0.0, A::kNotTried, 0.0, "",
       "no number is printed, and the text does not state the settings; the authors' code has 9000 "
       "sequences of 20 tokens, of a vocabulary of 50",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
