// What is ours beside section 2.5 of seed 003: the minimal model on little data. Transformers are
// in transformer.cpp.
#include <map>
#include <tuple>

#include "claims/003/parts.hpp"
#include "experiments/incremental-patterns/dataset_size.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// Where it is best to stop.
struct Stopped {
  double groups;  // that the nearest of the best laws reads
  double best;    // excess there
};

const Stopped& stopped(Index n, Index lags, std::uint64_t seed) {
  static thread_local std::map<std::tuple<Index, Index, std::uint64_t>, Stopped> kept;
  const auto key = std::make_tuple(n, lags, seed);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  experiments::DatasetSizeParams p;
  p.sequences = n;
  p.lags = lags;
  p.seed = seed;
  const experiments::DatasetSize size(p);
  const experiments::DatasetSizeFrame& f = size.frame();
  return kept.emplace(key, Stopped{static_cast<double>(f.nearest), f.best}).first->second;
}

double more_groups(std::uint64_t seed, const Progress&) {
  return stopped(600, kClueLags, seed).groups - stopped(150, kClueLags, seed).groups;
}
// Less than 1 where a model that may read all lags is worse than one that can read four alone.
double gain_of_freedom(std::uint64_t seed, const Progress&) {
  return stopped(200, 4, seed).best / stopped(200, kClueLags, seed).best;
}

}  // namespace

std::vector<Claim> of_data_sizes() {
  std::vector<Claim> list;
  const char* recipe =
      "attn run dataset_size: the minimal model, m = 2, b₀ = 1.5, one drawn token for each "
      "context; the paper's settings are in its appendix A, which our copy of the text does not "
      "have";
  list.push_back({"003.section-2.5.select", "ours, beside section 2.5",
                  "With more contexts the law that is nearest to the stopped minimal model reads "
                  "more groups.",
                  "", 0.0, A::kAbove, 0.0, "groups that it reads: with 600 contexts less with 150",
                  recipe, 20, false, more_groups});
  list.back().baseline = {0.0, "the same contexts"};
  list.push_back({"003.section-2.5.gain", "ours, beside section 2.5",
                  "Stopped, the minimal model does with 200 contexts as well as one that can read "
                  "the first group alone: stopping picks that length, and does no better than a "
                  "model that knew it.",
                  "", 1.0, A::kWithin, 0.05,
                  "least excess of four lags, over that of twelve, 200 contexts", recipe, 20, false,
                  gain_of_freedom});
  list.back().baseline = {0.174 / 0.128, "400 contexts, where twelve lags pay"};
  list.push_back({"003.fig-5.curves", "figure 5",
                  "For each size of the data the curves over steps resemble those of figure 3, "
                  "with another number of bumps.",
                  "similar to the one observed in Figure 3 but with different number of bumps", 0.0,
                  A::kNotTried, 0.0, "",
                  "no number is printed, and the paper's settings are in its appendix A, which our "
                  "copy of the text does not have; whether fewer groups are learned from less data "
                  "is in 003.fig-5.stages",
                  1, false, nullptr});
  return list;
}

}  // namespace attn::claims
