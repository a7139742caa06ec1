#include "experiments/one-head/readings_table.hpp"

#include <cmath>

#include "attn/numerics/check.hpp"
#include "attn/reading/ranks.hpp"

namespace attn::experiments {
namespace {

GptBatch first_windows(const char* experiment, const ReadingSource& source, Index count) {
  check::count(experiment, "windows", count, 1, source.windows.sequences);
  GptBatch out = source.windows;
  out.sequences = count;
  out.tokens.resize(static_cast<std::size_t>(count * (out.length + 1)));
  return out;
}

ReadingOptions with_touches() {
  ReadingOptions out;
  out.touch = true;
  return out;
}

ReadingsTableParams made_up(std::uint64_t seed, Index windows) {
  ReadingsTableParams out;
  out.source = made_up_source(seed);
  out.windows = windows;
  return out;
}

}  // namespace

std::vector<Setting<ReadingsTableParams>> ReadingsTable::settings() {
  return {{made_up(1, 1), 0, 9}, {made_up(2, 2), 0, 11}, {made_up(3, 2), 0, 0}};
}

ReadingsTable::ReadingsTable(const Params& params)
    : params_(checked(kName, params)),
      source_(reading_source(kName, params.source)),
      batch_(first_windows(kName, source_, params.windows)),
      reader_(source_.shape, source_.weights, batch_, with_touches()) {
  look();
}

bool ReadingsTable::refine(Index budget) {
  check_budget(kName, budget);
  for (; reader_.done() < reader_.units() && budget > 0; --budget) reader_.work();
  look();
  return reader_.done() == reader_.units();
}

double ReadingsTable::progress() const {
  return static_cast<double>(reader_.done()) / static_cast<double>(reader_.units());
}

void ReadingsTable::look() {
  const ModelReadings found = reader_.found();
  frame_.readings = found.readings;
  frame_.touches = found.touches;
  frame_.within = ranks_within_blocks(found, source_.shape.heads);
  frame_.all = ranks_of_all(found);
  frame_.bits = found.bits;
  const auto readings = static_cast<double>(found.readings.cols());
  frame_.self_error = 0.0;
  for (Index c = 0; c < found.readings.cols(); ++c) {
    const double itself = rank_correlation(found.readings.col(c), found.readings.col(c));
    // Readings that are all alike have the rank 0 with everything.
    if (itself != 0.0) frame_.self_error += std::fabs(itself - 1.0) / readings;
  }
}

}  // namespace attn::experiments
